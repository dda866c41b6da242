import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatMonth } from '../../model/kit/dates.ts'
import { managedOffers, resourceOffers } from '../../model/offers/resource-offers.ts'
import { ListPage } from '../kit/pages.tsx'

const cells = {
  firstMonth: (_: unknown, { firstMonth }: { firstMonth: string }) => formatMonth(firstMonth),
  lastMonth: (_: unknown, { lastMonth }: { lastMonth: string }) => formatMonth(lastMonth),
}

/** Widths at which all columns fit beside the menu on a small laptop. */
const widths = { name: 312, sourceUser: 148, targetUser: 160, hours: 66, firstMonth: 92, lastMonth: 92, state: 180 }

const directions = [
  { value: '', label: 'All' },
  { value: 'toMe', label: 'To me' },
  { value: 'fromMe', label: 'From me' },
]

/** The selected tab is stored in the URL as a filter, but only the tab shows it. */
const directed = {
  ...resourceOffers,
  list: { ...resourceOffers.list, filters: { ...resourceOffers.list.filters, direction: { label: 'Direction', kind: 'text' } } },
} as const
const hidden = { direction: { isHidden: true } }

export function OffersPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  /** Resets the page but keeps search and filters. An empty query string would open the default view, so `saved` is 0. */
  const choose = (direction: string) =>
    void navigate({
      to: '/offers',
      search: { ...search, page: undefined, direction: direction || undefined, saved: search.saved ?? (direction ? undefined : '0') },
    })
  return (
    <ListPage
      resource={directed}
      title="My offers"
      cells={cells}
      columnWidths={widths}
      filters={hidden}
      actions={<SegmentedControl aria-label="Which offers" data={directions} value={String(search.direction ?? '')} onChange={choose} />}
      empty="No one has offered you hours, and you have offered none."
    />
  )
}

export function ManageOffersPage() {
  return (
    <ListPage
      resource={managedOffers}
      title="Offers"
      cells={cells}
      columnWidths={widths}
      create="no"
      empty="No one has offered hours yet."
    />
  )
}
