import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { connections } from '../../model/spaces/connections.ts'
import { readDiagram } from '../../model/spaces/diagram.ts'
import type { FoundInDrawing } from '../../model/spaces/diagram-find.ts'
import type { Drawing } from '../../model/spaces/diagram-layout.ts'
import { diagramSvg } from '../../model/spaces/diagram-svg.ts'
import { saveBlob, WireMark } from '../catalog/public.tsx'
import type { PageHistory } from '../kit/edits/use-edit-history.ts'
import { removeRows } from '../kit/form/dialogs.tsx'
import { IconArrowBackUp, IconArrowForwardUp, IconDownload, IconFileText, IconX, IconZoomIn, IconZoomOut } from '../kit/look/icons.ts'
import { EmptyState, FormDialog, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { callKey, invalidateEntity, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import { isReadOnly, type Project } from '../projects/public.tsx'
import { FindingLine } from './cable-cells.tsx'
import { connectionControls, connectionSections } from './cable-ends.tsx'
import css from './flow.module.css'
import type { Diagram } from './flow-actions.ts'
import { FlowCanvas } from './flow-canvas.tsx'
import { FindInFlow } from './flow-find.tsx'
import { FlowSheets } from './flow-sheets.tsx'
import { useFlow } from './flow-wiring.ts'
import { type Space, SpaceTab } from './space-head.tsx'

export function SignalFlowPage() {
  const { spaceId = '' } = useParams({ strict: false })
  // Loads in parallel with the space and its project.
  const diagram = useRead(readDiagram, { params: { id: spaceId } }, { isQuiet: true })
  return <SpaceTab>{(space, project) => <Reading key={space.id} {...{ space, project, diagram }} />}</SpaceTab>
}

interface ReadingProps {
  space: Space
  project: Project
  diagram: ReturnType<typeof useRead<typeof readDiagram>>
}
function Reading({ space, project, diagram: { data, error, refetch } }: ReadingProps) {
  const onEntityChange = useCallback(
    ({ projectId, entity }: HubEvents['EntityChanged']) => {
      if (projectId === project.id && ['connections', 'units', 'spaceEquipment', 'spaces'].includes(entity))
        void invalidateEntity(callKey(readDiagram)[0], space.id)
    },
    [project.id, space.id],
  )
  useLiveEvent('EntityChanged', onEntityChange)
  const navigate = useNavigate()
  if (error && !data) return <LoadError error={error} title="Signal flow" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={8} />
  if (data.units.length === 0)
    return (
      <EmptyState
        text="Nothing here can be connected yet. Add equipment with ports to this space."
        action="To the equipment"
        onAction={() => void navigate({ to: `/projects/${project.id}/spaces/${space.id}` })}
      />
    )
  return <Drawn data={data} space={space} project={project} />
}

function Drawn({ data, space, project }: { data: Diagram; space: Space; project: Project }) {
  const mayChange = can('ProjectEquipment.Update') && !isReadOnly(project)
  const flow = useFlow(data, { spaceId: space.id, projectId: project.id, canEdit: mayChange })
  const [zoom, setZoom] = useState(1)
  const [chosen, setChosen] = useState<number>()
  const [edited, setEdited] = useState<number>()
  const [found, setFound] = useState<FoundInDrawing>()
  const page = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const signalIds = useMemo(() => new Map(data.wires.map(({ id, signalTypeId }) => [id, signalTypeId])), [data.wires])
  const signalIdOf = (wireId: number) => signalIds.get(wireId) ?? 0
  const signalOf = (wireId: number) => flow.signalById.get(signalIdOf(wireId))
  const all = [...flow.findings.values()].flat()
  const count = (grade: string) => all.filter((connectionFinding) => connectionFinding.grade === grade).length
  function fit() {
    const room = page.current?.clientWidth ?? flow.drawing.width
    setZoom(Math.max(0.3, Math.min(1, Math.floor((room / flow.drawing.width) * 20) / 20)))
  }
  function goTo(place: FoundInDrawing | undefined) {
    setFound(place)
    const { current } = page
    if (!place || !current) return
    current.scrollTo({ left: place.x * zoom - current.clientWidth / 2, top: place.y * zoom - current.clientHeight / 2 })
  }
  function saveSvg() {
    const svg = diagramSvg(flow.drawing, flow.signalById, signalIdOf)
    const name = [project.name, space.spaceNumber, space.name, 'Signal flow'].filter(Boolean).join(' ')
    saveBlob(`${name.replace(/[\\/:*?"<>|]/g, '-')}.svg`, new Blob([svg], { type: 'image/svg+xml' }))
  }
  const wire = data.wires.find(({ id }) => id === chosen)
  const parts = [formatCount(data.units.length, 'unit'), formatCount(data.wires.length, 'connection')]
  for (const grade of ['error', 'warning']) if (count(grade) > 0) parts.push(formatCount(count(grade), grade))
  const statusText = flow.held
    ? `Connecting: ${formatCount(flow.accepting.size, 'compatible port')}. Enter connects, Esc cancels.`
    : parts.join(', ')
  const latest: Hands = { drawing: flow.drawing, tidy: () => void flow.tidy(), history: flow.history, fit, goTo, saveSvg }
  const hands = useRef(latest)
  hands.current = latest
  return (
    <div className={css.page}>
      <Tools
        hands={hands}
        zoom={zoom}
        onZoom={setZoom}
        mayChange={mayChange}
        undoes={flow.history.last}
        redoes={flow.history.next}
        statusText={statusText}
      />
      <div className={css.columns}>
        <div ref={page} className={css.canvas}>
          <FlowCanvas
            {...{ flow, signalOf, zoom, mayChange, chosen, found }}
            onChoose={setChosen}
            onStub={({ far }) => void navigate({ to: `/projects/${project.id}/spaces/${far.space.id}/signal-flow` })}
          />
        </div>
        {wire && (
          <WirePanel
            wire={wire}
            flow={flow}
            signal={signalOf(wire.id)?.name}
            onClose={() => setChosen(undefined)}
            onCables={() => void navigate({ to: `/projects/${project.id}/cables`, search: { q: wire.number } })}
            onEdit={mayChange ? () => setEdited(wire.id) : undefined}
            onRemove={
              mayChange
                ? () =>
                    void flow
                      .remove(wire, () => removeRows(connections, [wire], { id: project.id }))
                      .then((isGone) => {
                        if (!isGone) return
                        setChosen(undefined)
                        void invalidateEntity(callKey(readDiagram)[0], space.id)
                      })
                : undefined
            }
          />
        )}
      </div>
      <Legend data={data} />
      <FlowSheets {...{ flow, project, space, signalOf }} legend={<Legend data={data} />} />
      <FormDialog
        resource={connections}
        id={edited}
        under={{ id: project.id }}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        onSaved={() => {
          setEdited(undefined)
          void invalidateEntity(callKey(readDiagram)[0], space.id)
        }}
        sections={connectionSections}
        controls={connectionControls(project.id)}
      />
    </div>
  )
}

interface Hands {
  drawing: Drawing
  tidy: () => void
  history: PageHistory
  fit: () => void
  goTo: (found: FoundInDrawing | undefined) => void
  saveSvg: () => void
}
interface ToolsProps {
  /** Actions in a ref, so a drag does not rerender the toolbar. */
  hands: { readonly current: Hands }
  zoom: number
  onZoom: (zoom: number) => void
  mayChange: boolean
  undoes: string | undefined
  redoes: string | undefined
  statusText: string
}

const Tools = memo(function Tools({ hands, zoom, onZoom, mayChange, undoes, redoes, statusText }: ToolsProps) {
  return (
    <header className={css.tools}>
      {mayChange && (
        <>
          <Button variant="default" size="xs" onClick={() => hands.current.tidy()}>
            Tidy
          </Button>
          <Tooltip label={undoes === undefined ? 'Nothing to undo' : `Undo: ${undoes}`}>
            <ActionIcon aria-label="Undo" disabled={undoes === undefined} onClick={() => hands.current.history.undoLast()}>
              <IconArrowBackUp size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={redoes === undefined ? 'Nothing to redo' : `Redo: ${redoes}`}>
            <ActionIcon aria-label="Redo" disabled={redoes === undefined} onClick={() => void hands.current.history.redo()}>
              <IconArrowForwardUp size={16} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Button variant="default" size="xs" onClick={() => hands.current.fit()}>
        Fit
      </Button>
      <ActionIcon aria-label="Zoom out" disabled={zoom <= 0.3} onClick={() => onZoom(Math.max(0.3, zoom - 0.1))}>
        <IconZoomOut size={16} />
      </ActionIcon>
      <span>{Math.round(zoom * 100)}%</span>
      <ActionIcon aria-label="Zoom in" disabled={zoom >= 2} onClick={() => onZoom(Math.min(2, zoom + 0.1))}>
        <IconZoomIn size={16} />
      </ActionIcon>
      <FindInFlow drawing={() => hands.current.drawing} onFound={(found) => hands.current.goTo(found)} />
      <span role="status" className={css.counts}>
        {statusText}
      </span>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconDownload size={14} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => hands.current.saveSvg()}>
            Download SVG
          </Menu.Item>
          <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => window.print()}>
            Print or save as PDF
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  )
})

interface PanelProps {
  wire: Diagram['wires'][number]
  flow: ReturnType<typeof useFlow>
  signal: string | undefined
  onClose: () => void
  onCables: () => void
  onEdit?: () => void
  onRemove?: () => void
}

function WirePanel({ wire, flow, signal, onClose, onCables, onEdit, onRemove }: PanelProps) {
  const ends = flow.around.of(wire.from.unitId).find(({ id }) => id === wire.id)
  const findings = flow.findings.get(wire.id) ?? []
  return (
    <aside className={css.panel} aria-label={`Wire ${wire.number}`}>
      <header>
        <h2>{wire.number}</h2>
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <dl>
        <dt>Signal</dt>
        <dd>{signal}</dd>
        <dt>From</dt>
        <dd>
          {ends?.from.unit.label} {wire.from.portName}
        </dd>
        <dt>To</dt>
        <dd>
          {ends?.to.unit.label} {wire.to.portName}
        </dd>
        <dt>Length</dt>
        <dd>{wire.lengthFt === null ? 'not known' : `${wire.lengthFt.toLocaleString('en-US')} ft`}</dd>
      </dl>
      {findings.map((finding) => (
        <FindingLine key={finding.text} finding={finding} />
      ))}
      <div className={css.acts}>
        {onEdit && (
          <Button variant="default" size="xs" onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button variant="default" size="xs" onClick={onCables}>
          Open in cables
        </Button>
        {onRemove && (
          <Button variant="default" size="xs" data-danger onClick={onRemove}>
            Delete
          </Button>
        )}
      </div>
    </aside>
  )
}

const Legend = memo(function Legend({ data: { signals, wires } }: { data: Diagram }) {
  const shown = signals.flatMap((signal) => {
    const count = wires.filter(({ signalTypeId }) => signalTypeId === signal.id).length
    return count > 0 ? [{ ...signal, count }] : []
  })
  if (shown.length === 0) return null
  return (
    <footer className={css.legend}>
      {shown.map(({ id, name, color, lineStyle, count }) => (
        <span key={id}>
          <WireMark color={color} lineStyle={lineStyle} /> {name} <small>{count.toLocaleString('en-US')}</small>
        </span>
      ))}
    </footer>
  )
})
