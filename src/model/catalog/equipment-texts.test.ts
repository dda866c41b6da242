import { describe, expect, it } from 'vitest'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { isEquipmentList, listedLines, parseWantedLine } from './equipment-texts.ts'

describe('typed text', () => {
  it.each([
    ['4 x DIS-75', 'DIS-75', 4],
    ['4x DIS-75', 'DIS-75', 4],
    ['DIS-75 x 4', 'DIS-75', 4],
    ['DIS-75 x4', 'DIS-75', 4],
    ['12 × Shure MXA920', 'Shure MXA920', 12],
    ['2 X 4x4-HDMI', '4x4-HDMI', 2],
    ['DIS-75', 'DIS-75', undefined],
    ['4x4-HDMI', '4x4-HDMI', undefined],
    ['AX x', 'AX x', undefined],
    ['4 x', '4 x', undefined],
    ['x 4', 'x 4', undefined],
    ['0 x DIS-75', '0 x DIS-75', undefined],
    ['10000 x DIS-75', '10000 x DIS-75', undefined],
    ['4 DIS-75', '4 DIS-75', undefined],
  ])('parses %s', (typed, words, quantity) => expect(parseWantedLine(typed)).toEqual({ words, quantity }))
})

describe('pasted text', () => {
  it('parses tabs, commas and spaces, with the quantity first or last, and skips headings', () => {
    const text = 'Tag\tQty\r\nDIS-75\t4\r\n\r\n2\tSW-48\r\n"Rack, 42 RU",3\r\n3 x CAM-1\nMIC-2\t1,200\nAMP-4\t2.0\nAMP-5'
    expect(listedLines(text).map(({ words, quantity, isQuantityWrong }) => [words, quantity, isQuantityWrong])).toEqual([
      ['DIS-75', 4, false],
      ['SW-48', 2, false],
      ['Rack, 42 RU', 3, false],
      ['CAM-1', 3, false],
      ['MIC-2', 1200, false],
      ['AMP-4', 2, false],
      ['AMP-5', undefined, false],
    ])
  })
  it('flags invalid quantities', () =>
    expect(listedLines('DIS-75\tmany\nSW-48\t2.5\nSW-49\t0').map(({ isQuantityWrong }) => isQuantityWrong)).toEqual([true, true, true]))
  it.each([
    ['DIS-75', false],
    ['DIS-75\n', false],
    ['Ceiling microphone, white', false],
    ['DIS-75\t4', true],
    ['DIS-75, 4', true],
    ['DIS-75\nSW-48', true],
  ])('detects whether %j is a list: %s', (text, is) => expect(isEquipmentList(text)).toBe(is))
  it('parses very long lines quickly', () => {
    const long = `${'x '.repeat(100_000)}\n${',"'.repeat(50_000)}\n${'\r'.repeat(100_000)}x`
    const began = performance.now()
    isEquipmentList(long)
    listedLines(long)
    parseWantedLine(long)
    expect(performance.now() - began).toBeLessThan(timeoutMs(1000))
  })
})
