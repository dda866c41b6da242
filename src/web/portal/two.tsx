import type { ReactNode } from 'react'
import css from './portal.module.css'

/** Two lines in one cell; what is long goes on below. */
export const Two = ({ first, second }: { first?: ReactNode; second?: ReactNode }) => (
  <span className={css.two}>
    {first}
    {second && <span className={css.small}>{second}</span>}
  </span>
)
