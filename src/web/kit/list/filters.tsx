import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Fragment, type ReactNode, useState } from 'react'
import { addDays, firstDayOf, monthOf } from '../../../model/kit/dates.ts'
import type { ListFilter, Resource } from '../../../model/kit/description.ts'
import { namesCall, useNames, useOptions } from '../form/picker.tsx'
import { IconArrowLeft, IconCheck, IconChevronRight, IconFilter, IconPlus, IconSearch, IconX } from '../look/icons.ts'
import table from '../parts/table.module.css'
import { can } from '../request/can.ts'
import { withoutLost, wordsOfDates } from './filter-rules.ts'
import css from './filters.module.css'
import { filtersOf, isCommonFilter, type ListAddress } from './list-address.ts'

/** What a page may say about a filter besides the resource. */
export interface FilterWords {
  /** Narrows the choices of an enumeration, as a stage narrows the project statuses. */
  only?: readonly (string | number)[]
  /** What a text can be, where there is a list of it. */
  choices?: readonly string[]
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
    const { to } = all[key]!
    const own = to ? { [key]: values.slice(0, 1), [to]: values.slice(1) } : { [key]: values }
    const filters = withoutLost(all, { ...address.filters, ...own }, key, address.filters[key] ?? [], values)
    change({ filters: Object.fromEntries(Object.entries(filters).filter(([, chosen]) => chosen.some(Boolean))) })
  }
  const has = (key: string) => address.filters[key] ?? address.filters[all[key]!.to ?? '']
  const offered = Object.keys(all).filter((key) => !words[key]?.isHidden && mayChoose(all[key]!))
  const shown = Object.keys(all).filter((key) => has(key) && !words[key]?.isHidden)
  const props = (key: string) => ({
    of,
    filter: all[key]!,
    words: words[key],
    chosen: all[key]!.to ? [address.filters[key]?.[0] ?? '', address.filters[all[key]!.to]?.[0] ?? ''] : (address.filters[key] ?? []),
    others: address.filters,
    within: all[all[key]!.within ?? ''],
    onChange: (values: string[]) => set(key, values),
  })
  return (
    <>
      {shown.map((key) => (
        <Chip key={key} {...props(key)} />
      ))}
      <AddFilter keys={offered} propsOf={props} />
      {shown.length > 0 && (
        <UnstyledButton className={css.clear} onClick={() => change({ filters: {} })}>
          Clear filters
        </UnstyledButton>
      )}
    </>
  )
}

/** Names one may not read are not offered to choose from. */
const isOfNames = ({ kind }: ListFilter) => kind === 'reference' || kind === 'user'
const callOf = (filter: ListFilter) => filter.names?.() ?? namesCall(filter.of?.())
const mayChoose = (filter: ListFilter) =>
  !isOfNames(filter) || ((filter.kind === 'user' || filter.of !== undefined) && can(callOf(filter).permission))

interface FilterProps {
  of: Resource
  filter: ListFilter
  words?: FilterWords
  chosen: string[]
  others: Record<string, string[]>
  /** The filter whose choices narrow those of this one; without them there is nothing to choose. */
  within?: ListFilter
  onChange: (values: string[]) => void
}
const lacksOuter = ({ filter, within, others }: FilterProps) => within !== undefined && !others[filter.within!]?.some(Boolean)

function Chip(props: FilterProps) {
  const { filter, chosen, onChange } = props
  const nameOf = useNames(filter.of?.(), isOfNames(filter) ? chosen : [], { call: filter.names?.(), place: filter.place })
  const label = (value: string) => {
    if (filter.options) return filter.options.values.find((entry) => String(entry.value) === value)?.label ?? value
    if (filter.kind === 'boolean') return value === 'true' ? 'yes' : 'no'
    return filter.kind === 'text' ? value : nameOf(value)
  }
  const [condition, said] =
    filter.kind === 'dates'
      ? wordsOfDates(chosen)
      : [
          filter.kind === 'text' && !props.words?.choices ? 'contains' : chosen.length > 1 ? 'is any of' : 'is',
          chosen.map(label).join(', '),
        ]
  return (
    <span className={css.chip}>
      <Popover position="bottom-start" width={260} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className={css.sentence}>
            {filter.label} {condition} <b>{said}</b>
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
  /** Where one comes back to. */
  const [last, setLast] = useState<string>()
  const open = (next: boolean) => {
    setOpen(next)
    setKey(undefined)
    setLast(undefined)
  }
  const step = (to: string | undefined) => {
    setLast(key)
    setKey(to)
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
          <div ref={takeFocus}>
            <div className={css.head}>
              <IconFilter size={14} /> Filters
            </div>
            {keys.map((one, at) => {
              const { filter, chosen } = propsOf(one)
              const count = chosen.filter(Boolean).length
              return (
                <Fragment key={one}>
                  {at > 0 && isCommonFilter(one) && !isCommonFilter(keys[at - 1]!) && <hr className={css.divider} />}
                  <UnstyledButton
                    className={css.item}
                    data-autofocus={(last ? one === last : at === 0) || undefined}
                    onClick={() => step(one)}
                  >
                    <span>{filter.label}</span>
                    {count > 0 && <span className={css.count}>{filter.kind === 'dates' ? 1 : count}</span>}
                    <IconChevronRight size={14} />
                  </UnstyledButton>
                </Fragment>
              )
            })}
          </div>
        ) : (
          <div key={key} ref={takeFocus}>
            <UnstyledButton className={css.head} onClick={() => step(undefined)}>
              <IconArrowLeft size={14} /> {propsOf(key).filter.label}
            </UnstyledButton>
            <Values {...propsOf(key)} onOuter={() => step(propsOf(key).filter.within)} />
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** What was pressed is gone with the step before: the focus goes to where one goes on. */
function takeFocus(step: HTMLElement | null) {
  ;(step?.querySelector<HTMLElement>('[data-autofocus]') ?? step?.querySelector<HTMLElement>('input'))?.focus()
}

/** What a filter offers, by its kind. */
function Values({ onOuter, ...props }: FilterProps & { onOuter?: () => void }) {
  const { filter, words, chosen, onChange } = props
  if (lacksOuter(props) && chosen.length === 0) return <OuterFirst within={props.within!} filter={filter} onOuter={onOuter} />
  if (words?.choices) return <Boxes options={words.choices.map((value) => ({ value, label: value }))} chosen={chosen} onChange={onChange} />
  if (filter.kind === 'text') return <TextValue {...props} />
  if (filter.kind === 'dates') return <Dates {...props} />
  if (isOfNames(filter)) return <Names {...props} />
  const all = filter.options
    ? filter.options.values.filter(({ value }) => !words?.only || words.only.includes(value)).map(({ value, label }) => ({ value, label }))
    : [true, false].map((value) => ({ value: String(value), label: value ? 'Yes' : 'No' }))
  return <Boxes options={all} chosen={chosen} onChange={(values) => onChange(filter.kind === 'boolean' ? values.slice(-1) : values)} />
}

/** A level is one of a building: whoever wants levels chooses the building first. */
function OuterFirst({ within, filter, onOuter }: { within: ListFilter; filter: ListFilter; onOuter?: () => void }) {
  const outer = within.label.toLowerCase()
  return (
    <div className={css.none}>
      <p>
        {filter.label} offers what belongs to the chosen {outer}. No {outer} is chosen yet.
      </p>
      {onOuter && (
        <Button data-autofocus size="xs" variant="default" onClick={onOuter}>
          Choose a {outer}
        </Button>
      )}
    </div>
  )
}

/** First and last day, both included; days are those of UTC, as the server counts them. */
function Dates({ filter, chosen, onChange }: FilterProps) {
  const today = new Date().toISOString().slice(0, 10)
  const [from = '', to = ''] = chosen
  const spans: [string, string, string][] = [
    ['Today', today, today],
    ['Last 7 days', addDays(today, -6), today],
    ['Last 30 days', addDays(today, -29), today],
    ['This month', firstDayOf(monthOf(today)), today],
    ['This year', `${today.slice(0, 4)}-01-01`, today],
  ]
  return (
    <div className={css.dates}>
      <div className={css.span}>
        <Day label="From" name={`${filter.label} from`} value={from} onChange={(day) => onChange([day, to])} />
        <Day label="To" name={`${filter.label} to`} value={to} onChange={(day) => onChange([from, day])} />
      </div>
      {spans.map(([label, first, last]) => (
        <UnstyledButton
          key={label}
          className={css.item}
          aria-pressed={from === first && to === last}
          onClick={() => onChange([first, last])}
        >
          <span>{label}</span>
          {from === first && to === last && <IconCheck size={14} />}
        </UnstyledButton>
      ))}
    </div>
  )
}

/** A year is typed digit by digit: the year 2 is on the way to 2026 and not meant. */
function Day({ label, name, value, onChange }: { label: string; name: string; value: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setTyped(value)
  }
  return (
    <TextInput
      data-autofocus={label === 'From' || undefined}
      type="date"
      size="xs"
      label={label}
      aria-label={name}
      value={typed}
      onChange={({ currentTarget: { value: day } }) => {
        setTyped(day)
        if (day === '' || day >= '1900') onChange(day)
      }}
    />
  )
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

function Names({ filter, chosen, others, onChange }: FilterProps) {
  const [typed, setTyped] = useState('')
  const narrowed = filter.within ? { [filter.within]: others[filter.within] } : {}
  const { options, isFetching, more } = useOptions(filter.of?.(), typed, true, narrowed, { call: filter.names?.(), place: filter.place })
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
