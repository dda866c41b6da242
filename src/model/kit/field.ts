import type { Permission } from '../permissions.ts'
import type { Field, Fields, Kind, ReportProblem, Resource, ValueIn, ValuesOf } from './description.ts'
import type { Enumeration, ValueOf } from './enumeration.ts'
import * as rule from './rules.ts'

type Limits = { min?: number; max?: number; unit?: string; hint?: string; mask?: Permission }

function field<T, K extends Kind>(kind: K, label: string, check: Field<T>['check'], more: Partial<Field<T>> = {}): Field<T, K> {
  return {
    isOptional: false,
    ...more,
    kind,
    label,
    check(value, report) {
      if (rule.isMissing(value)) {
        report(kind === 'email' ? rule.messages.emailRequired : rule.messages.required)
        return undefined as T
      }
      return check(value, report)
    },
  }
}

/** Allows an empty value: undefined, null, and the empty text become null. */
export function optional<T, K extends Kind>(field: Field<T, K>): Field<T | null, K> {
  // An optional field is never required: an email address without an @ is invalid instead.
  const asBad =
    (report: ReportProblem): ReportProblem =>
    (message, path) =>
      report(message === rule.messages.emailRequired ? rule.messages.email : message, path)
  const reporterFor = (report: ReportProblem) => (field.kind === 'email' ? asBad(report) : report)
  return { ...field, isOptional: true, check: (value, report) => (rule.isMissing(value) ? null : field.check(value, reporterFor(report))) }
}

/** The forced variant of the number rule (reference spec 5): an empty value is not a number, instead of missing. */
export const forced = <K extends Kind>(number: Field<number, K>): Field<number, K> => ({
  ...number,
  check: (value, report) => (rule.isMissing(value) ? rule.checkNumber(value, 4, {}, report) : number.check(value, report)),
})

/** Refuses an empty value, or an empty list, of a field that is optional otherwise. */
export const required = <F extends Field>(field: F): F => ({
  ...field,
  isOptional: false,
  check(value, report) {
    if (rule.isMissing(value)) {
      report(rule.messages.required)
      // The field's own check would report the same once more.
      return field.check(value, () => {})
    }
    if (Array.isArray(value) && value.length === 0) report(rule.messages.selectOne)
    return field.check(value, report)
  },
})

/** Documents that sending some or all values of the field needs any of these permissions besides that of the call. */
export const needing = <F extends Field>(field: F, ...needs: Permission[]): F => ({ ...field, needs })

export function defaulted<F extends Field>(field: F, fallback: NonNullable<ValueIn<F>>): F {
  return {
    ...field,
    default: fallback,
    check: (value, report) => field.check(rule.isMissing(value) ? fallback : value, report),
  }
}

function textual<K extends Kind>(kind: K, label: string, limits: Limits, ...rules: rule.TextRule[]): Field<string, K> {
  const { min = 0, max = 500 } = limits
  const all = [rule.notTooLong(max), rule.wellFormed, ...rules, rule.minLength(min), rule.maxLength(max)]
  return field(kind, label, (value, report) => rule.checkText(value, all, report), { ...limits, max })
}

/** One line of text; 500 characters by default. */
export const text = (label: string, limits: Limits = {}) => textual('text', label, limits, rule.oneLine)
/** Several lines of plain text, 4,000 characters. */
export const longText = (label: string, limits: Limits = {}) => textual('longText', label, { max: 4000, ...limits }, rule.trim)
/** Formatted text; the server retains only the allowed subset of HTML. */
export const richText = (label: string) => textual('richText', label, { max: 200_000 })
/** Display name: no double, leading, or trailing spaces; 200 characters. */
export const name = (label: string, limits: Limits = {}) =>
  textual('text', label, { max: 200, ...limits }, rule.noWhiteSpaces, rule.oneLine)
export const pattern = (label: string, regex: RegExp, message: string, limits: Limits = {}) =>
  textual('text', label, limits, rule.oneLine, rule.matches(regex, message))
/** Text of a fixed length, such as a country code. */
export const code = (label: string, length: number): Field<string, 'text'> => {
  const rules = [rule.notTooLong(500), rule.wellFormed, rule.oneLine, rule.exactLength(length)]
  return field('text', label, (value, report) => rule.checkText(value, rules, report), { min: length, max: length })
}
export const email = (label = 'E-mail') => textual('email', label, { min: 3, max: 254 }, rule.trim, rule.lowerCase, rule.email)
export const phone = (label = 'Phone') => textual('phone', label, { max: 40 }, rule.trim, rule.phone)
/** Web address; only http and https, and never fetched by the server. */
export const url = (label: string) => textual('url', label, { max: 2048 }, rule.trim, rule.url)
export const color = (label: string) => textual('color', label, { max: 7 }, rule.trim, rule.color)
export const password = (label = 'Password') => textual('password', label, { min: 8, max: 128 }, rule.password)
export const image = (label = 'Image') => textual('image', label, { max: 2048 }, rule.trim, rule.ownFileUrl)

function numeric<K extends Kind>(kind: K, label: string, decimals: number, limits: Limits): Field<number, K> {
  return field(kind, label, (value, report) => rule.checkNumber(value, decimals, limits, report), {
    ...limits,
    decimals,
  })
}

/** Returns true if a 0 means that no value was entered, as far as the row is known. */
export const isMissingZero = ({ isZeroMissing }: Field, value: unknown, row?: Readonly<Record<string, unknown>>) =>
  value === 0 && isZeroMissing !== undefined && (isZeroMissing === true || row?.[isZeroMissing.unless] == null)

/** Further keys needed to interpret a 0 of this field. */
export const companionKeys = ({ isZeroMissing }: Field): string[] => (typeof isZeroMissing === 'object' ? [isZeroMissing.unless] : [])

export const integer = (label: string, limits: Limits = {}) =>
  numeric('integer', label, 0, { min: -2147483648, max: 2147483647, ...limits })
export const decimal = (label: string, limits: Limits = {}, decimals = 4) =>
  numeric('number', label, decimals, { min: 0, max: 999_999_999, ...limits })
/** US dollars with two decimals in the API, whole cents in the database. */
export const money = (label: string, limits: Limits = {}) =>
  numeric('money', label, 2, { min: 0, max: 99_999_999.99, unit: 'USD', ...limits })
/** 0.25 means 25%. */
export const factor = (label: string, limits: Limits = {}) => numeric('factor', label, 4, { min: 0, max: 5, ...limits })
export const percent = (label: string, limits: Limits = {}) => numeric('percent', label, 2, { min: 0, max: 100, unit: '%', ...limits })
export const hours = (label: string, limits: Limits = {}) => numeric('hours', label, 2, { min: 0, max: 99_999.99, unit: 'h', ...limits })
export const quantity = (label = 'Quantity') => integer(label, { min: 1, max: 9999 })
export const id = (label = 'Id') => numeric('id', label, 0, { min: -1, max: Number.MAX_SAFE_INTEGER })

export const uuid = (label: string): Field<string> => field('uuid', label, (value, report) => rule.checkText(value, [rule.guid], report))
export const boolean = (label: string): Field<boolean> => field('boolean', label, (value, report) => rule.checkBoolean(value, report))
export const date = (label: string): Field<string> =>
  field('date', label, (value, report) => rule.checkText(value, [rule.calendarDate], report))
export const instant = (label: string): Field<string> =>
  field('instant', label, (value, report) => rule.checkText(value, [rule.instant], report))

export const choice = <E extends Enumeration>(label: string, options: E): Field<ValueOf<E>> =>
  field('choice', label, (value, report) => rule.checkChoice(value, options, report), { options })
export const choices = <E extends Enumeration>(label: string, options: E): Field<ValueOf<E>[]> =>
  field('choices', label, (value, report) => rule.checkSet(value, (v, r) => rule.checkChoice(v, options, r), report), { options })
/** Bit flags: several enumeration values in one number. */
export const flags = (label: string, options: Enumeration): Field<number> =>
  field('flags', label, (value, report) => rule.checkFlags(value, options, report), { options })

/** Reference to another entity. Its key ends in `Id`; responses contain an object under the key without it. */
export const reference = (label: string, resource: () => Resource, more: Partial<Field<number>> = {}) =>
  field('reference', label, (value, report) => rule.checkNumber(value, 0, { min: -1, max: Number.MAX_SAFE_INTEGER }, report), {
    resource,
    ...more,
  })
export const user = (label: string) => field('user', label, (value, report) => rule.checkText(value, [rule.guid], report))
export const references = (label: string, resource: () => Resource) =>
  field(
    'references',
    label,
    (v, r) => rule.checkSet(v, (item, rr) => rule.checkNumber(item, 0, { min: 1, max: Number.MAX_SAFE_INTEGER }, rr), r),
    { resource },
  )

/** Nested rows, stored with their parent. */
export const list = <F extends Fields>(label: string, fields: F, limits: Limits = {}): Field<ValuesOf<F>[]> =>
  field('list', label, (value, report) => rule.checkRows(value, limits, (row, index) => checkShape(fields, row, index), report), {
    fields,
    ...limits,
  })
export const withResponseFields = <T, K extends Kind, A extends Fields>(
  field: Field<T, K>,
  answers: A,
): Field<T, K> & { readonly responseFields: A } => ({
  ...field,
  responseFields: answers,
})
export const set = <T>(label: string, itemField: Field<T>, limits: Limits = {}): Field<T[]> =>
  field('choices', label, (value, report) => rule.checkSet(value, itemField.check, report, limits), {
    ...limits,
    fields: { of: itemField },
  })
export const group = <F extends Fields>(label: string, fields: F): Field<ValuesOf<F>> =>
  field('group', label, (value, report) => checkShape(fields, value, report), { fields })
/** Any JSON up to a maximum depth. If callers send it, another check must validate it. */
export const json = <T>(label = '') =>
  ({ kind: 'json', label, isOptional: true, check: (value, report) => rule.checkDepth(value, report) }) as Field<T>

/** Validates every field of a shape and drops unknown properties, so that no undeclared field can be set. */
export function checkShape<F extends Fields>(fields: F, value: unknown, report: ReportProblem): ValuesOf<F> {
  const source = isRecord(value) ? value : undefined
  if (!source) report(rule.messages.unknown)
  const clean: Record<string, unknown> = {}
  for (const key of Object.keys(fields)) {
    const input = source && Object.hasOwn(source, key) ? source[key] : undefined
    clean[key] = fields[key]!.check(input, (message, path) =>
      report(message, path ? `${key}${path.startsWith('[') ? '' : '.'}${path}` : key),
    )
  }
  return clean as ValuesOf<F>
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields that a JSON Merge Patch (RFC 7396) contains, also within groups, so that absent ones are not checked. */
export function sentFields(fields: Fields, value: unknown): Fields {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => Object.hasOwn(value, key) && value[key] !== undefined)
      .map(([key, field]) => [
        key,
        field.kind === 'group' && field.fields && isRecord(value[key]) ? partOfGroup(field, value[key]) : field,
      ]),
  )
}
const partOfGroup = (field: Field, value: unknown): Field => {
  const fields = sentFields(field.fields ?? {}, value)
  return { ...field, check: (input, report) => checkShape(fields, input, report) }
}

/** Like `checkShape`, but returns problems as data: field path → messages, in field order. */
export function parseShape<F extends Fields>(fields: F, value: unknown) {
  const problems: Record<string, string[]> = {}
  const values = checkShape(fields, value, (message, path = '') => {
    problems[path] = [...(Object.hasOwn(problems, path) ? problems[path]! : []), message]
  })
  return { values, problems: Object.keys(problems).length > 0 ? problems : undefined }
}
