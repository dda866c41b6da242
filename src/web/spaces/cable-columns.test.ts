import { expect, it } from 'vitest'
import { type Connection, cableColumns, pastedInto } from './cable-columns.ts'

const { runFt, state, bundle } = cableColumns
const wanted = (column: typeof runFt, text: string) => {
  const set = column.read(text)
  return set && Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null))
}
const row = (id: number, more: Partial<Connection> = {}) => ({ id, lengthFt: null, state: 1, bundle: null, ...more }) as Connection

it('reads lengths as people write them; nothing is the estimate', () => {
  expect(['39.5', ' 1,200 ft', "40'", '7.125', '.5'].map((text) => wanted(runFt, text))).toEqual(
    [39.5, 1200, 40, 7.13, 0.5].map((lengthFt) => ({ lengthFt })),
  )
  expect(wanted(runFt, ' ')).toEqual({ isEstimated: true })
  expect(['long', '-4', '12 m', 'ft', '100001'].map((text) => runFt.read(text))).toEqual(Array(5).fill(undefined))
})

it('reads states by name or number, and bundles with room for 60 letters', () => {
  expect([wanted(state, 'pulled'), wanted(state, '4'), state.read('gone'), state.read('')]).toEqual([
    { state: 2 },
    { state: 4 },
    undefined,
    undefined,
  ])
  expect([wanted(bundle, ' B7 '), wanted(bundle, ''), bundle.read('x'.repeat(61))]).toEqual([
    { bundle: 'B7' },
    { isUnbundled: true },
    undefined,
  ])
})

it('pastes to the right and down, one edit a cable, and counts what has no place or no meaning', () => {
  const rows = [row(7), row(8, { lengthFt: 12, bundle: 'B1' }), row(9)]
  const { edits, cells, leftOut } = pastedInto([['40', 'Pulled', 'B1'], ['12', 'odd', ''], ['', 'Designed'], ['9']], rows, [
    runFt,
    state,
    bundle,
  ])
  const brief = edits.map(({ connectionId, set }) => [connectionId, Object.fromEntries(Object.entries(set).filter(([, v]) => v !== null))])
  expect(brief).toEqual([
    [7, { lengthFt: 40, state: 2, bundle: 'B1' }],
    [8, { isUnbundled: true }],
  ])
  expect([cells, leftOut]).toEqual([4, 2])
})
