import type { Call, Caller } from './start.ts'

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
/** Every word our document uses; one that this file does not know would be believed unread. */
const words = new Set(
  '$ref allOf oneOf anyOf enum type properties required items format minimum maximum maxLength minLength title default description'.split(
    ' ',
  ),
)

/** Where a value is not as its schema says. A property the schema does not name is wrong, too: who reads the document would never learn of it. */
export function mismatches({ components }: Document, schema: Schema, value: unknown, at = 'body'): string[] {
  /** Several descriptions of one object, read as one. */
  const merged = (parts: Schema[]): Schema => {
    const objects = parts.map((part) => (part.$ref ? components.schemas[part.$ref.split('/').pop()]! : part))
    return {
      type: 'object',
      properties: Object.assign({}, ...objects.map(({ properties }) => properties)),
      required: objects.flatMap(({ required = [] }) => required),
    }
  }
  const check = (of: Schema, one: unknown, place: string): string[] => {
    const unread = Object.keys(of).filter((word) => !words.has(word))
    if (unread.length > 0) throw new Error(`Schema words nobody checks: ${unread.join(', ')}`)
    if (of.allOf) return check(merged(of.allOf), one, place)
    if (of.$ref) return check(components.schemas[of.$ref.split('/').pop()]!, one, place)
    const choices: Schema[] | undefined = of.anyOf ?? of.oneOf
    if (choices) {
      const found = choices.map((choice) => check(choice, one, place))
      return found.some((problems) => problems.length === 0)
        ? []
        : (found.find((problems) => !/ is (null|no )/.test(problems[0]!)) ?? found[0]!)
    }
    const said = JSON.stringify(one)?.slice(0, 80)
    if (of.enum) return of.enum.includes(one) ? [] : [`${place} is no choice: ${said}`]
    if (of.type === undefined) return one === undefined ? [`${place} is missing`] : []
    const types: string[] = [of.type].flat()
    if (!types.some((type) => isOfType[type]!(one))) return [`${place} is no ${types.join(' or ')}: ${said}`]
    if (typeof one === 'string') {
      const isFormat = !of.format || formats[of.format]!.test(one)
      return isFormat && one.length <= (of.maxLength ?? Number.POSITIVE_INFINITY)
        ? []
        : [`${place} is no ${of.format ?? 'text so long'}: ${said}`]
    }
    if (typeof one === 'number')
      return one >= (of.minimum ?? one) && one <= (of.maximum ?? one) ? [] : [`${place} is out of its limits: ${said}`]
    if (Array.isArray(one)) return one.flatMap((item, n) => check(of.items ?? {}, item, `${place}[${n}]`))
    if (typeof one !== 'object' || one === null || !of.properties) return []
    const known: Record<string, Schema> = of.properties
    const missing = (of.required ?? []).filter((key: string) => !(key in one)).map((key: string) => `${place}.${key} is missing`)
    const parts = Object.entries(one).flatMap(([key, part]) =>
      known[key]
        ? check(known[key], part, `${place}.${key}`)
        : [`${place}.${key} is not in the document: ${JSON.stringify(part)?.slice(0, 80)}`],
    )
    return [...missing, ...parts]
  }
  return check(schema, value, at)
}

/** The operation of an address; literal parts win over parameters, as they do in the product. */
export function operationOf({ paths }: Document, method: string, address: string): { name: string; of: Schema } | undefined {
  const parts = address.split('?')[0]!.toLowerCase().split('/')
  const fitting = Object.keys(paths).filter((path) => {
    const own = path.toLowerCase().split('/')
    return (
      own.length === parts.length && own.every((part, n) => part.startsWith('{') || part === parts[n]) && paths[path]![method.toLowerCase()]
    )
  })
  const [path] = fitting.sort((a, b) => a.split('{').length - b.split('{').length)
  return path === undefined ? undefined : { name: `${method} ${path}`, of: paths[path]![method.toLowerCase()]! }
}

/** Calls like the caller and notes which operations were asked and where an answer was not as the document says. */
export function heldTo(document: Document, caller: Call | Caller) {
  const asked = new Map<string, Set<number>>()
  const problems: string[] = []
  const call: Call = async (method, path, body, more) => {
    const answer = await caller(method, path, body, more)
    const operation = operationOf(document, method, path)
    if (!operation) {
      problems.push(`${method} ${path} is not in the document`)
      return answer
    }
    const { name, of } = operation
    asked.set(name, (asked.get(name) ?? new Set()).add(answer.status))
    const unnamed = Object.keys(more?.query ?? {}).filter(
      (key) => !of.parameters.some((one: Schema) => one.in === 'query' && one.name === key),
    )
    for (const key of unnamed) problems.push(`${name}: the document has no query parameter ${key}`)
    const response = of.responses[answer.status]
    const told = !response
      ? [`answers ${answer.status}, which is not in the document: ${JSON.stringify(answer.body)?.slice(0, 200)}`]
      : response.content?.['application/json']
        ? mismatches(document, response.content['application/json'].schema, answer.body)
        : response.content
          ? answer.body instanceof Buffer
            ? []
            : ['is no file']
          : answer.body === undefined
            ? []
            : ['answers something where the document says nothing']
    // One row after the other would say the same.
    for (const one of new Set(told.map((text) => text.replace(/\[\d+\]/g, '[n]').replace(/: .*/, '')))) {
      const example = told.find((text) => text.replace(/\[\d+\]/g, '[n]').startsWith(one))!
      problems.push(`${name} ${answer.status}: ${example}`)
    }
    return answer
  }
  return { call, asked, problems }
}
