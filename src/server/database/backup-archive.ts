import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'

/** A backup file: a standard tar archive that any tool can read, in which every byte is verified. */
export interface Entry {
  name: string
  at: number
  size: number
  sha256: string
}

const block = 512
const piece = 1024 * 1024
const padding = (size: number) => (block - (size % block)) % block

/** Writes to a temporary file and renames it once it is complete and flushed to disk. */
export async function writeArchive<T>(path: string, fill: (add: ReturnType<typeof adder>['add']) => Promise<T>): Promise<T> {
  const unfinished = `${path}.unfinished`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    const { add, end } = adder(handle)
    const result = await fill(add)
    await end()
    await handle.sync()
    await handle.close()
    await rename(unfinished, path)
    return result
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(unfinished, { force: true })
    throw error
  }
}

function adder(handle: FileHandle) {
  let at = 0
  const write = async (data: Buffer) => {
    await handle.writeFile(data)
    at += data.length
  }
  return {
    async add(name: string, size: number, data: Buffer | AsyncIterable<Buffer>): Promise<Entry> {
      await write(createTarHeader(name, size))
      const start = at
      const hash = createHash('sha256')
      for await (const chunk of Buffer.isBuffer(data) ? [data] : data) {
        hash.update(chunk)
        await write(chunk)
      }
      if (at - start !== size) throw new Error(`${name} changed while it was read`)
      await write(Buffer.alloc(padding(size)))
      return { name, at: start, size, sha256: hash.digest('hex') }
    },
    end: () => write(Buffer.alloc(2 * block)),
  }
}

function createTarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a back-up`)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export class DamagedArchive extends Error {}
const damaged = (why: string) => new DamagedArchive(`The back-up is damaged (${why}). Nothing was restored.`)

/** Reads the whole file once and verifies the checksum of every entry. Bytes outside entries must match what this module writes. */
export async function readArchive(handle: FileHandle): Promise<Entry[]> {
  const { size: length } = await handle.stat()
  const entries: Entry[] = []
  let at = 0
  const read = async (size: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, at)
    if (bytesRead < size) throw damaged('it is cut short')
    at += size
    return buffer
  }
  for (;;) {
    const header = await read(block)
    if (header.every((byte) => byte === 0)) break
    const name = header.toString('utf8', 0, header.indexOf(0))
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    if (name.length > 100 || !(size >= 0) || !header.equals(createTarHeader(name, size))) throw damaged('a name is not readable')
    const start = at
    const hash = createHash('sha256')
    while (at < start + size) hash.update(await read(Math.min(piece, start + size - at)))
    entries.push({ name, at: start, size, sha256: hash.digest('hex') })
    if (!(await read(padding(size))).every((byte) => byte === 0)) throw damaged(`something follows ${name}`)
  }
  if (!(await read(block)).every((byte) => byte === 0) || at !== length) throw damaged('something follows its end')
  return entries
}

export async function readContent(handle: FileHandle, { at, size }: Entry): Promise<Buffer> {
  return (await handle.read(Buffer.alloc(size), 0, size, at)).buffer
}

export async function* readContentPieces(handle: FileHandle, { at, size }: Entry): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += piece) {
    const chunkSize = Math.min(piece, size - done)
    yield (await handle.read(Buffer.alloc(chunkSize), 0, chunkSize, at + done)).buffer
  }
}
