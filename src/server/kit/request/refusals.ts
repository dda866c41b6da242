import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../../tools/log.ts'
import { conflict, invalid, Refusal, serverFault, unavailable } from './errors.ts'

/** What the framework, the driver and the system may say of a fault. */
type Fault = Error & { code?: string; statusCode?: number; constraint?: string; detail?: string }

/** The one place where what went wrong becomes status and body. */
export function sendError(error: Fault, request: FastifyRequest, reply: FastifyReply, log: Logger) {
  const refusal = error instanceof Refusal ? error : asRefusal(error, request, log)
  if (reply.sent) return reply
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value)
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(refusal.body))
}

function asRefusal(error: Fault, request: FastifyRequest, log: Logger): Refusal {
  const cause: Fault = error.cause instanceof Error ? error.cause : error
  const code = cause.code ?? error.code ?? ''
  if (request.raw.destroyed && !request.raw.complete) return invalid(['The request was cut off.'])
  if (code === '23505') return cause.constraint ? duplicate(cause.constraint) : conflict(cause.message)
  if (code === '23503') return invalid(['Something this refers to does not exist.'])
  if (/^22|^23514|^23502/.test(code)) {
    log.warn({ requestId: request.id, code, message: cause.message }, 'the database refused a value')
    return invalid(['A value is not valid.'])
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
    return databaseAway()
  }
  if (code === 'BUSY' || code === 'STOPPED') return unavailable('The server is busy. Please try again.')
  if (code === '57014') return unavailable('This took too long. Please narrow it down.')
  if (code === 'FST_REQ_FILE_TOO_LARGE' || error.statusCode === 413) return invalid(['This is too large.'], 413)
  if (error.statusCode === 415) return invalid(['This content type is not supported.'], 415)
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return invalid(['This request is not valid.'], error.statusCode)
  log.error({ requestId: request.id, err: error, url: request.routeOptions.url }, 'unexpected')
  return serverFault(request.id)
}

export const databaseAway = () => unavailable('The database cannot be reached. Please try again.')

/** Unique indexes are named `unique_{table}_{column}`; the message stands at the field. */
export function duplicate(constraint: string): Refusal {
  const property = constraint.split('_').slice(2).join('_')
  const known =
    [
      'abbreviated_name',
      'part_number',
      'space_number',
      'short_name',
      'abbreviation',
      'tag',
      'model',
      'email',
      'number',
      'name',
      'key',
      'code',
    ].find((name) => property.endsWith(name)) ??
    (property || 'name')
  const isOfCad = property.startsWith('wire_cad')
  const field = isOfCad ? 'wireCadLink' : known.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())
  const words = isOfCad ? 'WireCAD definition' : known.replaceAll('_', ' ')
  const message = `This ${words} is already taken.`
  return conflict(message, { fields: { [field]: [message] } })
}
