import { useState } from 'react'
import { contracts } from '../../model/contracts/contracts.ts'
import { directExpenses } from '../../model/contracts/direct-expenses.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { NumberField } from '../kit/form/number-field.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { resourceCalls, useCall } from '../kit/request/call.ts'
import css from './contract.module.css'

export type Expense = RowOf<typeof directExpenses>

/** Builds the full row for an update. The server leaves fields that are masked for this user unchanged. */
const expenseBody = ({ category, description, date, revenue, cost, user, subContractor, receiptFileId, note, rowVersion }: Expense) => ({
  category,
  description,
  date,
  revenue,
  cost,
  userId: user?.id ?? null,
  subContractorId: subContractor?.id ?? null,
  receiptFileId,
  note,
  rowVersion,
})

export function AmountCell({ expense, column }: { expense: Expense; column: 'revenue' | 'cost' }) {
  const { update } = resourceCalls(directExpenses)
  const value = expense[column]
  if (!update || expense.isReadOnly || value === undefined) return value === undefined ? null : formatNumber(value, 2)
  return <AmountInput {...{ expense, column, update, value }} />
}

interface InputProps {
  expense: Expense
  column: 'revenue' | 'cost'
  update: NonNullable<ReturnType<typeof resourceCalls<typeof directExpenses>>['update']>
  value: number
}

function AmountInput({ expense, column, update, value }: InputProps) {
  const [typed, setTyped] = useState<number>()
  const { mutate, isPending } = useCall(update, {
    invalidates: [contracts],
    onDone: () => setTyped(undefined),
    onError() {
      setTyped(undefined)
      return false
    },
  })
  function save() {
    if (typed === undefined || typed === value) return setTyped(undefined)
    mutate({ params: { id: expense.id }, body: { ...expenseBody(expense), [column]: typed } })
  }
  return (
    <NumberField
      className={css.typed}
      aria-label={`${column === 'cost' ? 'Cost' : 'Revenue'} of ${expense.description}`}
      size="xs"
      value={typed ?? value}
      min={0}
      max={99_999_999.99}
      decimalScale={2}
      fixedDecimalScale
      thousandSeparator=","
      disabled={isPending}
      onChange={(next) => typeof next === 'number' && setTyped(next)}
      onBlur={save}
      onKeyDown={(event) => {
        // Keeps keystrokes in the input from triggering the table's keyboard shortcuts.
        event.stopPropagation()
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
