import { Button, Kbd, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconArrowBackUp, IconCheck } from '../kit/look/icons.ts'
import css from './plan-edits.module.css'
import type { PlanEdits, Stale } from './plan-edits.ts'

export function StaleEdits({ stale }: { stale: readonly Stale[] }) {
  return stale.map(({ key, subject, theirs, mine, keepMine, takeTheirs }) => (
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

export function LastEdit({ edits, children }: { edits: Pick<PlanEdits, 'saved' | 'undo'>; children: ReactNode }) {
  return (
    <footer className={css.status}>
      <span role="status">
        {edits.saved ? (
          <>
            <IconCheck size={14} /> Saved. {edits.saved.message}
          </>
        ) : (
          'Nothing changed yet'
        )}
      </span>
      {edits.saved && (
        <>
          <UnstyledButton className="dna-link" onClick={() => void edits.undo()}>
            <IconArrowBackUp size={14} /> Undo
          </UnstyledButton>
          <Kbd size="xs">Ctrl Z</Kbd>
        </>
      )}
      <span className={css.keys}>{children}</span>
    </footer>
  )
}
