import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { startApp } from '../../../test/kit/start.ts'

const app = await startApp()
let requestCount = 0
const inside = createServer((_request, response) => {
  requestCount++
  response.end()
}).listen(0)
await once(inside, 'listening')
onCleanup(() => inside.close())
const { port } = inside.address() as AddressInfo

it('rejects private network addresses in every notation, and names that resolve to them', async () => {
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    const created = await app.admin('POST', '/api/webhooks', { address: `http://${host}:${port}/`, events: ['client.created'] })
    expect(created.status, host).toBe(201)
    await app.admin('POST', `/api/webhooks/${created.body.id}/Test`)
    const last = async () => (await app.admin('GET', `/api/webhooks/${created.body.id}/Deliveries`)).body.items[0]
    await expect.poll(async () => (await last()).attempts, { message: host }).toBe(1)
    expect(await last(), host).toMatchObject({ status: null, error: 'The address leads into a private network.' })
  }
  expect(requestCount).toBe(0)
})
