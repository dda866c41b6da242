import {
  changeContractExpense,
  createContractExpense,
  deleteContractExpense,
  directExpenses as directExpensesModel,
  listContractExpenses,
  listDirectExpenses,
  queryDirectExpenses,
} from '../../model/contracts/direct-expenses.ts'
import { DirectExpenseCategory } from '../../model/contracts/enums.ts'
import { moneyMasks } from '../../model/contracts/masks.ts'
import type { ColumnOf, RowOf } from '../../model/kit/resource.ts'
import { stagesFor } from '../../model/projects/stage-guards.ts'
import { readFiles } from '../catalog/public.ts'
import type { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { belowProject } from '../projects/public.ts'
import { contracts } from './contracts.ts'
import { directExpensesTable } from './contracts-tables.ts'
import { contractChanged, openContract } from './open-contract.ts'

const expenses = serve({
  resource: directExpensesModel,
  table: directExpensesTable,
  computed: {
    contractStatus: { sql: 'r_contract_id.status', order: 'r_contract_id.status' },
    isReadOnly: `(r_contract_id.is_locked or r_contract_id.is_archived or r_project_id.stage not in (${stagesFor('contract', 'Update').join(', ')}))`,
    receipt: { sql: `(select to_jsonb(t.receipt_file_id))`, order: null },
  },
  filters: {
    clientIds: (ids, p) => `t.project_id in (select p.id from living_projects p where p.client_id = any(${p.add(ids)}))`,
    contractStatuses: (statuses, p) => `t.contract_id in (select c.id from contracts c where c.status = any(${p.add(statuses)}))`,
    from: (dates, p) => `t.date >= ${p.add(dates[0])}::date`,
  },
  where: (_actor, p, { to }) => (to?.length ? `t.date <= ${p.add(to[0])}::date` : undefined),
  scope: (actor, p) =>
    `${belowProject(actor, p, { also: ['ProjectContracts.Manage', 'ProjectContracts.ManageDirectExpenses'] })} and ${ofLivingContract}`,

  async beforeWrite(ctx, values, before) {
    if (values.category !== DirectExpenseCategory.SubContractor && values.subContractorId != null)
      throw badRequest({ subContractorId: ['Only expenses of the category SubContractor have a sub-contractor.'] })
    if (values.receiptFileId && values.receiptFileId !== before?.receiptFileId && (await readFiles(ctx, [values.receiptFileId])).size === 0)
      throw badRequest({ receiptFileId: ['File not found.'] })
    return undefined
  },
  detail: async (ctx, row) => (seesCosts(ctx) ? { receipt: (await loadReceipts(ctx, [row])).get(row.id) ?? null } : {}),
  projectIdOf: (row) => row.project.id,
})
/** Expenses of deleted contracts are not listed. */
const ofLivingContract = 'exists (select from contracts c where c.id = t.contract_id and not c.is_deleted)'

export const subContractorExpenses = `select e.project_id, e.sub_contractor_id from direct_expenses e join contracts c on c.id = e.contract_id and not c.is_deleted
  where e.sub_contractor_id is not null and not e.is_deleted`

type Expense = RowOf<typeof directExpensesModel>
const seesCosts = ({ actor }: Context) => actor.held.has(moneyMasks.expenseCost)

async function loadReceipts(ctx: Context, rows: readonly Expense[]) {
  const files = await readFiles(
    ctx,
    rows.flatMap(({ receiptFileId }) => receiptFileId ?? []),
  )
  return new Map(
    rows.map(({ id, receiptFileId }) => {
      const file = files.get(receiptFileId ?? '')
      return [id, file ? { id: String(file.id), name: String(file.name), url: String(file.url) } : null]
    }),
  )
}

/** Adds receipt URLs only for users who may see costs, because a receipt reveals the cost. */
async function withReceipts(ctx: Context, page: { items: Expense[]; total: number }) {
  if (!seesCosts(ctx)) return page
  const receipts = await loadReceipts(ctx, page.items)
  return { ...page, items: page.items.map((item) => ({ ...item, receipt: receipts.get(item.id) ?? null })) }
}

const besides: ColumnOf<typeof directExpensesModel>[] = ['id', 'rowVersion', 'receiptFileId']
const listKeys = new Set([...directExpensesModel.list.columns, ...(directExpensesModel.list.optionalColumns ?? []), ...besides])
const expensePage = async (ctx: Context, query: Parameters<typeof expenses.list>[1], isWhole = false, contractId?: number) =>
  withReceipts(
    ctx,
    await expenses.list(
      ctx,
      { ...query, columns: null },
      {
        isWhole,
        keys: listKeys,
        extra: contractId === undefined ? undefined : (_: unknown, p: Params) => `t.contract_id = ${p.add(contractId)}`,
      },
    ),
  )

const describeExpense = (row: Expense) => `${DirectExpenseCategory.label(row.category)}: ${row.description}`

async function addExpense(ctx: Context, contractId: number, values: Parameters<typeof expenses.create>[1]) {
  const contract = await openContract(ctx, contractId)
  const row = await expenses.create(ctx, values, { columns: { contractId, projectId: contract.project.id } })
  await contractChanged(ctx, contract, { title: 'Direct expense added', notes: describeExpense(row) })
  return row
}

/** Opens the expense's contract; a contract id in the request must match it. */
async function openExpenseContract(ctx: Context, id: number, contractId: number | undefined) {
  const row = await expenses.get(ctx, id)
  if (contractId !== undefined && row.contract.id !== contractId) return openContract(ctx, 0)
  return openContract(ctx, row.contract.id)
}

async function updateExpense(
  ctx: Context,
  id: number,
  body: Parameters<typeof expenses.create>[1] & { rowVersion?: number | null },
  contractId?: number,
) {
  const { rowVersion, ...values } = body
  const contract = await openExpenseContract(ctx, id, contractId)
  const row = await expenses.update(ctx, id, values, { rowVersion })
  await contractChanged(ctx, contract, { title: 'Direct expense changed', notes: describeExpense(row) })
  return row
}

async function removeExpense(ctx: Context, id: number, contractId?: number) {
  const contract = await openExpenseContract(ctx, id, contractId)
  const row = await expenses.get(ctx, id)
  await expenses.remove(ctx, id)
  await contractChanged(ctx, contract, { title: 'Direct expense deleted', notes: describeExpense(row) })
}

export const directExpenses = withOverrides(expenses, {
  list: defineRoute(listDirectExpenses, (ctx, { query }) => expensePage(ctx, query)),
  query: defineRoute(queryDirectExpenses, (ctx, { query }) => expensePage(ctx, query, true)),
  update: { instead: (ctx, { params, body }) => updateExpense(ctx, params.id, body) },
  remove: { instead: (ctx, { params }) => removeExpense(ctx, params.id) },
})

export const directExpenseRoutes: Route[] = [
  defineRoute(listContractExpenses, async (ctx, { params }) => {
    const contract = await contracts.get(ctx, params.id)
    return expensePage(ctx, {}, true, contract.id)
  }),
  defineRoute(createContractExpense, (ctx, { params, body }) => addExpense(ctx, params.id, body)),
  defineRoute(changeContractExpense, (ctx, { params, body }) => updateExpense(ctx, params.expenseId, body, params.id)),
  defineRoute(deleteContractExpense, (ctx, { params }) => removeExpense(ctx, params.expenseId, params.id)),
]
