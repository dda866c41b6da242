import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileStore, localFiles, newFileKey, type S3Settings, s3Files } from './file-store.ts'

let folder: string
let s3: S3Settings
let stopS3: () => Promise<void>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-store-'))
  const S3rver = createRequire(import.meta.url)('s3rver')
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  stopS3 = () => server.close()
  s3 = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
})
afterAll(async () => {
  await stopS3()
  await rm(folder, { recursive: true })
})

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list()) keys.push(key)
  return keys.sort()
}

async function* brokenOff() {
  yield Buffer.alloc(100_000)
  throw new Error('the sender is gone')
}

describe.each([
  ['a folder', () => localFiles(join(folder, 'local', 'deep'))],
  ['an S3 bucket', () => s3Files(s3)],
])('files in %s', (_where, open) => {
  it('come back as they were stored, from memory or from a stream', async () => {
    const store = open()
    for (const data of [Buffer.from('drawing'), randomBytes(3_000_000), Buffer.alloc(0)]) {
      const chunks = [data.subarray(0, 1000), data.subarray(1000)].filter((chunk) => chunk.length > 0)
      for (const source of [data, Readable.from(chunks)]) {
        const key = newFileKey('bin')
        expect(await store.put(key, source, data.length)).toEqual({ size: data.length, sha256: sha256(data) })
        const { stream, size } = await store.get(key)
        expect(size).toBe(data.length)
        expect(sha256(await buffer(stream))).toBe(sha256(data))
        await store.remove(key)
      }
    }
  })

  it('are read in parts', async () => {
    const store = open()
    const key = newFileKey()
    await store.put(key, Buffer.from('0123456789'))
    const part = async (range: { start: number; end?: number }) => {
      const { stream, size } = await store.get(key, range)
      return [await text(stream), size]
    }
    expect(await part({ start: 2, end: 4 })).toEqual(['234', 10])
    expect(await part({ start: 7 })).toEqual(['789', 10])
    expect(await part({ start: 7, end: 99 })).toEqual(['789', 10])
    await expect(store.get(key, { start: 10 })).rejects.toMatchObject({ code: 'STORE_RANGE' })
    await store.remove(key)
  })

  it('are replaced whole, listed, and removed once or twice', async () => {
    const store = open()
    const [first, second] = [newFileKey('pdf'), newFileKey('png')]
    await store.put(first, Buffer.from('long old content'))
    await store.put(first, Buffer.from('new'))
    await store.put(second, Buffer.from('b'))
    expect(await text((await store.get(first)).stream)).toBe('new')
    expect(await keysOf(store)).toEqual([first, second].sort())
    expect(await store.exists(first)).toBe(true)

    await store.remove(first)
    await store.remove(first)

    expect(await store.exists(first)).toBe(false)
    expect(await keysOf(store)).toEqual([second])
    await expect(store.get(first)).rejects.toMatchObject({ code: 'STORE_MISSING' })
    await store.remove(second)
  })

  it('do not exist when their upload was cut', async () => {
    const store = open()
    const key = newFileKey()
    await expect(store.put(key, Readable.from(brokenOff()))).rejects.toThrow('the sender is gone')
    await expect(store.put(key, Readable.from([Buffer.alloc(10)]), 11)).rejects.toMatchObject({ code: 'STORE_CUT' })
    expect(await store.exists(key)).toBe(false)
    expect(await keysOf(store)).toEqual([])
  })

  it.each(['../secret', 'a/../../b', '/etc/passwd', 'A name.pdf', '.unfinished/x', '', 'a//b', 'a/b\n'])(
    'are refused under a key that was not generated: %j',
    async (key) => {
      const store = open()
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('generated')
      await expect((async () => store.get(key))()).rejects.toThrow('generated')
      await expect((async () => store.remove(key))()).rejects.toThrow('generated')
    },
  )
})

it('lists nothing where the folder does not exist yet', async () => {
  expect(await keysOf(localFiles(join(folder, 'never')))).toEqual([])
})

it('removes what a killed process left half written, but not what another is writing now', async () => {
  const dir = join(folder, 'swept')
  await mkdir(join(dir, '.unfinished'), { recursive: true })
  for (const name of ['old', 'new']) await writeFile(join(dir, '.unfinished', name), name)
  await utimes(join(dir, '.unfinished', 'old'), new Date(0), new Date(0))

  await localFiles(dir).put(newFileKey(), Buffer.from('x'))

  expect(await readdir(join(dir, '.unfinished'))).toEqual(['new'])
})

it('says that the folder is full, leaves nothing behind and goes on when there is room', async () => {
  const dir = join(folder, 'full')
  // A limit on the size of a file stands for a full disk: both fail in the middle of a write.
  const program = `
    import { localFiles } from ${JSON.stringify(join(import.meta.dirname, 'file-store.ts'))}
    const store = localFiles(${JSON.stringify(dir)})
    const code = await store.put('too-big', Buffer.alloc(9_000_000)).catch((error) => error.code)
    await store.put('small', Buffer.from('fits'))
    console.log(code)`
  const command = 'ulimit -f 8192 && exec "$0" --import tsx --input-type=module -e "$1"'
  const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, program])

  expect(stdout.trim()).toBe('STORE_FULL')
  expect(await keysOf(localFiles(dir))).toEqual(['small'])
  expect(await readdir(join(dir, '.unfinished'))).toEqual([])
  expect((await stat(join(dir, 'small'))).size).toBe(4)
})

it('says that a bucket is full', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(507, { 'content-type': 'application/xml' })
      response.end('<?xml version="1.0"?><Error><Code>XMinioStorageFull</Code><Message>full</Message></Error>')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const store = s3Files({ ...s3, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  await expect(store.put(newFileKey(), Buffer.from('x'))).rejects.toMatchObject({ code: 'STORE_FULL' })
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
