import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { isEditable } from '../../model/contracts/contract-steps.ts'
import { contracts } from '../../model/contracts/contracts.ts'
import {
  changeContractExpense,
  createContractExpense,
  deleteContractExpense,
  directExpenses,
  listContractExpenses,
} from '../../model/contracts/direct-expenses.ts'
import { DirectExpenseCategory } from '../../model/contracts/enums.ts'
import { moneyMasks } from '../../model/contracts/masks.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls, Section } from '../kit/form/controls.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { FileControl } from '../kit/form/file-control.tsx'
import { DateOnly, formatNumber } from '../kit/look/format.tsx'
import { IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, EmptyState, hidden, ListPage, Skeletons, UserAvatar } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { openFile } from '../kit/request/open-file.ts'
import css from './contract.module.css'
import { ContractTab } from './contract-head.tsx'
import type { Contract } from './contract-state.tsx'
import { AmountCell, type Expense } from './expense-cells.tsx'
import { firstControl } from './first-control.tsx'

export function ContractExpensesPage() {
  return <ContractTab title="Direct expenses">{(contract) => <Expenses contract={contract} />}</ContractTab>
}

const nothing = <span />
const expenseControls = (expense: Expense | undefined): Controls<(typeof createContractExpense)['body']> => ({
  category: firstControl,
  subContractorId: ({ form }) => (form.values.category === DirectExpenseCategory.SubContractor ? undefined : nothing),
  cost: can(moneyMasks.expenseCost) ? undefined : hidden,
  receiptFileId: can(moneyMasks.expenseCost)
    ? ({ field, value, error, onChange }) => (
        <FileControl
          label={field.label}
          fileId={value}
          fileName={expense?.receipt?.id === value ? expense?.receipt?.name : undefined}
          error={error}
          onChange={(file) => onChange(file?.id ?? null)}
        />
      )
    : hidden,
})
const sections: Section<(typeof createContractExpense)['body']>[] = [
  ['Expense', ['category', 'date', 'description', 'subContractorId', 'userId']],
  ['Amounts', ['revenue', 'cost']],
  ['Receipt', ['receiptFileId', 'note']],
]

function Receipt({ receipt }: Pick<Expense, 'receipt'>) {
  return receipt ? (
    <button type="button" className={css.name} onClick={() => openFile(receipt)}>
      {receipt.name}
    </button>
  ) : null
}

function expenseColumns(): Column<Expense>[] {
  return [
    { key: 'description', label: 'Description', tone: 'name', cell: ({ description }) => description },
    { key: 'category', label: 'Category', width: 132, cell: ({ category }) => DirectExpenseCategory.label(category) },
    { key: 'date', label: 'Date', width: 100, cell: ({ date }) => <DateOnly value={date} /> },
    {
      key: 'who',
      label: 'Who',
      width: 168,
      tone: 'quiet',
      cell: ({ user, subContractor }) => (user ? <UserAvatar user={user} withName /> : subContractor?.name),
    },
    ...(can(moneyMasks.expenseCost)
      ? [{ key: 'receipt', label: 'Receipt', width: 148, cell: ({ receipt }: Expense) => <Receipt receipt={receipt} /> }]
      : []),
    { key: 'revenue', label: 'Revenue', unit: 'USD', width: 116, align: 'right', cell: ({ revenue }) => formatNumber(revenue, 2) },
    ...(can(moneyMasks.expenseCost)
      ? [
          {
            key: 'cost',
            label: 'Cost',
            unit: 'USD',
            width: 104,
            align: 'right' as const,
            cell: ({ cost }: Expense) => formatNumber(cost, 2),
          },
        ]
      : []),
  ]
}

function Expenses({ contract }: { contract: Contract }) {
  const params = { id: contract.id }
  const read = useRead(listContractExpenses, { params }, { isQuiet: true })
  const [dialog, setDialog] = useState<{ expense?: Expense }>()
  const { mutate: remove } = useCall(deleteContractExpense, {
    invalidates: [directExpenses],
    onDone: () => toast.success('Direct expense deleted.'),
  })
  const items = read.data?.items
  const mayChange = isEditable(contract) && can(createContractExpense.permission)
  async function askToDelete({ id, description }: Expense) {
    const text = 'The totals of the contract are recalculated.'
    if (await confirm({ title: `Delete ${description}?`, text, verb: 'Delete', danger: true }))
      remove({ params: { ...params, expenseId: id } })
  }
  const menu = (expense: Expense) => (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog({ expense })}>
        Edit
      </Menu.Item>
      <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void askToDelete(expense)}>
        Delete
      </Menu.Item>
    </>
  )
  return (
    <>
      <header className={css.head}>
        <h2>Direct expenses</h2>
        <span>{items?.length.toLocaleString('en-US')}</span>
        {mayChange && (
          <div className={css.actions}>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setDialog({})}>
              New expense
            </Button>
          </div>
        )}
      </header>
      {read.error && !items && <LoadError error={read.error} title="Direct expenses" onRetry={() => void read.refetch()} />}
      {!read.error && !items && <Skeletons rows={4} />}
      {items?.length === 0 && (
        <EmptyState
          text="No direct expenses yet: travel, sub-contractors, and the like."
          action={mayChange ? 'New expense' : undefined}
          onAction={() => setDialog({})}
        />
      )}
      {items && items.length > 0 && (
        <div className={css.wide}>
          <DataTable
            label={`Direct expenses of ${contract.name}`}
            columns={expenseColumns()}
            rows={items}
            nameOf={({ description }) => description}
            menu={mayChange ? menu : undefined}
          />
        </div>
      )}
      {dialog && <ExpenseDialog contract={contract} expense={dialog.expense} onClose={() => setDialog(undefined)} />}
    </>
  )
}

function ExpenseDialog({ contract, expense, onClose }: { contract: Contract; expense?: Expense; onClose: () => void }) {
  const start = useMemo(() => expense && { ...expense }, [expense])
  return (
    <CallDialog<typeof changeContractExpense | typeof createContractExpense>
      call={expense ? changeContractExpense : createContractExpense}
      resource={directExpenses}
      opened
      onClose={onClose}
      title={expense ? expense.description : 'New direct expense'}
      verb={expense ? 'Save' : 'Add expense'}
      params={expense ? { id: contract.id, expenseId: expense.id } : { id: contract.id }}
      preset={expense && { rowVersion: expense.rowVersion }}
      start={start}
      controls={expenseControls(expense)}
      sections={sections}
      invalidates={[directExpenses, contracts]}
      onDone={(_, undo) => toast.success('Direct expense saved.', { undo })}
    />
  )
}

export function ManageDirectExpensesPage() {
  return (
    <ListPage
      resource={directExpenses}
      create="dialog"
      columnWidths={{ contract: 144 }}
      cells={{
        receipt: (receipt) => <Receipt receipt={receipt} />,
        revenue: (_, expense) => <AmountCell expense={expense} column="revenue" />,
        cost: (_, expense) => <AmountCell expense={expense} column="cost" />,
        contract: (contract, { project }) => (
          <Link to={`/projects/${project.id}/contracts/${contract.id}/direct-expenses`} className="dna-link">
            {contract.name}
          </Link>
        ),
      }}
      sections={sections}
      controls={expenseControls(undefined)}
      empty="No direct expenses yet. They are added in their contract."
    />
  )
}
