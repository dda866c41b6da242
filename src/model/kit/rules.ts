import type { ReportProblem } from './description.ts'
import type { Enumeration, ValueOf } from './enumeration.ts'
import { round } from './money.ts'

/** Error messages exactly as specified, including typos (reference spec 5; compared by tests). */
export const messages = {
  required: 'This field is required!',
  unknown: 'This value is not valid!',
  whiteSpaces: 'White spaces are not allowed!',
  minLength: (n: number) => `More than ${n} characters are required!`,
  maxLength: (n: number) => `More than ${n} characters are NOT allowed!`,
  exactLength: (n: number) => `Only ${n} characters are valid!`,
  integer: 'Only Integers are valid',
  number: 'Only numbers are valid',
  minimum: (n: number) => `Minimum number is ${n}`,
  maximum: (n: number) => `Maximum number is ${n}`,
  email: 'E-mail must be valid',
  emailRequired: 'E-mail is required',
  abbreviation: "Min of 2 to Max of 6 Capital Letters, Numbers, or special characters '_', '-' or '.'",
  postalCode: {
    US: 'Invalid US Postal Code',
    MX: 'Invalid Mexican Postal Code',
    CA: 'Invalid Canadian Postal Code',
    PL: 'Invalid Polish Postal Code',
  },
  password: 'Password must contains at least a capital letter, a small letter, a number & a special character!',
  passwordConfirm: "Password doesn't match",
  selectOne: 'Select at least one!',
  urlCredentials: 'The address must not contain a user name or a password.',
  url: 'Invalid URL!',
  tempoUrl: 'Invalid Tempo URL!',
  guid: 'Invalid GUID!',
  color: 'Pick a color',
  date: 'This is not a date',
  phone: 'Only digits, spaces and + ( ) - . x are valid',
}

function reportAndReturn<T>(report: ReportProblem, message: string, value: T): T {
  report(message)
  return value
}

/** Cleans a text or reports an error. Every regular expression in the app runs in linear time; test/architecture.test.ts checks them. */
export type TextRule = (text: string, report: ReportProblem) => string

export const isMissing = (value: unknown) => value === undefined || value === null || value === ''

const rule =
  (isGood: (text: string) => boolean, message: string): TextRule =>
  (text, report) => {
    if (!isGood(text)) report(message)
    return text
  }

export const trim: TextRule = (text) => text.trim()
/** Joins text pasted from a multi-line cell into one line. */
export const oneLine: TextRule = (text) => {
  const lines = text.split(/[\r\n\u2028\u2029]/).map((line) => line.trim())
  return lines.filter(Boolean).join(' ')
}
export const lowerCase: TextRule = (text) => text.toLowerCase()
/** NUL and lone surrogates can be neither stored nor compared. */
export const wellFormed = rule((text) => !/[\0\p{Cs}]/u.test(text), messages.unknown)
export const noWhiteSpaces = rule((text) => text === text.trim() && !/\s\s/.test(text), messages.whiteSpaces)
export const minLength = (n: number) => rule((text) => text.length >= n, messages.minLength(n))
export const maxLength = (n: number) => rule((text) => text.length <= n, messages.maxLength(n))
export const exactLength = (n: number) => rule((text) => text.length === n, messages.exactLength(n))
/**
 * Runs before every other rule, so that none processes more text than a field can store. Surrounding white space may exceed the limit,
 * because it is trimmed later.
 */
export const notTooLong = (n: number) => rule((text) => text.length <= n || text.trim().length <= n, messages.maxLength(n))
export const matches = (regex: RegExp, message: string) => rule((text) => regex.test(text), message)
export const isEmail = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[A-Za-z]{2,}$/.test(text)
export const email: TextRule = (text, report) => {
  if (!text.includes('@')) report(messages.emailRequired)
  else if (!isEmail(text)) report(messages.email)
  return text
}
export const phone = matches(/^[\d +()\-.x]*$/i, messages.phone)
export const color = matches(/^#[0-9a-f]{6}$/i, messages.color)
/** Lower-cases a UUID, the database's form, so that texts that contain one can be compared and searched. */
export const guid: TextRule = (text, report) => isGuid(text, report).toLowerCase()
const isGuid = matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, messages.guid)
export const ownFileUrl = matches(/^\/api\/files\/[0-9a-f-]{36}\/[^/\s?"<>\\]{1,300}(\?[\w=&.-]{0,200})?$/, messages.url)
/** Line breaks, tabs, and marks that reverse the direction of text. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Anyone who may read the row would see the password of an address. */
export const url: TextRule = (text, report) => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text) || invisible.test(text)) return reportAndReturn(report, messages.url, text)
  const { username, password } = new URL(text)
  if (username || password) report(messages.urlCredentials)
  return text
}
export const password: TextRule = (text, report) => {
  if (!(/\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\p{Nd}/u.test(text) && /[^\p{L}\p{Nd}\s]/u.test(text))) report(messages.password)
  return text
}
export const calendarDate = rule(isCalendarDate, messages.date)
export const instant: TextRule = (text, report) => {
  const time = /^\d{4}-\d\d-\d\dT[\d:.]{5,12}(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return reportAndReturn(report, messages.date, text)
  return new Date(time).toISOString()
}

const postalLooks = { US: /^\d{5}$/, MX: /^\d{5}$/, CA: /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i, PL: /^(\d\d-\d{3}|\d{5})$/ }
const isPostal = (country: string): country is keyof typeof postalLooks => Object.hasOwn(postalLooks, country)

/** Validates postal codes of the four main countries and returns the stored form. */
export function checkPostalCode(country: string | null, text: string, report: ReportProblem): string {
  if (country && isPostal(country) && !postalLooks[country].test(text)) report(messages.postalCode[country])
  return country === 'CA' ? text.toUpperCase().replace(/^(...)[ -]?(...)$/, '$1 $2') : text
}

/** Range of valid dates; the API document states both. */
export const minDate = '1900-01-01'
export const maxDate = '2200-12-31'

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < minDate || text > maxDate) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Runs the rules in order and stops at the first error, so that a field shows one message at a time. */
export function checkText(value: unknown, rules: TextRule[], report: ReportProblem): string {
  if (typeof value !== 'string') return reportAndReturn(report, messages.unknown, '')
  let text = value
  let isWrong = false
  for (const apply of rules) {
    text = apply(text, (message) => {
      isWrong = true
      report(message)
    })
    if (isWrong) return text
  }
  return text
}

export function checkNumber(value: unknown, decimals: number, limits: { min?: number; max?: number }, report: ReportProblem): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return reportAndReturn(report, decimals === 0 ? messages.integer : messages.number, 0)
  if (decimals === 0 && !Number.isSafeInteger(value)) return reportAndReturn(report, messages.integer, 0)
  if (limits.min !== undefined && value < limits.min) return reportAndReturn(report, messages.minimum(limits.min), 0)
  if (limits.max !== undefined && value > limits.max) return reportAndReturn(report, messages.maximum(limits.max), 0)
  return decimals === 0 ? value : round(value, decimals)
}

export function checkBoolean(value: unknown, report: ReportProblem): boolean {
  if (typeof value !== 'boolean') report(messages.unknown)
  return value === true
}

export function checkChoice<E extends Enumeration>(value: unknown, options: E, report: ReportProblem): ValueOf<E> {
  if (!options.has(value)) report(messages.unknown)
  // The value is ignored after an error.
  return value as ValueOf<E>
}

export function checkFlags(value: unknown, options: Enumeration, report: ReportProblem): number {
  const all = options.values.reduce((sum, { value: bit }) => sum | Number(bit), 0)
  const isGood = typeof value === 'number' && Number.isSafeInteger(value) && (value & ~all) === 0 && value >= 0
  return isGood ? value : reportAndReturn(report, messages.unknown, 0)
}

const deepest = 50
/** Limits nesting, because later traversals are recursive and use the stack. */
export function checkDepth(value: unknown, report: ReportProblem): unknown {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return reportAndReturn(report, messages.unknown, null)
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return value
}

/** Removes duplicates. Rejects more than 5,000 values, or the field's own limit. */
export function checkSet<T>(
  value: unknown,
  check: (item: unknown, report: ReportProblem) => T,
  report: ReportProblem,
  limits: { min?: number; max?: number } = {},
): T[] {
  if (!Array.isArray(value)) return reportAndReturn(report, messages.unknown, [])
  if (value.length > (limits.max ?? 5000)) return reportAndReturn(report, messages.maximum(limits.max ?? 5000), [])
  if (value.length < (limits.min ?? 0)) return reportAndReturn(report, messages.selectOne, [])
  return [...new Set(value.map((item, index) => check(item, (message, path = '') => report(message, `[${index}]${path}`))))]
}

export function checkRows<T>(
  value: unknown,
  limits: { min?: number; max?: number },
  check: (row: unknown, report: ReportProblem) => T,
  report: ReportProblem,
): T[] {
  if (!Array.isArray(value)) return reportAndReturn(report, messages.unknown, [])
  if (value.length > (limits.max ?? 1000)) return reportAndReturn(report, messages.maximum(limits.max ?? 1000), [])
  if (value.length < (limits.min ?? 0)) return reportAndReturn(report, messages.selectOne, [])
  return value.map((row, index) => check(row, (message, path = '') => report(message, `[${index}]${path ? `.${path}` : ''}`)))
}
