import { Button, NumberInput, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PointerEvent } from 'react'
import { groupByKey } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { symbolPath } from '../../model/plans/plan-symbols.ts'
import type { PlanDevice } from '../../model/plans/plans.ts'
import css from './plans.module.css'
import type { PlacedDevice, Spot } from './use-plan-edits.ts'

export interface SpaceChoice {
  id: number
  label: string
}
interface TrayProps {
  spaces: readonly SpaceChoice[]
  spaceId: number | undefined
  onSpace: (id: number | undefined) => void
  devices: readonly PlanDevice[]
  heldId: number | undefined
  mayPlace: boolean
  hasOutline: boolean
  /** Begins to drag, or takes the device into the hand for the next click or Enter. */
  onHold: (device: PlanDevice, event?: PointerEvent) => void
  onPlace: (device: PlanDevice) => void
  onSpread: (devices: readonly PlanDevice[]) => void
}

/** Devices of a space that are not on a plan of this kind, by area group and tag. */
export function PlanTray({ spaces, spaceId, onSpace, devices, heldId, mayPlace, hasOutline, onHold, onPlace, onSpread }: TrayProps) {
  const here = devices.filter(({ space }) => space.id === spaceId)
  const groups = groupByKey(here, ({ areaGroup }) => areaGroup ?? '')
  return (
    <section className={css.tray} aria-label="Devices to place">
      <Select
        label="Space"
        data={spaces.map(({ id, label }) => ({ value: String(id), label }))}
        value={spaceId === undefined ? null : String(spaceId)}
        onChange={(value) => onSpace(value === null ? undefined : Number(value))}
        searchable
        size="xs"
      />
      <p className="dna-muted">
        {spaceId === undefined
          ? 'Choose a space.'
          : here.length === 0
            ? 'Every device of this space is placed.'
            : `${formatCount(here.length, 'device')} to place`}
      </p>
      {[...groups].map(([group, list]) => (
        <div key={group}>
          {group && <h3>{group}</h3>}
          <ul>
            {[...groupByKey(list, ({ tag }) => tag)].map(([tag, same]) => (
              <li key={tag}>
                {same.length > 1 && (
                  <div className={css.spread}>
                    <span>
                      {tag}, {formatCount(same.length, 'device')}
                    </span>
                    {mayPlace && hasOutline && (
                      <Button size="compact-xs" variant="default" onClick={() => onSpread(same)}>
                        Place in a grid
                      </Button>
                    )}
                  </div>
                )}
                {same.map((device) => (
                  <button
                    key={device.unitId}
                    type="button"
                    className={css.waiting}
                    disabled={!mayPlace}
                    data-held={heldId === device.unitId || undefined}
                    aria-pressed={heldId === device.unitId}
                    onPointerDown={(event) => event.button === 0 && onHold(device, event)}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter') return
                      event.preventDefault()
                      onPlace(device)
                    }}
                  >
                    <svg viewBox="-1.2 -1.2 2.4 2.4" width={16} height={16} aria-hidden="true">
                      <path d={symbolPath(device.symbol)} />
                    </svg>
                    <span>{device.label}</span>
                    <small>{device.model}</small>
                  </button>
                ))}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

interface DeviceFormProps {
  projectId: number
  devices: readonly PlacedDevice[]
  mayPlace: boolean
  onChange: (more: Partial<Spot>) => void
  onRemove: () => void
}
/** Figures of the selected devices. A value that differs among them is empty. */
export function DeviceForm({ projectId, devices, mayPlace, onChange, onRemove }: DeviceFormProps) {
  const [first] = devices
  if (!first) return <p className="dna-muted">Select a device on the plan to see its position.</p>
  const common = (key: keyof Spot) => (devices.every((device) => device[key] === first[key]) ? (first[key] ?? '') : '')
  const field = (key: keyof Spot, label: string, limits: { min: number; max: number }) => (
    <NumberInput
      key={`${key} ${common(key)} ${first.unitId}`}
      label={label}
      size="xs"
      disabled={!mayPlace}
      decimalScale={4}
      defaultValue={common(key)}
      {...limits}
      onBlur={({ currentTarget: { value } }) => {
        if (value === String(common(key))) return
        if (value === '') {
          if (key === 'mountingHeightIn') onChange({ mountingHeightIn: null })
        } else onChange({ [key]: Number(value.replaceAll(',', '')) })
      }}
    />
  )
  return (
    <section className={css.figures} aria-label="Selected devices">
      <h3>{devices.length === 1 ? first.label : formatCount(devices.length, 'device')}</h3>
      {devices.length === 1 && (
        <p>
          {first.manufacture} {first.model}
          <br />
          <Link
            to="/projects/$id/spaces/$spaceId"
            params={{ id: String(projectId), spaceId: String(first.space.id) }}
            hash={`line-${first.lineId}`}
          >
            {first.space.name}
          </Link>
          {', '}
          <Link to="/projects/$id/cables" params={{ id: String(projectId) }} search={{ unitIds: first.unitId }}>
            Cables
          </Link>
          {', '}
          <Link to="/projects/$id/site/observations" params={{ id: String(projectId) }} search={{ unitIds: first.unitId }}>
            Observations
          </Link>
        </p>
      )}
      <div className={css.pair}>
        {field('x', 'X, ft', { min: -100_000, max: 100_000 })}
        {field('y', 'Y, ft', { min: -100_000, max: 100_000 })}
        {field('rotation', 'Rotation (°)', { min: -360, max: 360 })}
        {field('mountingHeightIn', 'Height, in', { min: 0, max: 100_000 })}
      </div>
      {mayPlace && (
        <Button size="xs" variant="default" onClick={onRemove}>
          Take off the plan
        </Button>
      )}
    </section>
  )
}
