import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

/** Bytes of text collected before compressing. */
const batch = 64 * 1024
/** Fixed date 1980-01-01, so that equal parts produce an identical archive. */
const day = 0x21
/** Version 2.0 required, UTF-8 names, deflate. */
const kind = [20, 0x0800, 8]

/** Writes an archive part by part. Compresses input as it arrives, so that only compressed data is held in memory. */
export function zipWriter() {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const push = (chunk: Buffer) => {
    chunks.push(chunk)
    at += chunk.length
  }

  return {
    async add(name: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
      const { packed, unpackedBytes, sum } = await pack(pieces)
      const named = Buffer.from(name)
      const packedBytes = packed.reduce((bytes, { length }) => bytes + length, 0)
      const position = at
      const about = [...kind, 0, day, sum, packedBytes, unpackedBytes, named.length, 0]
      push(packNumbers('42222244422', [0x04034b50, ...about]))
      push(named)
      for (const chunk of packed) push(chunk)
      directory.push(packNumbers('42222224442222244', [0x02014b50, 20, ...about, 0, 0, 0, 0, position]), named)
    },

    finish(): Buffer {
      const start = at
      const parts = directory.length / 2
      for (const entry of directory) push(entry)
      push(packNumbers('42222442', [0x06054b50, 0, 0, parts, parts, at - start, start, 0]))
      return Buffer.concat(chunks)
    },
  }
}

/** Little-endian numbers; the layout lists the bytes of each. */
function packNumbers(layout: string, values: number[]): Buffer {
  const bytes = Buffer.alloc([...layout].reduce((sum, size) => sum + Number(size), 0))
  let at = 0
  for (const [index, size] of [...layout].entries()) at = bytes.writeUIntLE(values[index] ?? 0, at, Number(size))
  return bytes
}

async function pack(pieces: Iterable<string | Uint8Array>) {
  const stream = createDeflateRaw()
  const packed: Buffer[] = []
  const ended = once(
    stream.on('data', (chunk) => packed.push(chunk)),
    'end',
  )
  let unpackedBytes = 0
  let sum = 0
  const write = async (data: Uint8Array) => {
    unpackedBytes += data.length
    sum = crc32(data, sum)
    if (!stream.write(data)) await once(stream, 'drain')
  }
  let text = ''
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      await write(piece)
      continue
    }
    text += piece
    if (text.length < batch) continue
    await write(Buffer.from(text))
    text = ''
  }
  if (text) await write(Buffer.from(text))
  stream.end()
  await ended
  return { packed, unpackedBytes, sum }
}
