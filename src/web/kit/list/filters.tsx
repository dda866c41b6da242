import { Button, Popover, UnstyledButton } from '@mantine/core'
import { Fragment, type KeyboardEvent, useState } from 'react'
import type { ListFilter, Resource } from '../../../model/kit/description.ts'
import { pickerCall, usePickerNames } from '../form/picker-names.ts'
import { IconArrowLeft, IconChevronRight, IconFilter, IconPlus, IconX } from '../look/icons.ts'
import { preload } from '../look/load-with-retry.ts'
import { can } from '../request/can.ts'
import { useLoaded } from '../request/lazy-part.ts'
import {
  canNegate,
  datesText,
  dropEmptyFilters,
  dropOrphanedValues,
  filterUnit,
  isNameFilter,
  isParentFilterEmpty,
  rangeText,
  withNegation,
} from './filter-rules.ts'
import type { FilterProps, FilterTexts, ListRequest } from './filter-values.tsx'
import css from './filters.module.css'
import { isCommonFilter, type ListAddress, listFilters, negationKey } from './list-address.ts'

export type { FilterTexts as FilterWords } from './filter-values.tsx'
export type FilterTextsByKey = Readonly<Record<string, FilterTexts | undefined>>

interface FiltersProps {
  resource: Resource
  address: ListAddress
  change: (part: Partial<ListAddress>) => void
  filterTexts?: FilterTextsByKey
  listRequest?: ListRequest
}

export function Filters({ resource, address, change, filterTexts = {}, listRequest }: FiltersProps) {
  const all = listFilters(resource)
  /** Filters that are on without a value yet: a dependent filter, and the one it depends on. */
  const [emptyKeys, setEmptyKeys] = useState<readonly string[]>([])
  const set = (key: string, values: string[]) => {
    setEmptyKeys(emptyKeys.filter((other) => other !== key && (values.length > 0 || all[other]?.parentFilter !== key)))
    const { endParameter } = all[key]!
    const own = endParameter ? { [key]: values.slice(0, 1), [endParameter]: values.slice(1) } : { [key]: values }
    const filters = dropOrphanedValues(all, { ...address.filters, ...own }, key, address.filters[key] ?? [], values)
    change({ filters: dropEmptyFilters(filters, negationKey) })
  }
  const not = address.filters[negationKey] ?? []
  const has = (key: string) => address.filters[key] ?? address.filters[all[key]!.endParameter ?? '']
  const offered = Object.keys(all).filter((key) => !filterTexts[key]?.isHidden && mayChoose(all[key]!))
  const shown = Object.keys(all).filter((key) => (has(key) || emptyKeys.includes(key)) && !filterTexts[key]?.isHidden)
  /** A level filter switches on the building filter, which then comes first. Returns the filter to choose values of. */
  function switchOn(key: string): string {
    const filter = all[key]
    if (!filter?.parentFilter || !isParentFilterEmpty(filter, address.filters, negationKey)) return key
    setEmptyKeys([...new Set([...emptyKeys, filter.parentFilter, key])])
    return filter.parentFilter
  }
  const props = (key: string): FilterProps => {
    const filter = all[key]!
    return {
      resource,
      filter,
      texts: filterTexts[key],
      chosen: filter.endParameter
        ? [address.filters[key]?.[0] ?? '', address.filters[filter.endParameter]?.[0] ?? '']
        : (address.filters[key] ?? []),
      others: address.filters,
      within: all[filter.parentFilter ?? ''],
      onChange: (values: string[]) => set(key, values),
      isNot: not.includes(key),
      onNot:
        listRequest && canNegate(filter)
          ? (isNot: boolean) => change({ filters: withNegation(all, address.filters, key, isNot, negationKey) })
          : undefined,
      listRequest: listRequest && { ...listRequest, name: key },
    }
  }
  return (
    <>
      {shown.map((key) => (
        <Chip key={key} {...props(key)} />
      ))}
      <AddFilter keys={offered} propsOf={props} switchOn={switchOn} />
      {shown.length > 0 && (
        <UnstyledButton
          className={css.clear}
          onClick={() => {
            setEmptyKeys([])
            change({ filters: {} })
          }}
        >
          Clear filters
        </UnstyledButton>
      )}
    </>
  )
}

const loadValues = () => import('./filter-values.tsx')
const early = { onPointerEnter: preload(loadValues), onFocus: preload(loadValues) }

/** Omits filters whose names the user may not read. */
const filterNamesCall = (filter: ListFilter) => filter.names?.() ?? pickerCall(filter.resource?.())
const mayChoose = (filter: ListFilter) =>
  !isNameFilter(filter) || ((filter.kind === 'user' || filter.resource !== undefined) && can(filterNamesCall(filter).permission))

const panel = { position: 'bottom-start', width: 260, trapFocus: true, returnFocus: true, closeOnEscape: false } as const
/** Escape closes an open calendar before the panel around it. */
const onEscape = (close: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  const hasCalendar = event.currentTarget.querySelector('[data-dates-dropdown]') !== null
  if (event.key === 'Escape' && !hasCalendar) close()
}

function Chip(props: FilterProps) {
  const [isOpen, setOpen] = useState(false)
  const { part, whenLoaded } = useLoaded(loadValues)
  const { filter, chosen, onChange, isNot } = props
  const hasParent = !isParentFilterEmpty(filter, props.others, negationKey)
  const nameOf = usePickerNames(filter.resource?.(), isNameFilter(filter) ? chosen : [], {
    call: filter.names?.(),
    place: filter.contextKey,
  })
  const label = (value: string) => {
    if (filter.options) return filter.options.values.find((entry) => String(entry.value) === value)?.label ?? value
    if (filter.kind === 'boolean') return value === 'true' ? 'yes' : 'no'
    return filter.kind === 'text' ? value : nameOf(value)
  }
  const [condition, conditionText] = !chosen.some(Boolean)
    ? ['is', 'any']
    : filter.kind === 'dates'
      ? datesText(chosen)
      : filter.kind === 'range'
        ? rangeText(chosen, filterUnit(props))
        : [
            filter.kind === 'text' && !props.texts?.choices
              ? 'contains'
              : chosen.length > 1
                ? `is ${isNot ? 'none' : 'any'} of`
                : isNot
                  ? 'is not'
                  : 'is',
            chosen.map(label).join(', '),
          ]
  return (
    <span className={css.chip}>
      <Popover {...panel} opened={isOpen} onChange={setOpen}>
        <Popover.Target>
          <UnstyledButton
            className={css.sentence}
            disabled={!hasParent && chosen.length === 0}
            title={hasParent ? undefined : `Choose a ${props.within?.label.toLowerCase()} first`}
            onClick={() => whenLoaded(() => setOpen(!isOpen))}
            {...early}
          >
            {filter.label} {condition} <b>{conditionText}</b>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={css.menu} onKeyDown={onEscape(() => setOpen(false))}>
          {part && <part.FilterValues {...props} />}
        </Popover.Dropdown>
      </Popover>
      <UnstyledButton className={css.cross} aria-label={`Remove filter ${filter.label}`} onClick={() => onChange([])}>
        <IconX size={14} />
      </UnstyledButton>
    </span>
  )
}

interface AddFilterProps {
  keys: string[]
  propsOf: (key: string) => FilterProps
  switchOn: (key: string) => string
}

function AddFilter({ keys, propsOf, switchOn }: AddFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const { part, whenLoaded } = useLoaded(loadValues)
  const [key, setKey] = useState<string>()
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
    <Popover {...panel} opened={isOpen} onChange={open}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={css.add}
          leftSection={<IconPlus size={14} />}
          onClick={() => whenLoaded(() => open(!isOpen))}
          {...early}
          aria-label="Filter: add one"
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={css.menu} aria-label="Filters" onKeyDown={onEscape(() => open(false))}>
        {key === undefined ? (
          <div ref={takeFocus}>
            <div className={css.head}>
              <IconFilter size={14} /> Filters
            </div>
            {keys.map((item, index) => {
              const { filter, chosen } = propsOf(item)
              const count = chosen.filter(Boolean).length
              return (
                <Fragment key={item}>
                  {index > 0 && isCommonFilter(item) && !isCommonFilter(keys[index - 1]!) && <hr className={css.divider} />}
                  <UnstyledButton
                    className={css.item}
                    data-autofocus={(last ? item === last : index === 0) || undefined}
                    onClick={() => step(switchOn(item))}
                  >
                    <span>{filter.label}</span>
                    {count > 0 && <span className={css.count}>{filter.endParameter ? 1 : count}</span>}
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
            {part && <part.FilterValues {...propsOf(key)} />}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The focused element disappears with the previous step, so focus moves to the next one. */
function takeFocus(step: HTMLElement | null) {
  ;(step?.querySelector<HTMLElement>('[data-autofocus]') ?? step?.querySelector<HTMLElement>('input'))?.focus()
}
