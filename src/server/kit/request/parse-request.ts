import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyCall, Field, Fields } from '../../../model/kit/description.ts'
import { checkShape, sentFields } from '../../../model/kit/field.ts'
import { messages } from '../../../model/kit/rules.ts'
import { cleanFileName } from '../../tools/signed-address.ts'
import type { Context } from './context.ts'
import { badRequest, HttpError, notFound } from './errors.ts'
import type { ParsedRequest, Route, UploadedFile } from './routes.ts'

/** Total size limit of all files in one request. */
export const maxUploadBytes = 50 * 1024 * 1024
const maxUploadedFiles = 20

/** Invalid JSON is handled like any invalid body: reported only to users who may make the call, and after a missing row. */
const unreadableBody = Symbol('unreadable')
export function addBodyParsers(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    parse(request, text, (error, body) => done(null, error ? unreadableBody : body))
  })
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, new URLSearchParams(text)),
  )
}

/**
 * Validates a request. Errors are thrown at once, except in a call about a row: a missing or hidden row is reported first. If no other call
 * reads that row, the first access to the invalid input throws.
 */
export async function parseRequest(
  request: FastifyRequest,
  call: AnyCall,
  kinds: RowKinds,
): Promise<{ request: ParsedRequest; failure?: HttpError }> {
  const params = validateShape(call.params, coerceTexts(call.params, Object(request.params)), (name) => parameterKind(kinds, call, name))
  let failure: HttpError | undefined
  const keep = (error: unknown): HttpError => {
    if (Object.keys(call.params).length === 0 || !(error instanceof HttpError)) throw error
    failure ??= error
    return error
  }
  const attempt = (fields: Fields, read: () => unknown, isMergePatch = false) => {
    try {
      const value = read()
      return validateShape(isMergePatch ? sentFields(fields, value) : fields, value)
    } catch (error) {
      return throwOnAccess({}, keep(error))
    }
  }
  const sent =
    call.upload && (call.upload !== 'files' || request.isMultipart())
      ? await readMultipart(request, call).catch((error) => ({ file: throwOnAccess(noFile, keep(error)), files: [], fields: {} }))
      : undefined
  // With a file upload, query parameters such as a dry run may also be form fields.
  const query = attempt(call.query, () =>
    coerceTexts(call.query, { ...sent?.fields, ...rejectEmptyNumbers(call.query, Object(request.query)) }),
  )
  const body = attempt(call.body, () => (sent ? coerceTexts(call.body, { ...sent.fields }) : bodyValues(call, request)), call.isMergePatch)
  return { request: { params, query, body, file: sent?.file, files: sent?.files }, failure }
}

export const pathParameterNames = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name ?? '')
function parameterKinds({ path, params }: AnyCall): string {
  const fields: Fields = params
  return String(pathParameterNames(path).map((name) => fields[name]?.kind))
}
const isAboutRow = (path: string) => /\/:\w+$/.test(path)

/**
 * Finds the GET route for the row that another call is about: `/spaces/:id` for `/spaces/:id/Equipment/:lineId`, unless lines have their
 * own.
 */
export function createReaderLookup(routes: Route[]) {
  const reading = new Map(
    routes
      .filter(({ call, prepare }) => call.method === 'GET' && call.status === 200 && isAboutRow(call.path) && !prepare)
      .map((route) => [normalizedPath(route.call.path), route]),
  )
  return (call: AnyCall): Route | undefined => {
    const segments = call.path.replace(/^(.*)\/(:\w+)\/restore$/, '$1/deleted/$2').split('/')
    return segments
      .map((_, index) => reading.get(normalizedPath(segments.slice(0, segments.length - index).join('/'))))
      .find((reader) => reader && reader.call !== call && parameterKinds(call).startsWith(parameterKinds(reader.call)))
  }
}

/** Throws if the row is missing or hidden; ignores any other error of the call. */
export async function assertRowVisible(ctx: Context, { call, handler }: Route, ids: unknown[]) {
  const params = Object.fromEntries(pathParameterNames(call.path).map((name, index) => [name, ids[index]]))
  const query = validateShape(call.query, {})
  await handler(ctx, { params, query, body: {}, prepared: undefined }).catch((error) => {
    if (error instanceof HttpError && error.status === 404) throw error
  })
}

const noFile: UploadedFile = { name: '', contentType: '', data: Buffer.alloc(0) }

function throwOnAccess<T extends object>(standIn: T, error: HttpError): T {
  const fail = () => {
    throw error
  }
  return new Proxy(standIn, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail })
}

/** Converts path or query texts to the types of the fields. A text that does not convert is left for the field to reject. */
function coerceTexts(fields: Fields, input: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  const byLower = new Map(Object.keys(input).map((name) => [name.toLowerCase().replace(/\[\]$/, ''), input[name]]))
  for (const [name, field] of Object.entries(fields)) {
    const value = byLower.get(name.toLowerCase())
    if (value === undefined) continue
    const inner = field.fields?.of
    if (field.kind === 'choices' || field.kind === 'references')
      read[name] = (Array.isArray(value) ? value : [value]).filter((item) => item !== '').map((item) => coerceText(inner ?? field, item))
    else read[name] = coerceText(field, Array.isArray(value) ? value[0] : value)
  }
  return read
}

const textKinds = new Set(['text', 'longText', 'choices', 'references', 'email', 'phone', 'url'])
/** `page=` is not a number. An empty text or list is a value; an empty number, date, choice or yes/no is a mistake of the caller. */
function rejectEmptyNumbers(fields: Fields, input: Record<string, unknown>): Record<string, unknown> {
  const kinds = new Map(Object.entries(fields).map(([name, { kind }]) => [name.toLowerCase(), kind]))
  const empty = Object.keys(input).filter((name) => {
    const kind = kinds.get(name.toLowerCase())
    return input[name] === '' && kind !== undefined && !textKinds.has(kind)
  })
  if (empty.length > 0) throw badRequest(Object.fromEntries(empty.map((name) => [name, [messages.unknown]])))
  return input
}

const numericKinds = new Set(['id', 'integer', 'number', 'money', 'factor', 'percent', 'hours', 'reference', 'references', 'flags'])
function coerceText(field: Field, text: unknown): unknown {
  if (typeof text !== 'string') return text
  const isNumber = numericKinds.has(field.kind) || typeof field.options?.values[0]?.value === 'number'
  if (isNumber && /^-?\d{1,16}(\.\d{1,10})?$/.test(text)) return Number(text)
  if (field.kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function validateShape(fields: Fields, value: unknown, kindIn?: (parameter: string) => string): Record<string, unknown> {
  const problems: Record<string, string[]> = {}
  const values = checkShape(fields, value, (message, path = 'body') => {
    problems[path] = [...(Object.hasOwn(problems, path) ? (problems[path] ?? []) : []), message]
  })
  const [first] = Object.keys(problems)
  if (first === undefined) return values
  // An id that cannot exist refers to a missing row: respond 404.
  throw kindIn ? notFound(kindIn(first)) : badRequest(problems)
}

export type RowKinds = ReadonlyMap<string, string>
const normalizedPath = (path: string) => path.toLowerCase().replace(/:\w+/g, ':')

export function rowKindsByPath(routes: Route[]): RowKinds {
  const resources = routes
    .map(({ call }) => call.response.resource ?? call.response.items?.resource)
    .filter((resource) => resource !== undefined)
  return new Map(resources.map((resource) => [normalizedPath(`/${resource.path}`), resource.names.one]))
}

/** Display name of a path parameter: its label, else the name of the rows before it, else the parameter name. */
function parameterKind(kinds: RowKinds, { path, params }: AnyCall, name: string): string {
  const label = params[name]?.label ?? name
  if (label !== name && label !== 'Id') return label
  const before = path.slice(0, path.indexOf(`/:${name}`)).replace(/\/deleted$/, '')
  const noun = name === 'id' ? before.slice(before.lastIndexOf('/') + 1).replace(/^:|s$/g, '') : name.replace(/Id$/, '')
  return kinds.get(normalizedPath(before)) ?? noun.charAt(0).toUpperCase() + noun.slice(1)
}

function bodyValues({ body, listBody, isForm }: AnyCall, request: FastifyRequest): unknown {
  if (request.body instanceof URLSearchParams) return isForm ? Object.fromEntries(request.body) : {}
  if (request.body === unreadableBody) throw badRequest(['This request is not valid.'])
  if (listBody && Array.isArray(request.body)) return { [listBody]: request.body }
  // A call whose fields are all optional may be made without a body; null is a body, and not an object.
  return Object.keys(body).length === 0 || request.body === undefined ? {} : request.body
}

async function readMultipart(request: FastifyRequest, call: AnyCall) {
  if (!request.isMultipart()) throw badRequest([`Send the ${call.upload} as multipart/form-data.`], 415)
  const fields: Record<string, unknown> = {}
  const files: UploadedFile[] = []
  let room = maxUploadBytes
  try {
    for await (const part of request.parts(call.upload === 'files' ? { limits: { files: maxUploadedFiles } } : undefined)) {
      if (part.type === 'file') {
        const data = await part.toBuffer()
        room -= data.length
        if (room < 0) throw badRequest(['The files are too large in total.'], 413)
        files.push({ name: cleanFileName(part.filename), contentType: part.mimetype, data })
      } else fields[part.fieldname] = part.value
    }
  } catch (error) {
    // The multipart parser throws plain errors, for example for a missing boundary or a truncated part.
    const isKnown = error instanceof HttpError || (error instanceof Error && 'statusCode' in error)
    throw isKnown ? error : badRequest(['This upload cannot be read.'])
  }
  const [file] = files
  if (!file && call.upload !== 'files') throw badRequest({ [call.upload ?? 'file']: ['This field is required!'] })
  return { file, files, fields }
}
