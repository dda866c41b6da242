import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { startApp } from '../../../test/kit/start.ts'

const house = await startApp()
let asked = 0
const inside = createServer((_request, response) => {
  asked++
  response.end()
}).listen(0)
await once(inside, 'listening')
onCleanup(() => inside.close())
const { port } = inside.address() as AddressInfo

it('asks nothing inside private networks, however the address is written, nor where a name leads there', async () => {
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    const made = await house.admin('POST', '/api/webhooks', { address: `http://${host}:${port}/`, events: ['client.created'] })
    expect(made.status, host).toBe(201)
    await house.admin('POST', `/api/webhooks/${made.body.id}/Test`)
    const last = async () => (await house.admin('GET', `/api/webhooks/${made.body.id}/Deliveries`)).body.items[0]
    await expect.poll(async () => (await last()).attempts, { message: host }).toBe(1)
    expect(await last(), host).toMatchObject({ status: null, error: 'The address leads into a private network.' })
  }
  expect(asked).toBe(0)
})
