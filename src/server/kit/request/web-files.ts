import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The same place from here and from the bundle. */
const folder = fileURLToPath(new URL('../../../../build/web', import.meta.url))
const root = existsSync(join(folder, 'index.html')) ? folder : undefined

/** The browser's files, with the page itself for every address that is a route of the client. */
export function serveWeb(app: FastifyInstance) {
  if (!root) return
  const page = readFileSync(join(root, 'index.html'))
  app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(response, path) {
      ;(response as unknown as { setHeader(name: string, value: string): void }).setHeader(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  const sendPage = async (
    _request: unknown,
    reply: { type(type: string): { header(name: string, value: string): { send(body: Buffer): unknown } } },
  ) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  app.get('/', sendPage as never)
  app.get('/*', (async (request: { url: string }, reply: { callNotFound(): unknown }) =>
    /^\/(api|hubs|assets)\//i.test(request.url) ? reply.callNotFound() : sendPage(request, reply as never)) as never)
}
