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
  before: string
  after: string
}

/** Changes of an entry by key. Long sets show only added and removed values, because 200 names cannot be compared by eye. */
export function auditChanges(before: Values, after: Values): AuditChange[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys.map((key) => {
    const from = before?.[key]
    const to = after?.[key]
    if (Array.isArray(from) && Array.isArray(to)) return { key, ...setChange(from.map(valueText), to.map(valueText)) }
    return { key, before: valueText(from), after: valueText(to) }
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

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(valueText).join('\n')
  if (typeof value !== 'object') return String(value)
  const { name, firstName, lastName, number, tag } = value as Record<string, unknown>
  const known = name ?? (firstName ? [firstName, lastName].filter(Boolean).join(' ') : (number ?? tag))
  return known === undefined ? JSON.stringify(value, null, 1) : String(known)
}
