import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pools } from '../../database/pool.ts'

/** Figures for Prometheus, on loopback or with a token. */
export function makeMetrics(pools: Pools) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'database_connections_waiting',
    help: 'Requests that wait for a connection',
    registers: [registry],
    collect() {
      this.set(pools.read.waitingCount + pools.write.waitingCount)
    },
  })
  return {
    observe: (route: string, method: string, status: number, seconds: number) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    serve(app: FastifyInstance, { metricsToken }: { metricsToken: string | null }) {
      app.get('/metrics', async (request, reply) => {
        const isLocal = /^(::1|127\.|::ffff:127\.)/.test(request.ip) && !request.headers['x-forwarded-for']
        if (metricsToken ? request.headers.authorization !== `Bearer ${metricsToken}` : !isLocal) return reply.code(404).send()
        return reply.type(registry.contentType).send(await registry.metrics())
      })
    },
  }
}
