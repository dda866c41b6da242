import type { ResponseOf } from '../../model/kit/call.ts'
import { type CableEnd, externalCables } from '../../model/projects/external-projects.ts'
import { ConnectionState } from '../../model/spaces/enums.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { DataTable, EmptyState, Panel } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './portal.module.css'
import { Two } from './two.tsx'

type Cable = ResponseOf<typeof externalCables>['items'][number]

/** Unit and port, with the space below. A space's own page shows only other spaces. */
const endCell = ({ space, unit, port }: CableEnd, here: number | undefined) => (
  <Two first={`${unit} ${port}`} second={space.id !== here && [space.number, space.name].filter(Boolean).join(' ')} />
)
const signalCell = ({ signal, color }: Cable) =>
  signal && (
    <span className={css.signal}>
      <i style={{ background: color ?? 'var(--dna-text-3)' }} />
      {signal}
    </span>
  )
const cableName = ({ manufacturer, model }: Cable) => [manufacturer, model].filter(Boolean).join(' ')
const formatLength = ({ lengthFt }: Cable) => (lengthFt === null ? '–' : formatNumber(lengthFt, 1))

/** On a phone, number and signal are above the ends and the cable's details below. */
const phoneColumns = (space: number | undefined): Column<Cable>[] => [
  { key: 'number', label: 'Cable', width: 108, tone: 'name', cell: (cable) => <Two first={cable.number} second={signalCell(cable)} /> },
  {
    key: 'ends',
    label: 'From, to',
    cell: (cable) => (
      <>
        {endCell(cable.from, space)}
        {endCell(cable.to, space)}
        <Two
          second={[cableName(cable), cable.lengthFt && `${formatLength(cable)} ft`, ConnectionState.label(cable.state)]
            .filter(Boolean)
            .join(', ')}
        />
      </>
    ),
  },
]

const columns = (space: number | undefined): Column<Cable>[] => [
  { key: 'number', label: 'Number', width: 90, tone: 'name', cell: ({ number }) => number },
  { key: 'from', label: 'From', cell: ({ from }) => endCell(from, space) },
  { key: 'to', label: 'To', cell: ({ to }) => endCell(to, space) },
  { key: 'signal', label: 'Signal', width: 110, cell: signalCell },
  { key: 'cable', label: 'Cable', width: 130, tone: 'quiet', cell: cableName },
  { key: 'lengthFt', label: 'Length, ft', width: 84, align: 'right', cell: formatLength },
  { key: 'state', label: 'State', width: 90, tone: 'quiet', cell: ({ state }) => ConnectionState.label(state) },
]

export function CableSchedule({ id, space }: { id: number; space?: number }) {
  const isPhone = useIsPhone()
  const { data, error, refetch } = useRead(
    externalCables,
    { params: { id }, query: { spaceId: space ?? null, itemsPerPage: -1 } },
    { isQuiet: true, keepsOld: true },
  )
  if (space !== undefined && data?.total === 0) return null
  return (
    <Panel title="Cables" note={data && data.total > 0 && data.total.toLocaleString('en-US')} isFlush>
      {error && !data ? (
        <LoadError error={error} title="Cables" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState text="No cables here yet." />
      ) : (
        <DataTable
          label="Cables"
          columns={isPhone ? phoneColumns(space) : columns(space)}
          rows={data?.items}
          nameOf={({ number }) => number}
          skeletonRows={4}
        />
      )}
    </Panel>
  )
}
