import { createServer } from 'node:http'
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  rowMode?: 'array'
  name?: string
  madeId?: number | string
}
export type Scripts = Record<string, Statement[][]>

/**
 * Baseline Node server: reads the body, runs the statements the app ran for the same request, and writes the rows as JSON. It has no
 * sessions, permissions, validation, response shapes, or audit log, but writes the same rows.
 */
function serveFloor(scripts: Scripts, poolConfig: pg.PoolConfig) {
  // Uses one pool: a second one, with the app's two pools and the bare server's, would exceed the connection limit.
  const pool = new pg.Pool({ ...poolConfig, max: 12 })
  const prepared = Object.fromEntries(Object.entries(scripts).map(([kind, variants]) => [kind, variants.map(prepare)]))
  return createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      try {
        const [, kind, variant] = request.url!.split('/')
        const run = prepared[kind!]![Number(variant)]!
        const mark = chunks.length > 0 ? markIn(JSON.parse(Buffer.concat(chunks).toString('utf8'))) : ''
        // Requests that the app answered from its cache have no statement.
        const rows = (await run(pool, mark)) ?? []
        const text = JSON.stringify(rows)
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }).end(text)
      } catch (error) {
        response.writeHead(500, { 'content-length': 0 }).end()
        console.error(error)
      }
    })
  })
}

const markIn = (body: Record<string, unknown>) =>
  Object.values(body)
    .map((value) => (typeof value === 'string' ? /~\d{8}~/.exec(value)?.[0] : undefined))
    .find(Boolean) ?? ''

function prepare(statements: Statement[]) {
  const isWrite = statements.some(({ text }) => text === 'begin')
  const madeIds = statements.map(({ madeId }) => madeId).filter((id) => id !== undefined)
  const isChanging = (value: unknown) => {
    const text = JSON.stringify(value) ?? ''
    return /~\d{8}~/.test(text) || madeIds.some((id) => text.includes(String(id)))
  }
  const changing = statements.map(({ values }) => values.map(isChanging))

  const run = async (pool: pg.Pool, mark: string): Promise<unknown> => {
    const client = await pool.connect()
    const created = new Map<string, string>()
    const current = (value: unknown): unknown => {
      if (typeof value !== 'string') return created.get(String(value)) ?? value
      let text = mark ? value.replace(/~\d{8}~/g, mark) : value
      for (const [old, id] of created) text = text.replaceAll(old, id)
      return text
    }
    try {
      let answer: unknown
      for (let at = 0; at < statements.length; at++) {
        const { text, values, rowMode, madeId } = statements[at]!
        const { rows } = await client.query({
          text,
          values: values.map((value, i) => (changing[at]![i] ? current(value) : value)),
          ...(rowMode && { rowMode }),
        } as pg.QueryConfig)
        if (madeId !== undefined) created.set(String(madeId), String(rows[0].id))
        if (rows.length > 0) answer = rows
      }
      return answer
    } catch (error) {
      if (isWrite) await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return run
}

process.once('message', ({ scripts, poolConfig }: { scripts: Scripts; poolConfig: pg.PoolConfig }) => {
  const server = serveFloor(scripts, poolConfig)
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
})
