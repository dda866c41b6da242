import { expect, it } from 'vitest'
import { type BusMessage, createMessageReader, notificationChunks } from './bus.ts'

const forget = (count: number): BusMessage => ({ kind: 'forget', userIds: Array.from({ length: count }, (_, n) => `person-${n}`) })
const createUserMessage = (payload: unknown): BusMessage => ({ kind: 'tell', userIds: 'all', event: 'Notify', payload })

function heardBy(node: string, parts: string[]): BusMessage[] {
  const received: BusMessage[] = []
  const read = createMessageReader(node, (message) => received.push(message))
  for (const part of parts) read(part)
  return received
}

it('splits messages of any size into notifications below the PostgreSQL limit', () => {
  const messages = [{ kind: 'wake' } as BusMessage, forget(1000), createUserMessage({ text: 'Ä“👩‍👧\n"\\'.repeat(4000) }), forget(1)]
  const parts = notificationChunks(messages, 'here', 1)
  expect(parts.length).toBeGreaterThan(5)
  for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThan(8000)
  expect(heardBy('there', parts)).toEqual(messages)
  expect(heardBy('here', parts)).toEqual([])
})

it('drops a message whose beginning was missed and continues with the next', () => {
  const [first, second] = [notificationChunks([forget(1000)], 'here', 1), notificationChunks([forget(2)], 'here', 2)]
  expect(heardBy('there', [...first.slice(1), ...second])).toEqual([forget(2)])
  expect(heardBy('there', [...first.slice(0, -1), ...second, ...first])).toEqual([forget(2), forget(1000)])
  expect(heardBy('there', ['', 'nonsense', ...second])).toEqual([forget(2)])
})
