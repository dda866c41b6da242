import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Less than this fits into one packet as it is. */
const smallest = 1024
/** A page of a list shrinks to a tenth, in half a millisecond of a thread beside; harder packing costs more than it saves. */
const quality = 3

/** What a browser unpacks; `br;q=0` is what it does not. */
export function acceptedEncodings(accepted: string | undefined): Set<string> {
  const parts = (accepted ?? '').split(',').map((part) => part.split(';').map((word) => word.trim().toLowerCase()))
  return new Set(parts.flatMap(([name = '', weight]) => (/^q=0(\.0*)?$/.test(weight ?? '') ? [] : [name])))
}

/**
 * Packs JSON from one kilobyte on for whoever can unpack it. No answer tells a secret beside a text of whoever asks, which is what
 * the length of a packed answer could betray: tokens are answered to sign-ins only, which are short of this.
 */
export function compressResponses(app: FastifyInstance) {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < smallest || !String(reply.getHeader('content-type')).startsWith('application/json'))
      return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const taken = acceptedEncodings(request.headers['accept-encoding'])
    if (taken.has('br')) {
      reply.header('content-encoding', 'br')
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: payload.length }
      return brotliCompress(payload, { params }, done)
    }
    if (!taken.has('gzip')) return done(null, payload)
    reply.header('content-encoding', 'gzip')
    gzip(payload, { level: quality }, done)
  })
}
