import { expect, it } from 'vitest'
import { type BusMessage, createMessageReader, notificationChunks } from './bus.ts'

const forget = (count: number): BusMessage => ({ kind: 'forget', userIds: Array.from({ length: count }, (_, n) => `person-${n}`) })
const tell = (payload: unknown): BusMessage => ({ kind: 'tell', userIds: 'all', event: 'Notify', payload })

function heardBy(node: string, parts: string[]): BusMessage[] {
  const heard: BusMessage[] = []
  const read = createMessageReader(node, (word) => heard.push(word))
  for (const part of parts) read(part)
  return heard
}

it('carries words of any size, each notification below what PostgreSQL takes', () => {
  const words = [{ kind: 'wake' } as BusMessage, forget(1000), tell({ text: 'Ä“👩‍👧\n"\\'.repeat(4000) }), forget(1)]
  const parts = notificationChunks(words, 'here', 1)
  expect(parts.length).toBeGreaterThan(5)
  for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThan(8000)
  expect(heardBy('there', parts)).toEqual(words)
  expect(heardBy('here', parts)).toEqual([])
})

it('says nothing of a word whose beginning was missed, and goes on with the next', () => {
  const [first, second] = [notificationChunks([forget(1000)], 'here', 1), notificationChunks([forget(2)], 'here', 2)]
  expect(heardBy('there', [...first.slice(1), ...second])).toEqual([forget(2)])
  expect(heardBy('there', [...first.slice(0, -1), ...second, ...first])).toEqual([forget(2), forget(1000)])
  expect(heardBy('there', ['', 'nonsense', ...second])).toEqual([forget(2)])
})
