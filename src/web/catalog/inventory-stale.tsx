import { Button } from '@mantine/core'
import { formatCount } from '../../model/kit/plural.ts'
import css from './inventory.module.css'
import { cellText, gridColumns, type Sheet } from './inventory-edits.ts'

const shownStale = 20

export function StaleRows({ sheet, settle }: { sheet: Sheet; settle: (ids: number[], keep: 'mine' | 'theirs') => void }) {
  const stale = [...sheet.edits].filter(([, { newer }]) => newer)
  if (stale.length === 0) return null
  const ids = stale.map(([id]) => id)
  return (
    <section className={css.stale} aria-label="Rows someone else has changed">
      <b>{formatCount(stale.length, 'row was', 'rows were')} changed by someone else and not saved.</b>
      {stale.length > 1 && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => settle(ids, 'mine')}>
            Keep all of mine
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => settle(ids, 'theirs')}>
            Take all of theirs
          </Button>
        </>
      )}
      <ul>
        {stale.slice(0, shownStale).map(([id, { newer, base, cells }]) => (
          <li key={id}>
            <b>{newer!.model}</b>
            <span>
              {gridColumns
                .map((column) => ({ column, theirs: cellText(newer!, column), was: cellText(base, column) }))
                .filter(({ theirs, was, column }) => theirs !== was || cells[column.key])
                .map(({ column, theirs, was }) => {
                  const mine = cells[column.key]?.text
                  const parts = [theirs !== was && `theirs “${theirs}”`, mine !== undefined && `mine “${mine}”`].filter(Boolean)
                  return `${column.label}: ${parts.join(', ')}`
                })
                .join('; ')}
            </span>
            <Button size="compact-xs" variant="default" aria-label={`Keep mine: ${newer!.model}`} onClick={() => settle([id], 'mine')}>
              Keep mine
            </Button>
            <Button size="compact-xs" variant="default" aria-label={`Take theirs: ${newer!.model}`} onClick={() => settle([id], 'theirs')}>
              Take theirs
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
