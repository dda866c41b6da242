import {
  ActionIcon,
  Button,
  Checkbox,
  ColorInput,
  Input,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type ComponentType, createContext, type FormEvent, type ReactNode, Suspense, useContext, useState } from 'react'
import type { Field, Kind, Resource } from '../../../model/kit/description.ts'
import { type Place as Named, readEnumerations } from '../../../model/kit/enumeration-calls.ts'
import { uploadImage } from '../../../model/kit/file-calls.ts'
import { roundedProduct } from '../../../model/kit/money.ts'
import { answerKey } from '../../../model/kit/resource.ts'
import { checkPostalCode } from '../../../model/kit/rules.ts'
import { IconPlus, IconX } from '../look/icons.ts'
import { flagsOf, textOf } from '../parts/columns.tsx'
import { useRead } from '../request/call.ts'
import { part } from '../request/part.ts'
import css from './controls.module.css'
import type { Form, Params, Problems, Values } from './form.ts'
import { valuesOf } from './form.ts'
import { ImageControl } from './image-control.tsx'
import { listViewport, MultiPicker, Picker } from './picker.tsx'

export interface ControlProps<T = any> {
  field: Field
  /** Its key in the form. */
  name: string
  value: T
  onChange: (value: T) => void
  onBlur?: () => void
  error?: string
  /** What is wrong inside it, by path below it. */
  problems?: Problems
  readOnly?: boolean
  /** The row of the answer, for the names of references. */
  row?: Values
  /** Inside a table the head is the label. */
  isCompact?: boolean
  isDigitsOnly?: boolean
}
type ControlOf = (props: ControlProps & { common: Common }) => ReactNode
type Common = ReturnType<typeof commonOf>

/** Whose form it is: where pictures go. */
export const FormOf = createContext<{ of?: Resource; params?: Params }>({})

function commonOf({ field, error, readOnly, onBlur, isCompact }: ControlProps) {
  return {
    label: isCompact ? undefined : field.label,
    'aria-label': isCompact ? field.label : undefined,
    description: isCompact ? undefined : field.hint,
    error: error && isCompact ? <span className="dna-hidden">{error}</span> : error,
    title: isCompact ? error : undefined,
    required: isRequired(field) && !isCompact && !readOnly,
    readOnly,
    onBlur,
  }
}
const isRequired = (field: Field) => !field.isOptional && field.default === undefined && field.kind !== 'boolean'
const orNull = (text: string) => (text === '' ? null : text)
const unitOf = (unit: ReactNode) =>
  unit ? { rightSection: <span className={css.unit}>{unit}</span>, rightSectionWidth: 52, rightSectionPointerEvents: 'none' as const } : {}
const lists = {
  searchable: true,
  maxDropdownHeight: 300,
  nothingFoundMessage: 'Nothing found',
  scrollAreaProps: { viewportProps: listViewport },
}
const dataOf = (field: Field) => field.options!.values.map(({ value, label }) => ({ value, label }))

/** Where only digits are meant, other keys do nothing; what is pasted is left to the rule of the field. */
const digitsOnly = {
  inputMode: 'numeric' as const,
  onBeforeInput: (event: FormEvent<HTMLInputElement>) => {
    const typed = (event.nativeEvent as InputEvent).data
    if (typed?.length === 1 && /\D/.test(typed)) event.preventDefault()
  },
}

const line =
  (type: string, more: object = {}): ControlOf =>
  ({ common, value, onChange, field, isDigitsOnly }) => (
    <TextInput
      {...common}
      {...more}
      {...(isDigitsOnly ? digitsOnly : {})}
      {...unitOf(field.unit)}
      type={type}
      value={value ?? ''}
      onChange={(event) => onChange(orNull(event.currentTarget.value))}
    />
  )

const many: ControlOf = ({ common, value, onChange }) => (
  <Textarea
    {...common}
    autosize
    minRows={2}
    maxRows={12}
    value={value ?? ''}
    onChange={(event) => onChange(orNull(event.currentTarget.value))}
  />
)

const RichTextControl = part(async () => ({ default: (await import('./rich-text-control.tsx')).RichTextControl }))
const richText: ControlOf = ({ common, value, onChange }) => (
  <Suspense fallback={<Textarea {...common} readOnly rows={common.readOnly ? 1 : 6} value="" />}>
    <RichTextControl common={common} value={value ?? null} onChange={onChange} />
  </Suspense>
)

const number: ControlOf = ({ common, value, onChange, field, isCompact }) => {
  // `5.` and `5.00` are one number and different texts: what is being typed stays as it is.
  const [typed, setTyped] = useState<string | number>('')
  const isFactor = field.kind === 'factor' && typeof value === 'number'
  return (
    <NumberInput
      {...common}
      {...unitOf(isCompact ? undefined : isFactor ? `${roundedProduct(2, [value, 100])} %` : field.unit)}
      value={typed !== '' && Number(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        onChange(next === '' || Number.isNaN(Number(next)) ? null : Number(next))
      }}
      decimalScale={field.decimals ?? 4}
      fixedDecimalScale={field.kind === 'money'}
      allowDecimal={field.decimals !== 0}
      allowNegative={(field.min ?? 0) < 0}
      thousandSeparator={field.kind === 'id' ? '' : ','}
      clampBehavior="none"
      hideControls
      classNames={{ input: css.number }}
    />
  )
}

const DateInput = part(async () => ({ default: (await import('@mantine/dates')).DateInput as ComponentType<any> }))
const date: ControlOf = ({ common, value, onChange, field }) => (
  <Suspense fallback={<TextInput {...common} readOnly value={value?.replaceAll('-', '/') ?? ''} />}>
    <DateInput
      {...common}
      valueFormat="YYYY/MM/DD"
      placeholder="YYYY/MM/DD"
      clearable={!common.readOnly}
      clearButtonProps={{ 'aria-label': `Clear ${field.label.toLowerCase()}` }}
      value={value}
      onChange={onChange}
    />
  </Suspense>
)

const truth: ControlOf = ({ common, value, onChange, field, isCompact }) => {
  const { readOnly, label: _, required: __, title: ___, ...rest } = common
  const props = { ...rest, checked: Boolean(value), disabled: readOnly, onChange: (event: any) => onChange(event.currentTarget.checked) }
  return isCompact ? <Checkbox {...props} /> : <Switch {...props} label={field.label} className={css.switch} />
}

const choice: ControlOf = ({ common, value, onChange, field }) => (
  <Select<any>
    {...lists}
    {...common}
    data={dataOf(field)}
    value={value}
    onChange={onChange}
    clearable={field.isOptional && !common.readOnly}
    allowDeselect={field.isOptional}
  />
)

const choices: ControlOf = ({ common, value, onChange, field }) =>
  field.options ? (
    <MultiSelect<any> {...lists} {...common} data={dataOf(field)} value={value ?? []} onChange={onChange} clearable={!common.readOnly} />
  ) : (
    <TagsInput {...common} value={(value ?? []).map(String)} onChange={onChange} />
  )

const flags: ControlOf = ({ common, value, onChange, field }) => (
  <MultiSelect<any>
    {...lists}
    {...common}
    data={dataOf(field).filter(({ value: bit }) => Number(bit) > 0)}
    value={flagsOf(field.options!, value ?? 0)}
    onChange={(bits: number[]) => onChange(bits.reduce((sum, bit) => sum | bit, 0))}
  />
)

const picker: ControlOf = ({ common, value, onChange, field, name, row }) => (
  <Picker {...common} of={field.of?.()} value={value ?? null} onChange={onChange} current={row?.[answerKey(name, field)]} />
)
const pickers: ControlOf = ({ common, value, onChange, field }) => (
  <MultiPicker {...common} of={field.of?.()} value={value ?? []} onChange={onChange} />
)

const colors = ['#0055aa', '#2b8a57', '#b07208', '#cf352c', '#6647b3', '#ad4268', '#0f7767', '#4a535a']
const color: ControlOf = ({ common, value, onChange }) => (
  <ColorInput
    {...common}
    value={value ?? ''}
    onChange={(next) => onChange(orNull(next))}
    swatches={colors}
    placeholder="#0055AA"
    withEyeDropper={false}
  />
)

const image: ControlOf = ({ field, value, onChange, onBlur, error, readOnly }) => {
  const { of, params } = useContext(FormOf)
  if (!of) throw new Error(`${field.label}: a picture goes where its form belongs to`)
  return (
    <ImageControl
      {...{ value, onChange, onBlur, readOnly, params }}
      label={field.label}
      hint={field.hint}
      to={uploadImage(of)}
      error={error}
      required={isRequired(field) && !readOnly}
    />
  )
}

/** Fields under one name, as a set with a legend; an address has its own order and rules. */
const group: ControlOf = (props) => {
  const { field, value, onChange, problems = {}, error, readOnly, row, name } = props
  const fields = field.fields!
  const values = value ?? valuesOf(fields)
  const places = usePlaces('country' in fields && 'postalCode' in fields)
  function set(key: string, next: unknown) {
    const all = { ...values, [key]: next, ...(places && key === 'country' ? { state: null } : {}) }
    onChange(field.isOptional && Object.values(all).every((one) => one === null || one === '') ? null : all)
  }
  return (
    <fieldset className={css.group}>
      {/* The first line of an address is called like the whole. */}
      <legend className={Object.values(fields)[0]?.label === field.label ? 'dna-hidden' : css.legend}>{field.label}</legend>
      {error && <Input.Error>{error}</Input.Error>}
      <div className={css.grid}>
        {Object.entries(fields).map(([key, part]) => {
          const inner = {
            field: part,
            name: key,
            value: values[key],
            readOnly,
            row: row?.[name],
            onBlur: props.onBlur,
            onChange: (next: unknown) => set(key, next),
            isDigitsOnly: key === 'postalCode' && (values.country === 'US' || values.country === 'MX'),
          }
          const wrong = {
            error: problems[key] ?? (key === 'postalCode' ? postalProblem(values) : undefined),
            problems: below(problems, key),
          }
          return places?.dataOf(key, values.country) ? (
            <Place key={key} {...inner} {...wrong} data={places.dataOf(key, values.country)!} />
          ) : (
            <Control key={key} {...inner} {...wrong} />
          )
        })}
      </div>
    </fieldset>
  )
}

/** Countries, the four main ones first, and the regions of those four; elsewhere the region is free text. */
function usePlaces(isAddress: boolean) {
  const { data } = useRead(readEnumerations, {}, { enabled: isAddress, staleTime: Number.POSITIVE_INFINITY })
  if (!isAddress) return undefined
  const main = data?.mainCountries ?? []
  const rest = (data?.countries ?? []).filter(({ value }) => !main.some((country) => country.value === value))
  return {
    dataOf(key: string, country: string | null) {
      if (key === 'country')
        return [
          { group: 'Main', items: main },
          { group: 'World', items: rest },
        ]
      return key === 'state' && country ? data?.regions[country] : undefined
    },
  }
}

function Place({ data, ...props }: ControlProps & { data: (Named | { group: string; items: Named[] })[] }) {
  return (
    <Select<any>
      {...lists}
      {...commonOf(props)}
      data={data as never}
      clearable={!props.readOnly}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

function postalProblem({ country, postalCode }: Values): string | undefined {
  let problem: string | undefined
  if (postalCode) checkPostalCode(country, postalCode, (message) => (problem = message))
  return problem
}

/** Rows kept with the row: a small table, one control a cell. */
const list: ControlOf = ({ field, value, onChange, problems = {}, error, readOnly, onBlur }) => {
  const rows: Values[] = value ?? []
  const fields = Object.entries(field.fields!)
  const set = (at: number, next?: Values) => onChange(next ? rows.with(at, next) : rows.toSpliced(at, 1))
  return (
    <div className={css.list}>
      <span className={css.legend}>{field.label}</span>
      {error && <Input.Error>{error}</Input.Error>}
      {rows.length > 0 && (
        <div className={css.wide}>
          <table aria-label={field.label}>
            <thead>
              <tr>
                {fields.map(([key, part]) => (
                  <th key={key} scope="col">
                    {part.unit ? `${part.label}, ${part.unit}` : part.label}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity before they are saved
                <tr key={at}>
                  {fields.map(([key, part]) => (
                    <td key={key} data-kind={part.kind}>
                      <Control
                        isCompact
                        field={part}
                        name={key}
                        value={row[key] ?? null}
                        row={row}
                        readOnly={readOnly}
                        onBlur={onBlur}
                        error={problems[`[${at}].${key}`]}
                        onChange={(next) => set(at, { ...row, [key]: next })}
                      />
                    </td>
                  ))}
                  <td>
                    {!readOnly && (
                      <ActionIcon aria-label={`Remove row ${at + 1}`} onClick={() => set(at)}>
                        <IconX size={14} />
                      </ActionIcon>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!readOnly && (
        <Button
          size="xs"
          variant="default"
          className={css.add}
          leftSection={<IconPlus size={14} />}
          disabled={rows.length >= (field.max ?? 1000)}
          onClick={() => onChange([...rows, valuesOf(field.fields!)])}
        >
          Add to {field.label.toLowerCase()}
        </Button>
      )}
      {readOnly && rows.length === 0 && <span className="dna-muted">–</span>}
    </div>
  )
}

const plain: ControlOf = ({ common, field, value }) => <TextInput {...common} readOnly value={textOf(field, value)} onChange={() => {}} />

/** The control of each kind; a page replaces a special one with `controls={{ key: … }}`. */
const byKind: Partial<Record<Kind, ControlOf>> = {
  text: line('text'),
  uuid: line('text'),
  email: line('email'),
  phone: line('tel'),
  url: line('url', { placeholder: 'https://' }),
  password: ({ common, value, onChange }) => (
    <PasswordInput {...common} value={value ?? ''} onChange={(event) => onChange(orNull(event.currentTarget.value))} />
  ),
  longText: many,
  richText,
  integer: number,
  number,
  money: number,
  factor: number,
  percent: number,
  hours: number,
  id: number,
  boolean: truth,
  date,
  choice,
  choices,
  flags,
  reference: picker,
  user: picker,
  references: pickers,
  color,
  image,
  group,
  list,
}

/** The control of a field, by its kind. */
export function Control(props: ControlProps) {
  const Of = byKind[props.field.kind] ?? plain
  return <Of {...props} common={commonOf(props)} />
}

const wide: readonly Kind[] = ['longText', 'richText', 'list', 'group']
const below = (problems: Problems, key: string): Problems =>
  Object.fromEntries(
    Object.entries(problems)
      .filter(([path]) => path.startsWith(`${key}.`) || path.startsWith(`${key}[`))
      .map(([path, message]) => [path.slice(key.length).replace(/^\./, ''), message]),
  )

export type Section = [heading: string, keys: string[]]
export type Controls = Record<string, ((props: ControlProps & { form: Form }) => ReactNode) | undefined>

interface FormFieldsProps {
  form: Form
  of: Resource
  params?: Params
  sections?: Section[]
  controls?: Controls
  readOnly?: boolean
}

/** The fields of a form in two columns, under short headings. What no section names comes last, so nothing is forgotten. */
export function FormFields({ form, of, params, sections = [], controls = {}, readOnly }: FormFieldsProps) {
  const named = sections.flatMap(([, keys]) => keys)
  const rest = Object.keys(form.fields).filter((key) => !named.includes(key))
  const all: Section[] = [...sections, [sections.length > 0 ? 'Other' : '', rest]]
  return (
    <FormOf value={{ of, params }}>
      {all.map(([heading, keys]) => {
        const shown = keys.filter((key) => form.fields[key] && controls[key] !== hidden)
        if (shown.length === 0) return null
        return (
          <div key={heading} className={css.section}>
            {heading && <h2 className={css.heading}>{heading}</h2>}
            <div className={css.grid}>
              {shown.map((key) => {
                const field = form.fields[key]!
                const props: ControlProps = {
                  field,
                  name: key,
                  value: form.values[key],
                  onChange: (value) => form.set(key, value),
                  onBlur: () => form.leave(key),
                  error: form.problems[key],
                  problems: below(form.problems, key),
                  readOnly,
                  row: form.base,
                }
                return (
                  <div key={key} className={wide.includes(field.kind) ? css.wide : undefined} data-readonly={readOnly || undefined}>
                    {controls[key]?.({ ...props, form }) ?? <Control {...props} />}
                  </div>
                )
              })}
            </div>
          </div>
        )
      })}
    </FormOf>
  )
}

/** `controls={{ order: hidden }}`: the form keeps the value and shows no control. */
export const hidden = () => null
