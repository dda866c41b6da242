// biome-ignore-all format: one line an icon
/** Icons of the first page, in a separate module so that it loads no others. See icons.ts. */
import { outlineIcon } from './icon.tsx'

export const IconAlertTriangle = outlineIcon('M12 9v4M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0M12 16h.01')
export const IconCircleCheck = outlineIcon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 12l2 2l4 -4')
export const IconInfoCircle = outlineIcon('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 9h.01M11 12h1v4h1')
export const IconX = outlineIcon('M18 6l-12 12M6 6l12 12')
