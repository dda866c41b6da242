import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Call, Field, Fields, Resource, ResponseContent, ResponseShape } from '../../../model/kit/description.ts'
import { responseFields } from '../../../model/kit/resource.ts'
import { userRefShape } from '../../../model/kit/response-fields.ts'
import { maxDate, minDate } from '../../../model/kit/rules.ts'
import { acceptedEncodings } from '../../tools/compression.ts'
import { version } from '../../version.ts'
import type { Route } from './routes.ts'

type Schema = Record<string, unknown>
const asGzip = promisify(gzip)

export function serveOpenApi(app: FastifyInstance, routes: Route[]) {
  // The document has several megabytes, so it is built and compressed once.
  let plain: Buffer | undefined
  let packed: Promise<Buffer> | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    plain ??= Buffer.from(JSON.stringify(createOpenApi(routes)))
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (!acceptedEncodings(request.headers['accept-encoding']).has('gzip')) return reply.send(plain)
    packed ??= asGzip(plain)
    return reply.header('content-encoding', 'gzip').send(await packed)
  })
}

/** The documentation page is part of the web client and requires sign-in. */
export function serveDocs(app: FastifyInstance) {
  app.get('/api/docs', async (_request, reply) => reply.redirect('/api-docs'))
}

const jsonContent = (description: string, schema: Schema) => ({ description, content: { 'application/json': { schema } } })
const error = (description: string) => jsonContent(description, { $ref: '#/components/schemas/Error' })
const fileContent = (description: string, contentType = 'application/octet-stream') => ({
  description,
  content: { [contentType]: { schema: { type: 'string', format: 'binary' } } },
})

function createOpenApi(routes: Route[]) {
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
            current: { description: 'The current row, if someone else has changed it.' },
            dueAt: { type: 'string', description: 'The deadline that was missed.' },
            arrivedAt: { type: 'string', description: 'The time at which the request arrived, by the clock of the database.' },
          },
          required: ['errorType'],
        },
      ],
    },
    // External users get only the names of staff, so only those are required.
    UserRef: { ...answeredShape(userRefShape), required: ['firstName', 'lastName'] },
  }
  for (const [name, resource] of resources) schemas[name] = rowSchema(resource, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'DNA',
      version,
      description: 'Every call of DNA. Calls carry `Authorization: Bearer TOKEN`; `x-permission` names the permission the caller needs.',
    },
    servers: [{ url: '/' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas },
    security: [{ bearer: [] }],
    paths,
  }
}

const isBodyRequired = ({ upload, isMergePatch, body }: Call) =>
  upload !== undefined ? upload !== 'files' : !isMergePatch && shapeSchema(body).required !== undefined

const furtherPermission = ({ needs }: Field) => needs && { 'x-permission': needs, 'x-permission-mode': 'any' }
const withNeeds = <S extends { properties: Record<string, Schema> }>(schema: S, fields: Fields): S => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([key, property]) => [key, { ...property, ...(fields[key] && furtherPermission(fields[key])) }]),
  ),
})

/** No property is required, and no default replaces an absent one. */
const patchSchema = (fields: Fields) => ({
  ...shapeSchema(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, default: undefined }]))),
  required: undefined,
  description:
    'JSON Merge Patch (RFC 7396): an absent property keeps its value, null clears it, and a list that is sent replaces the stored list.',
})

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
    ...Object.entries(call.params).map(([name, field]) => ({ name, in: 'path', required: true, schema: fieldSchema(field) })),
    ...Object.entries(call.query).map(([name, field]) => ({
      name,
      in: 'query',
      required: false,
      schema: fieldSchema(field),
      ...furtherPermission(field),
      ...(field.kind === 'choices' && { style: 'form', explode: true }),
    })),
  ]
  const hasBody = Object.keys(call.body).length > 0
  const bodySchema = withNeeds(call.isMergePatch ? patchSchema(call.body) : shapeSchema(call.body), call.body)
  const json = { [call.isForm ? 'application/x-www-form-urlencoded' : 'application/json']: { schema: bodySchema } }
  const binary = { type: 'string', format: 'binary' }
  const several = { files: { type: 'array', items: binary } }
  const content =
    call.upload === 'files'
      ? { ...json, 'multipart/form-data': { schema: { ...bodySchema, properties: { ...bodySchema.properties, ...several } } } }
      : call.upload
        ? {
            'multipart/form-data': {
              schema: { ...bodySchema, properties: { ...bodySchema.properties, [call.upload]: binary }, required: [call.upload] },
            },
          }
        : json
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[:/](\w)/g, (_, letter) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    ...need,
    parameters,
    ...(call.upload || hasBody ? { requestBody: { required: isBodyRequired(call), content } } : {}),
    responses: {
      ...(call.previewType && { 200: fileContent('The preview', call.previewType) }),
      [call.status]: answerSchema(call, resources),
      ...refusals(call, resources),
    },
  }
}

function refusals(call: Call, resources: Map<string, Resource>) {
  const { permission, errorResponse, challengeResponse, response } = call
  const isOpen = permission === 'anyone'
  const isFile = response.kind === 'file'
  const writes = call.method !== 'GET'
  const asksForRow = Object.values(call.query).some(({ kind }) => kind === 'uuid' || kind === 'id' || kind === 'reference')
  const hasParams = Object.keys(call.params).length > 0
  return {
    400: errorResponse
      ? jsonContent('Invalid request', { anyOf: [{ $ref: '#/components/schemas/Error' }, schemaOfAnswer(errorResponse, resources)] })
      : error('Invalid request'),
    ...((!isOpen || isFile) && { 401: error('Not signed in, or permissions changed (errorType Relogin)') }),
    ...(challengeResponse && { 401: jsonContent('One more step is needed', schemaOfAnswer(challengeResponse, resources)) }),
    ...(!isOpen && { 403: error('Permission denied') }),
    ...((hasParams || writes || asksForRow) && { 404: error('Not found or not visible') }),
    405: error('Not a method of this address; Allow names those that are'),
    ...(hasParams && { 414: error('Path too long') }),
    ...((writes || isFile || call.status === 202) && { 409: error('Not allowed in the current state, or a stale version') }),
    ...(writes && {
      413: error('Too large'),
      415: error('Unsupported type'),
    }),
    ...(response.contentType && { 304: { description: 'Has the ETag of If-None-Match' } }),
    ...(call.upload && { 507: error('Out of storage space') }),
    ...(isFile &&
      isOpen && {
        206: fileContent('Part of the file'),
        413: error('Too large'),
        415: error('Not a picture'),
        416: { description: 'Range not satisfiable' },
      }),
    ...((!isOpen || writes || 'key' in call.params) && { 429: error('Too many attempts') }),
    500: error('Something went wrong'),
    ...(call.callsExternalService && { 502: error('An external service failed') }),
    503: error('Busy or unavailable'),
  }
}

function answerSchema(call: Call, resources: Map<string, Resource>) {
  if (call.status === 204 || call.response.kind === 'nothing') return { description: 'Done' }
  if (call.response.kind === 'file') return fileContent('The file', call.response.contentType)
  return jsonContent('The response', schemaOfAnswer(call.response, resources))
}

function schemaOfAnswer(answer: ResponseShape, resources: Map<string, Resource>): Schema {
  if (answer.kind === 'row') {
    const name = schemaName(answer.resource!)
    resources.set(name, answer.resource!)
    const row = { $ref: `#/components/schemas/${name}` }
    return answer.fields ? { allOf: [row, answeredShape(answer.fields)] } : row
  }
  const rows = () => ({ type: 'array', items: schemaOfAnswer(answer.items!, resources) })
  if (answer.kind === 'page') {
    const { properties, required = [] } = answeredShape(answer.fields ?? {})
    return {
      type: 'object',
      properties: { items: rows(), total: { type: 'integer' }, ...properties },
      required: ['items', 'total', ...required],
    }
  }
  if (answer.kind === 'items') return { type: 'object', properties: { items: rows() }, required: ['items'] }
  if (answer.kind === 'array') return rows()
  if (answer.kind === 'value') return fieldSchema(unlimited(answer.fields!.value!))
  return answeredShape(answer.fields ?? {})
}

const answeredShape = (fields: Fields) => shapeSchema(unlimitedAll(fields))
/** Removes input limits: computed values can exceed them. */
function unlimited(field: Field): Field {
  const { min: _, max: __, ...rest } = field
  const { fields, responseFields, content } = rest
  return {
    ...rest,
    fields: fields && unlimitedAll(fields),
    responseFields: responseFields && unlimitedAll(responseFields),
    content: content && unlimitedParts(content),
  }
}
function unlimitedParts(holds: ResponseContent): ResponseContent {
  if ('parts' in holds) return { ...holds, parts: unlimitedAll(holds.parts) }
  if ('values' in holds) return { values: unlimited(holds.values) }
  if ('byKey' in holds) return { byKey: unlimited(holds.byKey) }
  return 'oneOf' in holds ? { oneOf: holds.oneOf.map(unlimited) } : holds
}
const unlimitedAll = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, unlimited(field)]))

/** Derived from the path, which is unique; several entities are called equipment. `projects/:id/Notes` → `ProjectsNotes`. */
const schemaName = ({ path }: Resource) =>
  path
    .split('/')
    .filter((part) => !part.startsWith(':'))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** A list row has a subset of these properties; the detail response has all. */
function rowSchema(resource: Resource, schemas: Record<string, Schema>): Schema {
  const own = Object.entries(responseFields({ ...resource, computed: unlimitedAll(resource.computed) })).filter(
    ([, field]) => field.kind !== 'password',
  )
  return {
    type: 'object',
    properties: {
      id: resource.ids === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'integer' },
      rowVersion: { type: 'integer' },
      createDate: { type: 'string', format: 'date-time' },
      updateDate: { type: 'string', format: 'date-time' },
      createdBy: { anyOf: [{ $ref: '#/components/schemas/UserRef' }, { type: 'null' }] },
      updatedBy: { anyOf: [{ $ref: '#/components/schemas/UserRef' }, { type: 'null' }] },
      ...Object.fromEntries(own.map(([key, field]) => [key, refOr(field, schemas)])),
      ...(resource.hasSteps && {
        actions: { type: 'array', items: { type: 'string' }, description: 'The steps available to the caller now.' },
      }),
    },
    required: ['id'],
  }
}

function refOr(field: Field, schemas: Record<string, Schema>): Schema {
  // Input as names or ids is returned as rows.
  if (field.responseFields && field.kind === 'choices') return fieldSchema({ ...field, kind: 'list', fields: field.responseFields })
  if (field.kind !== 'reference' && field.kind !== 'user')
    return fieldSchema(field.responseFields ? { ...field, fields: { ...field.fields, ...field.responseFields } } : field)
  const name = field.kind === 'user' ? 'UserRef' : `${schemaName(field.resource!())}Ref`
  if (field.kind === 'reference') schemas[name] ??= refSchema(field.resource!())
  const target = { $ref: `#/components/schemas/${name}` }
  return field.isOptional ? { anyOf: [target, { type: 'null' }] } : target
}

function refSchema(resource: Resource): Schema {
  const known: Fields = { ...resource.fields, ...resource.computed }
  return {
    type: 'object',
    properties: {
      id: resource.ids === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'integer' },
      ...Object.fromEntries(resource.ref.map((key) => [key, fieldSchema(known[key]!)])),
    },
    required: ['id', ...resource.ref],
  }
}

function shapeSchema(fields: Fields): Schema & { properties: Record<string, Schema>; required?: string[] } {
  const required = Object.entries(fields)
    .filter(([, field]) => !field.isOptional && field.default === undefined)
    .map(([key]) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
  }
}

const formats: Record<string, string> = {
  uuid: 'uuid',
  user: 'uuid',
  email: 'email',
  url: 'uri',
  instant: 'date-time',
  image: 'uri-reference',
}

function fieldSchema(field: Field): Schema {
  const base = plainSchema(field)
  const description = [field.hint && `${field.hint}.`, field.mask && `Only with ${field.mask}.`].filter(Boolean).join(' ')
  const named = {
    ...(field.label && { title: field.label }),
    ...(field.default !== undefined && { default: field.default }),
    ...(description && { description }),
  }
  if (!field.isOptional) return { ...base, ...named }
  return typeof base.type === 'string' && !base.enum
    ? { ...base, type: [base.type, 'null'], ...named }
    : { anyOf: [base, { type: 'null' }], ...named }
}

function heldSchema(holds: ResponseContent): Schema {
  if ('parts' in holds) return holds.as ? { $ref: `#/components/schemas/${holds.as}` } : shapeSchema(holds.parts)
  if ('values' in holds) return { type: 'array', items: fieldSchema(holds.values) }
  if ('byKey' in holds) return { type: 'object', additionalProperties: fieldSchema(holds.byKey) }
  if ('row' in holds) return { $ref: `#/components/schemas/${schemaName(holds.row())}` }
  return 'oneOf' in holds ? { anyOf: holds.oneOf.map(fieldSchema) } : { enum: holds.words }
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
        ...(field.min !== undefined && { minItems: field.min }),
        ...(field.max !== undefined && { maxItems: field.max }),
        items: field.options
          ? { enum: field.options.values.map(({ value }) => value) }
          : field.fields?.of
            ? fieldSchema(field.fields.of)
            : { type: 'integer' },
      }
    case 'list':
      return {
        type: 'array',
        ...(field.min !== undefined && { minItems: field.min }),
        ...(field.max !== undefined && { maxItems: field.max }),
        items: shapeSchema(field.fields!),
      }
    case 'group':
      return shapeSchema(field.fields!)
    case 'json':
      return field.content ? heldSchema(field.content) : {}
    case 'date':
      return { type: 'string', format: 'date', formatMinimum: minDate, formatMaximum: maxDate }
    default:
      return {
        type: 'string',
        ...(field.max !== undefined && { maxLength: field.max }),
        ...(field.min && { minLength: field.min }),
        ...(formats[field.kind] && { format: formats[field.kind] }),
      }
  }
}
