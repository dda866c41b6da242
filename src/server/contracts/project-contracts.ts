import { createContract, listProjectContracts } from '../../model/contracts/contract-calls.ts'
import { contractStateLabel } from '../../model/contracts/contract-steps.ts'
import { contractNumber } from '../../model/contracts/contracts.ts'
import { ContractOrigin, ContractStatus, ContractType } from '../../model/contracts/enums.ts'
import { readingContracts } from '../../model/contracts/masks.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { precleanBody } from '../kit/resource/checks.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { checkStage, getProject, openProject } from '../projects/public.ts'
import { defaultRates, ratesOfContract } from './contract-parts.ts'
import { addEvent } from './contract-steps.ts'
import { type Contract, contracts, shownContract } from './contracts.ts'
import { contractLaborRatesTable } from './contracts-tables.ts'
import { storedRate } from './labor-rates.ts'
import { holdContract, openContract, recount } from './open-contract.ts'

const { Draft } = ContractStatus

/** Includes deleted contracts, so that a number is never reused. The caller must have locked the project. */
export async function nextContractNumber(
  ctx: Context,
  project: { id: number; number: string | null },
  type: ContractType,
): Promise<string> {
  const [row] = await ctx.rows({ made: is.number }, 'select count(*)::int as made from contracts where project_id = $1 and type = $2', [
    project.id,
    type,
  ])
  for (let counter = (row?.made ?? 0) + 1; ; counter++) {
    const number = contractNumber(project.number ?? String(project.id), type, counter)
    const [existing] = await ctx.rows({ id: is.number }, 'select id from contracts where dna_key(number) = dna_key($1)', [number])
    if (!existing) return number
  }
}

async function addContract(ctx: Context, projectId: number, { copyFromContractId, ...values }: RequestOf<typeof createContract>['body']) {
  const project = await openProject(ctx, projectId)
  checkStage('contract', 'Create', project.stage)
  const source = copyFromContractId === null ? undefined : await findCopySource(ctx, copyFromContractId)
  const type = ContractType.Proposal
  const number = await nextContractNumber(ctx, { id: project.id, number: project.number }, type)
  const created = await contracts.create(ctx, values, {
    columns: { projectId: project.id, number, type, origin: ContractOrigin.Manual, status: Draft },
    notes: source ? `Copied from ${source.number} ${source.name}` : null,
  })
  insertContractRates(ctx, created.id, source ? await ratesOfContract(ctx, source.id) : await defaultRates(ctx))
  if (source) await copyPhases(ctx, source.id, created.id)
  addEvent(ctx, created.id, { action: 'Create', from: null, to: contractStateLabel(created), comment: null })
  if (source) await recount(ctx, created.id)
  return shownContract(ctx, created.id)
}

/** Only contracts of visible projects can be copied, and no automated ones: hours can be taken only once. */
async function findCopySource(ctx: Context, id: number): Promise<Contract> {
  const source = await contracts.find(ctx, id)
  if (!source) throw badRequest({ copyFromContractId: ['Contract not found.'] })
  if (source.origin === ContractOrigin.Automated) throw badRequest({ copyFromContractId: ['An automated contract cannot be copied.'] })
  return source
}

export function insertContractRates(ctx: Context, contractId: number, rates: Awaited<ReturnType<typeof defaultRates>>) {
  ctx.sendInsert(
    contractLaborRatesTable,
    rates.map((rate) => ({ contractId, ...storedRate(rate) })),
  )
}

/** Copies phases and records as planned, without progress and without the hours taken by amendments. */
async function copyPhases(ctx: Context, from: number, to: number) {
  await ctx.run(
    `with made as (
       insert into construction_phases (contract_id, parent_phase_id, type, name, date_range_type, start_date, end_date, discipline, "order",
         fee_type, fee, percent_complete)
       select $2, parent_phase_id, type, name, date_range_type, start_date, end_date, discipline, "order", fee_type, fee, null
       from construction_phases where contract_id = $1 order by id returning id),
     pairs as (
       select o.id as old, m.id as new from (select id, row_number() over (order by id) as place from construction_phases where contract_id = $1) o
       join (select id, row_number() over (order by id) as place from made) m using (place))
     insert into phase_records (contract_id, phase_id, type, user_id, generic_name, labor_type, hours, allocations, sell_rate, cost_rate,
       ga_fee_percent, note)
     select $2, p.new, r.type, r.user_id, r.generic_name, r.labor_type, r.hours, r.allocations, r.sell_rate, r.cost_rate, r.ga_fee_percent, r.note
     from phase_records r join pairs p on p.old = r.phase_id order by r.id`,
    [from, to],
  )
  // Maps children to the copy of their parent by position, because both sets have the same order.
  await ctx.run(
    `update construction_phases c set parent_phase_id = n.id
     from (select id, row_number() over (order by id) as place from construction_phases where contract_id = $1) o
       join (select id, row_number() over (order by id) as place from construction_phases where contract_id = $2) n using (place)
     where c.contract_id = $2 and c.parent_phase_id = o.id`,
    [from, to],
  )
}

export const projectContractRoutes: Route[] = [
  defineRoute(listProjectContracts, async (ctx, { params, query }) => {
    const project = await getProject(ctx, params.id)
    return contracts.list(ctx, query, { extra: (_, p) => `t.project_id = ${p.add(project.id)}` })
  }),
  defineRoute(createContract, (ctx, { params, body }) => addContract(ctx, params.id, body), precleanBody(contracts.resource)),
]

const managing = 'ProjectContracts.Manage'
export const servedContracts = withOverrides(contracts, {
  list: { permission: managing },
  query: { permission: managing },
  counts: { permission: managing },
  typeHead: { permission: managing },
  export: { permission: managing },
  read: { permission: readingContracts },
  logs: { permission: readingContracts },
  create: false,
  remove: {
    async before(ctx, { params }) {
      await holdContract(ctx, params.id, 'Delete')
    },
  },
  update: {
    async before(ctx, { params }) {
      await openContract(ctx, params.id)
    },
    async instead(ctx, { params, body }) {
      const { rowVersion, ...values } = body
      const contract = await contracts.get(ctx, params.id)
      const isAfterApproval = contract.status === ContractStatus.Approved
      await contracts.update(ctx, params.id, values, { rowVersion, title: isAfterApproval ? 'Updated, changed after approval' : undefined })
      return shownContract(ctx, params.id)
    },
  },
})
