import type { CompanyType } from '../../model/companies/enums.ts'
import type { ValuesOf } from '../../model/kit/description.ts'
import type { siteFile } from '../../model/site/observations.ts'
import { readFiles } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { referencesHiddenFile } from '../kit/resource/file-owners.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { checkResponsible, openProject, projects } from '../projects/public.ts'

type SiteFile = ValuesOf<typeof siteFile>

/** Files in the order of their ids; ids of removed files are left out. */
export async function loadSiteFiles(ctx: Context, ids: readonly string[]): Promise<SiteFile[]> {
  const files = await readFiles(ctx, [...ids])
  return ids.flatMap((id) => files.get(id) ?? [])
}

/** Throws if a newly named file does not exist or is hidden from the user. */
export async function checkSiteFiles(ctx: Context, ids: readonly string[], before: readonly string[] = [], field = 'fileIds') {
  const lower = ids.map((id) => id.toLowerCase())
  const added = lower.filter((id) => !before.includes(id))
  if (added.length === 0) return
  const isMissing = (await readFiles(ctx, added)).size < new Set(added).size
  if (isMissing || (await referencesHiddenFile(ctx, added, added, [...before]))) throw badRequest({ [field]: ['File not found.'] })
}

type Table = 'submittals' | 'rfis' | 'observations'
/** Highest number of the project plus one. The project is locked, so no number is used twice; numbers of deleted rows are not reused. */
export async function nextSequence(ctx: Context, table: Table, projectId: number): Promise<number> {
  const rows = await ctx.rows({ last: orNull(is.number) }, `select max(sequence) as last from ${table} where project_id = $1`, [projectId])
  return (onlyRow(rows).last ?? 0) + 1
}

interface SitePlace {
  spaceId?: number | null
  unitId?: number | null
  lineId?: number | null
  documentId?: number | null
  visitId?: number | null
  planId?: number | null
  companyType?: CompanyType | null
  companyId?: number | null
}
const placeTables = {
  spaceId: ['placed_spaces', 'not x.is_deleted', 'Space not found.'],
  unitId: ['living_units', 'true', 'Device not found.'],
  lineId: ['living_lines', 'true', 'Equipment line not found.'],
  documentId: ['living_documents', 'true', 'Drawing not found.'],
  planId: ['living_plans', 'true', 'Plan not found.'],
  visitId: ['site_visits', 'not x.is_deleted', 'Site visit not found.'],
} as const

/** Throws unless what the row names belongs to its project. What was named before is accepted, even if it was deleted since. */
export async function checkPlace(ctx: Context, projectId: number, values: SitePlace, before: SitePlace | null) {
  for (const key of ['spaceId', 'unitId', 'lineId', 'documentId', 'planId', 'visitId'] as const) {
    const id = values[key]
    if (id == null || id === before?.[key]) continue
    const [table, isThere, message] = placeTables[key]
    const found = await ctx.run(`select from ${table} x where x.id = $1 and x.project_id = $2 and ${isThere}`, [id, projectId])
    if (found === 0) throw badRequest({ [key]: [message] })
  }
}

export async function checkCompany(
  ctx: Context,
  values: Pick<SitePlace, 'companyType' | 'companyId'>,
  before: Pick<SitePlace, 'companyType' | 'companyId'> | null,
) {
  const { companyType = null, companyId = null } = values
  if (companyType === (before?.companyType ?? null) && companyId === (before?.companyId ?? null)) return
  await checkResponsible(ctx, companyType, companyId)
}

/** Starts a step: the row is looked up before the project's stage is checked, so that a hidden row is always a 404. */
export async function openForStep<R>(
  ctx: Context,
  served: { get(ctx: Context, id: unknown, options: { parentId: unknown; lock?: boolean }): Promise<R> },
  { id, itemId }: { id: number; itemId: number },
): Promise<R> {
  await projects.expect(ctx, id)
  await served.get(ctx, itemId, { parentId: id })
  await openProject(ctx, id)
  return served.get(ctx, itemId, { parentId: id, lock: true })
}

export function refuse(obstacle: string | undefined) {
  if (obstacle !== undefined) throw conflict(obstacle)
}
