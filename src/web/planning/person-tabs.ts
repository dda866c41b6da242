import type { Tab } from '../kit/parts/page-tabs.tsx'

/** The parts of the page of a member of the firm. */
export const personTabs = ({ id }: { id: string }): Tab[] => [
  { label: 'Profile', to: `/users/${id}` },
  { label: 'Working time', to: `/users/${id}/working-time` },
]
