import { useMemo, useRef, useState } from 'react'
import { round } from '../../model/kit/money.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { PlanOverlay } from '../../model/plans/enums.ts'
import type { Point } from '../../model/plans/plan-scale.ts'
import type { PlanDevice, PlanOutline, PlanPlacement, plans } from '../../model/plans/plans.ts'
import type { Project } from '../projects/public.tsx'
import type { StageHandle } from './plan-stage.tsx'
import { type Spot, usePlanEdits } from './use-plan-edits.ts'

export interface EditorProps {
  project: Project
  plan: RowOf<typeof plans>
  placements: readonly PlanPlacement[]
  tray: readonly PlanDevice[]
  outlines: readonly PlanOutline[]
  mayPlace: boolean
  mayDraw: boolean
}
type Tool = 'select' | 'calibrate' | 'outline'

export const toInch = (feet: number) => round(feet * 12, 0) / 12
export const round4 = (value: number) => round(value, 4)
export const spotAt = (device: Spot, more: Partial<Spot>): Spot => {
  const { x, y, rotation, mountingHeightIn } = { ...device, ...more }
  return { x: round4(x), y: round4(y), rotation, mountingHeightIn }
}

interface Nudge extends Point {
  timer: ReturnType<typeof setTimeout>
}
/** State of the editor that its keys, pointer, and panels share. */
export function useEditorState({ project, plan, placements, tray, outlines, mayPlace, mayDraw }: EditorProps) {
  const params = { id: project.id, itemId: plan.id }
  const edits = usePlanEdits(params, { placements, tray }, mayPlace || mayDraw)
  const stage = useRef<StageHandle | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const nudge = useRef<Nudge | null>(null)
  const [zoom, setZoom] = useState(1)
  const [tool, setTool] = useState<Tool>('select')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [held, setHeld] = useState<PlanDevice>()
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 })
  const [marquee, setMarquee] = useState<readonly [Point, Point]>()
  const [drawn, setDrawn] = useState<readonly Point[]>([])
  const [spaceId, setSpaceId] = useState<number | undefined>(tray[0]?.space.id ?? outlines[0]?.spaceId)
  const [overlays, setOverlays] = useState<readonly PlanOverlay[]>([])
  const [dialog, setDialog] = useState<'scale' | 'copy'>()
  const [line, setLine] = useState<readonly [Point, Point]>()
  const spaces = useMemo(() => spacesOf(tray, placements, outlines), [tray, placements, outlines])
  const scale = 1 / (plan.feetPerPoint ?? 1)
  const isCalibrated = plan.feetPerPoint !== null
  return {
    ...{ params, plan, outlines, edits, stage, area, nudge, zoom, setZoom, tool, setTool, selected, setSelected, held, setHeld },
    ...{
      offset,
      setOffset,
      marquee,
      setMarquee,
      drawn,
      setDrawn,
      spaceId,
      setSpaceId,
      overlays,
      setOverlays,
      dialog,
      setDialog,
      line,
      setLine,
    },
    ...{ spaces, scale, isCalibrated, mayDraw },
    canPlace: mayPlace && isCalibrated,
    chosen: edits.devices.filter(({ unitId }) => selected.has(unitId)),
    outline: outlines.find((item) => item.spaceId === spaceId),
    feetOf: (page: Point): Point => ({ x: page.x / scale, y: page.y / scale }),
  }
}
export type EditorState = ReturnType<typeof useEditorState>

function spacesOf(...lists: (readonly { space: PlanDevice['space'] }[])[]) {
  const known = new Map(lists.flat().map(({ space }) => [space.id, [space.spaceNumber, space.name].filter(Boolean).join(' ')]))
  return [...known].map(([id, label]) => ({ id, label })).sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
}
