import { messages } from '../../model/kit/rules.ts'
import { availableTransitions } from '../../model/kit/step.ts'
import { ProjectStage, ProjectType } from '../../model/projects/enums.ts'
import { projectLogs } from '../../model/projects/project-calls.ts'
import { needsClient, openStages, projects as projectsModel } from '../../model/projects/projects.ts'
import { firstState, madeNumber, nextStatuses, numberForType, projectSteps } from '../../model/projects/stages.ts'
import { DownloadTaskCategory } from '../../model/reports/enums.ts'
import { Params, type PartReader, rowPart } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest } from '../kit/request/routes.ts'
import { activities } from '../kit/resource/activities.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { columnList, is, onlyRow, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { settingOf } from '../settings/public.ts'
import { companiesPart, shownCompany } from './companies-on-projects.ts'
import { nameOfSubject } from './entry-names.ts'
import { installationSql } from './money.ts'
import { everyPart, fromParts, giveFirstGroups, type Project } from './parts.ts'
import { notifyAssigned } from './project-news.ts'
import { projectNumbersTable, projectsTable } from './projects-table.ts'
import { seesProject } from './scope.ts'
import { checkStage } from './stage-guards.ts'

const { Lead } = ProjectStage

export const clientStateSql =
  'case when t.client_id is null then 4 when r_client_id.is_deleted then 3 when r_client_id.is_retired then 2 else 1 end'

export const projectSearchText = `t.number, case when t.stage = ${Lead} then (select concat_ws(' ', first_name, last_name) from users where id = t.associate_consultant_id) else t.address->>'city' end`
export const projectSearchSql = [
  `create or replace function search_text_of_projects_by_person() returns trigger language plpgsql as $f$ begin update projects set search_text = '' where associate_consultant_id = new.id and stage = ${Lead}; return null; end $f$`,
  `create or replace trigger search_text_of_projects_by_person after update on users for each row
     when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name) execute function search_text_of_projects_by_person()`,
]

const { OpportunitiesList, ActiveProjectsList, ClosedProjectsList, ArchivedProjectsList } = DownloadTaskCategory
const categoryOfStage: Record<number, number> = {
  [ProjectStage.Opportunity]: OpportunitiesList,
  [ProjectStage.Active]: ActiveProjectsList,
  [ProjectStage.Closed]: ClosedProjectsList,
  [ProjectStage.Archived]: ArchivedProjectsList,
}

const buildingsPart = rowPart(
  is.jsonOfField(projectsModel.computed.buildings),
  `(select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name,
    'shortName', b.short_name, 'levels', b.levels) order by b."order", b.id), '[]') from building_trees b where b.project_id = t.id)`,
)

export const projects = serve({
  resource: projectsModel,
  table: projectsTable,
  elsewhere: {
    buildings: 'buildings, only in the detail',
    nextStatuses: 'only in the detail',
    companies: 'project_companies, only in the detail',
    links: 'only in the detail',
  },
  computed: {
    clientState: clientStateSql,
    phases: `(select d.phases from phases_of_projects d where d.project_id = t.id)`,
    totalPrice: `(t.total_msrp_price + ${installationSql('t.total_msrp_price', 't.installation_factor')})`,
  },
  publishesEveryChange: true,
  // Leads have their own resource; only the restore page shows both.
  scope: (actor, p) => `(t.stage <> ${Lead} or t.is_deleted) and ${seesProject(actor, p)}`,
  searchText: projectSearchText,
  indexedOrders: ['updateDate'],

  async beforeWrite(ctx, values, before) {
    const type = values.type ?? before?.type ?? ProjectType.Client
    await checkTempo(ctx, values.tempoUrl)
    checkProject({ ...values, type, clientId: 'clientId' in values ? values.clientId : before?.client?.id })
    if (before) {
      const isOther = values.installationFactor !== undefined && values.installationFactor !== before.installationFactor
      if (isOther) checkStage('contents', 'Change', before.stage)
      return { number: numberForType(before.number, type) }
    }
    return { ...firstState(type), number: await nextProjectNumber(ctx, type) }
  },
  async afterWrite(ctx, row, values, before) {
    if (!before) {
      await giveFirstGroups(ctx, row.id, false)
      await everyPart(ctx, (part) => part.created?.(ctx, row.id))
    }
    await notifyAssigned(ctx, 'projects', { id: row.id, name: values.name ?? before?.name ?? '' }, values, before)
    if (before?.stage === Lead)
      ctx.after(() => ctx.services.changed({ entity: 'leads', id: row.id, projectId: row.id, action: 'Restored' }, 'Leads.View'))
  },
  parts: [buildingsPart, companiesPart],
  detail: projectDetail,
  exportCategory: ({ stages }) => (Array.isArray(stages) && stages.length === 1 ? categoryOfStage[Number(stages[0])] : undefined),
  beforeDelete: (ctx, row) => everyPart(ctx, (part) => part.beforeDelete?.(ctx, row)),
  projectIdOf: (row) => row.id,
})

interface Planned {
  type: ProjectType
  clientId?: number | null
  startDate?: string | null
  targetDate?: string | null
}
function checkProject({ type, clientId, startDate, targetDate }: Planned) {
  if (needsClient({ type }) && clientId == null) throw badRequest({ clientId: [messages.required] })
  if (startDate && targetDate && targetDate < startDate) throw badRequest({ targetDate: ['The target is before the start.'] })
}

/** Time-tracking links must use the configured domain. */
export async function checkTempo(ctx: Context, address: string | null | undefined, field = 'tempoUrl') {
  if (!address) return
  const domain = (await settingOf(ctx, 'links.tempoDomain'))?.toLowerCase()
  const { hostname } = new URL(address)
  if (hostname !== domain && !hostname.endsWith(`.${domain}`)) throw badRequest({ [field]: [messages.tempoUrl] })
}

/** Returns the year's next free number. The counter row stays locked until the project is inserted, so no number is used twice. */
export async function nextProjectNumber(ctx: Context, type: ProjectType): Promise<string> {
  const year = new Date().getUTCFullYear()
  for (;;) {
    const set = { last: sql`project_numbers.last + 1` }
    const counter = await ctx.insert(projectNumbersTable, { year, last: 1 }, { onConflict: { keys: ['year'], set }, returning: ['last'] })
    const number = madeNumber(year, onlyRow(counter).last, type)
    const isTaken = (await ctx.run('select 1 from projects where dna_key(number) = dna_key($1)', [number])) > 0
    if (!isTaken) return number
  }
}

async function projectDetail(ctx: Context, row: Project, read: PartReader) {
  const next = nextStatuses(row)
  const mayMove = next.length > 0 && ctx.actor.held.has('Projects.Update')
  return {
    buildings: read(buildingsPart),
    companies: read(companiesPart).map((row) => shownCompany(ctx, row)),
    links: [],
    ...(await fromParts(ctx, (part) => part.links?.(ctx, row.id))),
    nextStatuses: [...next],
    actions: [...availableTransitions(projectSteps, row, ctx.actor.held), ...(mayMove ? ['SetStatus'] : [])],
  }
}

export const getProject = (ctx: Context, id: unknown) => projects.get(ctx, id)

const opened = {
  id: is.number,
  name: is.text,
  number: orNull(is.text),
  stage: is.choice(ProjectStage),
  installationFactor: is.number,
}

/**
 * Starts every write below a project: checks access and stage, and locks the project, so that it cannot be closed meanwhile and its sums
 * have one writer. Locks are always taken in the order equipment, project, space, to avoid deadlocks.
 */
export async function openProject(ctx: Context, id: unknown): Promise<RowOfShape<typeof opened>> {
  const p = new Params()
  const at = p.add(id)
  const [project] = await ctx.rows(
    opened,
    `select ${columnList(opened, 't')} from projects t
     where t.id = ${at} and not t.is_deleted and ${seesProject(ctx.actor, p)} for no key update of t`,
    p.values,
  )
  if (!project) throw notFound('Project')
  checkStage('contents', 'Change', project.stage)
  return project
}

/** Takes the same lock in any stage, without an access check; the caller has verified access to something below the project. */
export async function holdProject(ctx: Context, id: number): Promise<RowOfShape<typeof opened>> {
  const [project] = await ctx.rows(
    opened,
    `select ${columnList(opened, 't')} from projects t
     where t.id = $1 and not t.is_deleted for no key update of t`,
    [id],
  )
  if (!project) throw notFound('Project')
  return project
}

/** Lists only open projects unless stages are requested. */
function openUnlessAsked<G extends { query: HandlerRequest<typeof projects.calls.query>['query'] }, A>(
  ctx: Context,
  request: G,
  standard: (ctx: Context, request: G) => A,
) {
  const { stages } = request.query
  return standard(ctx, { ...request, query: { ...request.query, stages: stages?.length ? stages : openStages } })
}

export const servedProjects = withOverrides(projects, {
  list: { instead: openUnlessAsked },
  query: { instead: openUnlessAsked },
  logs: defineRoute(projectLogs, async (ctx, { params, query }) => {
    const project = await projects.get(ctx, params.id)
    return activities(ctx, query, (p) => `a.project_id = ${p.add(project.id)}`, { name: nameOfSubject(ctx.actor) })
  }),
})
