import type { ReactNode } from 'react'
import css from './portal.module.css'

export const Two = ({ first, second }: { first?: ReactNode; second?: ReactNode }) => (
  <span className={css.two}>
    {first}
    {second && <span className={css.small}>{second}</span>}
  </span>
)
