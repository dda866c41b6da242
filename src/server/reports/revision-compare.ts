import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { formatDate, isCalendarDate } from '../../model/kit/dates.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { messages } from '../../model/kit/rules.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { compareStandings, type ReportSnapshot, withoutPrices } from '../../model/reports/revision-changes.ts'
import { type ComparedState, compareRevisions, exportComparison, findDifference, revisionPrices } from '../../model/reports/revisions.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { decidedBudget, getProject } from '../projects/public.ts'
import { projectTitle } from './report-scope.ts'
import { revisions } from './revisions.ts'

type Sides = HandlerRequest<typeof compareRevisions>['query']

const standingShape = {
  installationFactor: is.number,
  spaces: is.listOf(is.jsonWith({ id: is.number, name: is.text, number: orNull(is.text), status: is.choice(SpaceStatus) })),
  lines: is.listOf(
    is.jsonWith({
      id: is.number,
      spaceId: is.number,
      areaGroupId: orNull(is.number),
      areaGroup: orNull(is.text),
      equipmentId: is.number,
      tag: is.text,
      manufacturer: is.text,
      model: is.text,
      categoryId: is.number,
      categoryNumber: is.number,
      category: is.text,
      provider: is.choice(ProviderCode),
      installer: is.choice(InstallerCode),
      quantity: is.number,
      unitPrice: is.number,
    }),
  ),
}

/** Resolves one side of the comparison; without a value, or for today's date, it is the current project. */
async function resolveState(ctx: Context, projectId: number, requestedState: string | null, side: keyof Sides): Promise<ComparedState> {
  const now = todayUtc()
  if (requestedState === null || requestedState === now)
    return { id: null, code: null, title: 'Today', issueDate: now, issuedBy: null, day: null }
  const day = requestedState.includes('-') ? requestedState : null
  const id = day === null ? Number(requestedState) : await issuedBy(ctx, projectId, day, side)
  const revision = await revisions.find(ctx, id, { parentId: projectId })
  if (!revision) throw badRequest({ [side]: ['Revision not found.'] })
  const { code, title, issueDate, issuedBy: person } = revision
  return { id, code, title, issueDate, issuedBy: person, day }
}

/** Returns the revision in force on a day; the state between two revisions is not known (decision 55). */
async function issuedBy(ctx: Context, projectId: number, day: string, side: keyof Sides): Promise<number> {
  if (!isCalendarDate(day)) throw badRequest({ [side]: [messages.date] })
  if (day > todayUtc()) throw badRequest({ [side]: [`${formatDate(day)} is in the future.`] })
  const [latest] = await ctx.rows(
    { id: is.number },
    `select id from revisions where project_id = $1 and not is_deleted and issue_date <= $2::date order by issue_date desc, id desc limit 1`,
    [projectId, day],
  )
  if (latest) return latest.id
  const [first] = await ctx.rows(
    { code: is.text, issueDate: is.date },
    `select code, issue_date from revisions where project_id = $1 and not is_deleted order by issue_date, id limit 1`,
    [projectId],
  )
  const since = first ? ` ${first.code} of ${formatDate(first.issueDate)} was the first.` : ''
  throw badRequest({ [side]: [`Nothing had been issued by ${formatDate(day)}.${since}`] })
}

async function loadStanding(ctx: Context, projectId: number, id: number | null): Promise<ReportSnapshot> {
  const rows = await (id === null
    ? ctx.rows(
        standingShape,
        'select installation_factor::float8 as "installationFactor", spaces, lines from standing_projects where project_id = $1',
        [projectId],
      )
    : ctx.rows(
        standingShape,
        `select (contents->>'installationFactor')::float8 as "installationFactor", contents->'spaces' as spaces, contents->'lines' as lines
         from revision_contents where revision_id = $1`,
        [id],
      ))
  const { lines, ...stateFields } = onlyRow(rows)
  return { ...stateFields, lines: lines.map((line) => ({ ...line, unitPrice: dollarsOf(line.unitPrice) })) }
}

export async function loadComparison(ctx: Context, projectId: number, { from, to }: Sides) {
  const project = await getProject(ctx, projectId)
  const states = { from: await resolveState(ctx, project.id, from, 'from'), to: await resolveState(ctx, project.id, to, 'to') }
  const compared = compareStandings(await loadStanding(ctx, project.id, states.from.id), await loadStanding(ctx, project.id, states.to.id))
  if (!ctx.actor.held.has(revisionPrices)) return { ...states, ...withoutPrices(compared) }
  if (!ctx.actor.held.has('ProjectBudget.View')) return { ...states, ...compared }
  const { clientBudget } = await decidedBudget(ctx, project)
  return { ...states, ...compared, clientBudget }
}

/** Earlier revisions read in search of one that differs, because each has the contents of a whole project. */
const mostEarlier = 12

/**
 * Returns the revision and the last one before it with differences that the user may see. Without such a revision, the revision is compared
 * with the project today.
 */
async function findDifferingSides(
  ctx: Context,
  projectId: number,
  issue: number | null,
): Promise<{ from: number | null; to: number | null }> {
  const project = await getProject(ctx, projectId)
  const issued = await ctx.rows(
    { id: is.number },
    'select id from revisions where project_id = $1 and not is_deleted order by issue_date desc, id desc',
    [project.id],
  )
  const at = issue === null ? 0 : issued.findIndex(({ id }) => id === issue)
  if (at < 0) throw badRequest({ issue: ['Revision not found.'] })
  const [chosen, ...earlier] = issued.slice(at, at + 1 + mostEarlier)
  if (!chosen) return { from: null, to: null }
  const after = await loadStanding(ctx, project.id, chosen.id)
  for (const { id } of earlier) {
    const compared = compareStandings(await loadStanding(ctx, project.id, id), after)
    const { changes } = ctx.actor.held.has(revisionPrices) ? compared : withoutPrices(compared)
    if (changes.length > 0) return { from: id, to: chosen.id }
  }
  return { from: chosen.id, to: null }
}

/** `DD 100%`, or `Today`. */
export const nameOfState = ({ code, title }: ComparedState) => code ?? title

async function requestComparison(ctx: Context, projectId: number, { from, to }: Sides) {
  const project = await getProject(ctx, projectId)
  const before = await resolveState(ctx, project.id, from, 'from')
  const after = await resolveState(ctx, project.id, to, 'to')
  return ctx.services.requestFile(ctx, {
    fileName: `${projectTitle(project)} - Changes ${nameOfState(before)} to ${nameOfState(after)} ${todayUtc()}.xlsx`.replace(
      /[/\\:*?"<>|]/g,
      '-',
    ),
    templateType: TemplateType.Xlsx,
    category: DownloadTaskCategory.ProjectEquipmentList,
    maker: 'revisions',
    parameters: { from, to },
    projectId: project.id,
    projectName: projectTitle(project),
  })
}

export const revisionRoutes: Route[] = [
  defineRoute(compareRevisions, (ctx, { params, query }) => loadComparison(ctx, params.id, query)),
  defineRoute(findDifference, (ctx, { params, query }) => findDifferingSides(ctx, params.id, query.issue)),
  defineRoute(exportComparison, (ctx, { params, query }) => requestComparison(ctx, params.id, query)),
]
