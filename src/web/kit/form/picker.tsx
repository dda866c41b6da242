import { Loader, MultiSelect, Select, type SelectProps } from '@mantine/core'
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import type { FilterQuery, IdOf } from '../../../model/kit/resource.ts'
import { createRow, mayCreateRow } from './create-row.ts'
import type { Values } from './form.ts'
import { type Id, type Option, type PickerSource, pickerOption, useNamesToCome, usePickerNames, usePickerOptions } from './picker-names.ts'
import { NewOptionLine, OptionLine } from './picker-option.tsx'

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

/** Users have UUIDs; rows have the id type of their resource. */
type IdIn<S> = S extends Resource ? IdOf<S> : string

interface PickerProps<S extends PickerSource> extends Omit<SelectProps, 'value' | 'onChange' | 'data' | 'resource' | 'onOptionSubmit'> {
  resource: S
  query?: FilterQuery<S>
  /** Draws the picture of an option. Default: its image. */
  tile?: Tile
}
type Tile = ComponentType<{ item: object }>

const pictured =
  (options: Option[], Tile: Tile | undefined) =>
  (item: { option: { value: Id; label: string } }): ReactNode => {
    if (item.option.value === newId) return <NewOptionLine label={item.option.label} />
    const {
      value: _,
      item: row,
      ...known
    }: Partial<Option> = options.find(({ value }) => String(value) === String(item.option.value)) ?? item.option
    return <OptionLine {...known} label={item.option.label} tile={Tile && row && <Tile item={row} />} />
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
  tile?: Tile
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

function usePicker(resource: PickerSource, chosen: Option[], { query, tile, take, add, onTyped, wordsOf = (typed) => typed }: Picking) {
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
    renderOption: pictured(all, tile),
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
  const { resource, query, tile, value, onChange, current, wordsOf, onTyped, ...rest } = props
  const nameOf = usePickerNames(resource, value === null || current?.id === value ? [] : [value])
  const label = (id: Id) => (current?.id === id ? pickerOption(resource, current).label : nameOf(id))
  const picker = usePicker(resource, value === null ? [] : [{ value, label: label(value) }], {
    query,
    tile,
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
  const { resource, query, tile, value, onChange, closesOnChoice, ...rest } = props
  const { nameOf, areComing } = useNamesToCome(resource, value)
  const picker = usePicker(
    resource,
    value.map((id) => ({ value: id, label: nameOf(id) })),
    { query, tile, add: (id) => onChange([...value, id]) },
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
