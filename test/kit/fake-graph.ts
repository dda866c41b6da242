import { randomUUID } from 'node:crypto'
import { type FakeResponse, startFakeService } from './fake-service.ts'

interface GraphGroup {
  id: string
  displayName: string
  mailNickname: string
  visibility: string
  owners: string[]
  isTeam: boolean
}

/** Fake of the sign-in endpoint and of Microsoft Graph 1.0 groups and teams. A new group stays unknown to teams for `lag` requests. */
export async function startFakeGraph({
  clientSecret,
  tenantId = 'tenant',
  lag = 0,
}: {
  clientSecret: string
  tenantId?: string
  lag?: number
}) {
  const groups: GraphGroup[] = []
  const tokens = new Set<string>()
  const state = { lag, isFound: true }
  const refused = (status: number, code: string, message: string): FakeResponse => ({ status, body: { error: { code, message } } })

  function signIn(body: Record<string, unknown>): FakeResponse {
    if (body?.grant_type !== 'client_credentials' || !String(body.scope).endsWith('/.default'))
      return { status: 400, body: { error: 'invalid_request' } }
    if (body.client_secret !== clientSecret)
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: `AADSTS7000215: Invalid client secret ${body.client_secret}.` },
      }
    const token = `eyJ${randomUUID()}.${randomUUID()}`
    tokens.add(token)
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: token } }
  }

  function makeGroup(body: Record<string, any>): FakeResponse {
    if (!body.groupTypes?.includes('Unified') || !body.mailEnabled || !body.displayName)
      return refused(400, 'Request_BadRequest', 'Not a group.')
    if (groups.some(({ mailNickname }) => mailNickname === body.mailNickname))
      return refused(400, 'Request_BadRequest', 'Another object with the same value for property mailNickname already exists.')
    const group: GraphGroup = {
      id: randomUUID(),
      displayName: body.displayName,
      mailNickname: body.mailNickname,
      visibility: body.visibility,
      owners: body['owners@odata.bind'] ?? [],
      isTeam: false,
    }
    groups.push(group)
    return { status: 201, body: { id: group.id, displayName: group.displayName } }
  }

  function find(filter: string): GraphGroup[] {
    const [, nickname] = /^mailNickname eq '([^']+)'$/.exec(filter) ?? []
    if (nickname) return state.isFound ? groups.filter(({ mailNickname }) => mailNickname === nickname) : []
    const [, start = ''] = /^startswith\(displayName,'(.*?)'\) and /.exec(filter) ?? []
    return groups.filter(
      ({ isTeam, displayName }) => isTeam && displayName.toLowerCase().startsWith(start.replaceAll("''", "'").toLowerCase()),
    )
  }

  const shownTeam = ({ id, displayName, visibility }: GraphGroup) => ({
    id,
    displayName,
    visibility: visibility.charAt(0).toLowerCase() + visibility.slice(1),
    webUrl: `https://teams.microsoft.com/l/team/${id}`,
  })

  const fake = await startFakeService(({ method, path, query, headers, body }): FakeResponse => {
    if (path === `/${tenantId}/oauth2/v2.0/token`) return signIn(body)
    if (!tokens.has((headers.authorization ?? '').replace('Bearer ', '')))
      return refused(401, 'InvalidAuthenticationToken', 'Access token is empty.')
    if (method === 'POST' && path === '/v1.0/groups') return makeGroup(body)
    if (path === '/v1.0/groups') return { status: 200, body: { value: find(query.get('$filter') ?? '') } }
    const [, id] = /^\/v1\.0\/(?:groups|teams)\/([^/]+)/.exec(path) ?? []
    const group = groups.find((item) => item.id === id)
    if (!group) return refused(404, 'NotFound', 'No such thing.')
    if (method === 'PUT' && path.endsWith('/team')) {
      if (group.owners.length === 0) return refused(400, 'BadRequest', 'The group must have an owner.')
      if (group.isTeam) return refused(409, 'Conflict', 'Team already exists.')
      if (state.lag-- > 0) return refused(404, 'NotFound', 'The group is not replicated yet.')
      group.isTeam = true
      return { status: 201, body: shownTeam(group) }
    }
    return group.isTeam ? { status: 200, body: shownTeam(group) } : refused(404, 'NotFound', 'No team found.')
  })
  return { ...fake, groups, state, tokens }
}
