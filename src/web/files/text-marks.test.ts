import { describe, expect, it } from 'vitest'
import { type Language, type Mark, markedPieces } from './text-marks.ts'

const marked = (language: Language, text: string): [string, Mark][] =>
  markedPieces(language, text).flatMap(({ text, mark }): [string, Mark][] => (mark ? [[text, mark]] : []))

describe('syntax highlighting', () => {
  it.each<[Language, string, [string, Mark][]]>([
    [
      'json',
      '{"a\\"b" : "c", "d": [-1.5e3, true, null]} // end',
      [
        ['"a\\"b"', 'name'],
        ['"c"', 'value'],
        ['"d"', 'name'],
        ['-1.5e3', 'number'],
        ['true', 'number'],
        ['null', 'number'],
        ['// end', 'faint'],
      ],
    ],
    [
      'json',
      '{"open\n: 1',
      [
        ['"open', 'name'],
        ['1', 'number'],
      ],
    ],
    [
      'xml',
      `<!-- <a> --><x:rack units="4>2" on='1' free/>a > b</x:rack><![CDATA[<b>]]>`,
      [
        ['<!-- <a> -->', 'faint'],
        ['<', 'faint'],
        ['x:rack', 'name'],
        ['units', 'name'],
        ['"4>2"', 'value'],
        ['on', 'name'],
        ["'1'", 'value'],
        ['free', 'name'],
        ['/>', 'faint'],
        ['</', 'faint'],
        ['x:rack', 'name'],
        ['>', 'faint'],
        ['<![CDATA[<b>]]>', 'faint'],
      ],
    ],
    [
      'ini',
      '; of 2026\n[display]\n  width = 3840\nname="Wall" \nmode=4k\n# end',
      [
        ['; of 2026', 'faint'],
        ['[display]', 'name'],
        ['width', 'name'],
        ['3840', 'number'],
        ['name', 'name'],
        ['"Wall"', 'value'],
        ['mode', 'name'],
        ['# end', 'faint'],
      ],
    ],
    [
      'log',
      '2026-01-05 10:00:00,123 ERROR "no signal" WARNING 10:00:01 INFO INFORMATION',
      [
        ['2026-01-05 10:00:00,123', 'number'],
        ['ERROR', 'failure'],
        ['"no signal"', 'value'],
        ['WARNING', 'warning'],
        ['10:00:01', 'number'],
        ['INFO', 'word'],
      ],
    ],
  ])('marks in %s: %s', (language, text, expected) => {
    expect(marked(language, text)).toEqual(expected)
  })

  const worst = ['"', '\\"', '/*', '<!--', '<a ', '<a b="', "<a '", '<![CDATA[', '=', ' =', '[', '-1', '1', ' ', '\n', '2026-', '"\n', '< ']
  it.each<Language>(['json', 'xml', 'ini', 'log'])('keeps every character and runs in linear time in %s for any input', (language) => {
    for (const part of worst) {
      const text = part.repeat(500_000 / part.length)
      const start = performance.now()
      const pieces = markedPieces(language, text)
      // Takes half a second on an idle machine. A quadratic matcher would take minutes.
      expect(performance.now() - start, part).toBeLessThan(15_000)
      expect(pieces.map(({ text }) => text).join('') === text, part).toBe(true)
    }
  })
})
