import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createApiClient } from '../test/kit/api-client.ts'
import { startNodes } from '../test/kit/nodes.ts'

const connections = 16
const rowCount = 5000

/**
 * Measures list requests against the compose.yaml set run as local processes, with and without a read standby, and the processor time of
 * each process per request.
 */
export async function measureNodes(seconds: number, processorMs: (pid: number) => number) {
  console.log(`\nLists of ${rowCount} pieces of equipment through the balancer of two web nodes, ${connections} connections`)
  for (const standbys of [0, 1]) {
    const set = await startNodes({ standbys })
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    try {
      const callApi = await createApiClient(set.url)
      const [category] = (await callApi('GET', '/api/categories?itemsPerPage=1')).body.items
      const rows = Array.from({ length: rowCount }, (_, index) => `Bench,B-${index},${index % 90}.50`)
      const form = new FormData()
      form.append('mapping', JSON.stringify({ manufacturer: 0, model: 1, msrpPrice: 2 }))
      form.append('createManufacturers', 'true')
      form.append('categoryId', String(category.id))
      form.append('file', new Blob([`Make,Model,Price\n${rows.join('\n')}\n`]), 'bench.csv')
      const { body } = await callApi('POST', '/api/equipments/Import', form)
      if (body.created !== rowCount) throw new Error(`The import says ${JSON.stringify(body).slice(0, 200)}`)
      const list = async (requestIndex: number) => {
        const path = `/api/equipments?itemsPerPage=50&page=${1 + (requestIndex % 90)}`
        const clientRequest = request(`${set.url}${path}`, { agent, headers: { authorization: `Bearer ${callApi.token}` } }).end()
        const [answer] = await once(clientRequest, 'response')
        await buffer(answer)
        if (answer.statusCode !== 200) throw new Error(`A list was answered ${answer.statusCode}`)
      }
      const spend = () => set.nodes.map(({ name, running }) => ({ name, ms: processorMs(running.pid) }))
      const times: number[] = []
      const until = (ms: number) => {
        const end = performance.now() + ms
        return Promise.all(
          Array.from({ length: connections }, async (_, lane) => {
            for (let requestIndex = lane; performance.now() < end; requestIndex += connections) {
              const since = performance.now()
              await list(requestIndex)
              times.push(performance.now() - since)
            }
          }),
        )
      }
      await until(2000)
      times.length = 0
      const before = spend()
      await until(seconds * 1000)
      const spent = spend().map(({ name, ms }, index) => `${name} ${((ms - before[index]!.ms) / times.length).toFixed(2)} ms`)
      times.sort((a, b) => a - b)
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0)
      console.log(
        `${standbys ? 'One standby' : 'No standby'}: ${(times.length / seconds).toFixed(0)} a second, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; processor per list: ${spent.join(', ')}`,
      )
    } finally {
      agent.destroy()
      await set.stop()
    }
  }
}
