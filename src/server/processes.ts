import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { AggregatorRegistry } from 'prom-client'
import { metricsRequest } from './kit/request/metrics.ts'
import { type Product, startProduct } from './product.ts'
import type { Settings } from './settings.ts'

const stopMs = 12_000
const steadyAfterMs = 10_000
const slowestMs = 5000

/**
 * Runs the app in several processes: this one owns the database and the jobs and starts the web processes on the shared port. The processes
 * treat each other as nodes on one machine.
 */
export async function startProcesses(settings: Settings): Promise<Pick<Product, 'url' | 'administrator' | 'stop'>> {
  const port = await findFreePort(settings)
  // All workers accept connections from one shared socket. With round-robin by this process, a connection on its way to a killed worker
  // would neither get a response nor be closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const product = await startProduct({ ...settings, port }, { listens: false })
  let isStopping = false
  const aggregated = new AggregatorRegistry()
  cluster.on('message', (worker, message) => {
    if (message === metricsRequest)
      aggregated.clusterMetrics().then(
        (text) => worker.send({ [metricsRequest]: text }),
        () => worker.send({ [metricsRequest]: '' }),
      )
  })
  cluster.setupPrimary({ execArgv: [...process.execArgv, '--enable-source-maps'] })

  function begin(): Worker {
    const startedAt = Date.now()
    const worker = cluster.fork({
      PORT: String(port),
      WEB_PROCESSES: '1',
      ROLE: 'web',
      DEMO_DATA: '0',
      DATABASE_URL: product.databaseUrl,
    })
    worker.once('exit', () => {
      if (isStopping || isStarting) return
      const delayMs = Date.now() - startedAt > steadyAfterMs ? 0 : slowestMs
      setTimeout(() => !isStopping && begin(), delayMs).unref()
    })
    return worker
  }
  async function stop() {
    isStopping = true
    await Promise.all(
      Object.values(cluster.workers ?? {}).map(async (worker) => {
        if (!worker || worker.isDead()) return
        const ended = once(worker, 'exit')
        const limit = setTimeout(() => worker.process.kill('SIGKILL'), stopMs)
        worker.process.kill('SIGTERM')
        await ended
        clearTimeout(limit)
      }),
    )
    await product.stop()
  }

  let isStarting = true
  try {
    await Promise.all(Array.from({ length: settings.webProcesses }, () => readiness(begin())))
  } catch (error) {
    await stop()
    throw error
  }
  isStarting = false
  const { url, administrator } = product
  return { url, administrator, stop }
}

function readiness(worker: Worker): Promise<void> {
  return new Promise((done, fail) => {
    worker.once('listening', () => done())
    worker.once('exit', () => fail(new Error('A web process ended before it listened.')))
  })
}

async function findFreePort(settings: Settings): Promise<number> {
  const server = createServer().listen(settings.port, settings.host)
  await once(server, 'listening')
  const address = server.address()
  await once(server.close(), 'close')
  return typeof address === 'object' && address ? address.port : settings.port
}
