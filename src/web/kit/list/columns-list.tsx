import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { fieldsToShow } from '../parts/columns.tsx'
import { useOrdering } from '../parts/ordering.tsx'
import table from '../parts/table.module.css'
import css from './list-page.module.css'

/** Puts the shown columns, in their order, into the places that shown columns have. */
function fillPlaces(places: readonly string[], shown: readonly string[]): string[] {
  const rest = [...shown]
  return places.flatMap((key) => (shown.includes(key) ? (rest.shift() ?? []) : key))
}

interface ColumnsProps {
  resource: Resource
  shown: string[]
  show: (keys: string[] | undefined) => void
  isDeleted?: boolean
}

export default function ColumnsList({ resource, shown, show, isDeleted }: ColumnsProps) {
  const fields = fieldsToShow(resource, isDeleted)
  const locked = resource.list.columns.includes(resource.title) ? resource.title : resource.list.columns[0]
  const inOrder = [...new Set([...(locked && !shown.includes(locked) ? [locked] : []), ...shown])].filter((key) => fields[key])
  const hidden = Object.keys(fields).filter((key) => !inOrder.includes(key))
  /** Places of all columns while the list is open: a row that moved when its box is clicked would lose the focus. */
  const [places, setPlaces] = useState(() => [...inOrder, ...hidden])
  const isIn = (key: string) => inOrder.includes(key)
  const flip = (key: string) =>
    show(isIn(key) ? inOrder.filter((item) => item !== key) : fillPlaces(places, inOrder).filter((item) => item === key || isIn(item)))
  // The first column names the row and stays in view when the table scrolls, so it keeps its place.
  const ordering = useOrdering({
    name: `columns of ${resource.path}`,
    ids: inOrder,
    nameOf: (key) => fields[key]?.label,
    item: 'li',
    areSiblings: (key, other) => (key === locked) === (other === locked),
    save(keys) {
      setPlaces(fillPlaces(places, keys))
      show(keys)
      return undefined
    },
  })
  const check = (key: string) => (
    <label>
      <input type="checkbox" className={table.check} checked={isIn(key)} disabled={key === locked} onChange={() => flip(key)} />
      {fields[key]?.label}
    </label>
  )
  return (
    <>
      <div className={css.columnsHead}>
        Columns Visibility
        <UnstyledButton className={css.action} onClick={() => show(undefined)}>
          Reset
        </UnstyledButton>
      </div>
      {ordering.area(
        <ul className={css.columnsList}>
          {fillPlaces(places, ordering.ids).map((key) => (
            <li key={key}>
              {key === locked || !isIn(key) ? <span /> : ordering.grip(key)}
              {check(key)}
            </li>
          ))}
        </ul>,
      )}
    </>
  )
}
