import { type FakeResponse, startFakeService } from './fake-service.ts'

export interface FakeWorklog {
  tempoWorklogId: number
  projectId: string
  startDate: string
  timeSpentSeconds: number
  accountId: string
  description: string
}

/** Fake of the worklogs part of Tempo's REST API v4. Returns at most `most` rows per request, regardless of the requested limit, and a link to the next page. */
export async function startFakeTempo(token: string, { most = 1000 } = {}) {
  const worklogs: FakeWorklog[] = []
  /** `origin` replaces the origin of links to the next page. */
  const state = { most, origin: '' }
  const fake = await startFakeService(({ method, path, query, headers }): FakeResponse => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { errors: [{ message: 'Token is invalid' }] } }
    if (method !== 'GET' || path !== '/4/worklogs') return { status: 404, body: { errors: [{ message: 'Not found' }] } }
    const [from, to, project] = [query.get('from') ?? '', query.get('to') ?? '', query.get('projectId')]
    const limit = Math.min(Number(query.get('limit') ?? 50), state.most)
    const more = new URLSearchParams(query)
    const offset = Number(query.get('offset') ?? 0)
    more.set('limit', String(limit))
    more.set('offset', String(offset + limit))
    const found = worklogs.filter(
      (worklog) => (!project || worklog.projectId === project) && worklog.startDate >= from && worklog.startDate <= to,
    )
    const page = found.slice(offset, offset + limit)
    const hasNext = offset + limit < found.length
    return {
      status: 200,
      body: {
        self: 'https://api.tempo.io/4/worklogs',
        metadata: {
          count: page.length,
          offset,
          limit,
          ...(hasNext && { next: `${state.origin || `http://${headers.host}`}/4/worklogs?${more}` }),
        },
        results: page.map(({ accountId, projectId: _, ...one }) => ({ ...one, issue: { id: 1 }, author: { accountId } })),
      },
    }
  })
  return { ...fake, worklogs, state }
}
