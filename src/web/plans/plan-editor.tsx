import { Button, Checkbox, Menu, Popover } from '@mantine/core'
import { type PointerEvent, useEffect, useRef } from 'react'
import { PlanOverlay } from '../../model/plans/enums.ts'
import type { Alignment } from '../../model/plans/plan-geometry.ts'
import type { Point } from '../../model/plans/plan-scale.ts'
import { readOverlays } from '../../model/plans/plans.ts'
import { KeyWords, LastEdit } from '../kit/edits/last-edit.tsx'
import { IconAdjustments, IconArrowsMaximize, IconZoomIn, IconZoomOut } from '../kit/look/icons.ts'
import { useRead } from '../kit/request/call.ts'
import { createKeys, createMoves, type EditorMoves } from './editor-moves.ts'
import { createPointer } from './editor-pointer.ts'
import { type EditorProps, type EditorState, useEditorState } from './editor-state.ts'
import { PlanBackground } from './plan-background.tsx'
import { CalibrateDialog, CopyDialog } from './plan-dialogs.tsx'
import { DeviceLayer, OutlineLayer, OverlayLayer } from './plan-layers.tsx'
import { DeviceForm, PlanTray } from './plan-side.tsx'
import { PlanStage } from './plan-stage.tsx'
import css from './plans.module.css'

const alignments: readonly [Alignment, string][] = [
  ['row', 'In a row'],
  ['column', 'In a column'],
  ['spreadAcross', 'Spread across'],
  ['spreadDown', 'Spread down'],
]

export function PlanEditor(props: EditorProps) {
  const { project, mayPlace, mayDraw } = props
  const state = useEditorState(props)
  const moves = createMoves(state)
  const { press, hold } = createPointer(state, moves)
  // The timer of a nudge and the end of the page save with the values of that moment.
  const latest = useRef(moves)
  latest.current = moves
  useEffect(() => () => latest.current.flush(), [])
  const { chosen, outline, params, dialog, line } = state
  return (
    <div className={css.page}>
      <PlanTools state={state} moves={moves} />
      <div className={css.columns}>
        <PlanArea state={state} moves={moves} onPress={press} onLater={() => latest.current.flush()} />
        <aside className={css.side}>
          <PlanTray
            spaces={state.spaces}
            spaceId={state.spaceId}
            onSpace={state.setSpaceId}
            devices={state.edits.waiting}
            heldId={state.held?.unitId}
            mayPlace={state.canPlace}
            hasOutline={outline !== undefined}
            onHold={hold}
            onPlace={moves.putByKey}
            onSpread={moves.spread}
          />
          <DeviceForm
            projectId={project.id}
            devices={chosen}
            mayPlace={state.canPlace}
            onChange={(more) => moves.change(() => more, 'Changed')}
            onRemove={moves.remove}
          />
          {outline && outline.differencePercent !== null && (
            <p className="dna-muted">
              Outline {outline.areaFt2.toLocaleString('en-US')} ft², entered {outline.enteredFt2?.toLocaleString('en-US')} ft² (
              {outline.differencePercent > 0 ? '+' : ''}
              {outline.differencePercent}%).
            </p>
          )}
        </aside>
      </div>
      {(mayPlace || mayDraw) && (
        <LastEdit history={state.edits.history} hint="Drag devices from the list, or choose one and press Enter.">
          <KeyWords name="Arrows">move 1 in, with Shift 1 ft</KeyWords> <KeyWords name="R">rotate</KeyWords>{' '}
          <KeyWords name="Del">take off</KeyWords>
        </LastEdit>
      )}
      {(dialog === 'scale' || line) && (
        <CalibrateDialog
          params={params}
          line={line}
          onClose={() => {
            state.setDialog(undefined)
            state.setLine(undefined)
          }}
        />
      )}
      {dialog === 'copy' && (
        <CopyDialog params={params} spaces={state.spaces} fromSpaceId={state.spaceId} onClose={() => state.setDialog(undefined)} />
      )}
    </div>
  )
}

function PlanTools({ state, moves }: { state: EditorState; moves: EditorMoves }) {
  const { plan, tool, isCalibrated, canPlace, stage } = state
  const begin = (next: 'calibrate' | 'outline') => {
    state.setDrawn([])
    state.setTool(next)
    state.area.current?.focus()
  }
  return (
    <header className={css.head}>
      <h2>{plan.name}</h2>
      <span>
        {plan.building}, {plan.level.name}, {plan.scale === null ? 'not calibrated' : plan.scale}
      </span>
      <div className={css.tools}>
        {state.mayDraw && (
          <>
            <Button size="xs" variant={tool === 'calibrate' ? 'filled' : 'default'} onClick={() => begin('calibrate')}>
              Calibrate by two points
            </Button>
            <Button size="xs" variant="default" onClick={() => state.setDialog('scale')}>
              Enter the scale
            </Button>
            <Button
              size="xs"
              variant={tool === 'outline' ? 'filled' : 'default'}
              disabled={!isCalibrated || state.spaceId === undefined}
              onClick={() => begin('outline')}
            >
              Draw the outline
            </Button>
          </>
        )}
        {canPlace && (
          <>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button size="xs" variant="default" disabled={state.chosen.length < 2}>
                  Align
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {alignments.map(([alignment, label]) => (
                  <Menu.Item key={alignment} onClick={() => moves.align(alignment)}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            <Button size="xs" variant="default" onClick={() => state.setDialog('copy')}>
              Copy layout
            </Button>
          </>
        )}
        <OverlayChoice state={state} />
        <Button.Group>
          <Button size="xs" variant="default" aria-label="Zoom out" onClick={() => stage.current?.zoomBy(0.8)}>
            <IconZoomOut size={14} />
          </Button>
          <Button size="xs" variant="default" aria-label="Zoom in" onClick={() => stage.current?.zoomBy(1.25)}>
            <IconZoomIn size={14} />
          </Button>
          <Button size="xs" variant="default" aria-label="Fit the plan" onClick={() => stage.current?.fit()}>
            <IconArrowsMaximize size={14} />
          </Button>
        </Button.Group>
      </div>
    </header>
  )
}

function OverlayChoice({ state: { overlays, setOverlays, isCalibrated } }: { state: EditorState }) {
  const choose = (values: string[]) => setOverlays(PlanOverlay.values.flatMap(({ value }) => (values.includes(value) ? [value] : [])))
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconAdjustments size={14} />} disabled={!isCalibrated}>
          Overlays
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group aria-label="Overlays" value={[...overlays]} onChange={choose}>
          {PlanOverlay.values.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

interface AreaProps {
  state: EditorState
  moves: EditorMoves
  onPress: (event: PointerEvent, page: Point) => void
  onLater: () => void
}
function PlanArea({ state, moves, onPress, onLater }: AreaProps) {
  const { params, plan, zoom, tool, held, overlays, isCalibrated, scale, drawn, marquee } = state
  const query = { kinds: [...overlays] }
  const shapes = useRead(readOverlays, { params, query }, { enabled: overlays.length > 0, keepsOld: true })
  return (
    <div
      ref={state.area}
      className={css.area}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the application is operated by keys
      tabIndex={0}
      role="application"
      aria-label={`Plan ${plan.name}`}
      data-tool={held ? 'place' : tool}
      onKeyDown={createKeys(state, moves, onLater)}
      onDoubleClick={() => tool === 'outline' && moves.closeOutline(drawn)}
    >
      <PlanStage width={plan.widthPt} height={plan.heightPt} handle={state.stage} onZoom={state.setZoom} onPress={onPress}>
        <PlanBackground plan={plan} zoom={zoom} />
        <svg className={css.drawing} viewBox={`0 0 ${plan.widthPt} ${plan.heightPt}`} aria-hidden="true">
          {isCalibrated && (
            <>
              <OverlayLayer shapes={overlays.length > 0 ? (shapes.data?.items ?? []) : []} scale={scale} />
              <OutlineLayer outlines={state.outlines} scale={scale} current={state.spaceId} />
              <DeviceLayer devices={state.edits.devices} scale={scale} selected={state.selected} offset={state.offset} />
            </>
          )}
          {drawn.length > 0 && (
            <polyline className={css.drawn} points={drawn.map(({ x, y }) => `${x},${y}`).join(' ')} vectorEffect="non-scaling-stroke" />
          )}
          {drawn.map(({ x, y }) => (
            <circle key={`${x} ${y}`} className={css.corner} cx={x} cy={y} r={4 / zoom} />
          ))}
          {marquee && <Marquee ends={marquee} />}
        </svg>
      </PlanStage>
      {!isCalibrated && (
        <div className={css.notice} role="status">
          {state.mayDraw
            ? 'This plan has no scale yet. Calibrate it by two points of a known distance, or enter the scale of the drawing, to place devices.'
            : 'This plan has no scale yet, so no devices can be placed.'}
        </div>
      )}
    </div>
  )
}

function Marquee({ ends: [a, b] }: { ends: readonly [Point, Point] }) {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const [width, height] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
  return <rect className={css.marquee} x={x} y={y} width={width} height={height} vectorEffect="non-scaling-stroke" />
}
