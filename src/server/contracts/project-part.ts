import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import type { ProjectPart } from '../projects/public.ts'
import { writeStep } from './contract-steps.ts'
import { contracts } from './contracts.ts'
import { firstAccessGroups } from './dna-defaults.ts'

/** Users with hours in a contract that is not archived may see its project (domain 4.2). */
export const peopleOnContracts = `select c.project_id, r.user_id from phase_records r join contracts c on c.id = r.contract_id
  where r.user_id is not null and not c.is_archived and not c.is_deleted`

export const approvedRevenue = `select c.project_id, c.approved_date, (c.labor_revenue + c.direct_expenses_revenue) as revenue from contracts c
  where c.status = ${ContractStatus.Approved} and not c.is_archived and not c.is_deleted`

/** Non-deleted contracts for counters; add `visible(p)` to limit them to visible projects. */
export const livingContracts = `select c.id, c.project_id, c.status, c.is_archived from contracts c where not c.is_deleted`

async function refusePending(ctx: Context, projectId: number, action: string) {
  const [pending] = await ctx.rows(
    { number: is.text, name: is.text },
    `select number, name from contracts where project_id = $1 and status = ${ContractStatus.PendingApproval} and not is_archived and not is_deleted limit 1`,
    [projectId],
  )
  if (pending) throw conflict(`The project cannot be ${action}: ${pending.number} ${pending.name} is pending approval.`)
}

const phaseRow = {
  id: is.number,
  contractId: is.number,
  contract: is.text,
  name: is.text,
  type: is.choice(ConstructionPhaseType),
  startDate: is.date,
  endDate: is.date,
}

export const projectPart: ProjectPart = {
  firstAccessGroups,
  beforeClose: (ctx, project) => refusePending(ctx, project.id, 'closed'),
  beforeDelete: (ctx, project) => refusePending(ctx, project.id, 'deleted'),
  /** Locks the contracts of a closed project. */
  async closed(ctx, projectId) {
    const open = await ctx.rows(
      { id: is.number },
      'select id from contracts where project_id = $1 and not is_locked and not is_archived and not is_deleted order by id',
      [projectId],
    )
    for (const { id } of open) await writeStep(ctx, await contracts.get(ctx, id, { lock: true }), 'Lock', 'The project was closed.')
  },
  async stats(ctx, projectId) {
    if (!ctx.actor.held.has('ProjectContracts.View')) return {}
    const [row] = await ctx.rows(
      { contractsCount: is.number },
      'select count(*)::int as "contractsCount" from contracts where project_id = $1 and not is_deleted',
      [projectId],
    )
    return row ?? {}
  },
  async timeline(ctx, projectId, from, to) {
    if (!ctx.actor.held.has('ProjectContracts.ConstructionPhasesView')) return {}
    const phases = await ctx.rows(
      phaseRow,
      `select p.id, c.id as "contractId", c.name as contract, p.name, p.type, p.start_date, p.end_date
       from construction_phases p join contracts c on c.id = p.contract_id
       where c.project_id = $1 and not c.is_archived and not c.is_deleted
         and ($2::date is null or p.end_date >= $2) and ($3::date is null or p.start_date <= $3)
       order by p.start_date, p.id`,
      [projectId, from, to],
    )
    return { phases }
  },
}
