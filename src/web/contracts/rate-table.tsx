import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { LaborType } from '../../model/access/enums.ts'
import type { LaborRate, RateColumn } from '../../model/contracts/labor-rates.ts'
import type { Call } from '../../model/kit/description.ts'
import { LaborCode } from '../access/public.tsx'
import type { PathParams } from '../kit/form/form.ts'
import { NumberField } from '../kit/form/number-field.tsx'
import { undoOfSave } from '../kit/form/undo-save.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import css from './contract.module.css'

const rateLabels: Record<RateColumn, { label: string; unit: string; max: number }> = {
  sellRate: { label: 'Sell', unit: 'USD/h', max: 99_999_999.99 },
  costRate: { label: 'Cost', unit: 'USD/h', max: 99_999_999.99 },
  gaFeePercent: { label: 'G&A', unit: '%', max: 100 },
}

interface Props {
  label: string
  rates: readonly LaborRate[]
  columns: readonly RateColumn[]
  open: readonly RateColumn[]
  isSaving: boolean
  /** `previous` are the rates that the changed ones replace. */
  onSave: (changed: LaborRate[], previous: LaborRate[]) => void
}
/** Confirms that rates were saved. Undo writes `rates`, the previous ones, back. */
export function confirmRates(call: Call, rates: readonly object[], params?: PathParams) {
  const replaced = { values: { rates }, keys: ['rates'] }
  toast.success('Labor rates saved.', { undo: undoOfSave({ call, params, replaced, rowVersion: undefined }) })
}

type Typed = Partial<Record<`${LaborType} ${RateColumn}`, number>>

export function RateTable({ label, rates, columns, open, isSaving, onSave }: Props) {
  const [typed, setTyped] = useState<Typed>({})
  const [seen, setSeen] = useState(rates)
  // Discards local edits when new rates arrive from a save or from another user.
  if (rates !== seen) {
    setSeen(rates)
    setTyped({})
  }
  const count = Object.keys(typed).length
  useLeaveQuestion(count > 0, () => setTyped({}))
  function save(event: FormEvent) {
    event.preventDefault()
    const changed = rates.flatMap((rate) => {
      const after: LaborRate = { laborType: rate.laborType }
      for (const column of open) {
        const value = typed[`${rate.laborType} ${column}`]
        if (value !== undefined) after[column] = value
      }
      return Object.keys(after).length > 1 ? [{ ...rate, ...after }] : []
    })
    const previous = rates.filter(({ laborType }) => changed.some((rate) => rate.laborType === laborType))
    if (changed.length > 0) onSave(changed, previous)
  }
  return (
    <form className={css.rates} onSubmit={save}>
      <div className={css.wide}>
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Labor type</th>
              {columns.map((column) => (
                <th key={column} scope="col" data-right>
                  {rateLabels[column].label}, {rateLabels[column].unit}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rates.map((rate) => (
              <tr key={rate.laborType}>
                <td>
                  <LaborCode value={rate.laborType} />
                </td>
                {columns.map((column) => {
                  const name = `${rate.laborType} ${column}` as const
                  const value = typed[name] ?? rate[column] ?? 0
                  return (
                    <td key={column} data-right>
                      {open.includes(column) ? (
                        <NumberField
                          aria-label={`${rateLabels[column].label} of labor type ${rate.laborType}`}
                          value={value}
                          min={0}
                          max={rateLabels[column].max}
                          decimalScale={2}
                          fixedDecimalScale
                          thousandSeparator=","
                          onChange={(next) => typeof next === 'number' && setTyped({ ...typed, [name]: next })}
                        />
                      ) : (
                        formatNumber(value, 2)
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open.length > 0 && (
        <div className={css.buttons}>
          <Button type="submit" disabled={count === 0} loading={isSaving}>
            Save rates
          </Button>
          {count > 0 && (
            <Button variant="default" onClick={() => setTyped({})}>
              Discard
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
