import { expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { cleanUp, newFolder, type RunningApp, startProcess } from '../../../test/kit/process.ts'
import { administrator } from '../../../test/kit/settings.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { webhookReceiver } from '../../../test/kit/webhook-receiver.ts'

const folder = newFolder()
onCleanup(() => cleanUp(folder))
const receiver = await webhookReceiver()
onCleanup(receiver.close)

it('delivers an event once although the node is killed while sending', async () => {
  const environment: Record<string, string> = { DATA_DIR: folder, WEBHOOK_ALLOW_PRIVATE: '1' }
  let product: RunningApp = await startProcess(environment)
  let token = ''
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${product.url}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return answer.json()
  }
  token = (await call('POST', '/account/login', administrator)).token
  const hook = await call('POST', '/webhooks', { address: receiver.url, events: ['signalType.created'] })
  receiver.secrets.now = hook.secret
  // The receiver accepts the request without responding, then the node is killed.
  receiver.answers(() => undefined)
  const created = await call('POST', '/signalTypes', { name: 'Through a kill', abbreviation: 'KILL', color: '#2f6bc6' })
  await expect.poll(() => receiver.received.length, { timeout: timeoutMs(20_000) }).toBe(1)
  await product.end('SIGKILL')
  const before = receiver.received.splice(0)
  receiver.answers((response) => response.writeHead(204).end())
  product = await startProcess(environment)
  await expect.poll(() => receiver.received.length, { timeout: timeoutMs(40_000) }).toBe(1)
  const [again] = receiver.received
  expect(again?.id).toBe(before[0]?.id)
  expect(again?.verified).toMatchObject({ type: 'signalType.created', data: { id: created.id, name: 'Through a kill' } })
  // The next event arrives alone: nothing of the first one remains.
  await call('POST', '/signalTypes', { name: 'Afterwards', abbreviation: 'AFTER', color: '#2f6bc6' })
  await expect.poll(() => receiver.received.length, { timeout: timeoutMs(20_000) }).toBe(2)
  expect(receiver.received[1]?.verified?.data.name).toBe('Afterwards')
})
