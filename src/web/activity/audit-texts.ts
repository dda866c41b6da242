import type { Field, Fields, Kind } from '../../model/kit/description.ts'
import { colorName } from '../kit/look/color-name.ts'
import { fieldText } from '../kit/parts/columns.tsx'

const special: Record<string, string> = {
  equipments: 'Equipment',
  Manufactures: 'Manufacturers',
  sessions: 'Sign-in',
  apiTokens: 'API tokens',
  wireCadRequests: 'WireCAD requests',
  dnaDefaults: 'DNA defaults',
  ip: 'Address',
}

/** Converts a log key to a label: `signalTypes` → `Signal types`, `defaultLaborType` → `Default labor type`. */
export function keyWords(key: string): string {
  if (special[key]) return special[key]
  const label = key.replace(/Id$/, '').replace(/([a-z\d])([A-Z])/g, '$1 $2')
  return label.charAt(0).toUpperCase() + label.slice(1).toLowerCase()
}

type Values = Record<string, unknown> | null
interface AuditChange {
  key: string
  label: string
  before: string
  after: string
}

/** Stored references are named after the response: `client` for the field `clientId`. */
const fieldOf = (fields: Fields, key: string) => fields[key] ?? fields[`${key}Id`] ?? fields[key.replace(/Id$/, '')]

/** Changes of an entry by key. Long sets show only added and removed values, because 200 names cannot be compared by eye. */
export function auditChanges(before: Values, after: Values, fields: Fields = {}): AuditChange[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys.map((key) => {
    const field = fieldOf(fields, key)
    const label = field?.label || keyWords(key)
    const [from, to] = [before?.[key], after?.[key]]
    const text = (value: unknown) => valueText(value, field)
    if (Array.isArray(from) && Array.isArray(to)) return { key, label, ...setChange(from.map(text), to.map(text)) }
    return { key, label, before: text(from), after: text(to) }
  })
}

function setChange(from: string[], to: string[]) {
  const removed = from.filter((item) => !to.includes(item))
  const come = to.filter((item) => !from.includes(item))
  const keptCount = from.length - removed.length
  const rest = keptCount > 0 ? `${removed.length + come.length > 0 ? 'and ' : ''}${keptCount} unchanged` : ''
  const text = (part: string[]) => [...part, rest].filter(Boolean).join('\n')
  return { before: text(removed), after: text(come) }
}

const formatted: readonly Kind[] = ['boolean', 'choice', 'choices', 'flags', 'money', 'richText', 'date', 'instant']
/** Details of stored rows that say nothing to a reader. */
const isInternal = (key: string) => /^id$|Ids?$|Url$|^rowVersion$|^is(Suspended|ExternalUser|Deleted)$/.test(key)

function valueText(value: unknown, field?: Field): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((item) => valueText(item, field)).join('\n')
  if (typeof value === 'object') return objectText(value)
  const text = String(value)
  if (/^#[\da-f]{6}$/i.test(text)) return colorName(text)
  return field && formatted.includes(field.kind) ? fieldText(field, value) : text
}

/** Names a stored row, or lists its values by label. */
function objectText(value: object): string {
  const { name, firstName, lastName, number, tag } = value as Record<string, unknown>
  const known = name ?? (firstName ? [firstName, lastName].filter(Boolean).join(' ') : (number ?? tag))
  if (known !== undefined && known !== null) return String(known)
  return Object.entries(value)
    .filter(([key, part]) => !isInternal(key) && valueText(part) !== '')
    .map(([key, part]) => `${keyWords(key)}: ${valueText(part).replaceAll('\n', ', ')}`)
    .join('\n')
}
