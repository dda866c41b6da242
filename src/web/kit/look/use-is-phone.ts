import { useMediaQuery } from '@mantine/hooks'

export const useIsPhone = () => useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
