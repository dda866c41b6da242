import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const smallest = 1024
/** Shrinks a list page to a tenth in half a millisecond; higher levels cost more than they save. */
const quality = 3

/** Encodings a browser accepts, without those marked `q=0`. */
export function acceptedEncodings(accepted: string | undefined): Set<string> {
  const parts = (accepted ?? '').split(',').map((part) => part.split(';').map((item) => item.trim().toLowerCase()))
  return new Set(parts.flatMap(([name = '', weight]) => (/^q=0(\.0*)?$/.test(weight ?? '') ? [] : [name])))
}

/**
 * Compresses JSON responses from one kilobyte. Safe against compression side channels: no response contains a secret next to text the
 * requester controls. Tokens appear only in sign-in responses, which are shorter.
 */
export function compressResponses(app: FastifyInstance) {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < smallest || !String(reply.getHeader('content-type')).startsWith('application/json'))
      return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const accepted = acceptedEncodings(request.headers['accept-encoding'])
    if (accepted.has('br')) {
      reply.header('content-encoding', 'br')
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: payload.length }
      return brotliCompress(payload, { params }, done)
    }
    if (!accepted.has('gzip')) return done(null, payload)
    reply.header('content-encoding', 'gzip')
    gzip(payload, { level: quality }, done)
  })
}
