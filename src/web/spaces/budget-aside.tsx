import { FoldingAside } from '../kit/parts/folding-aside.tsx'
import css from './space.module.css'
import { SpaceBudgetPanel } from './space-budget.tsx'
import type { Space } from './space-head.tsx'

interface Props {
  space: Space
  /** True while the line editor is shown in its position. */
  isBehind: boolean
}

export function BudgetAside({ space, isBehind }: Props) {
  const total = (space.budget?.total ?? space.totalMsrpPrice).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  return (
    <FoldingAside label="Space budget" folded={total} name="space-budget" wideFrom={90} isHidden={isBehind}>
      <div className={css.budget}>
        <SpaceBudgetPanel space={space} />
      </div>
    </FoldingAside>
  )
}
