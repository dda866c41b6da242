import { formatDate } from '../../model/kit/dates.ts'
import { fullName } from '../../model/kit/names.ts'
import { ReportScope } from '../../model/reports/enums.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { is, type RowOfShape } from '../kit/sql/row-types.ts'
import { getProject } from '../projects/public.ts'
import { settingOf } from '../settings/public.ts'
import { asWalked } from '../spaces/public.ts'
import type { SheetValue } from '../tools/sheet.ts'
import { readRevision, type StoredRevision, spacesOfRevision } from './report-revision.ts'
import { spaceShape } from './report-shapes.ts'

export type ReportSpace = RowOfShape<typeof spaceShape>

export interface ReportScopeData {
  firm: SheetValue[][]
  project: Project
  /** Spaces in walking order. */
  spaces: ReportSpace[]
  spaceIds: number[]
  /** Exactly the counted spaces, so the totals equal the project's. */
  isWhole: boolean
  /** All spaces, counted or not; includes items without a space. */
  isAll: boolean
  levelIds: readonly number[] | null
  /** The issued revision to report on; null for current data. */
  revision: StoredRevision | null
  scopeText: string
}
type Project = Awaited<ReturnType<typeof getProject>>
interface ScopeInput {
  scope: ReportScope
  spaceIds?: number[] | null
  levelIds?: number[] | null
  includeCancelled: boolean
  revisionId?: number | null
  hasMore?(): Promise<boolean>
}

/** Loads the report's spaces in building order. All belong to the project and are visible (domain 11.1). */
export async function loadScope(ctx: Context, projectId: number, scopeRequest: ScopeInput): Promise<ReportScopeData> {
  const today = await getProject(ctx, projectId)
  const revision = scopeRequest.revisionId ? await readRevision(ctx, projectId, scopeRequest.revisionId) : null
  const project = revision ? { ...today, installationFactor: revision.contents.installationFactor } : today
  const { AllSpaces, SelectedSpaces, SelectedLevels } = ReportScope
  const chosen =
    scopeRequest.scope === SelectedSpaces
      ? (scopeRequest.spaceIds ?? [])
      : scopeRequest.scope === SelectedLevels
        ? (scopeRequest.levelIds ?? [])
        : null
  const spaces = revision
    ? standingThen(revision, scopeRequest, chosen)
    : await ctx.rows(
        spaceShape,
        `select s.id, s.building, s.level, s.level_id, s.space_number as number, s.name, s.description, t.name as template, s.status, s.complexity, s.area, s.capacity,
       s.area_groups, s.equipment_count as quantity, s.total_msrp_price as msrp,
       c.person as "createdBy", s.create_date, u.person as "updatedBy", s.update_date
     from placed_spaces s left join template_names t on t.id = s.space_template_id
       left join people c on c.id = s.created_by_id left join people u on u.id = s.updated_by_id
     where s.project_id = $1 and not s.is_deleted and ($2 or s.status <> all($3))
       and ($4::bigint[] is null or ${scopeRequest.scope === SelectedLevels ? 's.level_id' : 's.id'} = any($4))
     order by ${asWalked('s')}`,
        [
          projectId,
          scopeRequest.scope === SelectedSpaces || scopeRequest.includeCancelled,
          [SpaceStatus.Cancelled, SpaceStatus.Archived],
          chosen,
        ],
      )
  const isMissing = scopeRequest.scope === SelectedSpaces && spaces.length < new Set(chosen).size
  if (isMissing || (spaces.length === 0 && (scopeRequest.scope === SelectedSpaces || !(await scopeRequest.hasMore?.())))) {
    const field = scopeRequest.scope === SelectedLevels ? 'levelIds' : 'spaceIds'
    throw badRequest({ [field]: ['Select at least one!'] })
  }
  const firm = await firmRow(ctx)
  const levels = scopeRequest.scope === SelectedLevels ? await levelNames(ctx, projectId, chosen ?? []) : []
  const scopeText =
    scopeRequest.scope === AllSpaces
      ? `All spaces (${spaces.length})`
      : scopeRequest.scope === SelectedLevels
        ? `Levels: ${levels.join(', ')}`
        : `Spaces: ${spaces
            .map(({ name }) => name)
            .join(', ')
            .slice(0, 500)}`
  return {
    firm: firm.length > 0 ? firm : [['Status', draft]],
    project,
    spaces,
    spaceIds: spaces.map(({ id }) => id),
    isWhole: scopeRequest.scope === AllSpaces && !scopeRequest.includeCancelled,
    isAll: scopeRequest.scope === AllSpaces,
    levelIds: scopeRequest.scope === SelectedLevels ? (scopeRequest.levelIds ?? []) : null,
    revision,
    scopeText,
  }
}

/** Names of the selected levels, even those without spaces; deleted levels have no name. */
async function levelNames(ctx: Context, projectId: number, levelIds: readonly number[]): Promise<string[]> {
  const rows = await ctx.rows(
    { name: is.text },
    `select l->>'name' as name from building_trees b, json_array_elements(b.levels) l
     where b.project_id = $1 and (l->>'id')::bigint = any($2) order by b."order", b.id`,
    [projectId, levelIds],
  )
  return rows.map(({ name }) => name)
}

function standingThen(revision: StoredRevision, { scope, includeCancelled }: ScopeInput, chosen: readonly number[] | null): ReportSpace[] {
  const { SelectedSpaces, SelectedLevels } = ReportScope
  return spacesOfRevision(revision)
    .filter(({ isCounted }) => scope === SelectedSpaces || includeCancelled || isCounted)
    .filter(({ id, levelId }) => chosen === null || chosen.includes(scope === SelectedLevels ? levelId : id))
}

/** Mark of a paper that names no firm. */
export const draft = 'Draft'

async function firmRow(ctx: Context): Promise<SheetValue[][]> {
  const name = await settingOf(ctx, 'general.companyName')
  return name ? [['Firm', name]] : []
}

const dateAndAuthorRows = ({ actor }: Context): SheetValue[][] => [
  ['Date', formatDate(todayUtc())],
  ['Author', fullName(actor)],
]

export async function loadPreamble(ctx: Context, about: SheetValue[][]): Promise<SheetValue[][]> {
  return [...(await firmRow(ctx)), ...about, ...dateAndAuthorRows(ctx)]
}

export const projectTitle = ({ number, name }: Pick<Project, 'number' | 'name'>) => `${number ?? ''} ${name}`.trim()

export function reportPreamble(ctx: Context, { firm, project, scopeText, revision }: ReportScopeData, title: string): SheetValue[][] {
  return [
    ...firm,
    ['Project', projectTitle(project)],
    ['Client', project.client?.name ?? null],
    ['Report', title],
    ['Scope', scopeText],
    ...(revision ? [['Revision', `${revision.code}, ${revision.title}, issued ${revision.issueDate.replaceAll('-', '/')}`]] : []),
    ...dateAndAuthorRows(ctx),
  ]
}
