import { Loader, MultiSelect, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { listPeopleNames } from '../../../model/kit/people-calls.ts'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import type { FilterQuery, IdOf } from '../../../model/kit/resource.ts'
import { isPerson, userName } from '../parts/avatar.tsx'
import { refName } from '../parts/columns.tsx'
import { callKey, resourceCalls, useRead } from '../request/call.ts'
import { type AnyCall, request } from '../request/client.ts'
import { createRow, mayCreateRow } from './create-row.ts'
import type { PathParams, Values } from './form.ts'
import { NewOptionLine, type OptionFacts, OptionLine, optionFacts } from './picker-option.tsx'

/** A scrollable list must be focusable, and a listbox may contain focusable elements only inside a group. */
export const listViewport = { tabIndex: 0, role: 'group', 'aria-label': 'Choices' }

/**
 * Keyboard handling of an open list: Enter picks the highlighted option, even before results load, and never submits the form. Tab skips
 * the list, because focus inside it would be lost when it closes.
 */
export function handleListKey(event: KeyboardEvent<HTMLInputElement>) {
  const field = event.currentTarget
  if (event.nativeEvent.isComposing || field.ariaExpanded !== 'true') return
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  if (event.key === 'Tab') list?.querySelector('[role="group"][tabindex]')?.setAttribute('tabindex', '-1')
  if (event.key !== 'Enter' || field.value === '') return
  event.preventDefault()
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  if (marked) event.stopPropagation()
  marked?.click()
}

export type Id = string | number
interface Option extends OptionFacts {
  value: Id
  label: string
  picture?: string
}

/** Path parameters of the page, for pickers limited to the same project. */
export const PathParamsContext = createContext<PathParams>({})

/** Source of names: a resource, or users if undefined. */
type PickerSource = Resource | undefined
export const pickerCall = (resource: PickerSource): AnyCall => (resource ? resourceCalls(resource).typeHead : listPeopleNames)

const names = new Map<string, string>()
const nameKey = (resource: PickerSource, id: Id) => `${resource?.path ?? 'users'} ${id}`

/** Overrides for loading names: the call to use instead of the resource's picker, and the field that distinguishes equal names. */
interface PickerNames {
  call?: AnyCall
  place?: string
}

/** `isHurried` skips the debounce. */
type PickerOptions = PickerNames & { isHurried?: boolean }

const itemsIn = (page: unknown): Values[] =>
  typeof page === 'object' && page !== null && 'items' in page && Array.isArray(page.items) ? page.items : []

function pickerOption(resource: PickerSource, item: Values, place?: string): Option {
  const name = isPerson(item) ? userName(item) : refName(resource ? { name: item[resource.title], ...item } : item)
  // Rooms in a building can share a name, so prefix the room number.
  const own = item.spaceNumber ? `${item.spaceNumber} ${name}` : name
  const label = place && item[place] ? `${own}, ${item[place]}` : own
  names.set(nameKey(resource, item.id), label)
  const picture = item.logoUrl ?? item.imageUrl ?? item.avatarUrl ?? item.icon
  return {
    value: item.id,
    label,
    picture: /^\/|^https?:/.test(picture ?? '') ? picture : undefined,
    ...(resource && optionFacts(resource, item)),
  }
}

/** Searches names ten at a time, 400 ms after the last keystroke or at once. Results of an earlier search text are never shown. */
export function usePickerOptions(
  resource: PickerSource,
  typed: string,
  isOpen: boolean,
  query: object = {},
  { call: own, place, isHurried }: PickerOptions = {},
) {
  const [settled] = useDebouncedValue(typed.trim(), 400)
  const search = isHurried ? typed.trim() : settled
  const params = useContext(PathParamsContext)
  const source = own ?? pickerCall(resource)
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [...callKey(source, { params, query: { ...query, search } }), 'pages'],
    queryFn: ({ pageParam, signal }) => request(source, { params, signal, query: { ...query, search, page: pageParam, itemsPerPage: 10 } }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (itemsIn(last).length < 10 ? undefined : pages.length + 1),
    enabled: isOpen,
  })
  return {
    options: data?.pages.flatMap((page) => itemsIn(page).map((item) => pickerOption(resource, item, place))),
    isFetching: isFetching || search !== typed.trim(),
    more: () => hasNextPage && !isFetching && void fetchNextPage(),
  }
}

/** Resolves ids to names. Unknown ids are loaded in one batch request. */
export const usePickerNames = (resource: PickerSource, ids: readonly Id[], names?: PickerNames) =>
  useNamesToCome(resource, ids, names).nameOf

function useNamesToCome(resource: PickerSource, ids: readonly Id[], { call: own, place }: PickerNames = {}) {
  const params = useContext(PathParamsContext)
  // Ids stay in the query once requested, so it stays enabled after their names arrive.
  const [requestedIds, setAsked] = useState<readonly Id[]>([])
  const unknown = ids.filter((id) => Number(id) !== 0 && !names.has(nameKey(resource, id)))
  if (unknown.some((id) => !requestedIds.includes(id))) setAsked(unknown)
  const query = { ids: requestedIds, all: true }
  const { data, isFetching } = useRead(own ?? pickerCall(resource), { params, query }, { enabled: requestedIds.length > 0, isQuiet: true })
  for (const item of itemsIn(data)) pickerOption(resource, item, place)
  const nameOf = (id: Id) => names.get(nameKey(resource, id)) ?? (String(id) === '0' ? 'none' : `#${id}`)
  return { nameOf, areComing: unknown.length > 0 && isFetching }
}

/** Users have UUIDs; rows have the id type of their resource. */
type IdIn<S> = S extends Resource ? IdOf<S> : string

interface PickerProps<S extends PickerSource> extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'resource' | 'onOptionSubmit'> {
  resource: S
  query?: FilterQuery<S>
}

const pictured =
  (options: Option[]) =>
  (item: { option: { value: Id; label: string } }): ReactNode => {
    if (item.option.value === newId) return <NewOptionLine label={item.option.label} />
    const { value: _, ...known } = options.find(({ value }) => String(value) === String(item.option.value)) ?? item.option
    return <OptionLine {...known} label={item.option.label} />
  }

/** Value of the option that creates a row. No row has this id. */
const newId = 'new'

const splitIntoTerms = (text: string) => text.toLowerCase().split(/\s+/)
const readsLike = (label: string, typed: string) => splitIntoTerms(typed).every((word) => label.toLowerCase().includes(word))

/** Extracts the search text from input that contains more, such as `4 x DIS-75`. */
interface Typing {
  wordsOf?: (typed: string) => string
  onTyped?: (typed: string) => void
}
interface Picking extends Typing {
  query?: object
  take?: (id: Id) => void
  /** Receives a row that was created for the typed name. */
  add: (id: Id) => void
}

/** Creates a row named like the typed text. The text stays in the field if the name is rejected or the dialog is closed. */
function useNewRow(resource: PickerSource, add: Picking['add']) {
  const isCreating = useRef(false)
  const [problem, setProblem] = useState<string>()
  const take = useEffectEvent(add)
  return {
    problem,
    forget: () => setProblem(undefined),
    async create(name: string, keep: () => void) {
      if (!resource || isCreating.current) return
      isCreating.current = true
      const { row, problem } = await createRow(resource, name)
      isCreating.current = false
      setProblem(problem)
      if (!row) return keep()
      pickerOption(resource, row)
      take(row.id)
    },
  }
}

function usePicker(resource: PickerSource, chosen: Option[], { query, take, add, onTyped, wordsOf = (typed) => typed }: Picking) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  /** Text in the field when Enter was pressed before the results arrived. */
  const [hurried, setHurried] = useState<string>()
  const isName = chosen.some(({ label }) => label === typed)
  const searchText = isName ? '' : wordsOf(typed)
  const isHurried = hurried !== undefined && hurried === typed
  const { options = [], isFetching, more } = usePickerOptions(resource, searchText, isOpen, query, { isHurried })
  const hasAnswer = isOpen && searchText.trim() !== '' && !isFetching
  const takeFirst = useEffectEvent(() => {
    setHurried(undefined)
    if (!options[0] || !take) return
    take(options[0].value)
    setOpen(false)
  })
  useEffect(() => {
    if (isHurried && hasAnswer) takeFirst()
  }, [isHurried, hasAnswer])
  const { problem, forget, create } = useNewRow(resource, (id) => {
    add(id)
    // The dialog returns the focus to the empty field, which opens the list.
    setOpen(false)
  })
  const newName = searchText.trim()
  const isTaken = options.some(({ label }) => label.toLowerCase() === newName.toLowerCase())
  const newOption =
    hasAnswer && !isTaken && mayCreateRow(resource)
      ? [{ value: newId, label: `New ${lowerCaseName(resource.names.one)} "${newName}"` }]
      : []
  const all = [...chosen.filter(({ value }) => !options.some((option) => option.value === value)), ...options]
  const props = {
    data: [...all.map(({ value, label }) => ({ value, label })), ...newOption],
    renderOption: pictured(all),
    searchable: true,
    searchValue: typed,
    onSearchChange(next: string) {
      // Leaving the field empties it, but the message must stay.
      if (next !== '') forget()
      setTyped(next)
      onTyped?.(next)
    },
    // The first result is the best match: Enter picks it, even if it arrives after the keystroke. Enter alone creates nothing.
    selectFirstOptionOnChange: hasAnswer && options.length > 0,
    onKeyDownCapture(event: KeyboardEvent<HTMLInputElement>) {
      if (event.key !== 'Enter' || !isOpen || !isFetching) return handleListKey(event)
      if (event.nativeEvent.isComposing) return
      event.preventDefault()
      if (!take || searchText.trim() === '') return
      event.stopPropagation()
      setHurried(typed)
    },
    dropdownOpened: isOpen,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    maxDropdownHeight: 300,
    scrollAreaProps: { onBottomReached: more, type: 'auto' as const, viewportProps: listViewport },
    // The selected option stays in the data for its label, but is filtered out of other searches.
    filter: (({ options: shown }) =>
      typed === '' || isName
        ? shown
        : shown.filter(
            (comboboxParsedItem) =>
              // While results load, offers only options that match the typed text.
              'value' in comboboxParsedItem &&
              (isFetching
                ? readsLike(comboboxParsedItem.label, searchText)
                : [...options, ...newOption].some((option) => option.value === comboboxParsedItem.value)),
          )) satisfies SelectProps<Id>['filter'],
    nothingFoundMessage: isFetching ? 'Searching…' : 'Nothing found',
    rightSection: isOpen && isFetching ? <Loader size={14} /> : undefined,
  }
  return { props, problem, create: () => void create(newName, () => setTyped(typed)) }
}

interface OnePickerProps<S extends PickerSource, I> extends PickerProps<S>, Typing {
  value: I | null
  onChange: (id: I | null) => void
  /** Row behind the value, if the response includes it, so its name need not be loaded. */
  current?: Values | null
}

export function Picker<S extends PickerSource>(props: OnePickerProps<S, IdIn<S>>): ReactNode
export function Picker(props: OnePickerProps<PickerSource, Id>) {
  const { resource, query, value, onChange, current, wordsOf, onTyped, ...rest } = props
  const nameOf = usePickerNames(resource, value === null || current?.id === value ? [] : [value])
  const label = (id: Id) => (current?.id === id ? pickerOption(resource, current).label : nameOf(id))
  const picker = usePicker(resource, value === null ? [] : [{ value, label: label(value) }], {
    query,
    wordsOf,
    onTyped,
    take: onChange,
    add: onChange,
  })
  return (
    <Select<Id>
      // Opening on focus would cover the fields below when a filled-in field is focused first.
      openOnFocus={value === null}
      {...(rest as object)}
      {...picker.props}
      error={picker.problem ?? rest.error}
      value={value}
      onChange={(id) => (id === newId ? picker.create() : onChange(id))}
      clearable={!rest.readOnly}
    />
  )
}

interface MultiPickerProps<S extends PickerSource, I> extends PickerProps<S> {
  value: I[]
  onChange: (ids: I[]) => void
  /** Closes the list after each choice, for small dialogs where it would cover the buttons. */
  closesOnChoice?: boolean
}

export function MultiPicker<S extends PickerSource>(props: MultiPickerProps<S, IdIn<S>>): ReactNode
export function MultiPicker(props: MultiPickerProps<PickerSource, Id>) {
  const { resource, query, value, onChange, closesOnChoice, ...rest } = props
  const { nameOf, areComing } = useNamesToCome(resource, value)
  const picker = usePicker(
    resource,
    value.map((id) => ({ value: id, label: nameOf(id) })),
    { query, add: (id) => onChange([...value, id]) },
  )
  return (
    <MultiSelect<Id>
      {...(rest as object)}
      {...picker.props}
      error={picker.problem ?? rest.error}
      data-names-come={areComing || undefined}
      value={value}
      onChange={(ids) => (ids.includes(newId) ? picker.create() : onChange(ids))}
      onOptionSubmit={closesOnChoice ? picker.props.onDropdownClose : undefined}
      clearable={!rest.readOnly}
    />
  )
}
