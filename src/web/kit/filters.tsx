import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { ListFilter, Resource } from '../../model/kit/resource.ts'
import css from './filters.module.css'
import { IconArrowLeft, IconChevronRight, IconFilter, IconPlus, IconSearch, IconX } from './icons.ts'
import { filtersOf, type ListAddress } from './list-address.ts'
import { useNames, useOptions } from './picker.tsx'
import table from './table.module.css'

/** What a page may say about a filter besides the resource. */
export interface FilterWords {
  /** The parameter of another filter that must be set first and narrows this one, as the buildings narrow the levels. */
  needs?: string
  /** Narrows the choices of an enumeration, as a stage narrows the project statuses. */
  only?: readonly (string | number)[]
  isHidden?: boolean
}
export type FiltersWords = Record<string, FilterWords>

interface FiltersProps {
  of: Resource
  address: ListAddress
  change: (part: Partial<ListAddress>) => void
  words?: FiltersWords
}

/** The filters of a list as sentences, and the menu that adds one. */
export function Filters({ of, address, change, words = {} }: FiltersProps) {
  const all = filtersOf(of) as Record<string, ListFilter>
  const set = (key: string, values: string[]) => {
    const filters = { ...address.filters, [key]: values }
    // What depended on it lost its ground: its choices came from the values just changed.
    for (const [other, { needs }] of Object.entries(words)) if (needs === key && values.length === 0) filters[other] = []
    change({ filters: Object.fromEntries(Object.entries(filters).filter(([, chosen]) => chosen.length > 0)) })
  }
  const shown = Object.keys(address.filters).filter((key) => all[key])
  const props = (key: string) => ({
    of,
    filter: all[key]!,
    words: words[key],
    chosen: address.filters[key] ?? [],
    others: address.filters,
    onChange: (values: string[]) => set(key, values),
  })
  return (
    <>
      {shown.map((key) => (
        <Chip key={key} {...props(key)} />
      ))}
      <AddFilter keys={Object.keys(all).filter((key) => !words[key]?.isHidden)} propsOf={props} />
      {shown.length > 0 && (
        <UnstyledButton className={css.clear} onClick={() => change({ filters: {} })}>
          Clear filters
        </UnstyledButton>
      )}
    </>
  )
}

interface FilterProps {
  of: Resource
  filter: ListFilter
  words?: FilterWords
  chosen: string[]
  others: Record<string, string[]>
  onChange: (values: string[]) => void
}

function Chip(props: FilterProps) {
  const { filter, chosen, onChange } = props
  const nameOf = useNames(filter.of?.(), filter.kind === 'reference' || filter.kind === 'user' ? chosen : [])
  const label = (value: string) => {
    if (filter.options) return filter.options.values.find((entry) => String(entry.value) === value)?.label ?? value
    if (filter.kind === 'boolean') return value === 'true' ? 'yes' : 'no'
    if (filter.kind === 'date') return value.replaceAll('-', '/')
    return filter.kind === 'text' ? value : nameOf(value)
  }
  // The label of a date says which end it is: "From 2026/11/01".
  const condition = { text: 'contains', date: '' }[filter.kind as string] ?? (chosen.length > 1 ? 'is any of' : 'is')
  return (
    <span className={css.chip}>
      <Popover position="bottom-start" width={260} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className={css.sentence}>
            {filter.label} {condition} <b>{chosen.map(label).join(', ')}</b>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={css.menu}>
          <Values {...props} />
        </Popover.Dropdown>
      </Popover>
      <UnstyledButton className={css.cross} aria-label={`Remove filter ${filter.label}`} onClick={() => onChange([])}>
        <IconX size={14} />
      </UnstyledButton>
    </span>
  )
}

function AddFilter({ keys, propsOf }: { keys: string[]; propsOf: (key: string) => FilterProps }) {
  const [isOpen, setOpen] = useState(false)
  const [key, setKey] = useState<string>()
  const open = (next: boolean) => {
    setOpen(next)
    setKey(undefined)
  }
  return (
    <Popover opened={isOpen} onChange={open} position="bottom-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={css.add}
          leftSection={<IconPlus size={14} />}
          onClick={() => open(!isOpen)}
          aria-label="Filter: add one"
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={css.menu} aria-label="Filters">
        {key === undefined ? (
          <>
            <div className={css.head}>
              <IconFilter size={14} /> Filters
            </div>
            {keys.map((one) => {
              const { filter, words, others, chosen } = propsOf(one)
              const isBarred = words?.needs !== undefined && !others[words.needs]?.length
              const needed = isBarred ? propsOf(words!.needs!).filter.label : ''
              return (
                <UnstyledButton
                  key={one}
                  className={css.item}
                  disabled={isBarred}
                  onClick={() => setKey(one)}
                  title={isBarred ? `Choose ${needed.toLowerCase()} first` : undefined}
                >
                  <span>{filter.label}</span>
                  {chosen.length > 0 && <span className={css.count}>{chosen.length}</span>}
                  <IconChevronRight size={14} />
                </UnstyledButton>
              )
            })}
          </>
        ) : (
          <>
            <UnstyledButton className={css.head} onClick={() => setKey(undefined)}>
              <IconArrowLeft size={14} /> {propsOf(key).filter.label}
            </UnstyledButton>
            <Values {...propsOf(key)} />
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** What a filter offers, by its kind. */
function Values(props: FilterProps) {
  const { filter, words, chosen, onChange } = props
  if (filter.kind === 'text') return <TextValue {...props} />
  if (filter.kind === 'date')
    return (
      <TextInput
        data-autofocus
        type="date"
        aria-label={filter.label}
        value={chosen[0] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(value ? [value] : [])}
      />
    )
  if (filter.kind === 'reference' || filter.kind === 'user') return <Names {...props} />
  const all = filter.options
    ? filter.options.values.filter(({ value }) => !words?.only || words.only.includes(value)).map(({ value, label }) => ({ value, label }))
    : [true, false].map((value) => ({ value: String(value), label: value ? 'Yes' : 'No' }))
  return <Boxes options={all} chosen={chosen} onChange={(values) => onChange(filter.kind === 'boolean' ? values.slice(-1) : values)} />
}

function TextValue({ filter, chosen, onChange }: FilterProps) {
  const [text, setText] = useState(chosen[0] ?? '')
  const tell = useDebouncedCallback((value: string) => onChange(value.trim() ? [value.trim()] : []), 400)
  return (
    <TextInput
      data-autofocus
      aria-label={`${filter.label} contains`}
      placeholder={`${filter.label} contains`}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        tell(event.currentTarget.value)
      }}
    />
  )
}

function Names({ filter, words, chosen, others, onChange }: FilterProps) {
  const [typed, setTyped] = useState('')
  const narrowed = words?.needs ? { [words.needs]: others[words.needs] } : {}
  const { options, isFetching, more } = useOptions(filter.of?.(), typed, true, narrowed)
  return (
    <>
      <TextInput
        data-autofocus
        size="xs"
        leftSection={<IconSearch size={14} />}
        aria-label={`Search ${filter.label}`}
        placeholder={`Search ${filter.label.toLowerCase()}`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Boxes options={options ?? []} chosen={chosen} onChange={onChange} onEnd={more}>
        {options?.length === 0 && !isFetching && <div className={css.none}>Nothing found</div>}
        {isFetching && <div className={css.none}>Searching…</div>}
      </Boxes>
    </>
  )
}

interface BoxesProps {
  options: { value: string | number; label: string; picture?: string }[]
  chosen: string[]
  onChange: (values: string[]) => void
  onEnd?: () => void
  children?: ReactNode
}

/** Choices with boxes; at its end a long list asks for more. */
function Boxes({ options, chosen, onChange, onEnd, children }: BoxesProps) {
  return (
    <div
      className={css.boxes}
      tabIndex={options.length > 0 ? -1 : 0}
      onScroll={({ currentTarget: box }) => box.scrollTop + box.clientHeight > box.scrollHeight - 40 && onEnd?.()}
    >
      {options.map(({ value, label, picture }) => (
        <label key={value} className={css.item}>
          <input
            type="checkbox"
            className={table.check}
            checked={chosen.includes(String(value))}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, String(value)] : chosen.filter((one) => one !== String(value)))
            }
          />
          {picture && <img src={picture} alt="" />}
          <span>{label}</span>
        </label>
      ))}
      {children}
    </div>
  )
}
