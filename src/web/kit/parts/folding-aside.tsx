import { UnstyledButton } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { IconChevronLeft, IconChevronRight } from '../look/icons.ts'
import { useIsPhone } from '../look/use-is-phone.ts'
import css from './folding-aside.module.css'

interface Props {
  label: string
  folded: ReactNode
  name: string
  /** Window width in em from which table and panel both fit. */
  wideFrom: number
  isHidden?: boolean
  children: ReactNode
}

/** Side panel of a table. Collapses automatically if both do not fit, unless the user chose otherwise. */
export function FoldingAside({ label, folded, name, wideFrom, isHidden, children }: Props) {
  const isPhone = useIsPhone()
  const isWide = useMediaQuery(`(min-width: ${wideFrom}em)`, undefined, { getInitialValueInEffect: false }) ?? true
  const [chosen, choose] = useLocalStorage<boolean | null>({ key: name, defaultValue: null, getInitialValueInEffect: false })
  const isOpen = isPhone || (chosen ?? isWide)
  const panelName = `the ${label.charAt(0).toLowerCase()}${label.slice(1)}`
  return (
    <aside className={css.aside} aria-label={label} data-hidden={isHidden || undefined} data-folded={!isOpen || undefined}>
      {!isPhone && (
        <UnstyledButton
          className={css.fold}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Fold' : 'Unfold'} ${panelName}`}
          title={isOpen ? 'Fold' : 'Unfold'}
          onClick={() => choose(!isOpen)}
        >
          {isOpen ? (
            <IconChevronRight size={16} />
          ) : (
            <>
              <IconChevronLeft size={16} />
              <span>{label}</span>
              <span>{folded}</span>
            </>
          )}
        </UnstyledButton>
      )}
      {isOpen && children}
    </aside>
  )
}
