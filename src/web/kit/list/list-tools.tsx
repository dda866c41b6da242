import { ActionIcon, Kbd, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react'
import { IconArrowDown, IconArrowUp, IconSearch } from '../look/icons.ts'
import { fieldsToShow, isSortable } from '../parts/columns.tsx'
import { useTypedSearch } from '../request/typing-pause.ts'
import type { Listing } from './list-listing.ts'
import css from './list-page.module.css'

interface SearchInputProps {
  inputRef: RefObject<HTMLInputElement | null>
  label: string
  value: string
  onChange: (text: string) => void
  isCached?: (text: string) => boolean
}

/** Search box with a debounce. Existing rows remain until new ones arrive, and late responses are dropped. */
export function SearchInput({ inputRef, label, value, onChange, isCached }: SearchInputProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const lastSent = useRef(value)
  const search = useTypedSearch((next: string) => {
    lastSent.current = next
    onChange(next)
  }, isCached)
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
        search(event.currentTarget.value.trim())
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
  )
}

interface IconToolProps extends ComponentProps<'button'> {
  label: string
  icon: ReactNode
}

export function IconTool({ label, icon, color: _, ...rest }: IconToolProps) {
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
