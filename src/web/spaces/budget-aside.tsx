import { UnstyledButton } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '../kit/look/icons.ts'
import css from './space.module.css'
import { SpaceBudgetPanel } from './space-budget.tsx'
import type { Space } from './space-head.tsx'

interface Props {
  space: Space
  /** The editor of a line stands in its place. */
  isBehind: boolean
  isPhone: boolean
}

/** The budget beside the lines. Where both do not fit it folds to its edge, unless the person wants it otherwise. */
export function BudgetAside({ space, isBehind, isPhone }: Props) {
  const isWide = useMediaQuery('(min-width: 90em)', undefined, { getInitialValueInEffect: false }) ?? true
  const [chosen, choose] = useLocalStorage<boolean | null>({ key: 'space-budget', defaultValue: null, getInitialValueInEffect: false })
  const isOpen = isPhone || (chosen ?? isWide)
  const total = (space.budget?.total ?? space.totalMsrpPrice).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  return (
    <aside className={css.aside} aria-label="Space budget" data-behind={isBehind || undefined} data-folded={!isOpen || undefined}>
      {!isPhone && (
        <UnstyledButton
          className={css.fold}
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Fold the space budget' : 'Unfold the space budget'}
          title={isOpen ? 'Fold' : 'Unfold'}
          onClick={() => choose(!isOpen)}
        >
          {isOpen ? (
            <IconChevronRight size={16} />
          ) : (
            <>
              <IconChevronLeft size={16} />
              <span>Space budget</span>
              <span>{total}</span>
            </>
          )}
        </UnstyledButton>
      )}
      {isOpen && <SpaceBudgetPanel space={space} />}
    </aside>
  )
}
