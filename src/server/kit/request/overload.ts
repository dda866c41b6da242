import type { FastifyInstance, FastifyReply } from 'fastify'
import { unavailable } from './errors.ts'

const mostAtOnce = 400

/** Limits concurrent holders; a request above the limit gets a 503. */
function createSlots() {
  let usedSlots = 0
  const holders = new WeakSet<object>()
  return {
    enter(holder: object) {
      if (holders.has(holder)) return
      if (usedSlots >= mostAtOnce) throw unavailable('The server is busy. Please try again.')
      holders.add(holder)
      usedSlots++
    },
    leave(holder: object) {
      if (holders.delete(holder)) usedSlots--
    },
  }
}

/**
 * Limits running calls, and separately calls whose body is still arriving. Slow senders and slow readers therefore do not block other
 * requests. Returns the function a call must run once its body has arrived.
 */
export function limitConcurrency(app: FastifyInstance, isCounted: (url: string) => boolean): (reply: FastifyReply) => void {
  const [working, sending] = [createSlots(), createSlots()]
  app.addHook('onRequest', ({ url }, { raw }, done) => {
    if (!isCounted(url)) return done()
    working.enter(raw)
    raw.once('close', () => {
      working.leave(raw)
      sending.leave(raw)
    })
    done()
  })
  app.addHook('preParsing', ({ url, headers }, { raw }, _payload, done) => {
    const hasBody = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers
    if (hasBody && isCounted(url)) {
      sending.enter(raw)
      working.leave(raw)
    }
    done()
  })
  // Frees the slot, because from here on only the client is busy, reading the response.
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    working.leave(raw)
    done()
  })
  return ({ raw }) => {
    working.enter(raw)
    sending.leave(raw)
  }
}
