import type { ReactNode } from 'react'
import css from './panel.module.css'

interface Props {
  title: ReactNode
  note?: ReactNode
  actions?: ReactNode
  isFlush?: boolean
  children: ReactNode
}

export function Panel({ title, note, actions, isFlush, children }: Props) {
  return (
    <section className={css.panel}>
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {note && <span className={css.note}>{note}</span>}
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      <div className={isFlush ? undefined : css.body}>{children}</div>
    </section>
  )
}
