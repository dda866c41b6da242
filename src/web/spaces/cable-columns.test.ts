import { expect, it } from 'vitest'
import { type Connection, cableColumns, pastedInto } from './cable-columns.ts'

const { runFt, state, bundle } = cableColumns
const expectedSet = (column: typeof runFt, text: string) => {
  const set = column.read(text)
  return set && Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null))
}
const createRow = (id: number, more: Partial<Connection> = {}) => ({ id, lengthFt: null, state: 1, bundle: null, ...more }) as Connection

it('parses lengths with units and separators; blank means the estimate', () => {
  expect(['39.5', ' 1,200 ft', "40'", '7.125', '.5'].map((text) => expectedSet(runFt, text))).toEqual(
    [39.5, 1200, 40, 7.13, 0.5].map((lengthFt) => ({ lengthFt })),
  )
  expect(expectedSet(runFt, ' ')).toEqual({ isEstimated: true })
  expect(['long', '-4', '12 m', 'ft', '100001'].map((text) => runFt.read(text))).toEqual(Array(5).fill(undefined))
})

it('parses states by name or number, and bundles up to 60 characters', () => {
  expect([expectedSet(state, 'pulled'), expectedSet(state, '4'), state.read('gone'), state.read('')]).toEqual([
    { state: 2 },
    { state: 4 },
    undefined,
    undefined,
  ])
  expect([expectedSet(bundle, ' B7 '), expectedSet(bundle, ''), bundle.read('x'.repeat(61))]).toEqual([
    { bundle: 'B7' },
    { isUnbundled: true },
    undefined,
  ])
})

it('pastes right and down, one edit per cable, and counts cells without a place or a value', () => {
  const rows = [createRow(7), createRow(8, { lengthFt: 12, bundle: 'B1' }), createRow(9)]
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
