import { ActionIcon, Kbd, NativeSelect, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, type Ref, type RefObject, useRef, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { IconArrowDown, IconArrowUp, IconSearch } from '../look/icons.ts'
import { fieldsToShow, isSortable } from '../parts/columns.tsx'
import { useOrdering } from '../parts/ordering.tsx'
import table from '../parts/table.module.css'
import type { Listing } from './list-listing.ts'
import css from './list-page.module.css'

interface SearchInputProps {
  inputRef: RefObject<HTMLInputElement | null>
  label: string
  value: string
  onChange: (text: string) => void
}

/** Search box with a debounce. Existing rows remain until new ones arrive, and late responses are dropped. */
export function SearchInput({ inputRef, label, value, onChange }: SearchInputProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const lastSent = useRef(value)
  const debouncedChange = useDebouncedCallback((next: string) => {
    lastSent.current = next
    onChange(next)
  }, 120)
  // Updates the box when navigation or "Clear" changes the URL, but not for changes the box itself reported.
  if (value !== seen) {
    setSeen(value)
    if (value !== lastSent.current) setText(value)
    lastSent.current = value
  }
  return (
    <TextInput
      ref={inputRef}
      className={css.search}
      style={{ minWidth: label.length * 6.6 + 66 }}
      size="xs"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      rightSection={<Kbd className={css.slash}>/</Kbd>}
      rightSectionPointerEvents="none"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        debouncedChange(event.currentTarget.value.trim())
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
  )
}

export function IconTool({ label, icon, ...rest }: { label: string; icon: ReactNode; onClick?: () => void; ref?: Ref<HTMLButtonElement> }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...rest}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

export function SortBy({ listing: { listed, address, change, isDeleted } }: { listing: Listing }) {
  const [first = ''] = address.sort
  const isDown = first.startsWith('-')
  const key = first.replace(/^-/, '')
  const columns = Object.entries(fieldsToShow(listed, isDeleted)).filter(([, field]) => isSortable(field))
  return (
    <span className={css.sortBy}>
      <NativeSelect
        aria-label="Sort by"
        data={columns.map(([value, { label }]) => ({ value, label }))}
        value={key}
        onChange={({ currentTarget: { value } }) => change({ sort: [value] })}
      />
      <IconTool
        label={isDown ? 'Sort ascending' : 'Sort descending'}
        icon={isDown ? <IconArrowDown size={18} /> : <IconArrowUp size={18} />}
        onClick={() => change({ sort: [isDown ? key : `-${key}`] })}
      />
    </span>
  )
}

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

export function ColumnsList({ resource, shown, show, isDeleted }: ColumnsProps) {
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
