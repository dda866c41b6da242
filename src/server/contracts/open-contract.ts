import { contracts as contractsModel } from '../../model/contracts/contracts.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import { contractAmounts } from '../../model/contracts/money.ts'
import { centsOf } from '../../model/kit/money.ts'
import type { Permission } from '../../model/permissions.ts'
import type { StageAction } from '../../model/projects/stage-guards.ts'
import { type AuditEntry, type FieldChange, recordAudit } from '../kit/entity/audit.ts'
import { invalidateTotals } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { checkVersion, conflict } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import { checkStage, holdProject } from '../projects/public.ts'
import { checkGivenHours } from './balance.ts'
import { type ContractNow, expensesOfContract, phasesOfContract, ratesOfContract } from './contract-parts.ts'
import { type Contract, contracts, shownContract } from './contracts.ts'
import { contractsTable } from './contracts-tables.ts'

export const checkContractVersion = (ctx: Context, contract: Contract, rowVersion: number | null | undefined) =>
  checkVersion(contract, rowVersion, `${contract.name} has`, () => shownContract(ctx, contract.id))

/** Locks the contract, and before it its project, so that the stage stays and no hours are moved meanwhile. */
export async function lockContract(ctx: Context, id: number): Promise<Contract> {
  const seen = await contracts.get(ctx, id)
  await holdProject(ctx, seen.project.id)
  return contracts.get(ctx, id, { lock: true })
}

export async function holdContract(ctx: Context, id: number, action: StageAction<'contract'>): Promise<Contract> {
  const contract = await lockContract(ctx, id)
  checkStage('contract', action, contract.projectStage)
  return contract
}

/** Called first in every change of header, rates, phases, records, and expenses. */
export async function openContract(ctx: Context, id: number, rowVersion?: number | null): Promise<Contract> {
  const contract = await holdContract(ctx, id, 'Update')
  await checkContractVersion(ctx, contract, rowVersion)
  if (contract.isArchived) throw conflict('The contract is archived.')
  if (contract.isLocked) throw conflict('The contract is locked.')
  return contract
}

interface ContractChange {
  title: string
  notes?: string | null
  /** Logged with values; masked fields are logged without values. */
  changes?: FieldChange[]
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  action?: AuditEntry['action']
  /** Permission to see the log entry; defaults to viewing contracts. */
  needs?: Permission
}

/** Called last in every change: updates sums, dates, and row version, and writes logs and the live event. Returns the contract as it is now. */
export async function contractChanged(ctx: Context, contract: Contract, change: ContractChange): Promise<ContractNow> {
  const now = await recount(ctx, contract.id)
  await checkGivenHours(ctx, contract.id)
  await notifyContractChange(ctx, { ...contract, rowVersion: now.rowVersion }, change)
  return now
}

const shownTo: readonly [Permission, ...Permission[]] = [contractsModel.permission.view, 'BigBoard.View', 'SmallBoard.View', 'MyBoard.View']

export async function notifyContractChange(ctx: Context, contract: Contract, change: ContractChange) {
  const { title, notes, changes = [], before, after, action = 'Update', needs = 'ProjectContracts.View' } = change
  const isAfterApproval = contract.status === ContractStatus.Approved && action === 'Update'
  await recordAudit(ctx, [
    {
      action,
      entity: contractsModel.entity,
      entityId: contract.id,
      entityName: contract.name,
      before,
      after,
      activity: {
        title: isAfterApproval ? `${title}, changed after approval` : title,
        notes,
        changes,
        projectId: contract.project.id,
        needs,
      },
    },
  ])
  showChanged(ctx, contract)
}

export function showChanged(ctx: Context, contract: { id: number; project: { id: number }; rowVersion: number }) {
  ctx.after(() => {
    invalidateTotals('contracts')
    const event = { entity: contractsModel.entity, id: contract.id, projectId: contract.project.id, rowVersion: contract.rowVersion }
    ctx.services.changed({ ...event, action: 'Updated' }, ...shownTo)
  })
}

export async function recount(ctx: Context, contractId: number): Promise<ContractNow> {
  const [phases, rates, expenses] = await Promise.all([
    phasesOfContract(ctx, contractId),
    ratesOfContract(ctx, contractId),
    expensesOfContract(ctx, contractId),
  ])
  const amounts = contractAmounts(phases, rates, expenses)
  const days = phases.flatMap(({ startDate, endDate }) => [startDate, endDate]).sort()
  const sums = {
    laborHours: centsOf(amounts.laborHours),
    laborRevenue: centsOf(amounts.laborRevenue),
    laborCost: centsOf(amounts.laborCost),
    directExpensesRevenue: centsOf(amounts.directExpensesRevenue),
    directExpensesCost: centsOf(amounts.directExpensesCost),
  }
  const dates = { firstDate: days[0] ?? null, lastDate: days.at(-1) ?? null }
  const [written] = await ctx.update(contractsTable, contractId, { ...sums, ...dates }, { returning: ['rowVersion'] })
  return { phases, rates, sums, rowVersion: written?.rowVersion ?? 0 }
}

/** Returns the records whose hours an active approved amendment uses, with number and name of one such amendment. */
export async function usedRecords(ctx: Context, recordIds: readonly number[]): Promise<Map<number, string>> {
  if (recordIds.length === 0) return new Map()
  const rows = await ctx.rows(
    { id: is.number, user: is.text },
    `select r.source_record_id as id, min(c.number || ' ' || c.name) as "user" from phase_records r join contracts c on c.id = r.contract_id
     where r.source_record_id = any($1) and c.status = ${ContractStatus.Approved} and not c.is_archived and not c.is_deleted group by 1`,
    [recordIds],
  )
  return new Map(rows.map(({ id, user }) => [id, user]))
}

export async function checkUnused(ctx: Context, recordIds: readonly number[], label: string) {
  const [user] = (await usedRecords(ctx, recordIds)).values()
  if (user !== undefined) throw conflict(`${label}: ${user} uses its hours.`)
}
