import { SegmentedControl, TextInput, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { addDays, dayOf, firstDayOf, monthOf } from '../../../model/kit/dates.ts'
import type { ListFilter, Resource } from '../../../model/kit/description.ts'
import type { PathParams, Values } from '../form/form.ts'
import { NumberField } from '../form/number-field.tsx'
import { usePickerOptions } from '../form/picker-names.ts'
import { DayInput } from '../form/plain-controls.tsx'
import { currentDay } from '../look/clock.ts'
import { formatNumber } from '../look/format.tsx'
import { IconCheck, IconSearch } from '../look/icons.ts'
import table from '../parts/table.module.css'
import { resourceCalls, useRead } from '../request/call.ts'
import type { AnyCall } from '../request/client.ts'
import { useTypedSearch } from '../request/typing-pause.ts'
import { filterUnit, isNameFilter, isParentFilterEmpty } from './filter-rules.ts'
import css from './filters.module.css'
import { negationKey } from './list-address.ts'

export interface FilterTexts {
  /** Limits the options of an enumeration, as a stage limits the project statuses. */
  only?: readonly (string | number)[]
  choices?: readonly string[]
  isHidden?: boolean
}
export interface FilterProps {
  resource: Resource
  filter: ListFilter
  texts?: FilterTexts
  chosen: string[]
  others: Record<string, string[]>
  /** Parent filter whose selection limits the options. Without a selection there are no options. */
  within?: ListFilter
  onChange: (values: string[]) => void
  isNot?: boolean
  onNot?: (isNot: boolean) => void
  listRequest?: ListRequest & { name: string }
}
export interface ListRequest {
  params?: PathParams
  query: Values
}

/** Returns the number of rows each option would match. Returns undefined if the list has no counts. */
function useCounts({ resource, filter, listRequest }: FilterProps): ((value: string | number) => string | undefined) | undefined {
  const isCounted = listRequest !== undefined && (isNameFilter(filter) || filter.kind === 'choice' || filter.kind === 'boolean')
  const { data } = useRead<AnyCall>(
    resourceCalls(resource).counts,
    { params: listRequest?.params, query: { ...listRequest?.query, of: [listRequest?.name] } },
    { enabled: isCounted, isQuiet: true },
  )
  const { items, isWhole } = (data ?? {}) as { items?: { value: string; count: number }[]; isWhole?: boolean }
  if (!items || items.length === 0) return undefined
  return (value) => {
    const count = items.find((item) => item.value === String(value))?.count ?? 0
    return count > 0 || isWhole ? `${formatNumber(count)}${isWhole ? '' : '+'}` : undefined
  }
}

export function FilterValues(props: FilterProps) {
  const { filter, texts, chosen, onChange } = props
  const countOf = useCounts(props)
  const { within } = props
  if (within && isParentFilterEmpty(filter, props.others, negationKey) && chosen.length === 0)
    return <OuterFirst within={within} filter={filter} />
  if (texts?.choices) return <Boxes options={texts.choices.map((value) => ({ value, label: value }))} chosen={chosen} onChange={onChange} />
  if (filter.kind === 'text') return <TextValue {...props} />
  if (filter.kind === 'range') return <Range {...props} />
  if (filter.kind === 'dates') return <Dates {...props} />
  if (isNameFilter(filter)) return <Names {...props} countOf={countOf} />
  const all = filter.options
    ? filter.options.values.filter(({ value }) => !texts?.only || texts.only.includes(value)).map(({ value, label }) => ({ value, label }))
    : [true, false].map((value) => ({ value: String(value), label: value ? 'Yes' : 'No' }))
  return (
    <>
      <IsOrNot {...props} />
      <Boxes
        options={all}
        chosen={chosen}
        countOf={countOf}
        onChange={(values) => onChange(filter.kind === 'boolean' ? values.slice(-1) : values)}
      />
    </>
  )
}

function IsOrNot({ filter, chosen, isNot, onNot }: FilterProps) {
  if (!onNot || chosen.length === 0) return null
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={`${filter.label}: is or is not`}
      data={[
        { value: 'is', label: 'is' },
        { value: 'not', label: 'is not' },
      ]}
      value={isNot ? 'not' : 'is'}
      onChange={(value) => onNot(value === 'not')}
    />
  )
}

function Range(props: FilterProps) {
  const { filter, chosen, onChange } = props
  const unit = filterUnit(props)
  const [ends, setEnds] = useState([chosen[0] ?? '', chosen[1] ?? ''])
  const search = useTypedSearch(onChange)
  const change = (at: number) => (value: string | number) => {
    const next = ends.map((end, own) => (own === at ? String(value) : end))
    setEnds(next)
    search(next)
  }
  const unitText = unit ? `, ${unit}` : ''
  return (
    <div className={css.dates}>
      <div className={css.span}>
        {['Above', 'Below'].map((label, index) => (
          <NumberField
            key={label}
            data-autofocus={index === 0 || undefined}
            size="xs"
            thousandSeparator=","
            label={`${label}${unitText}`}
            aria-label={`${filter.label} ${label.toLowerCase()}`}
            value={ends[index]}
            onChange={change(index)}
          />
        ))}
      </div>
      <p className={css.hint}>Enter one of the two, or both for a range. Both ends are included.</p>
    </div>
  )
}

/** Asks for the parent filter first; a level requires a building. */
function OuterFirst({ within, filter }: { within: ListFilter; filter: ListFilter }) {
  const outer = within.label.toLowerCase()
  return (
    <div className={css.none}>
      <p>
        {filter.label} offers what belongs to the chosen {outer}. No {outer} is chosen yet.
      </p>
    </div>
  )
}

/** Date range with both ends included. The server filters instants by UTC days, so their presets cover every UTC day they touch. */
function Dates({ filter, chosen, onChange }: FilterProps) {
  const today = currentDay()
  const last = filter.isInstant ? dayOf(new Date(), 'UTC') : today
  const [from = '', to = ''] = chosen
  const spans: [string, string][] = [
    ['Today', today],
    ['Last 7 days', addDays(today, -6)],
    ['Last 30 days', addDays(today, -29)],
    ['This month', firstDayOf(monthOf(today))],
    ['This year', `${today.slice(0, 4)}-01-01`],
  ]
  return (
    <div className={css.dates}>
      {spans.map(([label, day]) => {
        const first = filter.isInstant ? dayOf(new Date(`${day}T00:00:00`), 'UTC') : day
        const isChosen = from === first && to === last
        return (
          <UnstyledButton key={label} className={css.item} aria-pressed={isChosen} onClick={() => onChange([first, last])}>
            <span>{label}</span>
            {isChosen && <IconCheck size={14} />}
          </UnstyledButton>
        )
      })}
      <div className={css.span}>
        <Day label="From" name={`${filter.label} from`} value={from} onChange={(day) => onChange([day, to])} />
        <Day label="To" name={`${filter.label} to`} value={to} onChange={(day) => onChange([from, day])} />
      </div>
    </div>
  )
}

function Day({ label, name, value, onChange }: { label: string; name: string; value: string; onChange: (day: string) => void }) {
  return (
    <DayInput
      data-autofocus={label === 'From' || undefined}
      size="xs"
      label={label}
      aria-label={name}
      // Renders the calendar inside the filter panel. Outside it, a click on a day would close the panel.
      popoverProps={{ withinPortal: false }}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
    />
  )
}

function TextValue({ filter, chosen, onChange }: FilterProps) {
  const [text, setText] = useState(chosen[0] ?? '')
  const search = useTypedSearch((value: string) => onChange(value.trim() ? [value.trim()] : []))
  return (
    <TextInput
      data-autofocus
      aria-label={`${filter.label} contains`}
      placeholder={`${filter.label} contains`}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}

/** Milliseconds from the last keystroke to a search in the filter menu, as specified. */
const filterSearchPause = 400

function Names({ countOf, ...props }: FilterProps & { countOf: BoxesProps['countOf'] }) {
  const { filter, chosen, others, onChange } = props
  const [typed, setTyped] = useState('')
  const narrowed =
    filter.parentFilter && !isParentFilterEmpty(filter, others, negationKey) ? { [filter.parentFilter]: others[filter.parentFilter] } : {}
  const { options, isFetching, more } = usePickerOptions(filter.resource?.(), typed, true, narrowed, {
    call: filter.names?.(),
    place: filter.contextKey,
    pause: filterSearchPause,
  })
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
      <IsOrNot {...props} />
      <Boxes options={options ?? []} chosen={chosen} countOf={countOf} onChange={onChange} onEnd={more}>
        {options?.length === 0 && !isFetching && <div className={css.none}>Nothing found</div>}
        {isFetching && <div className={css.none}>Searching…</div>}
      </Boxes>
    </>
  )
}

interface BoxesProps {
  options: { value: string | number; label: string; picture?: string }[]
  chosen: string[]
  countOf?: (value: string | number) => string | undefined
  onChange: (values: string[]) => void
  onEnd?: () => void
  children?: ReactNode
}

function Boxes({ options, chosen, countOf, onChange, onEnd, children }: BoxesProps) {
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
              onChange(currentTarget.checked ? [...chosen, String(value)] : chosen.filter((text) => text !== String(value)))
            }
          />
          {picture && <img src={picture} alt="" />}
          <span>{label}</span>
          {countOf?.(value) !== undefined && <span className={css.count}>{countOf(value)}</span>}
        </label>
      ))}
      {children}
    </div>
  )
}
