import { Button } from '@mantine/core'
import { services } from '../../model/integrations/services.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { PartState, readSystemStatus } from '../../model/settings/system-status.ts'
import { ConnectionsLink } from '../integrations/public.tsx'
import { DateTime } from '../kit/look/format.tsx'
import { IconRefresh } from '../kit/look/icons.ts'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { DataTable } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './app-settings.module.css'
import { BackupsPanel } from './backups-panel.tsx'

type Node = ResponseOf<typeof readSystemStatus>['nodes'][number]
interface Line {
  id: string
  state: PartState
  text: string
  startDate?: string | null
}

const isService = (name: string) => Object.values(services).some((service) => service.name === name)
const partTone = (state: PartState) => (state === PartState.Good ? 'good' : state === PartState.Attention ? 'bad' : 'neutral')

/** Uptime of the responding node, for example `3 d 4 h`. */
function formatUptime(seconds: number): string {
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60]
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}

const lineOfNode = ({ address, startDate }: Node, at: number): Line => ({
  id: `Node ${at + 1}`,
  state: PartState.Good,
  text: address ?? 'This machine',
  startDate,
})

const stateCell = ({ state }: Line) => <StateText tone={partTone(state)}>{PartState.label(state)}</StateText>
const known: Column<Line> = {
  key: 'text',
  label: 'Details',
  cell: ({ id, state, text, startDate }) => (
    <span className={css.whole}>
      {text}
      {startDate && (
        <>
          , since <DateTime value={startDate} />
        </>
      )}{' '}
      {state !== PartState.Good && isService(id) && <ConnectionsLink />}
    </span>
  ),
}
const columns: Column<Line>[] = [
  { key: 'name', label: 'Part', width: 160, tone: 'name', cell: ({ id }) => id },
  { key: 'state', label: 'State', width: 140, cell: stateCell },
  known,
]
const phoneColumns: Column<Line>[] = [
  {
    key: 'name',
    label: 'Part',
    width: 148,
    tone: 'name',
    cell: (line) => (
      <span className={css.whole}>
        {line.id}
        <span className={css.below}>{stateCell(line)}</span>
      </span>
    ),
  },
  known,
]

export function SystemStatusPage() {
  const isPhone = useIsPhone()
  const { data, error, refetch, isFetching } = useRead(readSystemStatus, {}, { isQuiet: true, refetchInterval: 30_000 })
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>System status</h1>
        <span className="dna-muted">{data && `Version ${data.version}, running for ${formatUptime(data.uptimeSeconds)}`}</span>
        <div className={css.tools}>
          <Button variant="default" leftSection={<IconRefresh size={16} />} loading={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        </div>
      </div>
      {error && !data ? (
        <LoadError error={error} title="The status" onRetry={() => void refetch()} />
      ) : (
        <div className={css.services}>
          <DataTable
            label="Parts of the installation"
            rows={data && [...data.parts.map(({ name, ...part }): Line => ({ id: name, ...part })), ...data.nodes.map(lineOfNode)]}
            skeletonRows={11}
            nameOf={({ id }) => id}
            columns={isPhone ? phoneColumns : columns}
          />
          {data && <BackupsPanel />}
        </div>
      )}
    </div>
  )
}
