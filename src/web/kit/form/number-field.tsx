import { TextInput, type TextInputProps } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { withHyphen } from '../../../model/kit/minus-sign.ts'
import { formatTypedNumber, type NumberLimits, readTypedNumber } from './number-text.ts'

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'step'>, NumberLimits {
  value: number | string | null | undefined
  /** Receives the number, an empty text, or in a form with `sendsBadText` the text that is not a number. */
  onChange: (value: number | string) => void
  min?: number
  max?: number
  step?: number
  /** A form rejects a text that is not a number when it is saved. Elsewhere such a text counts as empty, and the field shows why. */
  sendsBadText?: boolean
  /** Brings the number into its limits when the field loses the focus. */
  clampBehavior?: 'blur' | 'none'
}

/**
 * Number field that keeps what is typed or pasted until it can be read as a number, so that a decimal comma is neither dropped nor taken for
 * a separator of thousands.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, min, max, step = 1, sendsBadText = false, clampBehavior = 'blur', ...rest } = props
  const { allowDecimal, allowNegative, decimalScale, fixedDecimalScale, thousandSeparator, error, ...input } = rest
  const limits = { allowDecimal, allowNegative, decimalScale, fixedDecimalScale, thousandSeparator }
  const [typed, setTyped] = useState<string>()
  const given = typeof value === 'number' ? value : value ? readTypedNumber(value, limits).value : null
  const shown = given == null ? (sendsBadText && typeof value === 'string' ? value : '') : formatTypedNumber(given, limits)
  const read = typed === undefined ? undefined : readTypedNumber(typed, limits)
  /** A value that the page changed meanwhile replaces the typed text. */
  const isCurrent = read !== undefined && (read.problem !== undefined || (read.value ?? null) === (given ?? null) || typed === '')
  const problem = isCurrent ? read?.problem : undefined

  function take(text: string) {
    setTyped(text)
    const next = readTypedNumber(text, limits)
    onChange(next.problem === undefined ? (next.value ?? '') : sendsBadText ? text : '')
  }
  function leave(event: React.FocusEvent<HTMLInputElement>) {
    if (problem === undefined) setTyped(undefined)
    if (clampBehavior === 'blur' && read?.value != null) {
      const clamped = Math.min(max ?? read.value, Math.max(min ?? read.value, read.value))
      if (clamped !== read.value) onChange(clamped)
    }
    input.onBlur?.(event)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key]
    if (by !== undefined && !input.readOnly && !input.disabled) {
      event.preventDefault()
      const next = (read?.value ?? given ?? 0) + by
      setTyped(undefined)
      onChange(Math.min(max ?? next, Math.max(min ?? next, next)))
    }
    input.onKeyDown?.(event)
  }
  /** A pasted text may end with a line break or have the minus sign of a report. */
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    input.onPaste?.(event)
    const text = event.clipboardData.getData('text')
    const plain = withHyphen(text).trim()
    if (event.defaultPrevented || plain === text) return
    event.preventDefault()
    const { currentTarget: target } = event
    target.setRangeText(plain, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
    target.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <TextInput
      inputMode={allowDecimal === false ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...input}
      error={problem ?? error}
      value={isCurrent ? typed : shown}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  )
}
