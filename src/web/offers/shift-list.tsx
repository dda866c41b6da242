import { formatMonth } from '../../model/kit/dates.ts'
import { managedShiftRequests, shiftRequests } from '../../model/offers/shift-requests.ts'
import { ListPage } from '../kit/pages.tsx'

const formatMonths = (months: string) => months.split(', ').map(formatMonth).join(', ')
const cells = {
  fromMonths: (_: unknown, { fromMonths }: { fromMonths: string }) => formatMonths(fromMonths),
  toMonths: (_: unknown, { toMonths }: { toMonths: string }) => formatMonths(toMonths),
}
const widths = { name: 340, requesterUser: 160, hours: 68, fromMonths: 120, toMonths: 120, state: 136 }

export function ShiftRequestsPage() {
  return (
    <ListPage
      resource={shiftRequests}
      title="My shift requests"
      cells={cells}
      columnWidths={widths}
      empty="You have not asked to move hours yet."
    />
  )
}

export function ManageShiftRequestsPage() {
  return (
    <ListPage
      resource={managedShiftRequests}
      title="Shift requests"
      cells={cells}
      columnWidths={widths}
      create="no"
      empty="No one has asked to move hours yet."
    />
  )
}
