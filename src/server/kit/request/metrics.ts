import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export const metricsRequest = 'dna metrics'

function metricsOfAll(): Promise<string> {
  return new Promise((done) => {
    const hear = (message: { [metricsRequest]?: string }) => {
      if (message[metricsRequest] === undefined) return
      process.off('message', hear)
      done(message[metricsRequest])
    }
    process.on('message', hear)
    process.send?.(metricsRequest)
  })
}

export function createMetrics(addGauges: (registry: Registry) => void) {
  const registry = new Registry()
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry)
    new AggregatorRegistry()
  }
  collectDefaultMetrics({ register: registry })
  addGauges(registry)
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'refused_requests_total',
    help: 'Requests of signed-in users that were answered with 401, 403 or 404',
    labelNames: ['user', 'route', 'status'],
    registers: [registry],
  })
  return {
    countRefusal: ({ user, route, status }: { user: string | null; route: string; status: number }) =>
      refusals.inc({ user: user ?? 'none', route, status: String(status) }),
    observe: (route: string, method: string, status: number, seconds: number) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    serve(app: FastifyInstance, { metricsToken }: { metricsToken: string | null }) {
      app.get('/metrics', async (request, reply) => {
        const isLocal = /^(::1|127\.|::ffff:127\.)/.test(request.ip) && !request.headers['x-forwarded-for']
        if (metricsToken ? request.headers.authorization !== `Bearer ${metricsToken}` : !isLocal) return reply.code(404).send()
        return reply.type(registry.contentType).send(await (cluster.isWorker ? metricsOfAll() : registry.metrics()))
      })
    },
  }
}
