import { Menu, NumberInput, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import type { ValuesOf } from '../../model/kit/description.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { ConnectionFinding } from '../../model/spaces/connection-checks.ts'
import { changeConnections, type EndOfConnection, connections as of } from '../../model/spaces/connections.ts'
import { ConnectionState } from '../../model/spaces/enums.ts'
import { tellOfChangeSet } from '../activity/public.tsx'
import { type WireLook, WireMark } from '../catalogue/public.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconAlertTriangle, IconBan, IconInfoCircle } from '../kit/look/icons.ts'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { useCall } from '../kit/request/call.ts'
import css from './cables.module.css'

type Connection = RowOf<typeof of>

const icons = { error: IconBan, warning: IconAlertTriangle, info: IconInfoCircle }

/** One finding in words, with its grade as an icon. */
export function FindingLine({ finding: { grade, text } }: { finding: ConnectionFinding }) {
  const Icon = icons[grade]
  return (
    <p className={css.finding} data-grade={grade}>
      <Icon size={14} /> {text}
    </p>
  )
}

export function NumberCell({ number, findings = [] }: { number: string | null; findings?: readonly ConnectionFinding[] }) {
  const [first] = findings
  if (!first || first.grade === 'info') return <span className={css.number}>{number}</span>
  const Icon = icons[first.grade]
  const words = findings.map(({ text }) => text).join(' ')
  return (
    <span className={css.number}>
      {number}
      <Tooltip label={words} multiline maw={320}>
        <span role="img" aria-label={words} className={css.finding} data-grade={first.grade}>
          <Icon size={14} />
        </span>
      </Tooltip>
    </span>
  )
}

export function EndCell({ end, projectId }: { end: EndOfConnection; projectId: number }) {
  return (
    <Link
      className={css.end}
      to={`/projects/${projectId}/spaces/${end.space.id}/signal-flow`}
      title={`${end.name}, ${end.space.name}, ${end.equipment.model}`}
    >
      <strong>{end.unit.label}</strong> <span data-gone={end.isPortGone || undefined}>{end.port.name}</span>
    </Link>
  )
}

export const SignalCell = ({ signal: { name, color, lineStyle } }: { signal: WireLook & { name: string } }) => (
  <span className={css.signal}>
    <WireMark color={color} lineStyle={lineStyle} />
    {name}
  </span>
)

/** Writes one thing of one cable; the answer can be taken back as a whole. */
function useChange({ id, projectId, number }: Connection) {
  const { mutate, isPending } = useCall(changeConnections, {
    invalidates: [of],
    onDone: ({ updated, changeSetId }) => updated > 0 && tellOfChangeSet(`${number} changed.`, changeSetId),
  })
  return {
    isPending,
    set: (set: Changes) => mutate({ params: { id: projectId }, body: { ids: [id], set } }),
  }
}
type Changes = ValuesOf<(typeof changeConnections)['body']>['set']
const nothing: Changes = {
  lengthFt: null,
  isEstimated: null,
  state: null,
  bundle: null,
  isUnbundled: null,
  cableEquipmentId: null,
  conduitId: null,
}

interface CellProps {
  row: Connection
  mayChange: boolean
}

/** Enter saves, Esc leaves the cell as it was. */
const keysOf = (save: () => void, leave: () => void) => (event: KeyboardEvent) => {
  event.stopPropagation()
  if (event.key === 'Enter') save()
  if (event.key === 'Escape') leave()
}

/** Typed lengths in text, estimated ones paler; emptied it is estimated again. */
export function LengthCell({ row, mayChange, isOver }: CellProps & { isOver?: boolean }) {
  const [typed, setTyped] = useState<string | number>()
  const { set } = useChange(row)
  const shown = row.runFt === null ? '–' : formatNumber(row.runFt, 1)
  const words = row.runFt === null ? 'No length: no distance between these spaces' : row.lengthFt === null ? 'Estimated' : 'By hand'
  if (!mayChange) return <span title={words}>{shown}</span>
  if (typed === undefined)
    return (
      <UnstyledButton
        className={css.cell}
        data-estimated={row.lengthFt === null || undefined}
        data-over={isOver || undefined}
        title={words}
        aria-label={`Length of ${row.number}: ${shown} ft, ${words}`}
        onClick={(event) => {
          event.stopPropagation()
          setTyped(row.lengthFt ?? '')
        }}
      >
        {shown}
      </UnstyledButton>
    )
  function save() {
    if (typeof typed === 'number' && typed !== row.lengthFt) set({ ...nothing, lengthFt: typed })
    else if (typed === '' && row.lengthFt !== null) set({ ...nothing, isEstimated: true })
    setTyped(undefined)
  }
  return (
    <NumberInput
      size="xs"
      autoFocus
      hideControls
      min={0}
      max={100_000}
      decimalScale={2}
      aria-label={`Length of ${row.number} in feet`}
      placeholder={row.estimatedFt === null ? '' : String(row.estimatedFt)}
      value={typed}
      onChange={setTyped}
      onBlur={save}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={keysOf(save, () => setTyped(undefined))}
    />
  )
}

export function BundleCell({ row, mayChange }: CellProps) {
  const [typed, setTyped] = useState<string>()
  const { set } = useChange(row)
  if (!mayChange) return row.bundle
  if (typed === undefined)
    return (
      <UnstyledButton
        className={css.cell}
        aria-label={`Bundle of ${row.number}: ${row.bundle ?? 'none'}`}
        onClick={(event) => {
          event.stopPropagation()
          setTyped(row.bundle ?? '')
        }}
      >
        {row.bundle ?? '–'}
      </UnstyledButton>
    )
  function save() {
    const bundle = typed?.trim() ?? ''
    if (bundle && bundle !== row.bundle) set({ ...nothing, bundle })
    else if (!bundle && row.bundle !== null) set({ ...nothing, isUnbundled: true })
    setTyped(undefined)
  }
  return (
    <TextInput
      size="xs"
      autoFocus
      maxLength={60}
      aria-label={`Bundle of ${row.number}`}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={save}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={keysOf(save, () => setTyped(undefined))}
    />
  )
}

export function StateCell({ row, mayChange }: CellProps) {
  const { set, isPending } = useChange(row)
  const text = <ChoiceText options={ConnectionState} value={row.state} />
  if (!mayChange) return text
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={css.cell}
          disabled={isPending}
          aria-label={`State of ${row.number}: ${ConnectionState.label(row.state)}`}
          onClick={(event) => event.stopPropagation()}
        >
          {text}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {ConnectionState.values.map(({ value, label }) => (
          <Menu.Item key={value} disabled={value === row.state} onClick={() => set({ ...nothing, state: value })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
