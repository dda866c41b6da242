import { Button, Kbd, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconArrowBackUp, IconCheck } from '../look/icons.ts'
import type { EditConflict } from './edit-conflicts.ts'
import css from './last-edit.module.css'
import type { PageHistory } from './use-edit-history.ts'

export function EditConflicts({ conflicts }: { conflicts: readonly EditConflict[] }) {
  return conflicts.map(({ key, subject, theirs, mine, keepMine, takeTheirs }) => (
    <section key={key} className={css.stale} aria-label={`${subject} was changed by someone else`}>
      <span role="status">
        <b>{subject}</b> was changed by someone else in the meantime: theirs is {theirs}, yours {mine}.
      </span>
      <Button size="compact-xs" variant="default" aria-label={`Keep mine: ${subject}`} onClick={keepMine}>
        Keep mine
      </Button>
      <Button size="compact-xs" variant="default" aria-label={`Take theirs: ${subject}`} onClick={takeTheirs}>
        Take theirs
      </Button>
    </section>
  ))
}

export const KeyWords = ({ name, children }: { name: string; children: ReactNode }) => (
  <span>
    <Kbd size="xs">{name}</Kbd> {children}
  </span>
)

interface LastEditProps {
  history: PageHistory
  /** Shown before the first edit. */
  hint?: string
  children?: ReactNode
}

export function LastEdit({ history, hint = 'Nothing changed yet', children }: LastEditProps) {
  return (
    <footer className={css.status}>
      <span role="status">
        {history.last ? (
          <>
            <IconCheck size={14} /> Saved. {history.last}
          </>
        ) : (
          hint
        )}
      </span>
      {history.last && (
        <>
          <UnstyledButton className="dna-link" onClick={() => void history.undo()}>
            <IconArrowBackUp size={14} /> Undo
          </UnstyledButton>
          <Kbd size="xs">Ctrl Z</Kbd>
        </>
      )}
      <span className={css.keys}>{children}</span>
    </footer>
  )
}
