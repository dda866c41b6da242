export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250' | 'macintosh'

/**
 * Bytes 80 to 9F of Windows-1252. The decoder of some releases of Node turns them into control characters, so this table is used
 * everywhere. The five bytes without a character remain control characters.
 */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function decodeWindows1252(data: Uint8Array): string {
  let text = ''
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192))
  return text.replace(/[\u0080-\u009f]/g, (sign) => windows1252.charAt(sign.charCodeAt(0) - 0x80))
}

const startsWith = (data: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => data[at] === byte)

/**
 * Detects the encoding of a text: by its byte order mark, as UTF-16 by the zeros in every second byte, as UTF-8 if most signs beyond ASCII
 * are valid UTF-8, otherwise Windows-1252. Returns undefined for binary data, and `utf-32`, which is not read.
 */
export function detectEncoding(data: Uint8Array): TextEncoding | 'utf-32' | undefined {
  if (startsWith(data, 0xff, 0xfe, 0, 0) || startsWith(data, 0, 0, 0xfe, 0xff)) return 'utf-32'
  if (startsWith(data, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(data, 0xfe, 0xff)) return 'utf-16be'
  if (startsWith(data, 0xef, 0xbb, 0xbf)) return 'utf-8'
  const head = data.subarray(0, 65_536)
  if (head.includes(0)) return detectUtf16(head)
  return isMostlyUtf8(data) ? 'utf-8' : 'windows-1252'
}

function detectUtf16(head: Uint8Array): TextEncoding | 'utf-32' | undefined {
  const zeros = [0, 0, 0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 4] = (zeros[at % 4] ?? 0) + 1
  })
  const [first = 0, second = 0, third = 0, fourth = 0] = zeros
  const quarter = head.length / 4
  if (zeros.filter((count) => count > quarter * 0.9).length === 3) return 'utf-32'
  const [even, odd] = [first + third, second + fourth]
  const isText = (zero: number, other: number) => zero > quarter * 0.1 && other === 0
  const encoding = isText(odd, even) ? 'utf-16le' : isText(even, odd) ? 'utf-16be' : undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: binary data has such characters, a text has not
  return encoding && !/[\u0000-\u0008\u000e-\u001f]/.test(decodeText(head, encoding)) ? encoding : undefined
}

/** A file with a few damaged bytes is still UTF-8: these become U+FFFD, which is rejected where it occurs. */
function isMostlyUtf8(data: Uint8Array): boolean {
  let [valid, invalid] = [0, 0]
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] ?? 0
    if (byte < 0x80) continue
    const length = byte >= 0xc2 && byte <= 0xdf ? 1 : byte >= 0xe0 && byte <= 0xef ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : 0
    const rest = data.subarray(at + 1, at + 1 + length)
    if (length > 0 && rest.length === length && rest.every((next) => next >= 0x80 && next <= 0xbf)) {
      valid++
      at += length
    } else invalid++
  }
  return valid > invalid * 2 || invalid === 0
}

export const decodeText = (data: Uint8Array, encoding: TextEncoding): string =>
  encoding === 'windows-1252' ? decodeWindows1252(data) : new TextDecoder(encoding).decode(data)
