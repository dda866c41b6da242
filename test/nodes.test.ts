import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { askingAs } from './kit/asking.ts'
import { composeNodes, environmentOf, startNodes } from './kit/nodes.ts'
import { patient } from './kit/patience.ts'
import { administrator } from './kit/settings.ts'

const set = await startNodes()
afterAll(set.stop)
const ask = await askingAs(set.url)
const signalType = (name: string) => ({ name, abbreviation: name.slice(0, 8), color: '#2f6bc6' })
const webNodes = () => set.nodes.filter(({ name }) => name !== 'worker').map(({ running }) => running)

it('has the services of compose.yaml and no others', () => {
  const here = [...set.nodes.map(({ name }) => name), 'balancer', 'database', 'store', 'bucket']
  const there = composeNodes().map(({ name }) => name)
  expect(there.sort()).toEqual(here.sort())
  expect(() => environmentOf('web', { DATABASE_URI: 'x' })).toThrow('compose.yaml says nothing of DATABASE_URI')
  expect(() => environmentOf('web', {})).toThrow('Nobody says the DATABASE_URL of compose.yaml here')
})

it('answers on every node what one has written, and knows who asked through the balancer', async () => {
  const { status, body } = await ask('POST', '/api/signalTypes', signalType('Everywhere'))
  expect(status).toBe(201)
  for (const { url } of webNodes())
    expect((await ask('GET', `/api/signalTypes/${body.id}`, undefined, { url })).body.name).toBe('Everywhere')
  const form = new FormData()
  form.append('file', new Blob(['kept in the store']), 'kept.txt')
  const file = await ask('POST', '/api/files', form)
  expect([...set.store.files.values()].map(String)).toContain('kept in the store')
  for (const { url } of webNodes()) expect(String((await ask('GET', file.body.url, undefined, { url })).body)).toBe('kept in the store')
  expect((await ask('GET', '/metrics')).status).toBe(404)
  const asked = request(`${set.url}/api/account/login`, {
    method: 'POST',
    localAddress: '127.0.0.7',
    headers: { 'content-type': 'application/json' },
  })
  asked.end(JSON.stringify(administrator))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  expect([answer.statusCode, (await buffer(answer)).length > 0]).toEqual([200, true])
  const { body: sessions } = await ask('GET', '/api/account/Sessions')
  expect(sessions.items.map(({ ip }: { ip: string }) => ip).sort()).toEqual(['127.0.0.1', '127.0.0.7'])
})

it('makes a file on the worker, which no web node does', async () => {
  const { status, body } = await ask('GET', '/api/signalTypes/Export')
  expect(status).toBe(202)
  const state = async () => (await ask('GET', `/api/DownloadCenter/${body.id}`)).body.status
  await expect.poll(state, { timeout: patient(10_000) }).toBe(2)
})

it('goes on without a node that was killed, which comes back by itself', async () => {
  const [first] = set.nodes.filter(({ name }) => name === 'web1')
  const back = first!.end('SIGKILL')
  for (let at = 0; at < 30; at++) expect((await ask('GET', '/api/signalTypes')).status).toBe(200)
  await back
  expect((await fetch(`${first!.running.url}/api/health`)).status).toBe(200)
})
