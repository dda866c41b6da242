import { ScimError } from '../kit/request/scim-server.ts'

/** SQL of an attribute, and the type that its values are compared as. */
export interface ScimAttribute {
  sql: string
  type: 'text' | 'exact' | 'boolean' | 'instant'
}
type Add = (value: unknown) => string

const invalid = () => new ScimError(400, 'This filter is not valid.', 'invalidFilter')
const mostTokens = 100
const tokenPattern = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y

function tokensOf(filter: string): string[] {
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  const text = filter.trim()
  while (tokenPattern.lastIndex < text.length) {
    const match = tokenPattern.exec(text)
    if (!match || tokens.length >= mostTokens) throw invalid()
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  return tokens
}

/** Translates a filter of RFC 7644, 3.4.2.2, into a SQL condition: comparisons, `and`, `or`, `not`, parentheses, and value paths. */
export function filterSql(filter: string, attributes: ReadonlyMap<string, ScimAttribute>, add: Add): string {
  const tokens = tokensOf(filter)
  let at = 0
  const peek = () => tokens[at]?.toLowerCase()
  const take = () => {
    const token = tokens[at++]
    if (token === undefined) throw invalid()
    return token
  }
  const expect = (token: string) => {
    if (take() !== token) throw invalid()
  }
  function anyOf(prefix: string): string {
    const parts = [allOf(prefix)]
    for (; peek() === 'or'; ) {
      at++
      parts.push(allOf(prefix))
    }
    return `(${parts.join(' or ')})`
  }
  function allOf(prefix: string): string {
    const parts = [oneOf(prefix)]
    for (; peek() === 'and'; ) {
      at++
      parts.push(oneOf(prefix))
    }
    return `(${parts.join(' and ')})`
  }
  function oneOf(prefix: string): string {
    if (peek() === 'not') {
      at++
      return `not coalesce(${oneOf(prefix)}, false)`
    }
    if (peek() === '(') {
      at++
      const inner = anyOf(prefix)
      expect(')')
      return inner
    }
    const path = withoutUrn(take())
    if (peek() === '[') {
      at++
      const inner = anyOf(`${path}.`)
      expect(']')
      // Some directories compare a part of the value that the brackets select.
      if (!peek()?.startsWith('.')) return inner
      return `(${inner} and ${comparison(`${path}${take()}`, take().toLowerCase())})`
    }
    return comparison(`${prefix}${path}`, take().toLowerCase())
  }
  function comparison(path: string, operator: string): string {
    const attribute = attributes.get(path.toLowerCase())
    if (!attribute) throw new ScimError(400, `There is no attribute ${path.slice(0, 60)} to filter by.`, 'invalidFilter')
    if (operator === 'pr') return `${attribute.sql} is not null`
    return comparisonSql(attribute, operator, literalOf(take()), add)
  }
  const sql = anyOf('')
  if (at < tokens.length) throw invalid()
  return sql
}

const withoutUrn = (path: string) => path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '')

function literalOf(token: string): unknown {
  try {
    return JSON.parse(token)
  } catch {
    // Entra sends booleans with a capital letter.
    if (/^(true|false)$/i.test(token)) return token.toLowerCase() === 'true'
    throw invalid()
  }
}

const orders: Record<string, string> = { gt: '>', ge: '>=', lt: '<', le: '<=' }
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function comparisonSql({ sql, type }: ScimAttribute, operator: string, value: unknown, add: Add): string {
  if (value === null) return operator === 'eq' ? `${sql} is null` : `${sql} is not null`
  if (type === 'boolean') {
    const isTrue = value === true || String(value).toLowerCase() === 'true'
    if (operator === 'eq') return `${sql} = ${isTrue}`
    if (operator === 'ne') return `${sql} <> ${isTrue}`
    throw invalid()
  }
  if (typeof value !== 'string' || value.length > 500 || value.includes('\0')) throw invalid()
  if (type === 'instant') {
    if (Number.isNaN(Date.parse(value))) throw invalid()
    const sign = operator === 'eq' ? '=' : operator === 'ne' ? '<>' : orders[operator]
    if (!sign) throw invalid()
    return `${sql} ${sign} ${add(new Date(value).toISOString())}::timestamptz`
  }
  const [left, right] = type === 'exact' ? [sql, value] : [`lower(${sql})`, value.toLowerCase()]
  if (operator === 'eq') return `${left} = ${add(right)}`
  if (operator === 'ne') return `${left} is distinct from ${add(right)}`
  const pattern = { co: `%${escaped(right)}%`, sw: `${escaped(right)}%`, ew: `%${escaped(right)}` }[operator]
  if (pattern !== undefined) return `${left} like ${add(pattern)}`
  const sign = orders[operator]
  if (!sign) throw invalid()
  return `${left} ${sign} ${add(right)}`
}
