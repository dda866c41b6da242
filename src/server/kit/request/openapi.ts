import type { FastifyInstance } from 'fastify'
import type { Answer, Call, Field, Fields, Resource } from '../../../model/kit/description.ts'
import { answerFields } from '../../../model/kit/resource.ts'
import { version } from '../../version.ts'
import type { Route } from './routes.ts'

type Schema = Record<string, unknown>

/** The OpenAPI 3.1 document of every mounted call, and a page to read it. Nothing in it is written by hand. */
export function serveOpenApi(app: FastifyInstance, routes: Route[]) {
  let text: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApiOf(routes))
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** The page that reads the document is one of the client's, for whoever is signed in. */
export function serveDocs(app: FastifyInstance) {
  app.get('/api/docs', async (_request, reply) => reply.redirect('/api-docs'))
}

const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

export function openApiOf(routes: Route[]) {
  const resources = new Map<string, Resource>()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { call } of routes) {
    const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] ??= {}
    paths[path][call.method.toLowerCase()] = operation(call, resources)
  }
  const schemas: Record<string, Schema> = {
    Error: {
      oneOf: [
        { type: 'string' },
        {
          type: 'object',
          properties: {
            errorType: { type: 'string' },
            message: { type: 'string' },
            detail: { type: 'string' },
            errors: { type: 'array', items: { type: 'string' } },
            fields: { type: 'object' },
          },
          required: ['errorType'],
        },
      ],
    },
    UserRef: {
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        firstName: { type: 'string' },
        lastName: { type: 'string' },
        avatarUrl: { type: ['string', 'null'] },
        isSuspended: { type: 'boolean' },
        isExternalUser: { type: 'boolean' },
      },
    },
  }
  for (const [name, of] of resources) schemas[name] = rowSchema(of, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'DNA',
      version,
      description: 'Every call of DNA. Calls carry `Authorization: Bearer TOKEN`; `x-permission` names what the caller must hold.',
    },
    servers: [{ url: '/' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas },
    security: [{ bearer: [] }],
    paths,
  }
}

function operation(call: Call, resources: Map<string, Resource>) {
  const { permission } = call
  const need =
    permission === 'anyone'
      ? { 'x-public': true, security: [] }
      : permission === 'signed in' || permission === 'internal'
        ? { 'x-authenticated': true, ...(permission === 'internal' && { 'x-internal': true }) }
        : typeof permission === 'string'
          ? { 'x-permission': [permission] }
          : 'all' in permission
            ? { 'x-permission': permission.all }
            : { 'x-permission': permission.any, 'x-permission-mode': 'any' }
  const parameters = [
    ...Object.entries(call.params).map(([name, field]) => ({ name, in: 'path', required: true, schema: schemaOf(field) })),
    ...Object.entries(call.query).map(([name, field]) => ({
      name,
      in: 'query',
      required: false,
      schema: schemaOf(field),
      ...(field.kind === 'choices' && { style: 'form', explode: true }),
    })),
  ]
  const hasBody = Object.keys(call.body).length > 0
  const bodySchema = shapeSchema(call.body)
  const content = call.upload
    ? {
        'multipart/form-data': {
          schema: {
            ...bodySchema,
            properties: { ...(bodySchema.properties as object), [call.upload]: { type: 'string', format: 'binary' } },
            required: [call.upload],
          },
        },
      }
    : { 'application/json': { schema: bodySchema } }
  const isOpen = permission === 'anyone'
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[:/](\w)/g, (_, letter) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    ...need,
    parameters,
    ...(call.upload || hasBody ? { requestBody: { required: true, content } } : {}),
    responses: {
      [call.status]: answerSchema(call, resources),
      ...(Object.keys(call.params).length + Object.keys(call.query).length > 0 || hasBody || call.upload
        ? { 400: error('Not acceptable') }
        : {}),
      ...(!isOpen && { 401: error('Not signed in, or permissions changed (errorType Relogin)') }),
      ...(!isOpen && permission !== 'signed in' && { 403: error('Permission lacking') }),
      ...(Object.keys(call.params).length > 0 && { 404: error('Unknown or not visible') }),
      ...(call.method !== 'GET' && { 409: error('Not possible in the present state, or a stale version') }),
      ...(call.upload && { 413: error('Too large'), 415: error('Wrong type') }),
      ...(isOpen && call.method === 'POST' && { 429: error('Too many tries') }),
      500: error('Something went wrong'),
      503: error('Busy or away'),
    },
  }
}

function answerSchema(call: Call, resources: Map<string, Resource>) {
  if (call.status === 204 || call.answer.kind === 'nothing') return { description: 'Done' }
  if (call.answer.kind === 'file')
    return { description: 'The file', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  return { description: 'The answer', content: { 'application/json': { schema: schemaOfAnswer(call.answer, resources) } } }
}

function schemaOfAnswer(answer: Answer, resources: Map<string, Resource>): Schema {
  if (answer.kind === 'row') {
    const name = schemaName(answer.of!)
    resources.set(name, answer.of!)
    const row = { $ref: `#/components/schemas/${name}` }
    return answer.fields ? { allOf: [row, shapeSchema(answer.fields)] } : row
  }
  const rows = () => ({ type: 'array', items: schemaOfAnswer(answer.items!, resources) })
  if (answer.kind === 'page')
    return { type: 'object', properties: { items: rows(), total: { type: 'integer' } }, required: ['items', 'total'] }
  if (answer.kind === 'items') return { type: 'object', properties: { items: rows() }, required: ['items'] }
  if (answer.kind === 'array') return rows()
  if (answer.kind === 'value') return schemaOf(answer.fields!.value!)
  return shapeSchema(answer.fields ?? {})
}

/** By the path, which is nobody else's: things of several kinds are called equipment. `projects/:id/Notes` → `ProjectsNotes`. */
const schemaName = ({ path }: Resource) =>
  path
    .split('/')
    .filter((part) => !part.startsWith(':'))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** A list row carries a part of these; the detail answer all. */
function rowSchema(of: Resource, schemas: Record<string, Schema>): Schema {
  const own = Object.entries(answerFields(of)).filter(([, field]) => field.kind !== 'password')
  return {
    type: 'object',
    properties: {
      id: of.ids === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'integer' },
      rowVersion: { type: 'integer' },
      createDate: { type: 'string', format: 'date-time' },
      updateDate: { type: 'string', format: 'date-time' },
      createdBy: { anyOf: [{ $ref: '#/components/schemas/UserRef' }, { type: 'null' }] },
      updatedBy: { anyOf: [{ $ref: '#/components/schemas/UserRef' }, { type: 'null' }] },
      ...Object.fromEntries(own.map(([key, field]) => [key, refOr(field, schemas)])),
    },
    required: ['id'],
  }
}

function refOr(field: Field, schemas: Record<string, Schema>): Schema {
  if (field.kind !== 'reference' && field.kind !== 'user')
    return schemaOf(field.answers ? { ...field, fields: { ...field.fields, ...field.answers } } : field)
  const name = field.kind === 'user' ? 'UserRef' : `${schemaName(field.of!())}Ref`
  if (field.kind === 'reference') schemas[name] ??= refSchema(field.of!())
  const target = { $ref: `#/components/schemas/${name}` }
  return field.isOptional ? { anyOf: [target, { type: 'null' }] } : target
}

/** The small object in the place of an id. */
function refSchema(of: Resource): Schema {
  const known: Fields = { ...of.fields, ...of.computed }
  return {
    type: 'object',
    properties: {
      id: of.ids === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'integer' },
      ...Object.fromEntries(of.ref.map((key) => [key, schemaOf(known[key]!)])),
    },
    required: ['id', ...of.ref],
  }
}

function shapeSchema(fields: Fields): Schema {
  const required = Object.entries(fields)
    .filter(([, field]) => !field.isOptional && field.default === undefined)
    .map(([key]) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, schemaOf(field)])),
    ...(required.length > 0 && { required }),
  }
}

const formats: Record<string, string> = {
  uuid: 'uuid',
  user: 'uuid',
  email: 'email',
  url: 'uri',
  date: 'date',
  instant: 'date-time',
  image: 'uri-reference',
}

export function schemaOf(field: Field): Schema {
  const base = plainSchema(field)
  const named = {
    ...(field.label && { title: field.label }),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.mask && { description: `Only with ${field.mask}.` }),
  }
  if (!field.isOptional) return { ...base, ...named }
  return typeof base.type === 'string' && !base.enum
    ? { ...base, type: [base.type, 'null'], ...named }
    : { anyOf: [base, { type: 'null' }], ...named }
}

function plainSchema(field: Field): Schema {
  const limits = { ...(field.min !== undefined && { minimum: field.min }), ...(field.max !== undefined && { maximum: field.max }) }
  switch (field.kind) {
    case 'id':
    case 'integer':
    case 'reference':
    case 'flags':
      return { type: 'integer', ...limits }
    case 'number':
    case 'money':
    case 'factor':
    case 'percent':
    case 'hours':
      return { type: 'number', ...limits }
    case 'boolean':
      return { type: 'boolean' }
    case 'choice':
      return { enum: field.options!.values.map(({ value }) => value) }
    case 'choices':
    case 'references':
      return {
        type: 'array',
        items: field.options
          ? { enum: field.options.values.map(({ value }) => value) }
          : field.fields?.of
            ? schemaOf(field.fields.of)
            : { type: 'integer' },
      }
    case 'list':
      return { type: 'array', items: shapeSchema(field.fields!) }
    case 'group':
      return shapeSchema(field.fields!)
    case 'json':
      return {}
    default:
      return {
        type: 'string',
        ...(field.max !== undefined && { maxLength: field.max }),
        ...(field.min && { minLength: field.min }),
        ...(formats[field.kind] && { format: formats[field.kind] }),
      }
  }
}
