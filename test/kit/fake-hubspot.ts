import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onCleanup } from './cleanup.ts'

export interface HubspotRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: any
}
type Answering = (request: HubspotRequest, response: ServerResponse) => void

/** Fake of the companies part of HubSpot's API. Handlers in `next` replace single responses, in order. */
export async function startFakeHubspot(token: string, companies: Record<string, Record<string, string | null>>) {
  const requests: HubspotRequest[] = []
  const next: Answering[] = []
  const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const record = (id: string, requestedProperties: string[]) => ({
    id,
    properties: { ...Object.fromEntries(requestedProperties.map((name) => [name, companies[id]![name] ?? null])), hs_object_id: id },
    createdAt: '2024-02-03T10:00:00.000Z',
    updatedAt: '2026-05-06T07:08:09.000Z',
    archived: false,
    url: `https://app.hubspot.com/contacts/1/record/0-2/${id}`,
  })

  function answer(item: HubspotRequest, response: ServerResponse) {
    if (item.headers.authorization !== `Bearer ${token}`)
      return json(response, 401, { status: 'error', category: 'INVALID_AUTHENTICATION', message: 'Authentication credentials not found.' })
    if (item.method === 'POST' && item.path === '/crm/objects/2026-09/companies/search') {
      const searchText = String(item.body.query).toLowerCase()
      const ids = Object.keys(companies).filter((id) => JSON.stringify(companies[id]).toLowerCase().includes(searchText))
      return json(response, 200, {
        total: ids.length,
        results: ids.slice(0, item.body.limit).map((id) => record(id, item.body.properties)),
      })
    }
    if (item.method === 'GET' && item.path === '/crm/objects/2026-09/companies') return json(response, 200, { results: [] })
    const [, id] = /^\/crm\/objects\/2026-09\/companies\/([^/]+)$/.exec(item.path) ?? []
    if (item.method === 'GET' && id && companies[id]) return json(response, 200, record(id, item.query.get('properties')!.split(',')))
    return json(response, 404, { status: 'error', category: 'OBJECT_NOT_FOUND', message: 'resource not found' })
  }

  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url!, 'http://fake')
      const item = {
        method: request.method!,
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: text ? JSON.parse(text) : undefined,
      }
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
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requests, next, json }
}
