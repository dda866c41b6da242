import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { onCleanup } from '../../../../test/kit/cleanup.ts'
import { startApp } from '../../../../test/kit/start.ts'

const app = await startApp()
const port = Number(new URL(app.url).port)
const sockets: Socket[] = []
onCleanup(() => {
  for (const socket of sockets) socket.destroy()
})

/** Opens clients that send this text and nothing more. `slow-clients` covers clients that never read their responses. */
async function crowd(count: number, text: string) {
  const own = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  sockets.push(...own)
  await Promise.all(own.map((socket) => new Promise<void>((done) => socket.write(text, () => done()))))
}
const reads = async () => (await app.admin('GET', '/api/signalTypes')).status

it('reads while other clients send slowly, and limits slow ones to 400', async () => {
  const body = { name: 'Written meanwhile', abbreviation: 'WRMW', color: '#2f6bc6' }
  const head = `POST /api/signalTypes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.admin.token}\r\ncontent-type: application/json\r\n`
  await crowd(399, `${head}content-length: 100\r\n\r\n{`)
  expect(await reads()).toBe(200)
  expect((await app.admin('POST', '/api/signalTypes', body)).status).toBe(201)
  await crowd(1, `${head}content-length: 100\r\n\r\n{`)
  const more = async () => {
    const { status, body: errorBody } = await app.admin('POST', '/api/signalTypes', { ...body, name: 'Too many' })
    return [status, errorBody.message]
  }
  await expect.poll(more).toEqual([503, 'The server is busy. Please try again.'])
  expect(await reads()).toBe(200)
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect
    .poll(async () => (await app.admin('POST', '/api/signalTypes', { ...body, name: 'Later', abbreviation: 'LATE' })).status)
    .toBe(201)
})
