import { counted } from '../../model/kit/plural.ts'
import { ReportScope } from '../../model/reports/enums.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { invalid } from '../kit/request/errors.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { getProject } from '../projects/public.ts'
import { settingOf } from '../settings/public.ts'
import { asWalked } from '../spaces/public.ts'
import type { SheetValue } from '../tools/sheet.ts'

export interface ReportScopeData {
  /** Whose report it is, as the settings name the firm. */
  firm: SheetValue[][]
  project: { id: number; number: string; name: string; client: string | null; installationFactor: number }
  spaceIds: number[]
  /** The scope in words, as it stands on the sheet. */
  words: string
  /** The same in the name of the file; nothing where all spaces are meant. */
  short: string
}

/** The spaces a report is about, in the order of the building; they belong to the project and are visible (domain 11.1). */
export async function loadScope(ctx: Context, projectId: number, asked: Row): Promise<ReportScopeData> {
  const project = await getProject(ctx, projectId)
  const { AllSpaces, SelectedSpaces, SelectedLevels } = ReportScope.of
  const chosen = asked.scope === SelectedSpaces ? (asked.spaceIds ?? []) : asked.scope === SelectedLevels ? (asked.levelIds ?? []) : null
  const spaces = await ctx.rows(
    { id: is.number, name: is.text, spaceNumber: orNull(is.text), level: is.text },
    `select s.id, s.name, s.space_number as "spaceNumber", s.level from placed_spaces s
     where s.project_id = $1 and not s.is_deleted and ($2 or s.status <> all($3))
       and ($4::bigint[] is null or ${asked.scope === SelectedLevels ? 's.level_id' : 's.id'} = any($4))
     order by ${asWalked('s')}`,
    [
      projectId,
      asked.scope === SelectedSpaces || asked.options?.includeCancelled === true,
      [SpaceStatus.of.Cancelled, SpaceStatus.of.Archived],
      chosen,
    ],
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
    project: {
      id: project.id,
      number: project.number ?? '',
      name: project.name,
      client: project.client?.name ?? null,
      installationFactor: project.installationFactor,
    },
    spaceIds: spaces.map(({ id }) => id),
    words,
    short: asked.scope === AllSpaces ? '' : shortScope(asked.scope, spaces),
  }
}

/** `Level 2`, `201 Lecture hall`, or how many there are of them. */
function shortScope(scope: ReportScope, spaces: { name: string; spaceNumber: string | null; level: string }[]): string {
  const isLevels = scope === ReportScope.of.SelectedLevels
  const names = isLevels
    ? [...new Set(spaces.map(({ level }) => level))]
    : spaces.map(({ name, spaceNumber }) => (spaceNumber && !name.includes(spaceNumber) ? `${spaceNumber} ${name}` : name))
  return names.length > 2 ? counted(names.length, isLevels ? 'level' : 'space') : names.join(' and ').slice(0, 80)
}

/** The firm's name above everything else; nothing until somebody has said it. */
export async function firmRow(ctx: Context): Promise<SheetValue[][]> {
  const name = await settingOf(ctx, 'general.companyName')
  return name ? [['Firm', name]] : []
}

/** The rows above the header of every sheet of a report. */
export function headOf(ctx: Context, { firm, project, words }: ReportScopeData, title: string): SheetValue[][] {
  return [
    ...firm,
    ['Project', `${project.number} ${project.name}`.trim()],
    ['Client', project.client],
    ['Report', title],
    ['Scope', words],
    ['Date', new Date().toISOString().slice(0, 10).replaceAll('-', '/')],
    ['Author', `${ctx.actor.firstName} ${ctx.actor.lastName}`],
  ]
}
