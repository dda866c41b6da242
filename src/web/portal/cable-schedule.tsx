import type { AnswerOf } from '../../model/kit/call.ts'
import { type CableEnd, externalCables } from '../../model/projects/external-projects.ts'
import { ConnectionState } from '../../model/spaces/enums.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { DataTable, EmptyState, Panel } from '../kit/pages.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './portal.module.css'

type Cable = AnswerOf<typeof externalCables>['items'][number]

/** Unit and port, and below them the space, which a page about one space says only where it is another. */
function End({ end: { space, unit, port }, here }: { end: CableEnd; here?: number }) {
  return (
    <span className={css.end}>
      {unit} {port}
      {space.id !== here && <span className={css.small}>{[space.number, space.name].filter(Boolean).join(' ')}</span>}
    </span>
  )
}

const columns = (space: number | undefined): Column<Cable>[] => [
  { key: 'number', label: 'Number', width: 90, tone: 'name', cell: ({ number }) => number },
  { key: 'from', label: 'From', cell: ({ from }) => <End end={from} here={space} /> },
  { key: 'to', label: 'To', cell: ({ to }) => <End end={to} here={space} /> },
  {
    key: 'signal',
    label: 'Signal',
    width: 110,
    cell: ({ signal, color }) =>
      signal && (
        <span className={css.signal}>
          <i style={{ background: color ?? 'var(--dna-text-3)' }} />
          {signal}
        </span>
      ),
  },
  {
    key: 'cable',
    label: 'Cable',
    width: 130,
    tone: 'quiet',
    cell: ({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' '),
  },
  {
    key: 'lengthFt',
    label: 'Length, ft',
    width: 84,
    align: 'right',
    cell: ({ lengthFt }) => (lengthFt === null ? '–' : formatNumber(lengthFt, 1)),
  },
  { key: 'state', label: 'State', width: 90, tone: 'quiet', cell: ({ state }) => ConnectionState.label(state) },
]

/** Every cable with both ends, of the project or of one space; nothing where a space has none. */
export function CableSchedule({ id, space }: { id: number; space?: number }) {
  const { data, error, refetch } = useRead(
    externalCables,
    { params: { id }, query: { spaceId: space ?? null, itemsPerPage: -1 } },
    { isQuiet: true, keepsOld: true },
  )
  if (space !== undefined && data?.total === 0) return null
  return (
    <Panel title="Cables" note={data && data.total > 0 && data.total.toLocaleString('en-US')} isFlush>
      {error && !data ? (
        <Failure error={error} title="Cables" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState text="No cables here yet." />
      ) : (
        <DataTable label="Cables" columns={columns(space)} rows={data?.items} nameOf={({ number }) => number} skeletonRows={4} />
      )}
    </Panel>
  )
}
