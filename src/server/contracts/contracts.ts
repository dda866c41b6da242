import { openContractSteps } from '../../model/contracts/contract-steps.ts'
import { contracts as contractsModel, proposalProblems } from '../../model/contracts/contracts.ts'
import { ContractOrigin, ContractStatus, ProposalType } from '../../model/contracts/enums.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { belowProject, checkTempo } from '../projects/public.ts'
import { countContractParts, loadContractHistory, ratesOfContract, shownRates, sumsOfContract } from './contract-parts.ts'
import { contractsTable } from './contracts-tables.ts'

export type Contract = RowOf<typeof contractsModel>

const { Closed, Archived } = ProjectStage
const projectSql = (selection: string) =>
  `(select ${selection} from living_projects p left join client_names c on c.id = p.client_id where p.id = t.project_id)`
const partOfClient = (part: string) => projectSql(`c.${part}`)

export const contracts = serve({
  resource: contractsModel,
  table: contractsTable,
  elsewhere: {
    sums: 'in five columns, only in the detail',
    laborRates: 'contract_labor_rates, only in the detail',
    statusHistory: 'contract_events, only in the detail',
    phasesCount: 'only in the detail',
    directExpensesCount: 'only in the detail',
    documentsCount: 'only in the detail',
  },
  computed: {
    client: {
      sql: { id: partOfClient('id'), name: partOfClient('name'), logoUrl: partOfClient('logo_url') },
      order: `${partOfClient('name')} collate natural_order`,
    },
    isProjectClosed: `(r_project_id.stage in (${Closed}, ${Archived}))`,
    projectStage: 'r_project_id.stage',
    startDate: 'coalesce(t.start_date, t.first_date)',
    endDate: 'coalesce(t.end_date, t.last_date)',
    totalRevenue: '(t.labor_revenue + t.direct_expenses_revenue)',
    totalCost: '(t.labor_cost + t.direct_expenses_cost)',
  },
  filters: { clientIds: (ids, p) => `${projectSql('p.client_id')} = any(${p.add(ids)})` },
  searchText: partOfClient('name'),
  scope: (actor, p) => belowProject(actor, p, { also: ['ProjectContracts.Manage'] }),

  async beforeWrite(ctx, values, before) {
    const problems = proposalProblems(values)
    if (Object.keys(problems).length > 0) throw badRequest(problems)
    await checkTempo(ctx, values.tempoUrl)
    const { Combined, RevitFamiliesSOW } = ProposalType
    return {
      // Clears fields of other proposal types, so that no hidden value remains.
      ...(values.proposalType !== Combined && { combinedProposalTypes: [] }),
      ...(values.proposalType !== RevitFamiliesSOW && { manufacturerId: null }),
      ...(before && (await ownDates(ctx, before.id, values))),
    }
  },
  async beforeDelete(_ctx, row) {
    checkDeletable(row)
  },
  detail: contractDetail,
  projectIdOf: (row) => row.project.id,
})

/** Ignores dates a form sends back unchanged from the phases, so that the contract continues to follow them. */
async function ownDates(ctx: Context, id: number, { startDate, endDate }: { startDate?: string | null; endDate?: string | null }) {
  const [phases] = await ctx.rows(
    { first: orNull(is.date), last: orNull(is.date) },
    'select first_date as first, last_date as last from contracts where id = $1',
    [id],
  )
  return {
    ...(startDate && startDate === phases?.first && { startDate: null }),
    ...(endDate && endDate === phases?.last && { endDate: null }),
  }
}

function checkDeletable({ origin, status, isLocked, isArchived }: Contract) {
  if (isArchived) throw conflict('The contract is archived.')
  if (origin === ContractOrigin.Automated) throw conflict('An automated contract is archived, not deleted.')
  if (isLocked) throw conflict('The contract is locked.')
  if (status !== ContractStatus.Draft) throw conflict('Only a draft can be deleted.')
}

async function contractDetail(ctx: Context, row: Contract): Promise<Partial<Contract>> {
  const [sums, rates, statusHistory, counters] = await Promise.all([
    sumsOfContract(ctx, row.id),
    ratesOfContract(ctx, row.id),
    loadContractHistory(ctx, row.id),
    countContractParts(ctx, row.id),
  ])
  const { held, userId } = ctx.actor
  return { sums, laborRates: shownRates(rates, held), statusHistory, ...counters, actions: openContractSteps(row, userId, held) }
}

export async function shownContract(ctx: Context, id: number): Promise<Contract> {
  const row = await contracts.get(ctx, id)
  return { ...row, ...(await contractDetail(ctx, row)) }
}
