import { useNavigate } from '@tanstack/react-router'
import type { BoardEntryRow, BoardRow } from '../../model/planning/boards.ts'
import { ReasonButton } from '../kit/pages.tsx'
import { useCan } from '../kit/request/can.ts'
import { session } from '../kit/request/session.ts'
import type { Place } from './board-lines.ts'

interface Found {
  entry: BoardEntryRow
  projectId: number | undefined
}

/** The hours of one record behind a line: its own, or those of a phase that has only one. */
function entryAt(rows: readonly BoardRow[], key: string, projectId: number | undefined): Found | undefined {
  for (const row of rows) {
    const project = row.kind === 'project' ? row.id : projectId
    const entries = row.children.filter((one) => one.kind === 'entry')
    const [only] = entries
    if (row.key === key && row.kind === 'entry') return { entry: row, projectId: project }
    if (row.key === key && row.kind === 'phase' && only && entries.length === 1) return { entry: only, projectId: project }
    const below = entryAt(row.children, key, project)
    if (below) return below
  }
  return undefined
}

interface Props {
  rows: readonly BoardRow[]
  columns: readonly { key: string }[]
  place: Place | undefined
  /** Where the board is of one project. */
  projectId?: number
}

/** Offers the hours of the cell one stands on to somebody else, or asks to work them in another month. */
export function RequestButtons({ rows, columns, place, projectId }: Props) {
  const navigate = useNavigate()
  const [mayOffer, mayShift] = [useCan('ResourceOffers.Create'), useCan('ResourceShiftRequests.Create')]
  const [offersOthers, shiftsOthers] = [useCan('ResourceOffers.CreateForOthers'), useCan('ResourceShiftRequests.CreateForOthers')]
  const found = place && entryAt(rows, place.line, projectId)
  const month = place && columns[place.column]?.key
  const hours = found && month !== undefined ? (found.entry.cells[month]?.hours ?? 0) : 0
  const user = found?.entry.entry.user
  const isOthers = user != null && user.id !== session().user?.id
  const isMonth = month?.length === 7
  const missing =
    !found || !isMonth || hours <= 0 || found.entry.isTentative ? 'Choose a month with hours of an approved contract' : undefined
  const notMine = (may: boolean) => (isOthers && !may ? 'These hours are somebody else’s' : undefined)
  const go = (to: string, person: string) =>
    void navigate({
      to,
      search: {
        projectId: found?.projectId,
        recordId: found?.entry.entry.recordId,
        month,
        hours,
        ...(user && { [person]: user.id }),
      },
    })
  return (
    <>
      {mayOffer && (
        <ReasonButton
          reason={missing ?? notMine(offersOthers)}
          variant="default"
          size="xs"
          onClick={() => go('/offers/new', 'sourceUserId')}
        >
          Offer these hours
        </ReasonButton>
      )}
      {mayShift && (
        <ReasonButton
          reason={missing ?? notMine(shiftsOthers)}
          variant="default"
          size="xs"
          onClick={() => go('/shift-requests/new', 'requesterUserId')}
        >
          Request a shift
        </ReasonButton>
      )}
    </>
  )
}
