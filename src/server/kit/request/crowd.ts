import type { FastifyInstance, FastifyReply } from 'fastify'
import { unavailable } from './errors.ts'

const mostAtOnce = 400

/** So many at once; whoever comes above that is told to come again. */
function places() {
  let taken = 0
  const holders = new WeakSet<object>()
  return {
    enter(holder: object) {
      if (holders.has(holder)) return
      if (taken >= mostAtOnce) throw unavailable('The server is busy. Please try again.')
      holders.add(holder)
      taken++
    },
    leave(holder: object) {
      if (holders.delete(holder)) taken--
    },
  }
}

/**
 * Counts the calls that are worked on, and apart from them those whose body is still on its way: clients that send slowly, or take slowly what they are
 * answered, hold up nobody who only reads. Answers what a call whose body is here says before its work begins.
 */
export function limitConcurrency(app: FastifyInstance, isCounted: (url: string) => boolean): (reply: FastifyReply) => void {
  const [working, sending] = [places(), places()]
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
  // What is left to do is the client's: to take the answer.
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    working.leave(raw)
    done()
  })
  return ({ raw }) => {
    working.enter(raw)
    sending.leave(raw)
  }
}
