import { ScimError } from '../kit/request/scim-server.ts'

type JsonObject = Record<string, unknown>
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Attribute names of SCIM ignore case. */
export function attribute(values: unknown, name: string): unknown {
  if (!isObject(values)) return undefined
  const key = Object.keys(values).find((own) => own.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : values[key]
}

export function asText(value: unknown, name: string, most = 254): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.length > most || /\p{Cc}/u.test(value) || /\p{Surrogate}/u.test(value))
    throw new ScimError(400, `${name} is not valid.`, 'invalidValue')
  return value.trim()
}

/** Entra sends booleans as texts. */
export function asBoolean(value: unknown, name: string): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw new ScimError(400, `${name} is not valid.`, 'invalidValue')
}

/** The primary value of a list such as e-mail addresses, or else the first one. */
export function primaryValue(values: unknown): unknown {
  if (!Array.isArray(values)) return undefined
  const primary = values.find((item) => attribute(item, 'primary') === true) ?? values[0]
  return isObject(primary) ? attribute(primary, 'value') : primary
}

export interface ScimOperation {
  op: 'add' | 'replace' | 'remove'
  path: string | undefined
  value: unknown
}

const mostOperations = 1000

/** Operations of a PATCH, whose names ignore case, as Entra spells them. */
export function readOperations(body: unknown): ScimOperation[] {
  const operations = attribute(body, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations)
    throw new ScimError(400, 'The request has no operations.', 'invalidSyntax')
  return operations.map((operation) => {
    const op = String(attribute(operation, 'op') ?? '').toLowerCase()
    const path = attribute(operation, 'path')
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw new ScimError(400, `There is no operation "${op.slice(0, 20)}".`, 'invalidSyntax')
    if (path !== undefined && typeof path !== 'string') throw new ScimError(400, 'A path is not valid.', 'invalidPath')
    if (op === 'remove' && !path) throw new ScimError(400, 'A removal needs a path.', 'noTarget')
    return { op, path, value: attribute(operation, 'value') }
  })
}

export const versionOf = (version: number) => `W/"${version}"`

const listed = (header: string) => header.split(',').map((version) => version.trim())

/** Rejects a change that is based on another version (412). */
export function checkMatch(ifMatch: string | undefined, version: number) {
  if (ifMatch && ifMatch !== '*' && !listed(ifMatch).includes(versionOf(version))) throw new ScimError(412, 'The resource has changed.')
}

export const isUnchanged = (ifNoneMatch: string | undefined, version: number) =>
  ifNoneMatch !== undefined && listed(ifNoneMatch).includes(versionOf(version))

const core = 'urn:ietf:params:scim:schemas:core:2.0:'
/** Returned in every response. */
const always = new Set(['schemas', 'id'])

/** Leaves the named attributes, or leaves some out; `name.givenName` names its whole attribute. */
export function withAttributes(resource: JsonObject, { attributes, excludedAttributes }: Readonly<Record<string, string>>): JsonObject {
  const names = (text: string | undefined) =>
    text
      ?.split(',')
      .map((name) =>
        name
          .trim()
          .replace(core, '')
          .replace(/^(User|Group):/, '')
          .split('.')[0]
          ?.toLowerCase(),
      )
      .filter(Boolean)
  const [only, without] = [names(attributes), names(excludedAttributes)]
  return Object.fromEntries(
    Object.entries(resource).filter(([key, value]) => {
      if (value === undefined || value === null) return false
      if (always.has(key)) return true
      return only ? only.includes(key.toLowerCase()) : !without?.includes(key.toLowerCase())
    }),
  )
}

const mostResults = 200
export function readPage({ startIndex = '1', count = '100' }: Readonly<Record<string, string>>) {
  if (!/^-?\d{1,9}$/.test(startIndex) || !/^-?\d{1,9}$/.test(count))
    throw new ScimError(400, 'startIndex and count are numbers.', 'invalidValue')
  return { startIndex: Math.max(1, Number(startIndex)), count: Math.min(mostResults, Math.max(0, Number(count))) }
}

export const listResponse = (totalResults: number, startIndex: number, resources: JsonObject[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
