import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, type FileHandle, mkdir, mkdtemp, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { isTransient, type S3Client, S3Error, type S3Settings, s3Client } from './s3-client.ts'
import { elementTexts } from './xml-scan.ts'

interface StoredFile {
  size: number
  sha256: string
}

export interface FileStore {
  /** Atomic and durable: a failed put leaves nothing behind, and a completed one survives a power failure. */
  put(key: string, data: Buffer | Readable, size?: number): Promise<StoredFile>
  /** `size` is that of the whole file even for a range; `end` is the last byte, inclusive. */
  get(key: string, range?: { start: number; end?: number }): Promise<{ stream: Readable; size: number }>
  remove(key: string): Promise<void>
  exists(key: string): Promise<boolean>
  list(): AsyncIterable<string>
}

/** Timeout, so that an unresponsive store does not block the status page. */
const longestLookMs = 3000
/** True if the store responds, even with "not found". */
export const isStoreReachable = (files: FileStore): Promise<boolean> =>
  Promise.race([
    files.exists('status/probe').then(
      () => true,
      () => false,
    ),
    pause(longestLookMs, false, { ref: false }),
  ])

type StoreErrorCode = 'STORE_FULL' | 'STORE_MISSING' | 'STORE_RANGE' | 'STORE_CUT' | 'STORE_AWAY'

class StoreError extends Error {
  readonly code: StoreErrorCode
  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** File names are never part of a key. */
export function newFileKey(extension?: string): string {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id}${extension ? `.${extension}` : ''}`
}

const KEY = /^(?:[a-z0-9_-]{1,64}\/){0,3}[a-z0-9_-]{1,64}(?:\.[a-z0-9]{1,8})?$/
const UNFINISHED = '.unfinished'

export function localFileStore(folder: string): FileStore {
  const dir = resolve(folder)
  const pathOf = (key: string) => join(dir, checkedKey(key))
  let swept: Promise<void> | undefined

  return {
    async put(key, data, size) {
      const path = pathOf(key)
      const unfinished = join(dir, UNFINISHED, randomUUID())
      try {
        await mkdir(dirname(unfinished), { recursive: true })
        swept ??= deleteUnfinished(dirname(unfinished))
        await swept
        const stored = await writeStream(unfinished, data, size)
        await mkdir(dirname(path), { recursive: true })
        await rename(unfinished, path)
        for (let folder = dirname(path); folder.length >= dir.length; folder = dirname(folder)) await syncFolder(folder)
        return stored
      } catch (error) {
        await rm(unfinished, { force: true })
        throw storeError(error)
      }
    },

    async get(key, range) {
      const handle = await open(pathOf(key)).catch((error) => {
        throw storeError(error)
      })
      const { size } = await handle.stat()
      if (range && range.start >= size) {
        await handle.close()
        throw new StoreError('STORE_RANGE', 'The file is shorter than that.')
      }
      return { stream: handle.createReadStream(range), size }
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    exists: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),

    list: () => keysBelow(dir, ''),
  }
}

export function s3FileStore(settings: S3Settings): FileStore {
  const client = s3Client(settings)
  const sendRequest: S3Client = (s3Request) =>
    client(s3Request).catch((error) => {
      throw storeError(error)
    })

  return {
    async put(key, data, size) {
      checkedKey(key)
      // S3 needs length and checksum first, and the key must not appear before the contents are complete, so the upload is spooled.
      const spool = await mkdtemp(join(tmpdir(), 'upload-'))
      try {
        const path = join(spool, 'content')
        const stored = await writeStream(path, data, size)
        const answer = await sendRequest({ method: 'PUT', key, body: { ...stored, open: () => createReadStream(path) } })
        answer.resume()
        return stored
      } catch (error) {
        throw storeError(error)
      } finally {
        await rm(spool, { recursive: true, force: true })
      }
    },

    async get(key, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end ?? ''}` }
      const stream = await sendRequest({ method: 'GET', key: checkedKey(key), headers })
      const totalSize = stream.headers['content-range']?.split('/')[1] ?? stream.headers['content-length']
      return { stream, size: Number(totalSize ?? 0) }
    },

    async remove(key) {
      const answer = await sendRequest({ method: 'DELETE', key: checkedKey(key) })
      answer.resume()
    },

    exists: (key) =>
      sendRequest({ method: 'HEAD', key: checkedKey(key) }).then(
        (answer) => {
          answer.resume()
          return true
        },
        (error) => {
          if (error.code === 'STORE_MISSING') return false
          throw error
        },
      ),

    async *list() {
      let next: string | undefined
      do {
        const xml = await text(await sendRequest({ method: 'GET', query: { 'list-type': '2', 'continuation-token': next } }))
        for (const key of elementTexts(xml, 'Key')) if (KEY.test(key)) yield key
        next = elementTexts(xml, 'NextContinuationToken')[0]
      } while (next)
    },
  }
}

function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('a file key must be a generated one')
  return key
}

async function writeStream(path: string, data: Buffer | Readable, size?: number): Promise<StoredFile> {
  const hash = createHash('sha256')
  const handle: FileHandle = await open(path, 'wx')
  let written = 0
  try {
    for await (const chunk of Buffer.isBuffer(data) ? [data] : data) {
      hash.update(chunk)
      written += chunk.length
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
    if (data instanceof Readable) data.destroy()
  }
  if (size !== undefined && size !== written) throw new StoreError('STORE_CUT', 'The upload was cut off.')
  return { size: written, sha256: hash.digest('hex') }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** Deletes incomplete files of killed processes after a day, because other processes may be writing to the folder. */
async function deleteUnfinished(unfinished: string): Promise<void> {
  for await (const { name } of await opendir(unfinished)) {
    const path = join(unfinished, name)
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > 24 * 60 * 60 * 1000) await rm(path, { force: true })
  }
}

async function* keysBelow(dir: string, prefix: string): AsyncIterable<string> {
  const folder = await opendir(join(dir, prefix)).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  for await (const entry of folder ?? []) {
    if (entry.name === UNFINISHED) continue
    if (entry.isDirectory()) yield* keysBelow(dir, `${prefix}${entry.name}/`)
    else yield prefix + entry.name
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull'])
const MISSING = new Set(['ENOENT', 'NoSuchKey', 'NotFound'])

function storeError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error
  const status = error instanceof S3Error ? error.status : undefined
  const code = 'code' in error ? String(error.code) : ''
  if (status === 507 || FULL.has(code)) return new StoreError('STORE_FULL', 'There is no storage space left for files.', error)
  if (MISSING.has(code)) return new StoreError('STORE_MISSING', 'The file no longer exists.', error)
  if (status === 416) return new StoreError('STORE_RANGE', 'The file is shorter than that.', error)
  if (isTransient(error)) return new StoreError('STORE_AWAY', 'The file storage cannot be reached.', error)
  return error
}
