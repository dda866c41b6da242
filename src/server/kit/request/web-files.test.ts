import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { onCleanup } from '../../../../test/kit/cleanup.ts'
import { serveWeb } from './web-files.ts'

const root = mkdtempSync(join(tmpdir(), 'web-files-'))
const script = 'export const answer = 42\n'.repeat(100)
mkdirSync(join(root, 'assets'))
mkdirSync(join(root, '.vite'))
for (const [name, content] of Object.entries({
  'index.html': '<title>DNA</title>',
  'favicon.svg': '<svg/>',
  '.vite/manifest.json': '{}',
  'assets/a-1.js': script,
  'assets/a-1.js.br': brotliCompressSync(script),
  'assets/a-1.js.gz': gzipSync(script),
  'assets/font.woff2': 'font',
}))
  writeFileSync(join(root, name), content)

const app = Fastify()
serveWeb(app, root)
const address = await app.listen({ port: 0 })
onCleanup(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})
const fetchPath = (path: string, headers: Record<string, string> = {}, method = 'GET') => fetch(address + path, { method, headers })

describe('browser files', () => {
  it('are compressed by accept-encoding and cached permanently', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['identity', null],
    ]) {
      const answer = await fetchPath('/assets/a-1.js?v=1', { 'accept-encoding': accepted ?? '' })
      expect(answer.headers.get('content-encoding'), accepted ?? '').toBe(encoding)
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await answer.text()).toBe(script)
    }
  })

  it('return 304 when the browser has them', async () => {
    const first = await fetchPath('/favicon.svg')
    expect([first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual(['image/svg+xml', 'no-cache'])
    const again = await fetchPath('/favicon.svg', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('return their size for HEAD', async () => {
    const { headers, status } = await fetchPath('/assets/font.woff2', {}, 'HEAD')
    expect([status, headers.get('content-length'), headers.get('content-type')]).toEqual([200, '4', 'font/woff2'])
  })

  it('return the page for every client route, and 404 for missing files', async () => {
    for (const path of ['/', '/equipment/7', '/assets', '/.vite/manifest.json', '/assets/%2e%2e/index.html?x']) {
      const answer = await fetchPath(path)
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, '<title>DNA</title>'])
    }
    for (const path of ['/assets/a-2.js', '/assets/a-1.js.br', '/api/none', '/HUBS/none', '/assets/..%2findex.html'])
      expect([path, (await fetchPath(path)).status]).toEqual([path, 404])
  })
})
