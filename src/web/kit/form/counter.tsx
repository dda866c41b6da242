import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { round } from '../../../model/kit/money.ts'
import { IconMinus, IconPlus } from '../look/icons.ts'
import css from './controls.module.css'
import { NumberField } from './number-field.tsx'

interface Limits {
  min?: number
  max?: number
  step?: number
}

/** Normalizes a count (application spec 5): blank becomes 0, then limits apply. Integer steps round to integers, others to two decimals. */
export function clampCount(value: unknown, { min = 0, max = Number.POSITIVE_INFINITY, step = 1 }: Limits = {}): number {
  const number = Number(value) || 0
  const clamped = Math.min(Math.max(number, min), max)
  return round(clamped, Number.isInteger(step) ? 0 : 2)
}

interface CounterProps extends Limits {
  label: string
  value: number
  onChange: (value: number) => void
  isLabelHidden?: boolean
  disabled?: boolean
}

/** Number input with decrement and increment buttons. The typed text stays as entered; each keystroke reports the normalized value. */
export function Counter({ label, value, onChange, isLabelHidden, disabled, ...limits }: CounterProps) {
  const { min = 0, max = Number.POSITIVE_INFINITY, step = 1 } = limits
  const [typed, setTyped] = useState<string | number>()
  const set = (next: unknown) => onChange(clampCount(next, limits))
  const button = (by: number, word: string, Icon: typeof IconPlus, isEnd: boolean) => (
    <ActionIcon variant="default" disabled={disabled || isEnd} aria-label={`${label}: ${word}`} onClick={() => set(value + by)}>
      <Icon size={14} />
    </ActionIcon>
  )
  return (
    <div className={css.counter}>
      {button(-step, 'less', IconMinus, value <= min)}
      <NumberField
        label={isLabelHidden ? undefined : label}
        aria-label={label}
        value={typed ?? value}
        onChange={(next) => {
          setTyped(next)
          set(next)
        }}
        onBlur={() => setTyped(undefined)}
        {...{ min, max: limits.max, step, disabled }}
        allowDecimal={!Number.isInteger(step)}
        clampBehavior="none"
      />
      {button(step, 'more', IconPlus, value >= max)}
    </div>
  )
}
