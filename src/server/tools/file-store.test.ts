import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { refuse, startFakeS3 } from '../../../test/kit/fake-s3.ts'
import { type FileStore, localFileStore, newFileKey, s3FileStore } from './file-store.ts'
import { s3Client, signRequest } from './s3-client.ts'

const s3 = await startFakeS3()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-store-'))
})
onCleanup(() => rm(folder, { recursive: true }))

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')

async function listKeys(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list()) keys.push(key)
  return keys.sort()
}

async function* brokenOff() {
  yield Buffer.alloc(100_000)
  throw new Error('the sender is gone')
}

describe.each([
  ['a folder', () => localFileStore(join(folder, 'local', 'deep'))],
  ['an S3 bucket', () => s3FileStore(s3.settings)],
])('files in %s', (_where, open) => {
  it('are returned as stored, from memory or from a stream', async () => {
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

  it('are readable by byte range', async () => {
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

  it('are replaced completely, listed, and removed idempotently', async () => {
    const store = open()
    const [first, second] = [newFileKey('pdf'), newFileKey('png')]
    await store.put(first, Buffer.from('long old content'))
    await store.put(first, Buffer.from('new'))
    await store.put(second, Buffer.from('b'))
    expect(await text((await store.get(first)).stream)).toBe('new')
    expect(await listKeys(store)).toEqual([first, second].sort())
    expect(await store.exists(first)).toBe(true)

    await store.remove(first)
    await store.remove(first)

    expect(await store.exists(first)).toBe(false)
    expect(await listKeys(store)).toEqual([second])
    await expect(store.get(first)).rejects.toMatchObject({ code: 'STORE_MISSING' })
    await store.remove(second)
  })

  it('do not exist after an interrupted upload', async () => {
    const store = open()
    const key = newFileKey()
    await expect(store.put(key, Readable.from(brokenOff()))).rejects.toThrow('the sender is gone')
    await expect(store.put(key, Readable.from([Buffer.alloc(10)]), 11)).rejects.toMatchObject({ code: 'STORE_CUT' })
    expect(await store.exists(key)).toBe(false)
    expect(await listKeys(store)).toEqual([])
  })

  it.each(['../secret', 'a/../../b', '/etc/passwd', 'A name.pdf', '.unfinished/x', '', 'a//b', 'a/b\n'])(
    'are rejected under a key that was not generated: %j',
    async (key) => {
      const store = open()
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('generated')
      await expect((async () => store.get(key))()).rejects.toThrow('generated')
      await expect((async () => store.remove(key))()).rejects.toThrow('generated')
    },
  )
})

it('lists no files for a missing folder', async () => {
  expect(await listKeys(localFileStore(join(folder, 'never')))).toEqual([])
})

it('removes unfinished files of a killed process, but not those being written', async () => {
  const dir = join(folder, 'swept')
  await mkdir(join(dir, '.unfinished'), { recursive: true })
  for (const name of ['old', 'new']) await writeFile(join(dir, '.unfinished', name), name)
  await utimes(join(dir, '.unfinished', 'old'), new Date(0), new Date(0))

  await localFileStore(dir).put(newFileKey(), Buffer.from('x'))

  expect(await readdir(join(dir, '.unfinished'))).toEqual(['new'])
})

it('reports a full folder, leaves no partial file and continues when there is space', async () => {
  const dir = join(folder, 'full')
  // A file size limit simulates a full disk: both fail during a write.
  const program = `
    import { localFileStore } from ${JSON.stringify(join(import.meta.dirname, 'file-store.ts'))}
    const store = localFileStore(${JSON.stringify(dir)})
    const code = await store.put('too-big', Buffer.alloc(9_000_000)).catch((error) => error.code)
    await store.put('small', Buffer.from('fits'))
    console.log(code)`
  const command = 'ulimit -f 8192 && exec "$0" --import tsx --input-type=module -e "$1"'
  const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, program])

  expect(stdout.trim()).toBe('STORE_FULL')
  expect(await listKeys(localFileStore(dir))).toEqual(['small'])
  expect(await readdir(join(dir, '.unfinished'))).toEqual([])
  expect((await stat(join(dir, 'small'))).size).toBe(4)
})

describe('bucket', () => {
  const store = s3FileStore(s3.settings)

  it('lists more keys than fit in one response, and only our own', async () => {
    const keys = Array.from({ length: 5 }, () => newFileKey())
    for (const key of keys) await store.put(key, Buffer.from('x'))
    s3.files.set('Notes of somebody.txt', Buffer.from('x'))

    const before = s3.asked.length
    expect(await listKeys(store)).toEqual(keys.sort())

    expect(s3.asked.length - before).toBe(3)
    s3.files.clear()
  })

  it('reports that it is full', async () => {
    s3.next.push((request, response) => request.resume().on('end', () => refuse(response, 507, 'XMinioStorageFull')))
    await expect(store.put(newFileKey(), Buffer.from('x'))).rejects.toMatchObject({ code: 'STORE_FULL' })
  })

  it('reports that it is full before a large file is sent', async () => {
    const key = newFileKey()
    s3.next.push((_request, response) => refuse(response, 403, 'QuotaExceeded'))
    await expect(store.put(key, randomBytes(3_000_000))).rejects.toMatchObject({ code: 'STORE_FULL' })
    expect(await store.exists(key)).toBe(false)
  })

  it('is retried when busy or disconnected', async () => {
    const key = newFileKey()
    const data = randomBytes(100_000)
    s3.next.push(
      (_request, response) => refuse(response, 503, 'SlowDown'),
      (request) => request.socket.destroy(),
    )
    await store.put(key, Readable.from([data]))
    s3.next.push((request) => request.socket.destroy())
    expect(sha256(await buffer((await store.get(key)).stream))).toBe(sha256(data))
  })

  it('fails after three tries when busy, and at once when rejected', async () => {
    const answers = (status: number, code: string) => () => s3.next.push((_request, response) => refuse(response, status, code))
    const before = s3.asked.length
    for (const answer of [1, 2, 3].map(() => answers(503, 'SlowDown'))) answer()
    await expect(store.exists(newFileKey())).rejects.toMatchObject({ code: 'STORE_AWAY' })
    expect(s3.asked.length - before).toBe(3)
    answers(403, 'AccessDenied')()
    await expect(store.get(newFileKey())).rejects.toMatchObject({ code: 'AccessDenied', status: 403 })
    expect(s3.asked.length - before).toBe(4)
  })

  it('corrects for a clock difference', async () => {
    const isAhead = (request: IncomingMessage) => String(request.headers['x-amz-date']) > '2100'
    const late = (request: IncomingMessage, response: ServerResponse) => {
      response.setHeader('date', 'Fri, 01 Jan 2100 12:00:00 GMT')
      if (isAhead(request)) response.writeHead(200, { 'content-length': 0 }).end()
      else refuse(response, 403, 'RequestTimeTooSkewed')
    }
    s3.next.push(late, late, late)
    const ahead = s3FileStore(s3.settings)
    expect(await ahead.exists(newFileKey())).toBe(true)
    expect(await ahead.exists(newFileKey())).toBe(true)
    expect(s3.next).toEqual([])
  })

  it('reports a wrong secret and content that differs from its signature', async () => {
    const other = s3FileStore({ ...s3.settings, secretAccessKey: 'another' })
    await expect(other.get(newFileKey())).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
    const sendRequest = s3Client(s3.settings)
    const body = { size: 1, sha256: sha256(Buffer.from('b')), open: () => Readable.from(['a']) }
    await expect(sendRequest({ method: 'PUT', key: newFileKey(), body })).rejects.toMatchObject({ code: 'XAmzContentSHA256Mismatch' })
  })

  it('fails the reader when the connection breaks during a read', async () => {
    s3.next.push((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('half of it', () => response.destroy())
    })
    const { stream } = await store.get(newFileKey())
    await expect(buffer(stream)).rejects.toThrow()
  })
})

/** Examples from the AWS documentation. */
it.each([
  ['a part of a file', 'GET', '/test.txt', { range: 'bytes=0-9' }, '', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  [
    'a new file',
    'PUT',
    '/test$file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['a setting', 'GET', '/?lifecycle', {}, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['a list', 'GET', '/?max-keys=2&prefix=J', {}, '', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
] as const)('signs %s per protocol', (_what, method, path, headers, content, signature) => {
  const settings = {
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  const { authorization } = signRequest(settings, {
    method,
    url: new URL(path, 'https://examplebucket.s3.amazonaws.com'),
    headers,
    body: { sha256: sha256(Buffer.from(content)) },
    now: new Date('2013-05-24T00:00:00Z'),
  })
  expect(authorization).toMatch(
    new RegExp(`^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,.*Signature=${signature}$`),
  )
})
