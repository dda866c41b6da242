import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onCleanup } from './cleanup.ts'

export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: any
}
export interface FakeResponse {
  status: number
  body?: unknown
  headers?: Record<string, string>
}
/** Replaces a response of the service; `usual` performs and returns the normal one. */
type Instead = (question: FakeRequest, response: ServerResponse, usual: () => FakeResponse) => void

/** Local fake of an external service. Handlers in `next` replace single responses, in order. */
export async function startFakeService(answer: (question: FakeRequest) => FakeResponse) {
  const requests: FakeRequest[] = []
  const next: Instead[] = []
  const sendResponse = (response: ServerResponse, { status, body, headers = {} }: FakeResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    const isForm = request.headers['content-type']?.includes('form')
    const question: FakeRequest = {
      method: request.method ?? 'GET',
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: request.headers,
      body: sent === '' ? undefined : isForm ? Object.fromEntries(new URLSearchParams(sent)) : JSON.parse(sent),
    }
    requests.push(question)
    const instead = next.shift()
    const usual = () => answer(question)
    if (instead) instead(question, response, usual)
    else sendResponse(response, usual())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  onCleanup(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    asked: requests,
    next,
    say: sendResponse,
    /** Performs the request, then drops the connection before responding. */
    cut: ((_, response, usual) => {
      usual()
      response.destroy()
    }) satisfies Instead,
    /** Drops the connection without performing the request. */
    dead: ((_, response) => void response.destroy()) satisfies Instead,
    refusing:
      (status: number, body: unknown = {}, headers: Record<string, string> = {}): Instead =>
      (_, response) =>
        sendResponse(response, { status, body, headers }),
    usual: ((_, response, usual) => sendResponse(response, usual())) satisfies Instead,
    lines: () => requests.map(({ method, path }) => `${method} ${path}`),
  }
}
