import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { formatMonth } from '../../model/kit/dates.ts'
import { managedOffers, resourceOffers as of } from '../../model/offers/resource-offers.ts'
import { ListPage } from '../kit/pages.tsx'

const cells = {
  firstMonth: (_: unknown, { firstMonth }: { firstMonth: string }) => formatMonth(firstMonth),
  lastMonth: (_: unknown, { lastMonth }: { lastMonth: string }) => formatMonth(lastMonth),
}

const widths = { name: 250, project: 190, sourceUser: 140, targetUser: 140, hours: 76, firstMonth: 92, lastMonth: 92, state: 170 }

const directions = [
  { value: '', label: 'All' },
  { value: 'toMe', label: 'To me' },
  { value: 'fromMe', label: 'From me' },
]

/** Hours somebody is offered, and those they offer. */
export function OffersPage() {
  const [direction, setDirection] = useState('')
  return (
    <ListPage
      of={of}
      title="My offers"
      cells={cells}
      columnWidths={widths}
      query={direction ? { direction } : {}}
      actions={<SegmentedControl aria-label="Which offers" data={directions} value={direction} onChange={setDirection} />}
      empty="Nobody offers you hours, and you offer none."
    />
  )
}

/** The offers of everybody. */
export function ManageOffersPage() {
  return (
    <ListPage of={managedOffers} title="Offers" cells={cells} columnWidths={widths} create="no" empty="Nobody has offered hours yet." />
  )
}
