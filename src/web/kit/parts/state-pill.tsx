import type { ComponentProps, ReactNode } from 'react'
import { IconChevronDown } from '../look/icons.ts'
import type { Tone } from './state-colors.ts'
import css from './state-pill.module.css'

interface StateProps {
  tone: Tone
  /** Label, because color must not be the only indicator. */
  children: ReactNode
}

export function StateText({ tone, children }: StateProps) {
  return (
    <span className={css.text} data-tone={tone}>
      {children}
    </span>
  )
}

export function StatePill({ tone, children, small }: StateProps & { small?: boolean }) {
  return (
    <span className={css.pill} data-tone={tone} data-small={small || undefined}>
      {children}
    </span>
  )
}

export function StateButton({ tone, children, className = '', ...rest }: StateProps & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={`${css.pill} ${className}`} data-tone={tone}>
      {children}
      <IconChevronDown size={14} />
    </button>
  )
}
