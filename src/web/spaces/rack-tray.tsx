import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon, Button, Kbd, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useRef } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import type { RackDevice } from '../../model/spaces/rack-devices.ts'
import { deviceHeight } from '../../model/spaces/rack-placing.ts'
import { EquipmentTile, ReplaceEquipment } from '../catalog/public.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconGripVertical, IconSearch, IconX } from '../kit/look/icons.ts'
import type { Rack } from './rack-edits.ts'
import { describePosition, findPlacement, findRackByUnit, type Hands, type RackMoves } from './rack-moves.ts'
import css from './racks.module.css'

export interface TrayUnit extends RackDevice {
  rackId: number | null
  spaceId: number
}
interface TrayProps {
  units: readonly TrayUnit[]
  more: number
  projectId: number
  racks: readonly Rack[]
  devices: ReadonlyMap<number, TrayUnit>
  moves: RackMoves
  mayChange: boolean
  search: string
  onSearch: (searchText: string) => void
}

export function RackTray({ units, more, projectId, racks, devices, moves, mayChange, search, onSearch }: TrayProps) {
  const tray = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = tray.current
    if (!element || !mayChange) return
    return dropTargetForElements({ element, getData: () => ({ isTray: true }) })
  }, [mayChange])
  const groups = [
    ...racks.map(({ id, name }) => ({ id, title: `Assigned to ${name}`, units: units.filter((item) => item.rackId === id) })),
    { id: 0, title: 'Others', units: units.filter((item) => item.rackId === null || !racks.some(({ id }) => id === item.rackId)) },
  ].filter((group) => group.units.length > 0)
  const height = units.reduce((sum, unit) => sum + deviceHeight(unit), 0)
  return (
    <div className={css.side}>
      <aside ref={tray} className={css.tray} data-shares={moves.chosen !== undefined || undefined} aria-label="Unplaced">
        <header>
          <h2>Unplaced</h2>
          <span>
            {formatCount(units.length + more, 'unit')}
            {more === 0 && `, ${height} RU`}
          </span>
        </header>
        <TextInput
          aria-label="Search units"
          placeholder="Search units"
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={({ currentTarget }) => onSearch(currentTarget.value)}
        />
        {units.length === 0 && <p className="dna-muted">{search ? 'Nothing found.' : 'Everything that belongs in a rack is in one.'}</p>}
        {groups.map((group) => (
          <section key={group.id} aria-label={group.title}>
            <h3>{group.title}</h3>
            <ul>
              {group.units.map((unit) => (
                <li key={unit.unitId}>
                  <TrayRow unit={unit} isChosen={moves.chosen === unit.unitId} hands={moves.hands} mayChange={mayChange} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {more > 0 && <p className="dna-muted">{formatCount(more, 'more unit')}. Search for the one you want.</p>}
      </aside>
      <Chosen {...{ projectId, racks, devices, moves, mayChange }} />
    </div>
  )
}

interface RowProps {
  unit: TrayUnit
  isChosen: boolean
  hands: Hands
  mayChange: boolean
}
const TrayRow = memo(function TrayRow({ unit, isChosen, hands, mayChange }: RowProps) {
  const { unitId, label, equipment, rackId } = unit
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const element = button.current
    if (!element || !mayChange) return
    return draggable({ element, getInitialData: () => ({ unitId, grabbed: 7 }) })
  }, [unitId, mayChange])
  return (
    <button
      ref={button}
      type="button"
      className={css.trayRow}
      title={`${label} ${equipment.model}`}
      aria-pressed={isChosen}
      data-unit={unitId}
      onClick={() => hands.choose(unitId)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !mayChange || !hands.press(event.key, unitId, rackId ?? undefined)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {mayChange && <IconGripVertical size={14} />}
      <EquipmentTile item={equipment} />
      <span className={css.name}>
        <b>{label}</b> {equipment.model}
      </span>
      <small>{equipment.rackUnits === null ? '? RU' : `${equipment.rackUnits} RU`}</small>
    </button>
  )
})

function Chosen({
  projectId,
  racks,
  devices,
  moves,
  mayChange,
}: Pick<TrayProps, 'projectId' | 'racks' | 'devices' | 'moves' | 'mayChange'>) {
  const device = moves.chosen === undefined ? undefined : devices.get(moves.chosen)
  if (!device) return null
  const { unitId, label, equipment } = device
  const rack = findRackByUnit(racks, unitId)
  const placed = findPlacement(rack, unitId)
  const known = (value: number | null, unit: string, decimals?: number) =>
    value === null ? <span className="dna-muted">unknown</span> : `${formatNumber(value, decimals)} ${unit}`
  const rows = [
    ['Model', `${equipment.manufacture} ${equipment.model}`],
    ['Rack', rack?.name ?? 'None'],
    ...(rack && placed ? [['Position', describePosition(rack, device, placed)]] : []),
    ['Height', known(equipment.rackUnits, 'RU')],
    ['Depth', known(equipment.depthIn, 'in', 1)],
    ['Weight', known(equipment.weightLb, 'lb', 1)],
    ['Power', known(equipment.watts, 'W')],
  ] as const
  return (
    <section className={css.chosen} aria-label={`${label}, selected`}>
      <header>
        <h3>{label}</h3>
        <span>selected</span>
        <ActionIcon aria-label="Close" size={24} onClick={() => moves.choose(undefined)}>
          <IconX size={14} />
        </ActionIcon>
      </header>
      <dl>
        {rows.map(([name, value]) => (
          <div key={String(name)}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={css.acts}>
        <Button variant="default" size="compact-sm" component={Link} to={`/projects/${projectId}/spaces/${device.spaceId}`}>
          Open line
        </Button>
        {mayChange && <ReplaceEquipment equipment={equipment} spaceId={device.spaceId} size="compact-sm" />}
        {mayChange && placed && (
          <Button variant="default" size="compact-sm" onClick={() => moves.takeOut(unitId)}>
            Unplace
          </Button>
        )}
      </div>
      {mayChange && (
        <p className={css.keys}>
          <Kbd size="xs">Enter</Kbd> pick up, put down <Kbd size="xs">↑ ↓</Kbd> move <Kbd size="xs">← →</Kbd> rack <Kbd size="xs">R</Kbd>{' '}
          other side <Kbd size="xs">H</Kbd> other half <Kbd size="xs">Esc</Kbd> cancel
        </p>
      )}
    </section>
  )
}
