import { type ReactNode, useState } from 'react'
import { IconChevronDown, IconChevronRight } from '../look/icons.ts'
import type { RowKey } from '../parts/table.tsx'
import { GroupTitle } from './list-grouping.tsx'
import css from './list-page.module.css'

interface CardsProps<Row, Group> {
  label: string
  rows: Row[] | undefined
  card: (row: Row) => ReactNode
  groupBy?: { keyOf: (row: Row) => RowKey; groups: Group[]; groupLabel?: (group: Group) => string }
}

export function Cards<Row extends { id: RowKey }, Group extends { id: RowKey; name: string; lines?: number }>(
  props: CardsProps<Row, Group>,
) {
  const { label, rows, card, groupBy } = props
  const [closed, setClosed] = useState<ReadonlySet<RowKey>>(new Set())
  if (rows && groupBy) {
    const flip = (id: RowKey) =>
      setClosed(closed.has(id) ? new Set([...closed].filter((rowKey) => rowKey !== id)) : new Set([...closed, id]))
    return (
      <div className={css.cardGroups}>
        {groupBy.groups
          .map((group) => ({ group, own: rows.filter((row) => groupBy.keyOf(row) === group.id) }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => {
            const isClosed = closed.has(group.id)
            const Chevron = isClosed ? IconChevronRight : IconChevronDown
            return (
              <section key={group.id} aria-label={group.name}>
                <h2 className={css.cardsHead}>
                  <button type="button" aria-expanded={!isClosed} onClick={() => flip(group.id)}>
                    <Chevron size={16} stroke={1.6} aria-hidden />
                    <GroupTitle {...group} />
                  </button>
                  {groupBy.groupLabel && <span className={css.cardsWords}>{groupBy.groupLabel(group)}</span>}
                </h2>
                {!isClosed && (
                  <ul className={css.cardsOf} aria-label={`${label}, ${group.name}`}>
                    {own.map((row) => (
                      <li key={row.id}>{card(row)}</li>
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
      </div>
    )
  }
  return (
    <ul className={css.cards} aria-label={label} aria-busy={!rows}>
      {rows
        ? rows.map((row) => <li key={row.id}>{card(row)}</li>)
        : // biome-ignore lint/suspicious/noArrayIndexKey: empty frames without identity
          Array.from({ length: 6 }, (_, index) => <li key={`frame ${index}`} className={css.cardSkeleton} aria-hidden />)}
    </ul>
  )
}
