import type { Tab } from '../kit/parts/page-tabs.tsx'

export const personTabs = ({ id }: { id: string }): Tab[] => [
  { label: 'Profile', to: `/users/${id}` },
  { label: 'Working time', to: `/users/${id}/working-time` },
]
