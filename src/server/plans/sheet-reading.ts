import { networkPorts } from '../../model/catalog/equipment-parts.ts'
import { AssociateType } from '../../model/drawings/enums.ts'
import { formatDate } from '../../model/kit/dates.ts'
import { round } from '../../model/kit/money.ts'
import { fullName } from '../../model/kit/names.ts'
import { DrawingPaper, PlanKind } from '../../model/plans/enums.ts'
import type { CableRow, DeviceFigures, PlanOfSheet, SheetContents, SheetView } from '../../model/plans/sheet-layout.ts'
import { LengthSource } from '../../model/spaces/enums.ts'
import type { documents } from '../drawings/public.ts'
import { readStoredFile } from '../kit/files/files.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { getProject } from '../projects/public.ts'
import { settingOf } from '../settings/public.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import { loadOutlines } from './outlines.ts'
import { loadPlacements } from './plan-placements.ts'

type Document = Awaited<ReturnType<typeof documents.get>>

const planShape = {
  id: is.number,
  name: is.text,
  kind: is.choice(PlanKind),
  levelId: is.number,
  fileId: is.uuid,
  contentType: is.text,
  page: is.number,
  rotation: is.number,
  widthPt: is.number,
  heightPt: is.number,
  feetPerPoint: orNull(is.number),
}
async function loadPlans(ctx: Context, projectId: number) {
  const rows = await ctx.rows(
    planShape,
    `select p.id, p.name, p.kind, p.level_id, p.file_id, p.content_type, p.page, p.rotation, p.width_pt, p.height_pt, p.feet_per_point
     from plans p where p.project_id = $1 and not p.is_deleted order by p.name collate natural_order, p.id`,
    [projectId],
  )
  const plans: (Omit<PlanOfSheet, 'feetPerPoint'> & { feetPerPoint: number | null; kind: PlanKind; levelId: number })[] = []
  for (const plan of rows)
    plans.push({ ...plan, outlines: await loadOutlines(ctx, plan.id), placements: await loadPlacements(ctx, plan.id) })
  return plans
}

async function loadFigures(ctx: Context, projectId: number): Promise<Map<number, DeviceFigures>> {
  const rows = await ctx.rows(
    { unitId: is.number, watts: orNull(is.number), heatWatts: orNull(is.number), networkPorts: is.jsonOfField(networkPorts) },
    `select d.unit_id, e.watts, e.heat_load_watts as "heatWatts", e.network_ports from plan_placements d
     join living_units u on u.id = d.unit_id join rack_products e on e.id = u.equipment_id where d.project_id = $1 and not d.is_deleted`,
    [projectId],
  )
  return new Map(
    rows.map(({ unitId, networkPorts: ports, ...row }) => [
      unitId,
      { ...row, dataPorts: ports.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0) },
    ]),
  )
}

async function loadCables(ctx: Context, projectId: number): Promise<CableRow[]> {
  const rows = await ctx.rows(
    {
      number: is.text,
      from: is.text,
      to: is.text,
      signal: is.text,
      runFt: orNull(is.number),
      lengthSource: orNull(is.choice(LengthSource)),
    },
    `select t.number, t.from_unit || ' ' || t.from_port as "from", t.to_unit || ' ' || t.to_port as "to", coalesce(g.name, '') as signal, t.run_ft, t.length_source
     from wired_connections t left join wire_signals g on g.id = t.signal_type_id where t.project_id = $1 order by t.number collate natural_order, t.id`,
    [projectId],
  )
  return rows.map(({ runFt, lengthSource, ...row }) => ({
    ...row,
    length: runFt === null ? '' : String(round(runFt, 1)),
    source: lengthSource === null ? '' : LengthSource.label(lengthSource),
  }))
}

/** Everything that the sheets of a project show, read once for all of them. */
export async function readProjectOfSheets(ctx: Context, projectId: number) {
  const project = await getProject(ctx, projectId)
  return {
    project,
    firm: (await settingOf(ctx, 'general.companyName')) || '',
    plans: await loadPlans(ctx, projectId),
    figures: await loadFigures(ctx, projectId),
    cables: await loadCables(ctx, projectId),
    levels: new Map(
      (
        await ctx.rows(
          { id: is.number, levelId: is.number },
          'select s.id, s.level_id from placed_spaces s where s.project_id = $1 and not s.is_deleted',
          [projectId],
        )
      ).map(({ id, levelId }) => [id, levelId]),
    ),
  }
}
export type ProjectOfSheets = Awaited<ReturnType<typeof readProjectOfSheets>>

type ViewOfDocument = Pick<Document['views'][number], 'name' | 'scale'>
const defaultViews: ViewOfDocument[] = [{ name: 'Floor Plan', scale: null }]

function planView(read: ProjectOfSheets, document: Document, view: ViewOfDocument, kind: PlanKind): SheetView {
  const { associateType, associateId } = document
  const spaceId = associateType === AssociateType.Space ? associateId : null
  const levelId = associateType === AssociateType.Level ? associateId : spaceId === null ? null : read.levels.get(spaceId)
  const ofKind = read.plans.filter((plan) => plan.kind === kind && (levelId == null || plan.levelId === levelId))
  const withSpace = ofKind.filter(({ outlines }) => outlines.some((outline) => outline.spaceId === spaceId))
  const usable = (spaceId !== null && withSpace.length > 0 ? withSpace : ofKind).filter(({ feetPerPoint }) => feetPerPoint !== null)
  const [plan] = usable
  if (plan?.feetPerPoint == null)
    return {
      ...view,
      kind: 'missing',
      reason:
        ofKind.length > 0 ? `The plan ${ofKind[0]?.name} is not calibrated.` : `There is no ${PlanKind.label(kind).toLowerCase()} yet.`,
    }
  const { feetPerPoint } = plan
  return { ...view, kind: 'plan', plan: { ...plan, feetPerPoint }, spaceId: withSpace.length > 0 ? spaceId : null }
}

async function fileView(ctx: Context, document: Document, view: ViewOfDocument): Promise<SheetView> {
  const missing: SheetView = { ...view, kind: 'missing', reason: `${view.name}: upload its drawing as the file of this document.` }
  if (document.fileId === null) return missing
  const file = await readStoredFile(ctx, document.fileId)
  if (file?.contentType !== 'application/pdf') return missing
  try {
    const { width, height, rotation } = await runInWorker(
      'planPage',
      { data: new Uint8Array(file.data), page: 1, mostPages: 10_000 },
      { timeoutMs: 60_000 },
    )
    return {
      ...view,
      kind: 'file',
      file: { fileId: document.fileId, contentType: file.contentType, page: 1, rotation, widthPt: width, heightPt: height },
    }
  } catch {
    return { ...missing, reason: `${view.name}: its file cannot be read.` }
  }
}

function viewOf(ctx: Context, read: ProjectOfSheets, document: Document, view: ViewOfDocument): SheetView | Promise<SheetView> {
  const name = view.name.toLowerCase()
  if (/ceiling|\brcp\b/.test(name)) return planView(read, document, view, PlanKind.ReflectedCeiling)
  if (/plan/.test(name)) return planView(read, document, view, PlanKind.FloorPlan)
  if (/legend|symbol/.test(name)) return { ...view, kind: 'legend' }
  if (/cable/.test(name)) return { ...view, kind: 'cables', rows: read.cables }
  if (/schedule|devices/.test(name)) return { ...view, kind: 'devices' }
  if (/note/.test(name)) return { ...view, kind: 'notes', text: document.notes ?? '' }
  return fileView(ctx, document, view)
}

/** Contents of one sheet. A plan sheet without tables gets a legend and a device schedule beside the plan. */
export async function readSheetContents(
  ctx: Context,
  read: ProjectOfSheets,
  document: Document,
  { sheet, paper }: { sheet: readonly [number, number]; paper: DrawingPaper | null },
): Promise<SheetContents> {
  const wanted = document.views.length > 0 ? document.views : defaultViews
  const views: SheetView[] = []
  for (const { name, scale } of wanted) views.push(await viewOf(ctx, read, document, { name, scale }))
  const hasTables = views.some(({ kind }) => kind === 'legend' || kind === 'devices')
  if (!hasTables && views.some(({ kind }) => kind === 'plan'))
    views.push({ kind: 'legend', name: 'Legend', scale: null }, { kind: 'devices', name: 'Device schedule', scale: null })
  const { project, firm, figures } = read
  const size = DrawingPaper.values.find(({ value, label }) => (paper === null ? label === document.sheetSize : value === paper))
  return {
    number: document.number ?? '',
    title: document.title ?? '',
    revision: document.revision,
    issueDate: document.issueDate === null ? null : formatDate(document.issueDate),
    drawnBy: document.assignedUser ? fullName(document.assignedUser) : null,
    firm,
    project: [project.number, project.name].filter(Boolean).join(' '),
    client: project.client?.name ?? null,
    date: formatDate(todayUtc()),
    sheet,
    paper: DrawingPaper.get(size?.value ?? DrawingPaper.ArchD),
    views,
    figures,
  }
}
