import { ActionIcon, Menu } from '@mantine/core'
import { memo, useMemo } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { RackMountType, type RackSide } from '../../model/spaces/enums.ts'
import { drawRack } from '../../model/spaces/rack-drawing.ts'
import { rackFigures } from '../../model/spaces/rack-figures.ts'
import type { Devices } from '../../model/spaces/rack-placing.ts'
import type { RackWords } from '../../model/spaces/rack-svg.ts'
import { racks } from '../../model/spaces/racks.ts'
import { removeRows } from '../kit/form/dialogs.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconDots, IconDownload, IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import type { Rack } from './rack-edits.ts'
import { RackFace } from './rack-face.tsx'
import type { Hands, Held } from './rack-moves.ts'
import css from './racks.module.css'

export const rackNote = ({ space, mountType, heightRU }: Rack) =>
  [space?.name, RackMountType.label(mountType).toLowerCase(), `${heightRU} RU`].filter(Boolean).join(', ')

interface ColumnProps {
  rack: Rack
  devices: Devices
  faces: readonly RackSide[]
  labelMode: RackWords
  /** Preview position, picked-up device and selected device, if they are in this rack. */
  held: Held | undefined
  heldId: number | undefined
  chosen: number | undefined
  hands: Hands
  mayChange: boolean
  actions: RackActions
}
export interface RackActions {
  edit: (rackId: number) => void
  fill: (rackId: number) => void
  saveSvg: (rackId: number) => void
}

/** Rack with its figures and its faces side by side. Memoized: during a drag, only the source and target racks rerender. */
export const RackColumn = memo(function RackColumn({ rack, devices, faces, mayChange, actions, ...shared }: ColumnProps) {
  const drawing = useMemo(() => drawRack(rack, devices, rack.placements), [rack, devices])
  const figures = useMemo(() => rackFigures(rack, devices, rack.placements), [rack, devices])
  const shown = drawing.faces.filter(({ face }) => faces.includes(face))
  return (
    <section className={css.rack} aria-label={rack.name}>
      <header className={css.rackHead}>
        <h3>{rack.name}</h3>
        <span>{rackNote(rack)}</span>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`Actions for ${rack.name}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayChange && (
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.edit(rack.id)}>
                Edit
              </Menu.Item>
            )}
            {mayChange && (
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => actions.fill(rack.id)}>
                Fill with blanks
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => actions.saveSvg(rack.id)}>
              Download SVG
            </Menu.Item>
            {mayChange && (
              <Menu.Item
                data-danger
                leftSection={<IconTrash size={16} />}
                onClick={() => void removeRows(racks, [rack], { id: rack.projectId }, 'Its lines will not belong to any rack.')}
              >
                Delete
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </header>
      <Figures figures={figures} heightRU={rack.heightRU} maxWeightLb={rack.maxWeightLb} />
      <div className={css.faces}>
        {shown.length === 0 && <p className="dna-muted">This rack has no rear.</p>}
        {shown.map((face) => (
          <RackFace key={face.face} {...{ rack, drawing, face, devices, mayChange }} {...shared} />
        ))}
      </div>
      <Notes {...figures} />
    </section>
  )
})

type RackFigures = ReturnType<typeof rackFigures>

/** Load of the rack, above its drawing. */
function Figures({ figures, heightRU, maxWeightLb }: { figures: RackFigures } & Pick<Rack, 'heightRU' | 'maxWeightLb'>) {
  const { faces, weightLb, withoutWeight, watts, withoutWatts, amps, circuits, heatBtuPerHour, tons, centerOfWeight } = figures
  const limitText = (value: number | null, unit: string) => (value === null ? unit : `/ ${formatNumber(value)} ${unit}`)
  const missing = (count: number, noun: string) => (count > 0 ? `${count} without ${noun}` : undefined)
  const [front, rear] = faces
  return (
    <dl className={css.figures}>
      <Figure
        label="Front"
        value={`${front?.used ?? 0} / ${heightRU} RU`}
        share={(front?.used ?? 0) / heightRU}
        note={rear && `rear ${rear.used} / ${heightRU}`}
      />
      <Figure
        label="Weight"
        value={`${formatNumber(weightLb, 0)} ${limitText(maxWeightLb, 'lb')}`}
        share={maxWeightLb === null ? undefined : weightLb / maxWeightLb}
        note={missing(withoutWeight, 'weight') ?? (centerOfWeight === null ? undefined : `center ${centerOfWeight} RU`)}
      />
      <Figure
        label="Power"
        value={`${formatNumber(watts, 0)} W, ${formatNumber(amps, 1)} A`}
        note={missing(withoutWatts, 'watts') ?? `${circuits} × 20 A at 80%`}
      />
      <Figure label="Heat" value={`${formatNumber(heatBtuPerHour, 0)} BTU/hr`} note={`${formatNumber(tons, 2)} tons`} />
    </dl>
  )
}

const Notes = ({ notes, withoutDepth }: Pick<RackFigures, 'notes' | 'withoutDepth'>) => (
  <div className={css.notes}>
    {notes.map(({ grade, text }) => (
      <p key={text} className={css.note} data-grade={grade}>
        {text}
      </p>
    ))}
    {withoutDepth > 0 && (
      <p className={css.note} data-grade="warning">
        {formatCount(withoutDepth, 'device')} of unknown depth.
      </p>
    )}
  </div>
)

function Figure({ label, value, share, note }: { label: string; value: string; share?: number; note?: string }) {
  return (
    <div data-over={(share !== undefined && share > 1) || undefined}>
      <dt>{label}</dt>
      <dd>
        {value}
        {share !== undefined && (
          <span className={css.bar} aria-hidden>
            <i style={{ width: `${Math.min(100, share * 100)}%` }} />
          </span>
        )}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
