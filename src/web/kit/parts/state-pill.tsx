import type { ComponentProps, ReactNode } from 'react'
import { IconChevronDown } from '../look/icons.ts'
import type { Tone } from './state-colors.ts'
import css from './state-pill.module.css'

interface StateProps {
  tone: Tone
  /** The word: a colour is never the only sign. */
  children: ReactNode
}

/** Dot and word without a tint, as in table cells. */
export function StateText({ tone, children }: StateProps) {
  return (
    <span className={css.text} data-tone={tone}>
      {children}
    </span>
  )
}

/** A tinted dot and word; `small` in cards and dense headers. */
export function StatePill({ tone, children, small }: StateProps & { small?: boolean }) {
  return (
    <span className={css.pill} data-tone={tone} data-small={small || undefined}>
      {children}
    </span>
  )
}

/** The pill as a button that opens the moves open to this person now; the target of a menu. */
export function StateButton({ tone, children, className = '', ...rest }: StateProps & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={`${css.pill} ${className}`} data-tone={tone}>
      {children}
      <IconChevronDown size={14} />
    </button>
  )
}
