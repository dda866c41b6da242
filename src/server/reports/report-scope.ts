import type { UserRef } from '../../model/kit/description.ts'
import { counted } from '../../model/kit/plural.ts'
import { ReportScope } from '../../model/reports/enums.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { invalid } from '../kit/request/errors.ts'
import { is, orNull, type RowIn } from '../kit/sql/row-types.ts'
import { getProject } from '../projects/public.ts'
import { settingOf } from '../settings/public.ts'
import { asWalked } from '../spaces/public.ts'
import type { SheetValue } from '../tools/sheet.ts'

const spaceShape = {
  id: is.number,
  building: is.text,
  level: is.text,
  number: orNull(is.text),
  name: is.text,
  template: orNull(is.text),
  status: is.choice(SpaceStatus),
  complexity: orNull(is.number),
  area: orNull(is.number),
  capacity: orNull(is.number),
  areaGroups: orNull(is.text),
  quantity: is.number,
  /** In cents, like every price read here. */
  msrp: is.number,
  createdBy: orNull(is.json<UserRef>()),
  createDate: is.instant,
  updatedBy: orNull(is.json<UserRef>()),
  updateDate: is.instant,
}
export type ReportSpace = RowIn<typeof spaceShape>

export interface ReportScopeData {
  /** Whose report it is, as the settings name the firm. */
  firm: SheetValue[][]
  project: Project
  /** As one walks through the house. */
  spaces: ReportSpace[]
  spaceIds: number[]
  /** All that count for the project and no others, so its own figures are met. */
  isWhole: boolean
  /** The scope in words, as it stands on the sheet. */
  words: string
  /** The same in the name of the file; nothing where all spaces are meant. */
  short: string
}
type Project = Awaited<ReturnType<typeof getProject>>
/** Which spaces are meant; what else was asked does not matter here. */
export interface AskedScope {
  scope: ReportScope
  spaceIds?: number[] | null
  levelIds?: number[] | null
  includeCancelled: boolean
}

/** The spaces a report is about, in the order of the building; they belong to the project and are visible (domain 11.1). */
export async function loadScope(ctx: Context, projectId: number, asked: AskedScope): Promise<ReportScopeData> {
  const project = await getProject(ctx, projectId)
  const { AllSpaces, SelectedSpaces, SelectedLevels } = ReportScope.of
  const chosen = asked.scope === SelectedSpaces ? (asked.spaceIds ?? []) : asked.scope === SelectedLevels ? (asked.levelIds ?? []) : null
  const spaces = await ctx.rows(
    spaceShape,
    `select s.id, s.building, s.level, s.space_number as number, s.name, t.name as template, s.status, s.complexity, s.area, s.capacity,
       s.area_groups as "areaGroups", s.equipment_count as quantity, s.total_msrp_price as msrp,
       c.person as "createdBy", s.create_date as "createDate", u.person as "updatedBy", s.update_date as "updateDate"
     from placed_spaces s left join template_names t on t.id = s.space_template_id
       left join people c on c.id = s.created_by_id left join people u on u.id = s.updated_by_id
     where s.project_id = $1 and not s.is_deleted and ($2 or s.status <> all($3))
       and ($4::bigint[] is null or ${asked.scope === SelectedLevels ? 's.level_id' : 's.id'} = any($4))
     order by ${asWalked('s')}`,
    [projectId, asked.scope === SelectedSpaces || asked.includeCancelled, [SpaceStatus.of.Cancelled, SpaceStatus.of.Archived], chosen],
  )
  if (spaces.length === 0 || (asked.scope === SelectedSpaces && spaces.length < new Set(chosen).size)) {
    const field = asked.scope === SelectedLevels ? 'levelIds' : 'spaceIds'
    throw invalid({ [field]: ['Select at least one!'] })
  }
  const words =
    asked.scope === AllSpaces
      ? `All spaces (${spaces.length})`
      : asked.scope === SelectedLevels
        ? `Levels: ${[...new Set(spaces.map(({ level }) => level))].join(', ')}`
        : `Spaces: ${spaces
            .map(({ name }) => name)
            .join(', ')
            .slice(0, 500)}`
  return {
    firm: await firmRow(ctx),
    project,
    spaces,
    spaceIds: spaces.map(({ id }) => id),
    isWhole: asked.scope === AllSpaces && !asked.includeCancelled,
    words,
    short: asked.scope === AllSpaces ? '' : shortScope(asked.scope, spaces),
  }
}

/** `201 Lecture hall`: as people name a space. */
export const fullName = ({ number, name }: Pick<ReportSpace, 'number' | 'name'>) =>
  number && !name.includes(number) ? `${number} ${name}` : name

/** `Level 2`, `201 Lecture hall`, or how many there are of them. */
function shortScope(scope: ReportScope, spaces: ReportSpace[]): string {
  const isLevels = scope === ReportScope.of.SelectedLevels
  const names = isLevels ? [...new Set(spaces.map(({ level }) => level))] : spaces.map(fullName)
  return names.length > 2 ? counted(names.length, isLevels ? 'level' : 'space') : names.join(' and ').slice(0, 80)
}

/** The firm's name above everything else; nothing until somebody has said it. */
export async function firmRow(ctx: Context): Promise<SheetValue[][]> {
  const name = await settingOf(ctx, 'general.companyName')
  return name ? [['Firm', name]] : []
}

/** Number and name, as far as there are. */
export const titleOf = ({ number, name }: Pick<Project, 'number' | 'name'>) => `${number ?? ''} ${name}`.trim()

/** The rows above the header of every sheet of a report. */
export function headOf(ctx: Context, { firm, project, words }: ReportScopeData, title: string): SheetValue[][] {
  return [
    ...firm,
    ['Project', titleOf(project)],
    ['Client', project.client?.name ?? null],
    ['Report', title],
    ['Scope', words],
    ['Date', new Date().toISOString().slice(0, 10).replaceAll('-', '/')],
    ['Author', `${ctx.actor.firstName} ${ctx.actor.lastName}`],
  ]
}
