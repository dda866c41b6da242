import { dollarsOf } from '../../model/kit/money.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import {
  compareStandings,
  type Standing,
  type StandingLine,
  type StandingSpace,
  withoutPrices,
} from '../../model/reports/revision-changes.ts'
import { type ComparedState, compareRevisions, exportComparison, revisionPrices } from '../../model/reports/revisions.ts'
import type { Context } from '../kit/request/context.ts'
import { invalid } from '../kit/request/errors.ts'
import { answer, type Given, type Route } from '../kit/request/routes.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { decidedBudget, getProject } from '../projects/public.ts'
import { titleOf } from './report-scope.ts'
import { revisions } from './revisions.ts'

type Sides = Given<typeof compareRevisions>['query']

const standingShape = {
  installationFactor: is.number,
  spaces: is.json<StandingSpace[]>(),
  lines: is.json<StandingLine[]>(),
}

/** The state a side names; the project as it is now where it names none. */
async function stateOf(ctx: Context, projectId: number, id: number | null, side: keyof Sides): Promise<ComparedState> {
  if (id === null) return { id: null, code: null, title: 'Today', issueDate: new Date().toISOString().slice(0, 10), issuedBy: null }
  const revision = await revisions.find(ctx, id, { parentId: projectId })
  if (!revision) throw invalid({ [side]: ['Revision not found.'] })
  const { code, title, issueDate, issuedBy } = revision
  return { id, code, title, issueDate, issuedBy }
}

async function standingOf(ctx: Context, projectId: number, id: number | null): Promise<Standing> {
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
  const { lines, ...standing } = onlyRow(rows)
  return { ...standing, lines: lines.map((line) => ({ ...line, unitPrice: dollarsOf(line.unitPrice) })) }
}

/** What differs between two states, as far as whoever asks may see it. */
export async function comparisonOf(ctx: Context, projectId: number, { from, to }: Sides) {
  const project = await getProject(ctx, projectId)
  const states = { from: await stateOf(ctx, project.id, from, 'from'), to: await stateOf(ctx, project.id, to, 'to') }
  const compared = compareStandings(await standingOf(ctx, project.id, from), await standingOf(ctx, project.id, to))
  if (!ctx.actor.held.has(revisionPrices)) return { ...states, ...withoutPrices(compared) }
  if (!ctx.actor.held.has('ProjectBudget.View')) return { ...states, ...compared }
  const { clientBudget } = await decidedBudget(ctx, project)
  return { ...states, ...compared, clientBudget }
}

/** `DD 100%`, or `Today`. */
export const nameOfState = ({ code, title }: ComparedState) => code ?? title

async function requestComparison(ctx: Context, projectId: number, { from, to }: Sides) {
  const project = await getProject(ctx, projectId)
  const before = await stateOf(ctx, project.id, from, 'from')
  const after = await stateOf(ctx, project.id, to, 'to')
  const day = new Date().toISOString().slice(0, 10)
  return ctx.services.requestFile(ctx, {
    fileName: `${titleOf(project)} - Changes ${nameOfState(before)} to ${nameOfState(after)} ${day}.xlsx`.replace(/[/\\:*?"<>|]/g, '-'),
    templateType: TemplateType.of.Xlsx,
    category: DownloadTaskCategory.of.ProjectEquipmentList,
    maker: 'revisions',
    parameters: { from, to },
    projectId: project.id,
    projectName: titleOf(project),
  })
}

export const revisionRoutes: Route[] = [
  answer(compareRevisions, (ctx, { params, query }) => comparisonOf(ctx, params.id, query)),
  answer(exportComparison, (ctx, { params, query }) => requestComparison(ctx, params.id, query)),
]
