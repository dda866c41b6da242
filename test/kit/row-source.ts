import { goodBody, listOperations, makeDice, type Source } from '../bad-requests.ts'
import { createRow } from './fixtures/catalog.ts'
import { createEverything } from './fixtures/everything.ts'
import type { Caller, TestApp } from './start.ts'

/** Lists with a path of their own, mapped to the list of the row in their path. */
const queries: Record<string, string> = {
  '/api/spaces/Template': '/api/spaceTemplates',
  '/api/spaces/Equipment': '/api/equipments',
  '/api/spaces/Projects': '/api/projects',
  '/api/spaces/Project': '/api/projects',
  '/api/spaces/BuildingsAndLevels/Project': '/api/projects',
  '/api/boards/SmallBoard': '/api/projects',
  '/api/workload': '/api/users',
  '/api/buildings': '/api/projects/{id}/Buildings',
  '/api/resourceOffers': '/api/resourceOffers/Management',
  '/api/resourceShiftRequests': '/api/resourceShiftRequests/Management',
}

/** Creates a row of every kind, so that calls with ids have a target. The same seed creates the same bodies. */
export async function createRowSource(app: TestApp, caller: Caller, seed: number): Promise<Source> {
  const { of: ids } = await createEverything(app)
  for (const [path, body] of [
    [`leads/${ids.leads}/Notes`, { title: 'Every note', body: '<p>Budget</p>' }],
    [`projects/${ids.projects}/Timeline`, { title: 'Every day', type: 1, date: '2027-01-15' }],
    [`projects/${ids.projects}/DrawingDocuments`, { documentType: 1, title: 'Every drawing' }],
    [`projects/${ids.projects}/Submittals`, { title: 'Every submittal' }],
    [`projects/${ids.projects}/Rfis`, { subject: 'Every RFI', question: 'How high?' }],
    [`projects/${ids.projects}/SiteVisits`, { date: '2026-06-15', summary: 'Every visit' }],
    [`projects/${ids.projects}/Observations`, { title: 'Every observation' }],
  ] as const)
    await createRow(app, `/api/${path}`, body)
  const [revision] = (await app.admin('GET', `/api/projects/${ids.projects}/Revisions`)).body.items
  const revisionId =
    revision?.id ??
    (await createRow(app, `/api/projects/${ids.projects}/Revisions`, { code: 'EV', title: 'Every revision', issueDate: '2027-01-15' })).id
  await createRow(app, `/api/projects/${ids.projects}/BidPackages`, { name: 'Every bid', revisionId, dueAt: '2099-01-01T00:00:00.000Z' })
  const document = (await app.call('GET', '/api/openapi.json')).body
  const operations = listOperations(document)
  const rows = new Map<string, unknown[]>()
  const known = (name: string) => {
    const noun = name.replace(/Ids?$/, '').toLowerCase()
    const path = [...rows.keys()].find(
      (item) => rows.get(item)!.length > 0 && item.toLowerCase().split('/').pop()!.startsWith(noun.slice(0, 6)),
    )
    return path && rows.get(path)![0]
  }
  const dice = makeDice(seed)
  for (let round = 0; round < 2; round++)
    for (const { method, path, params, body, upload } of operations)
      if (method === 'POST' && params.length === 0 && body && !upload && !path.includes('/account/')) {
        const created = await caller('POST', path, goodBody(body, dice, known))
        if (created.status === 201 && created.body?.id) rows.set(path, [...(rows.get(path) ?? []), created.body.id])
      }
  const rowsAt = (base: string) => rows.get(queries[base] ?? base) ?? []
  // Reads parent lists first; child lists use their first row.
  for (const { method, path } of [...operations].sort((a, b) => a.params.length - b.params.length))
    if (method === 'GET' && !path.endsWith('}') && !rows.get(path)?.length) {
      const bases = [...path.matchAll(/\/\{/g)].map(({ index }) => path.slice(0, index))
      const rowOf = bases.map((base) => rowsAt(base)[0])
      if (rowOf.includes(undefined)) continue
      const { body } = await caller(
        'GET',
        path.replace(/\{\w+\}/g, () => String(rowOf.shift())),
      )
      const found = (Array.isArray(body?.items) ? body.items : [])
        .map((row: { id?: unknown }) => row.id)
        .filter((id: unknown) => id != null && id !== app.admin.userId)
      if (found.length > 0) rows.set(path, found.slice(0, 3))
    }
  const addressOf: Source['addressOf'] = (path, pick) =>
    path.replace(/\{(\w+)\}/g, (_, name: string, position: number) => pick(name, rowsAt(path.slice(0, position - 1))))
  return { operations, token: caller.token, known, addressOf }
}
