import type { FastifyReply, FastifyRequest } from 'fastify'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import type { Logger } from '../../tools/log.ts'
import { columnName } from '../sql/table.ts'
import type { Services } from './context.ts'
import { badRequest, conflict, HttpError, serverFault, unavailable } from './errors.ts'

type Fault = Error & { code?: string; statusCode?: number; constraint?: string; table?: string }

interface ErrorContext {
  log: Logger
  services: Pick<Services, 'extensions'>
}
/** The only function that turns an error into status and body. */
export function sendError(error: Fault, request: FastifyRequest, reply: FastifyReply, { log, services }: ErrorContext) {
  const refusal = error instanceof HttpError ? error : toHttpError(error, request, log, services.extensions.entities)
  if (reply.sent) return reply
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value)
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(refusal.body))
}

function toHttpError(error: Fault, request: FastifyRequest, log: Logger, entities: ServedNames): HttpError {
  const cause: Fault = error.cause instanceof Error ? error.cause : error
  const code = cause.code ?? error.code ?? ''
  if (request.raw.destroyed && !request.raw.complete) return badRequest(['The request was cut off.'])
  if (code === '23505') return duplicateConflict(cause, entities)
  if (code === '23503') return badRequest(['Something this refers to does not exist.'])
  if (/^22|^23514|^23502/.test(code)) {
    log.warn({ requestId: request.id, code, message: cause.message }, 'the database refused a value')
    return badRequest(['A value is not valid.'])
  }
  if (error.code === 'STORE_AWAY') return unavailable('The file storage cannot be reached. Please try again.')
  if (code === '53100' || error.code === 'STORE_FULL' || code === 'ENOSPC')
    return unavailable('There is no storage space left for this.', 507)
  if (
    /^(08|57P|53)/.test(code) ||
    /^ECONN|EPIPE|ENOENT/.test(code) ||
    /Connection (terminated|ended)|not queryable|connection timeout|timeout exceeded when trying|cannot connect/i.test(error.message)
  ) {
    log.error({ requestId: request.id, message: error.message }, 'the database is away')
    return databaseUnavailable()
  }
  if (code === 'BUSY' || code === 'STOPPED') return unavailable('The server is busy. Please try again.')
  if (code === '57014') return unavailable('This took too long. Please narrow it down.')
  if (code === 'FST_REQ_FILE_TOO_LARGE' || error.statusCode === 413) return badRequest(['This is too large.'], 413)
  if (error.statusCode === 415) return badRequest(['This content type is not supported.'], 415)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return badRequest(['This request is not valid.'], error.statusCode)
  log.error({ requestId: request.id, err: error, url: request.routeOptions.url }, 'unexpected')
  return serverFault(request.id)
}

export const databaseUnavailable = () => unavailable('The database cannot be reached. Please try again.')

type ServedNames = readonly { resource: { fields: Record<string, { label: string }> }; shape: { table: string } }[]

/**
 * Unique indexes are named `unique_{table}_{column}`; an index over part of a column has its first words and the part. The message belongs
 * to the field. Without an index it is a rule in code with a user message (`unit-triggers.ts`).
 */
export function duplicateConflict({ constraint, table = '', message: ownWords }: Fault, entities: ServedNames): HttpError {
  if (!constraint) return conflict(ownWords)
  const column = constraint.slice(`unique_${table}_`.length)
  const first = column.slice(0, column.lastIndexOf('_') + 1)
  const fields = entities.filter(({ shape }) => shape.table === table).flatMap(({ resource }) => Object.entries(resource.fields))
  const [field, { label }] = fields.find(([key]) => columnName(key) === column) ??
    fields.find(([key]) => first && columnName(key).startsWith(first)) ?? [column, { label: column.replaceAll('_', ' ') }]
  const message = `This ${lowerCaseName(label)} is already taken.`
  return conflict(message, { fields: { [field]: [message] } })
}
