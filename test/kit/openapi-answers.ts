type Schema = Record<string, any>
export interface Document {
  paths: Record<string, Record<string, Schema>>
  components: { schemas: Record<string, Schema> }
}

const formats: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  email: /^\S+@\S+$/,
  uri: /^https?:\/\//,
  'uri-reference': /^(https?:\/\/|\/)/,
  binary: /^/,
}
const isOfType: Record<string, (value: unknown) => boolean> = {
  null: (value) => value === null,
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
/** JSON Schema keywords our document uses. An unknown keyword must fail instead of being ignored. */
const keywords = new Set(
  '$ref allOf oneOf anyOf enum type properties required additionalProperties items format minimum maximum formatMinimum formatMaximum minItems maxItems maxLength minLength title default description'.split(
    ' ',
  ),
)

/** Lists where a value violates its schema. Undeclared properties are violations too, because clients could never learn of them. */
export function mismatches({ components }: Document, schema: Schema, value: unknown, at = 'body'): string[] {
  const merged = (parts: Schema[]): Schema => {
    const objects = parts.map((part) => (part.$ref ? components.schemas[part.$ref.split('/').pop()]! : part))
    return {
      type: 'object',
      properties: Object.assign({}, ...objects.map(({ properties }) => properties)),
      required: objects.flatMap(({ required = [] }) => required),
    }
  }
  const check = (variant: Schema, entry: unknown, location: string): string[] => {
    const unread = Object.keys(variant).filter((keyword) => !keywords.has(keyword))
    if (unread.length > 0) throw new Error(`Schema words nobody checks: ${unread.join(', ')}`)
    if (variant.allOf) return check(merged(variant.allOf), entry, location)
    if (variant.$ref) return check(components.schemas[variant.$ref.split('/').pop()]!, entry, location)
    const choices: Schema[] | undefined = variant.anyOf ?? variant.oneOf
    if (choices) {
      const found = choices.map((choice) => check(choice, entry, location))
      return found.some((problems) => problems.length === 0)
        ? []
        : (found.find((problems) => !/ is (null|no )/.test(problems[0]!)) ?? found[0]!)
    }
    const entryText = JSON.stringify(entry)?.slice(0, 80)
    if (variant.enum) return variant.enum.includes(entry) ? [] : [`${location} is no choice: ${entryText}`]
    if (variant.type === undefined) return entry === undefined ? [`${location} is missing`] : []
    const types: string[] = [variant.type].flat()
    if (!types.some((type) => isOfType[type]!(entry))) return [`${location} is no ${types.join(' or ')}: ${entryText}`]
    if (typeof entry === 'string') {
      const isFormat =
        (!variant.format || formats[variant.format]!.test(entry)) &&
        entry >= (variant.formatMinimum ?? entry) &&
        entry <= (variant.formatMaximum ?? entry)
      return isFormat && entry.length <= (variant.maxLength ?? Number.POSITIVE_INFINITY)
        ? []
        : [`${location} is no ${variant.format ?? 'text so long'}: ${entryText}`]
    }
    if (typeof entry === 'number')
      return entry >= (variant.minimum ?? entry) && entry <= (variant.maximum ?? entry)
        ? []
        : [`${location} is out of its limits: ${entryText}`]
    if (Array.isArray(entry)) return entry.flatMap((item, n) => check(variant.items ?? {}, item, `${location}[${n}]`))
    if (typeof entry !== 'object' || entry === null) return []
    const { additionalProperties: each } = variant
    if (each) return Object.entries(entry).flatMap(([key, part]) => check(each, part, `${location}.${key}`))
    if (!variant.properties) return []
    const known: Record<string, Schema> = variant.properties
    const missing = (variant.required ?? []).filter((key: string) => !(key in entry)).map((key: string) => `${location}.${key} is missing`)
    const parts = Object.entries(entry).flatMap(([key, part]) =>
      known[key]
        ? check(known[key], part, `${location}.${key}`)
        : [`${location}.${key} is not in the document: ${JSON.stringify(part)?.slice(0, 80)}`],
    )
    return [...missing, ...parts]
  }
  return check(schema, value, at)
}

interface Operation {
  name: string
  parts: string[]
  schema: Schema
}
type Index = ReadonlyMap<string, Operation[]>
const indexes = new WeakMap<Document, Index>()

/** Operations by method and segment count. Operations with fewer parameters come first and win, as in the router. */
function indexOperations(document: Document): Index {
  const known = indexes.get(document)
  if (known) return known
  const index = new Map<string, Operation[]>()
  const byParameters = Object.keys(document.paths).sort((a, b) => a.split('{').length - b.split('{').length)
  for (const path of byParameters)
    for (const [method, schema] of Object.entries(document.paths[path]!)) {
      const parts = path.toLowerCase().split('/')
      const key = `${method.toUpperCase()} ${parts.length}`
      index.set(key, [...(index.get(key) ?? []), { name: `${method.toUpperCase()} ${path}`, parts, schema }])
    }
  indexes.set(document, index)
  return index
}

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

function findOperation(document: Document, method: string, address: string): Operation | undefined {
  const parts = decoded(address.split('?')[0]!).toLowerCase().replace(/\/$/, '').split('/')
  return indexOperations(document)
    .get(`${method} ${parts.length}`)
    ?.find((operation) => operation.parts.every((part, n) => part.startsWith('{') || part === parts[n]))
}

interface Asked {
  method: string
  path: string
  query?: Record<string, unknown>
}
interface Answered {
  status: number
  body: any
}

const errorSchema: Schema = { $ref: '#/components/schemas/Error' }
const besides = /^\/(metrics|api\/(health|docs|openapi\.json|hub(\/negotiate)?))\/?$/i

/** Lists mismatches between a response and the document, one sentence per kind. */
export function responseMismatches(document: Document, { method, path }: Omit<Asked, 'query'>, { status, body }: Answered): string[] {
  const operation = findOperation(document, method, path)
  if (!operation) {
    if (besides.test(path.split('?')[0]!) || !/^\/api\//i.test(path)) return []
    // An unknown path must be rejected with a standard error.
    const foundProblems = status < 400 ? [`answers ${status}`] : mismatches(document, errorSchema, body)
    return foundProblems.map((item) => `${method} ${path} is not in the document: ${item}`)
  }
  const { name, schema } = operation
  const response = schema.responses[status]
  const foundProblems = !response
    ? [`answers ${status}, which is not in the document: ${JSON.stringify(body)?.slice(0, 200)}`]
    : response.content?.['application/json']
      ? mismatches(document, response.content['application/json'].schema, body)
      : response.content
        ? body === undefined || body instanceof Buffer
          ? []
          : ['is no file']
        : body === undefined
          ? []
          : ['answers something where the document says nothing']
  // Reports each kind of mismatch once instead of once per row.
  const kinds = new Map(foundProblems.map((text) => [text.replace(/\[\d+\]/g, '[n]').replace(/: .*/, ''), text]))
  return Array.from(kinds.values(), (text) => `${name} ${status}: ${text}`)
}

function unnamed(document: Document, { method, path, query = {} }: Asked): string[] {
  const operation = findOperation(document, method, path)
  const named = new Set(operation?.schema.parameters.map((parameter: Schema) => parameter.in === 'query' && parameter.name))
  const others = Object.keys(query).filter((key) => !named.has(key))
  return others.map((key) => `${operation?.name}: the document has no query parameter ${key}`)
}

type Caller<M> = (method: M, path: string, body?: unknown, more?: { query?: Record<string, unknown> }) => Promise<Answered>

/** Wraps a caller. Records the operations called and the mismatches with the document. */
export function checkedAgainst<M extends string, C extends Caller<M>>(document: Document, caller: C & Caller<M>) {
  const statusesByRoute = new Map<string, Set<number>>()
  const problems: string[] = []
  const call = async (method: M, path: string, body?: unknown, more?: Parameters<C>[3]) => {
    const answer = await caller(method, path, body, more)
    const name = findOperation(document, method, path)?.name ?? ''
    statusesByRoute.set(name, (statusesByRoute.get(name) ?? new Set()).add(answer.status))
    const asking = { method, path, query: more?.query }
    problems.push(...responseMismatches(document, asking, answer), ...unnamed(document, asking))
    return answer
  }
  return { call, asked: statusesByRoute, problems }
}
