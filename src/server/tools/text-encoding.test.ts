import { expect, it } from 'vitest'
import { decodeText, detectEncoding, type TextEncoding } from './text-encoding.ts'

const signs = '“Quiet” mixer – 24” Pro™ €9 ÿ ü'
const windows1252 = new Uint8Array([
  ...[0x93, 0x51, 0x75, 0x69, 0x65, 0x74, 0x94, 0x20, 0x6d, 0x69, 0x78, 0x65, 0x72, 0x20, 0x96, 0x20, 0x32, 0x34, 0x94, 0x20],
  ...[0x50, 0x72, 0x6f, 0x99, 0x20, 0x80, 0x39, 0x20, 0xff, 0x20, 0xfc],
])
const utf16 = (text: string, isBig: boolean) =>
  new Uint8Array(
    [...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]).flatMap((_, at, all) => all[isBig ? at ^ 1 : at] ?? 0),
  )

it.each<[string, Uint8Array, TextEncoding]>([
  ['UTF-8', new TextEncoder().encode(signs), 'utf-8'],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${signs}`), 'utf-8'],
  ['Windows-1252', windows1252, 'windows-1252'],
  ['UTF-16 without a mark', utf16(signs, false), 'utf-16le'],
  ['big-endian UTF-16 without a mark', utf16(signs, true), 'utf-16be'],
  ['UTF-16 with a mark', utf16(`\ufeff${signs}`, false), 'utf-16le'],
  ['big-endian UTF-16 with a mark', utf16(`\ufeff${signs}`, true), 'utf-16be'],
])('reads %s', (_name, data, encoding) => {
  expect(detectEncoding(data)).toBe(encoding)
  expect(decodeText(data, encoding)).toBe(signs)
})

it('marks damaged bytes of a UTF-8 text', () => {
  const data = new Uint8Array([...new TextEncoder().encode('Müller, Söhne, Größe '), 0xfc])
  expect(decodeText(data, detectEncoding(data) as TextEncoding)).toBe('Müller, Söhne, Größe \ufffd')
})

it('does not read binary data or UTF-32', () => {
  expect(detectEncoding(new Uint8Array([0x89, 0x50, 0, 0, 0, 0x0d, 1, 0, 0, 7]))).toBeUndefined()
  expect(detectEncoding(new Uint8Array([0xff, 0xfe, 0, 0, 65, 0, 0, 0]))).toBe('utf-32')
  expect(detectEncoding(new Uint8Array([...'Model,MSRP'].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 0])))).toBe('utf-32')
})
