import { goodBody, makeDice, operationsOf, type Source } from '../bad-requests.ts'
import type { Caller, House } from './start.ts'

/** A row of everything that can be made, so that calls about one row have one. The same seed makes the same bodies. */
export async function makeSource(house: House, caller: Caller, seed: number): Promise<Source> {
  const document = (await house.call('GET', '/api/openapi.json')).body
  const operations = operationsOf(document)
  const rows = new Map<string, unknown[]>()
  const known = (name: string) => {
    const noun = name.replace(/Ids?$/, '').toLowerCase()
    const path = [...rows.keys()].find(
      (one) => rows.get(one)!.length > 0 && one.toLowerCase().split('/').pop()!.startsWith(noun.slice(0, 6)),
    )
    return path && rows.get(path)![0]
  }
  const dice = makeDice(seed)
  for (let round = 0; round < 2; round++)
    for (const { method, path, params, body, upload } of operations)
      if (method === 'POST' && params.length === 0 && body && !upload && !path.includes('/account/')) {
        const made = await caller('POST', path, goodBody(body, dice, known))
        if (made.status === 201 && made.body?.id) rows.set(path, [...(rows.get(path) ?? []), made.body.id])
      }
  for (const { method, path, params } of operations)
    if (method === 'GET' && params.length === 0 && !rows.get(path)?.length) {
      const { body } = await caller('GET', path)
      const found = (body?.items ?? [])
        .map((row: { id?: unknown }) => row.id)
        .filter((id: unknown) => id !== undefined && id !== house.admin.userId)
      if (found.length > 0) rows.set(path, found.slice(0, 3))
    }
  const rowOf = (path: string) => {
    const base = path.slice(0, path.indexOf('/{'))
    const found = rows.get(base)
    return found && dice.one(found)
  }
  return { operations, token: caller.token, known, rowOf }
}
