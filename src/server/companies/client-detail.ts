import { ClientVariableType } from '../../model/companies/enums.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { loadVariables, shownVariable, variableShape } from './variable-list.ts'

const shape = { ...variableShape, type: is.choice(ClientVariableType), value: orNull(is.plain('string', 'number')) }
export const variableStorage = {
  table: 'client_variables',
  owner: 'client_id',
  rows: (ctx: Context, text: string, values: unknown[]) => ctx.rows(shape, text, values),
} as const

export const loadClientVariables = (ctx: Context, clientId: number) => loadVariables(ctx, variableStorage, clientId)

const { Lead, Opportunity, Active, Closed, Archived } = ProjectStage
const inStage = (stage: ProjectStage) => `count(*) filter (where t.stage = ${stage})::int`

async function countClientProjects(ctx: Context, clientId: number) {
  const p = new Params()
  const counted = await ctx.rows(
    { leadsCount: is.number, opportunitiesCount: is.number, activeCount: is.number, closedCount: is.number, archivedCount: is.number },
    `select ${inStage(Lead)} as "leadsCount", ${inStage(Opportunity)} as "opportunitiesCount", ${inStage(Active)} as "activeCount",
       ${inStage(Closed)} as "closedCount", ${inStage(Archived)} as "archivedCount"
     from living_projects t where t.client_id = ${p.add(clientId)} and visible(t)`,
    p.values,
  )
  return onlyRow(counted)
}

export const clientDetail = async (ctx: Context, { id }: { id: number }) => ({
  variables: (await loadClientVariables(ctx, id)).map((clientVariable) => shownVariable(ctx, clientVariable)),
  projectStats: await countClientProjects(ctx, id),
})
