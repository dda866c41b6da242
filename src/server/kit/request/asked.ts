import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyCall, Field, Fields } from '../../../model/kit/description.ts'
import { checkShape } from '../../../model/kit/field.ts'
import type { Context } from './context.ts'
import { badRequest, HttpError, notFound } from './errors.ts'
import type { ParsedRequest, Route, UploadedFile } from './routes.ts'

/** Of all files of one request together. */
export const maxUploadBytes = 50 * 1024 * 1024
const maxUploadedFiles = 20

/** JSON that cannot be read is a wrong body like any other: told to who may make the call, and after the row it is about. */
const unreadableBody = Symbol('unreadable')
export function addJsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    parse(request, text, (error, body) => done(null, error ? unreadableBody : body))
  })
}

/**
 * What the call's checks leave of a request. What is wrong is thrown at once, except by a call about a row: a row that is missing
 * or hidden is missed before anything else. Where no other call reads that row, it is told by whoever looks first at what is wrong.
 */
export async function parseRequest(
  request: FastifyRequest,
  call: AnyCall,
  kinds: RowKinds,
): Promise<{ asked: ParsedRequest; wrong?: HttpError }> {
  const params = validateShape(call.params, coerceTexts(call.params, Object(request.params)), (name) => parameterKind(kinds, call, name))
  let wrong: HttpError | undefined
  const keep = (error: unknown): HttpError => {
    if (Object.keys(call.params).length === 0 || !(error instanceof HttpError)) throw error
    wrong ??= error
    return error
  }
  const attempt = (fields: Fields, read: () => unknown) => {
    try {
      return validateShape(fields, read())
    } catch (error) {
      return throwOnAccess({}, keep(error))
    }
  }
  const sent =
    call.upload && (call.upload !== 'files' || request.isMultipart())
      ? await readUpload(request, call).catch((error) => ({ file: throwOnAccess(noFile, keep(error)), files: [], fields: {} }))
      : undefined
  // With a file the same may be said in its form: a trial that was asked for there is one.
  const query = attempt(call.query, () => coerceTexts(call.query, { ...sent?.fields, ...Object(request.query) }))
  const body = attempt(call.body, () => (sent ? coerceTexts(call.body, { ...sent.fields }) : bodyValues(call, request)))
  return { asked: { params, query, body, file: sent?.file, files: sent?.files }, wrong }
}

export const pathParameterNames = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name ?? '')
function parameterKinds({ path, params }: AnyCall): string {
  const fields: Fields = params
  return String(pathParameterNames(path).map((name) => fields[name]?.kind))
}
const isAboutRow = (path: string) => /\/:\w+$/.test(path)

/** The call that reads the row another call is about: `/spaces/:id` for `/spaces/:id/Equipment/:lineId`, unless lines have one of their own. */
export function createReaderLookup(routes: Route[]) {
  const reading = new Map(
    routes
      .filter(({ call, prepare }) => call.method === 'GET' && call.status === 200 && isAboutRow(call.path) && !prepare)
      .map((route) => [normalizedPath(route.call.path), route]),
  )
  return (call: AnyCall): Route | undefined => {
    // What is brought back is a row that was deleted.
    const words = call.path.replace(/^(.*)\/(:\w+)\/restore$/, '$1/deleted/$2').split('/')
    return words
      .map((_, at) => reading.get(normalizedPath(words.slice(0, words.length - at).join('/'))))
      .find((reader) => reader && reader.call !== call && parameterKinds(call).startsWith(parameterKinds(reader.call)))
  }
}

/** Throws where the row is missing or hidden; whatever else its call would say is not asked here. */
export async function assertRowVisible(ctx: Context, { call, handler }: Route, ids: unknown[]) {
  const params = Object.fromEntries(pathParameterNames(call.path).map((name, at) => [name, ids[at]]))
  const query = validateShape(call.query, {})
  await handler(ctx, { params, query, body: {}, prepared: undefined }).catch((error) => {
    if (error instanceof HttpError && error.status === 404) throw error
  })
}

const noFile: UploadedFile = { name: '', contentType: '', data: Buffer.alloc(0) }

/** Throws at the first look. */
function throwOnAccess<T extends object>(stand: T, error: HttpError): T {
  const tell = () => {
    throw error
  }
  return new Proxy(stand, { get: tell, has: tell, ownKeys: tell, getOwnPropertyDescriptor: tell })
}

/** Reads the texts of a path or query as what the fields expect; what does not fit stays a text and is refused by the field. */
function coerceTexts(fields: Fields, given: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  const byLower = new Map(Object.keys(given).map((name) => [name.toLowerCase().replace(/\[\]$/, ''), given[name]]))
  for (const [name, field] of Object.entries(fields)) {
    const value = byLower.get(name.toLowerCase())
    if (value === undefined) continue
    const inner = field.fields?.of
    if (field.kind === 'choices' || field.kind === 'references')
      read[name] = (Array.isArray(value) ? value : [value]).filter((one) => one !== '').map((one) => coerceText(inner ?? field, one))
    else read[name] = coerceText(field, Array.isArray(value) ? value[0] : value)
  }
  return read
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
  // An id that cannot exist is a row that does not exist.
  throw kindIn ? notFound(kindIn(first)) : badRequest(problems)
}

/** Where rows are read, without the names of parameters → what one of them is called. */
export type RowKinds = ReadonlyMap<string, string>
const normalizedPath = (path: string) => path.toLowerCase().replace(/:\w+/g, ':')

export function rowKindsByPath(routes: Route[]): RowKinds {
  const resources = routes
    .map(({ call }) => call.response.resource ?? call.response.items?.resource)
    .filter((resource) => resource !== undefined)
  return new Map(resources.map((resource) => [normalizedPath(`/${resource.path}`), resource.names.one]))
}

/** What a parameter of a path names: the label it was given, else the rows it stands behind, else its own word. */
function parameterKind(kinds: RowKinds, { path, params }: AnyCall, name: string): string {
  const label = params[name]?.label ?? name
  if (label !== name && label !== 'Id') return label
  const before = path.slice(0, path.indexOf(`/:${name}`)).replace(/\/deleted$/, '')
  const word = name === 'id' ? before.slice(before.lastIndexOf('/') + 1).replace(/^:|s$/g, '') : name.replace(/Id$/, '')
  return kinds.get(normalizedPath(before)) ?? word.charAt(0).toUpperCase() + word.slice(1)
}

function bodyValues({ body }: AnyCall, request: FastifyRequest): unknown {
  if (request.body === unreadableBody) throw badRequest(['This request is not valid.'])
  return Object.keys(body).length === 0 ? {} : (request.body ?? {})
}

async function readUpload(request: FastifyRequest, call: AnyCall) {
  if (!request.isMultipart()) throw badRequest([`Send the ${call.upload} as multipart/form-data.`], 415)
  const fields: Record<string, unknown> = {}
  const files: UploadedFile[] = []
  let room = maxUploadBytes
  try {
    for await (const part of request.parts(call.upload === 'files' ? { limits: { files: maxUploadedFiles } } : undefined)) {
      if (part.type === 'file') {
        const data = await part.toBuffer()
        room -= data.length
        if (room < 0) throw badRequest(['The files are too large together.'], 413)
        files.push({ name: part.filename, contentType: part.mimetype, data })
      } else fields[part.fieldname] = part.value
    }
  } catch (error) {
    // The parser's own errors are plain ones: no boundary, a part cut short.
    const isKnown = error instanceof HttpError || (error instanceof Error && 'statusCode' in error)
    throw isKnown ? error : badRequest(['This upload cannot be read.'])
  }
  const [file] = files
  if (!file && call.upload !== 'files') throw badRequest({ [call.upload ?? 'file']: ['This field is required!'] })
  return { file, files, fields }
}
