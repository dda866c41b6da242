import type { ReactNode } from 'react'
import css from './panel.module.css'

interface Props {
  title: ReactNode
  /** In text 3 behind the title. */
  note?: ReactNode
  actions?: ReactNode
  /** The content reaches the edges, as a table does. */
  isFlush?: boolean
  children: ReactNode
}

/** A titled part of a page, parted from the next by a line. */
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
