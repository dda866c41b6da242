import {
  Checkbox,
  ColorInput,
  MultiSelect,
  type MultiSelectProps,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { DateInputProps } from '@mantine/dates'
import { type ChangeEvent, createContext, type InputEvent, type ReactNode, Suspense, useContext, useState } from 'react'
import { isCalendarDate } from '../../../model/kit/dates.ts'
import type { Field, Kind, Resource } from '../../../model/kit/description.ts'
import { uploadImage } from '../../../model/kit/file-calls.ts'
import { roundedProduct } from '../../../model/kit/money.ts'
import { responseKey } from '../../../model/kit/resource.ts'
import { fieldText, splitFlags } from '../parts/columns.tsx'
import { lazyPart } from '../request/lazy-part.ts'
import css from './controls.module.css'
import type { FieldProblems, PathParams, Values } from './form.ts'
import { ImageControl } from './image-control.tsx'
import { NumberField } from './number-field.tsx'
import { handleListKey, listViewport, MultiPicker, Picker } from './picker.tsx'
import type { Id } from './picker-names.ts'
import { RichTextInput } from './rich-text-input.tsx'

export interface ControlProps<T = any> {
  field: Field
  name: string
  value: T
  onChange: (value: T) => void
  onBlur?: () => void
  error?: string
  problems?: FieldProblems
  readOnly?: boolean
  /** Row from the response, for the names of references. */
  row?: Values
  /** Hides the label, because the column header serves as label. */
  isCompact?: boolean
  isDigitsOnly?: boolean
}
export type KindControl = (props: ControlProps & { common: Common }) => ReactNode
type Common = ReturnType<typeof commonProps>

export const FormContext = createContext<{ resource?: Resource; params?: PathParams }>({})

export function commonProps({ field, error, readOnly, onBlur, isCompact }: ControlProps) {
  return {
    label: isCompact ? undefined : field.label,
    'aria-label': isCompact ? field.label : undefined,
    description: isCompact ? undefined : field.hint,
    error: error && isCompact ? <span className="dna-hidden">{error}</span> : error,
    title: isCompact ? error : undefined,
    required: isRequired(field) && !readOnly,
    readOnly,
    onBlur,
  }
}
export const isRequired = (field: Field) => !field.isOptional && field.default === undefined && field.kind !== 'boolean'
const emptyToNull = (text: string) => (text === '' ? null : text)
const unitProps = (unit: ReactNode) =>
  unit ? { rightSection: <span className={css.unit}>{unit}</span>, rightSectionWidth: 52, rightSectionPointerEvents: 'none' as const } : {}
export const dropdownProps = {
  searchable: true,
  selectFirstOptionOnChange: true,
  onKeyDownCapture: handleListKey,
  maxDropdownHeight: 300,
  nothingFoundMessage: 'Nothing found',
  scrollAreaProps: { viewportProps: listViewport },
}
const selectData = (field: Field) => (field.options?.values ?? []).map(({ value, label }) => ({ value, label }))

/** Blocks non-digit keys. Pasted text is left to the field's validation. */
const digitsOnly = {
  inputMode: 'numeric' as const,
  // React reports a space with no text in the native event, so this checks the synthetic event.
  onBeforeInput: (event: InputEvent<HTMLInputElement>) => {
    if (event.data?.length === 1 && /\D/.test(event.data)) event.preventDefault()
  },
}

const textControl =
  (type: string, more: object = {}): KindControl =>
  ({ common, value, onChange, field, isDigitsOnly }) => (
    <TextInput
      {...common}
      {...more}
      {...(isDigitsOnly ? digitsOnly : {})}
      {...unitProps(field.unit)}
      type={type}
      value={value ?? ''}
      onChange={(event) => onChange(emptyToNull(event.currentTarget.value))}
    />
  )

const many: KindControl = ({ common, value, onChange }) => (
  <Textarea
    {...common}
    autosize
    minRows={2}
    maxRows={12}
    value={value ?? ''}
    onChange={(event) => onChange(emptyToNull(event.currentTarget.value))}
  />
)

const richTextControl: KindControl = ({ common, value, onChange }) => (
  <RichTextInput common={common} value={value ?? null} onChange={onChange} />
)

const numberControl: KindControl = ({ common, value, onChange, field, isCompact }) => {
  const isFactor = field.kind === 'factor' && typeof value === 'number'
  const none = field.isZeroMissing ? 0 : null
  return (
    <NumberField
      {...common}
      {...unitProps(isCompact ? undefined : isFactor ? `${roundedProduct(2, [value, 100])}%` : field.unit)}
      value={value === none ? '' : value}
      onChange={(next) => onChange(next === '' ? none : next)}
      sendsBadText
      decimalScale={field.decimals ?? 4}
      fixedDecimalScale={field.kind === 'money'}
      allowDecimal={field.decimals !== 0}
      allowNegative={(field.min ?? 0) < 0}
      thousandSeparator={field.kind === 'id' ? '' : ','}
      clampBehavior="none"
      classNames={{ input: css.number }}
    />
  )
}

/** Parses only complete dates, year first or last. While typing, the year 2 is a prefix of 2026. */
function wholeDate(typed: string): string | null {
  const parts = typed
    .trim()
    .replace(/^(\d\d?\D\d\d?)\D(\d{4})$/, '$2/$1')
    .split(/[/-]/)
  const day = parts.map((part) => part.padStart(2, '0')).join('-')
  return isCalendarDate(day) ? day : null
}

const DateInput = lazyPart(async () => ({ default: (await import('@mantine/dates')).DateInput }))
type DayProps = Omit<DateInputProps, 'value' | 'onChange'> & { value: string | null; onChange: (day: string | null) => void }
/** Date input for forms and filters. The calendar loads lazily; focus set before it loads is retained. */
export function DayInput(props: DayProps) {
  const [isIn, setIn] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { label, size, 'aria-label': name, value } = props
  const early = { label, size, 'aria-label': name, readOnly: true, onFocus: () => setIn(true), onBlur: () => setIn(false) }
  return (
    <Suspense fallback={<TextInput {...early} value={value?.replaceAll('-', '/') ?? ''} />}>
      <DateInput
        autoFocus={isIn}
        {...props}
        firstDayOfWeek={0}
        {...{ weekendDays: [], valueFormat: 'YYYY/MM/DD', placeholder: 'YYYY/MM/DD', dateParser: wholeDate, clearable: !props.readOnly }}
        clearButtonProps={{ 'aria-label': `Clear ${String(name ?? label).toLowerCase()}` }}
        popoverProps={{ ...props.popoverProps, onOpen: () => setOpen(true), onClose: () => setOpen(false) }}
        // Escape closes the calendar first. A surrounding dialog receives the key earlier, so it must ignore it.
        data-mantine-stop-propagation={isOpen || undefined}
      />
    </Suspense>
  )
}
const dateControl: KindControl = ({ common, value, onChange }) => <DayInput {...common} value={value} onChange={onChange} />

const booleanControl: KindControl = ({ common, value, onChange, field, isCompact }) => {
  const { readOnly, label: _, required: __, title: ___, ...rest } = common
  const props = {
    ...rest,
    checked: Boolean(value),
    disabled: readOnly,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.checked),
  }
  return isCompact ? <Checkbox {...props} /> : <Switch {...props} label={field.label} className={css.switch} />
}

const choiceControl: KindControl = ({ common, value, onChange, field }) => (
  <Select<string | number>
    {...dropdownProps}
    {...common}
    data={selectData(field)}
    value={value}
    onChange={onChange}
    clearable={field.isOptional && !common.readOnly}
    allowDeselect={field.isOptional}
  />
)

const Several = ({ common, ...props }: Pick<MultiSelectProps<Id>, 'data' | 'value' | 'onChange'> & { common: Common }) => (
  <MultiSelect<string | number> {...dropdownProps} {...common} {...props} clearable={!common.readOnly} />
)

const choicesControl: KindControl = ({ common, value, onChange, field }) =>
  field.options ? (
    <Several common={common} data={selectData(field)} value={value ?? []} onChange={onChange} />
  ) : (
    <TagsInput {...common} value={(value ?? []).map(String)} onChange={onChange} />
  )

const flagsControl: KindControl = ({ common, value, onChange, field }) => (
  <Several
    common={common}
    data={selectData(field).filter(({ value: bit }) => Number(bit) > 0)}
    value={splitFlags(field.options!, value ?? 0)}
    onChange={(bits) => onChange(bits.reduce((sum: number, bit) => sum | Number(bit), 0))}
  />
)

const picker: KindControl = ({ common, value, onChange, field, name, row }) => (
  <Picker {...common} resource={field.resource?.()} value={value ?? null} onChange={onChange} current={row?.[responseKey(name, field)]} />
)
const pickers: KindControl = ({ common, value, onChange, field }) => (
  <MultiPicker {...common} resource={field.resource?.()} value={value ?? []} onChange={onChange} />
)

const colors = ['#0055aa', '#2b8a57', '#b07208', '#cf352c', '#6647b3', '#ad4268', '#0f7767', '#4a535a']
const colorControl: KindControl = ({ common, value, onChange }) => (
  <ColorInput
    {...common}
    value={value ?? ''}
    onChange={(next) => onChange(emptyToNull(next))}
    swatches={colors}
    placeholder="Choose a color"
    withEyeDropper={false}
  />
)

const imageControl: KindControl = ({ field, value, onChange, onBlur, error, readOnly }) => {
  const { resource, params } = useContext(FormContext)
  if (!resource) throw new Error(`${field.label}: a picture goes where its form belongs to`)
  return (
    <ImageControl
      {...{ value, onChange, onBlur, readOnly, params }}
      label={field.label}
      hint={field.hint}
      to={uploadImage(resource)}
      error={error}
      required={isRequired(field) && !readOnly}
    />
  )
}

export const plainControls: Partial<Record<Kind, KindControl>> = {
  text: textControl('text'),
  uuid: textControl('text'),
  email: textControl('email'),
  phone: textControl('tel'),
  url: textControl('url', { placeholder: 'https://' }),
  password: ({ common, value, onChange }) => (
    <PasswordInput {...common} value={value ?? ''} onChange={(event) => onChange(emptyToNull(event.currentTarget.value))} />
  ),
  longText: many,
  richText: richTextControl,
  integer: numberControl,
  number: numberControl,
  money: numberControl,
  factor: numberControl,
  percent: numberControl,
  hours: numberControl,
  id: numberControl,
  boolean: booleanControl,
  date: dateControl,
  choice: choiceControl,
  choices: choicesControl,
  flags: flagsControl,
  reference: picker,
  user: picker,
  references: pickers,
  color: colorControl,
  image: imageControl,
}

export const ReadOnlyText: KindControl = ({ common, field, value }) => (
  <TextInput {...common} readOnly value={fieldText(field, value)} onChange={() => {}} />
)
