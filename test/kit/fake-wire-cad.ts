import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onCleanup } from './cleanup.ts'

export interface BridgeRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}
type Answering = (request: BridgeRequest, response: ServerResponse) => void

/**
 * Fake of the bridge beside the CAD tool's database: projects with equipment, and the links reported to it. Handlers in `next` replace
 * single responses.
 */
export async function startFakeWireCad(key: string, projects: Record<string, { name: string; equipment: unknown }>) {
  const requests: BridgeRequest[] = []
  const next: Answering[] = []
  const links: { project: string; links: unknown }[] = []
  const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

  function answer(cadAsked: BridgeRequest, response: ServerResponse) {
    if (cadAsked.headers['x-api-key'] !== key) return json(response, 401, { error: 'Unknown key' })
    if (cadAsked.method === 'GET' && cadAsked.path === '/projects')
      return json(
        response,
        200,
        Object.entries(projects).map(([id, { name }]) => ({ id, name })),
      )
    const [, id = '', subPath] = /^\/projects\/([^/]+)\/(equipment|links)$/.exec(cadAsked.path) ?? []
    const project = projects[id]
    if (!project) return json(response, 404, { error: 'Unknown project' })
    if (cadAsked.method === 'GET' && subPath === 'equipment') return json(response, 200, project.equipment)
    if (cadAsked.method !== 'POST' || subPath !== 'links') return json(response, 405, { error: 'Not here' })
    links.push({ project: id, links: cadAsked.body })
    return json(response, 200, { accepted: true })
  }

  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://fake')
      const item = { method: request.method ?? '', path: pathname, headers: request.headers, body: text ? JSON.parse(text) : undefined }
      requests.push(item)
      const special = next.shift()
      if (special) special(item, response)
      else answer(item, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requests, next, links, json }
}
