import type { RequestOf } from '../../model/kit/call.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import {
  changeScenario,
  createScenario,
  mostScenarios,
  readScenario,
  readScenarios,
  removeScenario,
  type ScenarioChange,
  scenarioChange,
  scenarios as scenariosModel,
} from '../../model/planning/scenarios.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { withoutStandardCalls } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { belowProject, getProject, openProject, seeing } from '../projects/public.ts'
import { scenariosTable } from './scenarios-table.ts'

export const scenarios = serve({
  resource: scenariosModel,
  table: scenariosTable,
  computed: {
    changesCount: 'jsonb_array_length(t.changes)',
    sharedWith: `(select coalesce(jsonb_agg(u.person order by u.last_name, u.first_name, u.id), '[]') from people u where u.id = any(t.shared_with_ids))`,
  },
  /** Visible to the owner and the users it is shared with, as long as they can see the project. */
  scope(actor, p) {
    const me = `${p.add(actor.userId)}::uuid`
    return `(t.created_by_id = ${me} or ${me} = any(t.shared_with_ids)) and ${belowProject(actor, p)}`
  },
  async beforeWrite(ctx, values, before) {
    if (before) requireCreator(ctx, before)
    await checkShared(ctx, values.projectId ?? before?.project.id ?? 0, values.sharedWithIds ?? [])
    return undefined
  },
  beforeDelete: async (ctx, scenario) => requireCreator(ctx, scenario),
})
export type Scenario = RowOf<typeof scenariosModel>

function requireCreator(ctx: Context, { createdBy }: Scenario) {
  if (createdBy?.id !== ctx.actor.userId) throw forbidden()
}

/** A scenario reveals its project, so it can be shared only with users who can see the project. */
async function checkShared(ctx: Context, projectId: number, userIds: readonly string[]) {
  const seen = await seeing(ctx, projectId, [...userIds])
  if (userIds.some((id) => !seen.has(id)))
    throw badRequest({ sharedWithIds: ['A scenario can be shared only with people who see the project.'] })
}

/** Locks the user's own scenario and checks that its project is open. */
export async function heldScenario(ctx: Context, id: number) {
  const scenario = await scenarios.get(ctx, id, { lock: true })
  requireCreator(ctx, scenario)
  return { scenario, changes: await loadScenarioChanges(ctx, id) }
}

export async function loadScenarioChanges(ctx: Context, id: number): Promise<ScenarioChange[]> {
  const [row] = await ctx.rows({ changes: is.listOf(is.jsonOfFields(scenarioChange)) }, 'select changes from scenarios where id = $1', [id])
  return row?.changes ?? []
}

/** Notifies only users who may see the scenario. */
export async function keepChanges(ctx: Context, scenario: Scenario, changes: readonly ScenarioChange[]) {
  await ctx.update(scenariosTable, scenario.id, { changes })
  const { id, project, sharedWithIds } = scenario
  ctx.publish([ctx.actor.userId, ...sharedWithIds], 'EntityChanged', {
    entity: scenariosModel.entity,
    id,
    projectId: project.id,
    action: 'Updated',
  })
}

async function addScenario(ctx: Context, { params, body }: RequestOf<typeof createScenario>) {
  await openProject(ctx, params.id)
  const { total } = await scenarios.list(ctx, { itemsPerPage: 1, projectIds: [params.id] })
  if (total >= mostScenarios) throw conflict(`There are ${mostScenarios} scenarios of this project. Delete one to create another.`)
  return scenarios.create(ctx, { projectId: params.id, name: body.name, sharedWithIds: [] })
}

/** Has no standard calls, because permissions depend on the owner. */
export const servedScenarios = withoutStandardCalls(scenarios)
export const scenarioRoutes: Route[] = [
  defineRoute(readScenarios, async (ctx, { params }) => {
    const { id } = await getProject(ctx, params.id)
    const { items } = await scenarios.list(ctx, { projectIds: [id] }, { isWhole: true, keys: undefined })
    return { items }
  }),
  defineRoute(createScenario, addScenario),
  defineRoute(readScenario, (ctx, { params }) => scenarios.get(ctx, params.id)),
  defineRoute(changeScenario, async (ctx, { params, body: { rowVersion, ...body } }) => {
    const { project } = await scenarios.get(ctx, params.id)
    return scenarios.update(ctx, params.id, { ...body, projectId: project.id }, { rowVersion: rowVersion ?? undefined })
  }),
  defineRoute(removeScenario, (ctx, { params }) => scenarios.remove(ctx, params.id)),
]
