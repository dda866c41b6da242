import { ActionIcon, Button, Input, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field, Kind, Resource } from '../../../model/kit/description.ts'
import { type EnumerationPlace, readEnumerations } from '../../../model/kit/enumeration-calls.ts'
import { checkPostalCode } from '../../../model/kit/rules.ts'
import { IconPlus, IconX } from '../look/icons.ts'
import { useRead } from '../request/call.ts'
import css from './controls.module.css'
import { type FieldProblems, type Form, formValues, type PathParams, type Values } from './form.ts'
import {
  type ControlProps,
  commonProps,
  dropdownProps,
  FormContext,
  isRequired,
  type KindControl,
  plainControls,
  ReadOnlyText,
} from './plain-controls.tsx'

export type { ControlProps } from './plain-controls.tsx'

const groupControl: KindControl = (props) => {
  const { field, value, onChange, problems = {}, error, readOnly, row, name } = props
  const fields = field.fields ?? {}
  const values = value ?? formValues(fields)
  // An optional group may stay empty. Its required fields apply once any of them has a value.
  const isLeftOut = field.isOptional && (value === null || value === undefined)
  const places = usePlaces('country' in fields && 'postalCode' in fields)
  function set(key: string, next: unknown) {
    const all = { ...values, [key]: next, ...(places && key === 'country' ? { state: null } : {}) }
    onChange(field.isOptional && Object.values(all).every((item) => item === null || item === '') ? null : all)
  }
  return (
    <fieldset className={css.group}>
      {/* The first line of an address has the same label as the group, so hide the legend. */}
      <legend className={Object.values(fields)[0]?.label === field.label ? 'dna-hidden' : css.legend}>{field.label}</legend>
      {error && <Input.Error>{error}</Input.Error>}
      <div className={`dna-fields ${css.grid}`}>
        {Object.entries(fields).map(([key, part]) => {
          const inner = {
            field: isLeftOut ? { ...part, isOptional: true } : part,
            name: key,
            value: values[key],
            readOnly,
            row: row?.[name],
            onBlur: props.onBlur,
            onChange: (next: unknown) => set(key, next),
            isDigitsOnly: key === 'postalCode' && (values.country === 'US' || values.country === 'MX'),
          }
          const problemProps = {
            error: problems[key] ?? (key === 'postalCode' ? postalProblem(values) : undefined),
            problems: problemsBelow(problems, key),
          }
          return places?.dataOf(key, values.country) ? (
            <PlaceControl key={key} {...inner} {...problemProps} data={places.dataOf(key, values.country)!} />
          ) : (
            <Control key={key} {...inner} {...problemProps} />
          )
        })}
      </div>
    </fieldset>
  )
}

/** Options for countries and regions. The four main countries come first and have region lists; elsewhere the region is free text. */
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

function PlaceControl({ data, ...props }: ControlProps & { data: (EnumerationPlace | { group: string; items: EnumerationPlace[] })[] }) {
  return (
    <Select<string | number>
      {...dropdownProps}
      {...commonProps(props)}
      data={data}
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

const listControl: KindControl = ({ field, value, onChange, problems = {}, error, readOnly, onBlur }) => {
  const rows: Values[] = value ?? []
  const fields = Object.entries(field.fields ?? {})
  const mustBe = (part: Field) => (isRequired(part) && !readOnly) || undefined
  const set = (at: number, next?: Values) => onChange(next ? rows.with(at, next) : rows.toSpliced(at, 1))
  return (
    <div className={css.list}>
      <div className={css.listHead}>
        <span className={css.legend}>{field.label}</span>
        {error && <Input.Error>{error}</Input.Error>}
      </div>
      {rows.length > 0 && (
        <div className={css.wide}>
          <table aria-label={field.label}>
            <thead>
              <tr>
                {fields.map(([key, part]) => (
                  <th key={key} scope="col" data-required={mustBe(part)}>
                    {part.unit ? `${part.label}, ${part.unit}` : part.label}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity before they are saved
                <tr key={index}>
                  {fields.map(([key, part]) => (
                    <td
                      key={key}
                      data-kind={part.kind}
                      data-required={mustBe(part)}
                      data-label={part.unit ? `${part.label}, ${part.unit}` : part.label}
                    >
                      <Control
                        isCompact
                        field={part}
                        name={key}
                        value={row[key] ?? null}
                        row={row}
                        readOnly={readOnly}
                        onBlur={onBlur}
                        error={problems[`[${index}].${key}`]}
                        onChange={(next) => set(index, { ...row, [key]: next })}
                      />
                    </td>
                  ))}
                  <td>
                    {!readOnly && (
                      <ActionIcon aria-label={`Remove row ${index + 1}`} onClick={() => set(index)}>
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
          onClick={() => onChange([...rows, formValues(field.fields ?? {})])}
        >
          Add to {field.label.toLowerCase()}
        </Button>
      )}
      {readOnly && rows.length === 0 && <span className="dna-muted">–</span>}
    </div>
  )
}

export function Control(props: ControlProps) {
  const Of =
    (props.field.kind === 'group' ? groupControl : props.field.kind === 'list' ? listControl : plainControls[props.field.kind]) ??
    ReadOnlyText
  return <Of {...props} common={commonProps(props)} />
}

const wide: readonly Kind[] = ['longText', 'richText', 'list', 'group']
const problemsBelow = (problems: FieldProblems, key: string): FieldProblems =>
  Object.fromEntries(
    Object.entries(problems)
      .filter(([path]) => path.startsWith(`${key}.`) || path.startsWith(`${key}[`))
      .map(([path, message]) => [path.slice(key.length).replace(/^\./, ''), message]),
  )

/** Field keys of a form. Distributes over unions, for forms that share controls. */
type KeyOf<F> = F extends unknown ? keyof F & string : never
export type Section<F = Resource['fields']> = [heading: string, keys: KeyOf<F>[]]
export type Controls<F = Resource['fields']> = { [K in KeyOf<F>]?: (props: ControlProps & { form: Form }) => ReactNode }

interface FormFieldsProps {
  form: Form
  resource: Resource
  params?: PathParams
  sections?: Section[]
  controls?: Controls
  readOnly?: boolean
}

/** Lays out form fields in two columns under headings. Fields that no section names are appended, so none are lost. */
export function FormFields({ form, resource, params, sections = [], controls = {}, readOnly }: FormFieldsProps) {
  const named = sections.flatMap(([, keys]) => keys)
  const rest = Object.keys(form.fields).filter((key) => !named.includes(key))
  const all: Section[] = [...sections, [sections.length > 0 ? 'Other' : '', rest]]
  return (
    <FormContext value={{ resource, params }}>
      {all.map(([heading, keys]) => {
        const shown = keys.filter((key) => form.fields[key] && controls[key] !== hidden)
        if (shown.length === 0) return null
        return (
          <div
            key={heading}
            className={css.section}
            data-alone={(shown.length === 1 && form.fields[shown[0] ?? '']?.label === heading) || undefined}
          >
            {heading && <h2 className={css.heading}>{heading}</h2>}
            <div className={`dna-fields ${css.grid}`}>
              {shown.map((key) => {
                const field = form.fields[key]!
                const props: ControlProps = {
                  field,
                  name: key,
                  value: form.values[key],
                  onChange: (value) => form.set(key, value),
                  onBlur: () => form.leave(key),
                  error: form.problems[key],
                  problems: problemsBelow(form.problems, key),
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
    </FormContext>
  )
}

/** Hides a field's control while the form still holds its value: `controls={{ order: hidden }}`. */
export const hidden = () => null
