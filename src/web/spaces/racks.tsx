import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Button, Menu, SegmentedControl } from '@mantine/core'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { RackSide } from '../../model/spaces/enums.ts'
import { drawRack, panelIn, startUnitAt, unitIn } from '../../model/spaces/rack-drawing.ts'
import { type Devices, deviceHeight } from '../../model/spaces/rack-placing.ts'
import { RackWords, racksSvg } from '../../model/spaces/rack-svg.ts'
import { racks as racksModel } from '../../model/spaces/racks.ts'
import { saveBlob } from '../catalog/public.tsx'
import { CheckStrip } from '../checks/public.tsx'
import { LastEdit } from '../kit/edits/last-edit.tsx'
import { IconDownload, IconFileText, IconPlus } from '../kit/look/icons.ts'
import { readStored, saveToLocalStorage } from '../kit/look/local-storage.ts'
import { EmptyState, FormDialog, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { can } from '../kit/request/can.ts'
import { useSearchText } from '../kit/request/typing-pause.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { FillWithBlanks } from './rack-blanks.tsx'
import { type RackActions, RackColumn, rackNote } from './rack-column.tsx'
import { type Rack, useRackEdits } from './rack-edits.ts'
import { findPlacement, halfAt, type RackMoves, useRackMoves } from './rack-moves.ts'
import { useRackReading } from './rack-reading.ts'
import { RackTray } from './rack-tray.tsx'
import css from './racks.module.css'

const { Front, Rear } = RackSide
const views = { both: [Front, Rear], front: [Front], rear: [Rear] } as const
type View = keyof typeof views
interface RackView {
  view: View
  labelMode: RackWords
}
const isView = (value: string): value is View => value in views
const isWords = (value: string): value is RackWords => RackWords.some((RackWord) => RackWord === value)
const lookName = 'racks:look'

/** Browsers keep the label mode under its earlier name `words`. */
type StoredRackView = Partial<Pick<RackView, 'view'> & { words: RackWords }>
function readLook(): RackView {
  const { view = 'both', words: labelMode = 'labels' } = readStored<StoredRackView>(lookName) ?? {}
  return { view, labelMode }
}

export function RacksPage() {
  const [edited, setEdited] = useState<'new' | number>()
  return (
    <ProjectTab
      title="Racks"
      actions={(project) =>
        can('ProjectEquipment.Update') &&
        !isReadOnly(project) && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New rack
          </Button>
        )
      }
    >
      {(project) => (
        <>
          <Builder key={project.id} project={project} onEdit={setEdited} />
          <FormDialog
            resource={racksModel}
            id={edited === 'new' ? undefined : edited}
            under={{ id: project.id }}
            opened={edited !== undefined}
            onClose={() => setEdited(undefined)}
            sections={[
              ['', ['name', 'spaceId', 'equipmentId', 'heightRU', 'rackType', 'mountType']],
              ['Limits and labels', ['mountingDepthIn', 'maxWeightLb', 'startingUnit', 'isDescending']],
            ]}
          />
        </>
      )}
    </ProjectTab>
  )
}

function Builder({ project, onEdit }: { project: Project; onEdit: (which: 'new' | number) => void }) {
  const [search, setSearch] = useState('')
  const [filled, setFilled] = useState<Rack>()
  const searchText = useSearchText(search)
  const [{ view, labelMode }, setLook] = useState(readLook)
  const reading = useRackReading(project.id, searchText)
  const mayChange = can('ProjectEquipment.Update') && !isReadOnly(project)
  const edits = useRackEdits(project.id, reading.racks, mayChange)
  const moves = useRackMoves(edits, reading.devices)
  const page = useRef<HTMLDivElement>(null)
  const { racks } = edits
  const { devices } = reading
  useDragging(moves, racks, devices)
  useRestoredFocus(page, moves)

  function changeLook(more: Partial<RackView>) {
    const next = { view, labelMode, ...more }
    setLook(next)
    const stored: StoredRackView = { view: next.view, words: next.labelMode }
    saveToLocalStorage(lookName, stored)
  }
  function saveSvg(shown: readonly Rack[]) {
    const named = shown.map((rack) => ({ name: rack.name, note: rackNote(rack), drawing: drawRack(rack, devices, rack.placements) }))
    const svg = racksSvg(named, { faces: views[view], labelMode })
    const name = [project.number, project.name, shown.length === 1 ? shown[0]?.name : 'Racks'].filter(Boolean).join(' ')
    saveBlob(`${name.replace(/[\\/:*?"<>|]/g, '-')}.svg`, new Blob([svg], { type: 'image/svg+xml' }))
  }

  const actions = useLatest({
    edit: onEdit,
    fill: (rackId) => setFilled(racks.find(({ id }) => id === rackId)),
    saveSvg: (rackId) => saveSvg(racks.filter(({ id }) => id === rackId)),
  })

  if (reading.error && !reading.isRead) return <LoadError error={reading.error} title="Racks" onRetry={reading.retry} />
  if (!reading.isRead) return <Skeletons rows={8} />
  if (racks.length === 0)
    return (
      <EmptyState
        text="No racks yet. A rack belongs to a space and shows what is in it, to scale."
        action={mayChange ? 'New rack' : undefined}
        onAction={() => onEdit('new')}
      />
    )
  return (
    <div ref={page} className={css.page}>
      <header className={css.head}>
        <h2>Racks</h2>
        <span>{racks.length.toLocaleString('en-US')}</span>
        <CheckStrip projectId={project.id} isLocked={!mayChange} concerns={({ where }) => where.rackId !== null} isInRow />
        <RackTools look={{ view, labelMode }} onChange={changeLook} onDownload={() => saveSvg(racks)} />
      </header>
      <div className={css.columns}>
        <div className={css.racks} style={{ '--rack-units': Math.max(...racks.map(({ heightRU }) => heightRU)) }}>
          {racks.map((rack) => (
            <RackColumn
              key={rack.id}
              {...{ rack, devices, labelMode, mayChange, actions }}
              faces={views[view]}
              hands={moves.hands}
              held={moves.held?.rackId === rack.id ? moves.held : undefined}
              heldId={ofRack(rack, moves.held?.unitId)}
              chosen={ofRack(rack, moves.chosen)}
            />
          ))}
        </div>
        <RackTray
          units={reading.unplaced(racks)}
          more={reading.more}
          projectId={project.id}
          {...{ racks, devices, moves, mayChange, search }}
          onSearch={setSearch}
        />
      </div>
      <FillWithBlanks rack={filled} edits={edits} onClose={() => setFilled(undefined)} />
      {mayChange && <LastEdit history={edits.history} hint="Drag devices from the tray, or choose one and press Enter." />}
    </div>
  )
}

interface RackToolsProps {
  look: RackView
  onChange: (more: Partial<RackView>) => void
  onDownload: () => void
}
function RackTools({ look: { view, labelMode }, onChange, onDownload }: RackToolsProps) {
  return (
    <div className={css.tools}>
      <SegmentedControl
        size="xs"
        aria-label="Sides"
        data={[
          { value: 'both', label: 'Both sides' },
          { value: 'front', label: 'Front' },
          { value: 'rear', label: 'Rear' },
        ]}
        value={view}
        onChange={(value) => isView(value) && onChange({ view: value })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Names"
        data={[
          { value: 'labels', label: 'Labels' },
          { value: 'tags', label: 'Tags' },
          { value: 'pictures', label: 'Pictures' },
        ]}
        value={labelMode}
        onChange={(value) => isWords(value) && onChange({ labelMode: value })}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={onDownload}>
            Download SVG
          </Menu.Item>
          <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => window.print()}>
            Print
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const ofRack = (rack: Rack, unitId: number | undefined) => (unitId !== undefined && findPlacement(rack, unitId) ? unitId : undefined)

/** Stable callbacks that call the latest actions. */
function useLatest(actions: RackActions): RackActions {
  const latest = useRef(actions)
  latest.current = actions
  return useMemo(
    () => ({
      edit: (rackId) => latest.current.edit(rackId),
      fill: (rackId) => latest.current.fill(rackId),
      saveSvg: (rackId) => latest.current.saveSvg(rackId),
    }),
    [],
  )
}

type Monitored = Parameters<NonNullable<Parameters<typeof monitorForElements>[0]['onDrag']>>[0]

function placeUnder(
  source: Monitored['source'],
  { current }: Monitored['location'],
  { racks, devices }: { racks: readonly Rack[]; devices: Devices },
) {
  const { unitId, grabbed } = source.data
  const target = current.dropTargets[0]
  const rack = racks.find(({ id }) => id === target?.data.rackId)
  if (typeof unitId !== 'number' || !rack || !target) return undefined
  const face = target.data.face === Rear ? Rear : Front
  const at = target.element.getBoundingClientRect()
  const { clientX, clientY } = current.input
  const scale = at.height / (rack.heightRU * unitIn)
  const topIn = (clientY - at.top - (typeof grabbed === 'number' ? grabbed : 0)) / scale
  const startRU = startUnitAt(rack, topIn, deviceHeight(devices.get(unitId)))
  const half = halfAt((clientX - at.left) / scale < panelIn / 2, face)
  return { unitId, rackId: rack.id, spot: { startRU, face, half } }
}

function useDragging(moves: RackMoves, racks: readonly Rack[], devices: Devices) {
  const latest = useRef({ moves, racks, devices })
  latest.current = { moves, racks, devices }
  const last = useRef('')
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => typeof source.data.unitId === 'number',
        onDragStart: () => {
          last.current = ''
        },
        onDrag({ source, location }) {
          const { moves } = latest.current
          const under = placeUnder(source, location, latest.current)
          if (!under) {
            if (last.current !== '') moves.letGo()
            last.current = ''
            return
          }
          const { unitId, rackId, spot } = under
          const now = [rackId, spot.face, spot.startRU, spot.half].join()
          if (now === last.current) return
          last.current = now
          moves.point(unitId, rackId, spot)
        },
        onDrop({ source, location }) {
          const { moves } = latest.current
          const under = placeUnder(source, location, latest.current)
          const { unitId } = source.data
          moves.letGo()
          if (under) moves.dropAt(under.unitId, under.rackId, under.spot)
          else if (location.current.dropTargets[0]?.data.isTray && typeof unitId === 'number') moves.takeOut(unitId)
        },
      }),
    [],
  )
}

function useRestoredFocus(page: { readonly current: HTMLElement | null }, { chosen, held }: RackMoves) {
  const wasHeld = useRef<number>(undefined)
  useLayoutEffect(() => {
    const before = wasHeld.current
    wasHeld.current = held?.unitId
    if (before === undefined || held || chosen !== before) return
    page.current?.querySelector<HTMLElement>(`.${css.racks} [data-unit="${before}"]`)?.focus()
  })
}
