import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings } from '../../tools/compression.ts'
import { isApi } from './http.ts'

/** The relative path is the same from the source and from the bundle. */
const folder = fileURLToPath(new URL('../../../../build/web', import.meta.url))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
}
const packings = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const

interface WebFile {
  type: string
  cacheControl: string
  forms: { path: string; encoding?: string; size: number; etag: string }[]
}

export function serveWeb(app: FastifyInstance, root = folder) {
  if (!existsSync(join(root, 'index.html'))) return
  const files = indexWebFiles(root)
  const page = readFileSync(join(root, 'index.html'))
  const sendPage = (reply: FastifyReply) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  app.get('/', async (_request, reply) => sendPage(reply))
  app.get('/*', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const file = files.get(path)
    if (file) return sendFile(file, request, reply)
    return isApi(request.url) || /^\/(hubs|assets)\//i.test(path) ? reply.callNotFound() : sendPage(reply)
  })
}

/** Files do not change at run time, so a URL can only resolve to a file of this list. */
function indexWebFiles(root: string): Map<string, WebFile> {
  const names = new Set(readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/')))
  const files = new Map<string, WebFile>()
  for (const name of names) {
    if (name.startsWith('.') || /\.(br|gz)$/.test(name) || statSync(join(root, name)).isDirectory()) continue
    const form = (end: string, encoding?: string) => {
      const path = join(root, `${name}${end}`)
      const { size, mtimeMs } = statSync(path)
      return { path, encoding, size, etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"` }
    }
    files.set(`/${name}`, {
      type: types[extname(name)] ?? 'application/octet-stream',
      cacheControl: name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      forms: [...packings.flatMap(([end, encoding]) => (names.has(`${name}${end}`) ? [form(end, encoding)] : [])), form('')],
    })
  }
  return files
}

function sendFile({ type, cacheControl, forms }: WebFile, { headers }: FastifyRequest, reply: FastifyReply) {
  const accepted = acceptedEncodings(headers['accept-encoding'])
  const form = forms.find(({ encoding }) => !encoding || accepted.has(encoding))
  if (!form) return reply.callNotFound()
  reply.type(type).header('cache-control', cacheControl).header('etag', form.etag)
  if (forms.length > 1) reply.header('vary', 'accept-encoding')
  if (headers['if-none-match']?.includes(form.etag)) return reply.code(304).send()
  if (form.encoding) reply.header('content-encoding', form.encoding)
  return reply.header('content-length', form.size).send(createReadStream(form.path))
}
