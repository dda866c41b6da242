import { LinkedSystem, MsTeamVisibility } from '../../model/integrations/enums.ts'
import type { RemoteProject } from '../../model/integrations/project-links.ts'
import { services } from '../../model/integrations/services.ts'
import { type ExternalService, requestExternal } from '../kit/external/external-service.ts'
import type { Context } from '../kit/request/context.ts'
import { upstream } from '../kit/request/errors.ts'
import { settingsOf } from '../settings/public.ts'
import type { Adapter, LinkToMake, Made, ProjectInput, There } from './adapter.ts'
import { madeOnce } from './making.ts'
import { checkConfigured } from './states.ts'

interface MsTeamsAccess {
  login: ExternalService
  graph: ExternalService
  tenantId: string
  clientId: string
  clientSecret: string
  ownerUserId: string
}

async function msTeamsAccess(ctx: Context): Promise<MsTeamsAccess> {
  await checkConfigured(ctx, 'msTeams')
  const teamsSettings = await settingsOf(
    ctx,
    'integrations.msTeams.tenantId',
    'integrations.msTeams.clientId',
    'integrations.msTeams.clientSecret',
    'integrations.msTeams.ownerUserId',
    'integrations.msTeams.loginBaseUrl',
    'integrations.msTeams.graphBaseUrl',
  )
  const at = (address: string | null): ExternalService => ({
    name: services.msTeams.name,
    baseUrl: (address ?? '').replace(/\/$/, ''),
    headers: {},
  })
  return {
    login: at(teamsSettings['integrations.msTeams.loginBaseUrl']),
    graph: at(teamsSettings['integrations.msTeams.graphBaseUrl']),
    tenantId: teamsSettings['integrations.msTeams.tenantId'] ?? '',
    clientId: teamsSettings['integrations.msTeams.clientId'] ?? '',
    clientSecret: teamsSettings['integrations.msTeams.clientSecret'] ?? '',
    ownerUserId: teamsSettings['integrations.msTeams.ownerUserId'] ?? '',
  }
}

async function signInToGraph({ login, graph, tenantId, clientId, clientSecret }: MsTeamsAccess): Promise<ExternalService> {
  const { status, body } = await requestExternal(login, `/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, {
    method: 'POST',
    form: {
      client_id: clientId,
      client_secret: clientSecret,
      scope: `${new URL(graph.baseUrl).origin}/.default`,
      grant_type: 'client_credentials',
    },
  })
  const token: unknown = body?.access_token
  if (status === 400) throw upstream('Microsoft Teams denied access.', 'Status 400')
  if (status !== 200 || typeof token !== 'string') throw upstream('Microsoft Teams did not allow the sign-in.', `Status ${status}`)
  return { ...graph, headers: { authorization: `Bearer ${token}` } }
}

const { Private, Public, HiddenMembership, Unknown } = MsTeamVisibility
const wordOf: Partial<Record<MsTeamVisibility, string>> = {
  [Private]: 'Private',
  [Public]: 'Public',
  [HiddenMembership]: 'HiddenMembership',
}
const parseVisibility = (value: unknown): MsTeamVisibility =>
  [Private, Public, HiddenMembership].find((item) => wordOf[item]?.toLowerCase() === String(value).toLowerCase()) ?? Unknown

const textOrUndefined = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

interface Group {
  id: string
  name: string
}
/** Mark of our groups: a nickname is set on creation and is unique. */
const groupNickname = ({ projectId, id }: { projectId: number; id: number }) => `dna-${projectId}-${id}`

async function groupCalled(graph: ExternalService, nickname: string): Promise<Group | undefined> {
  const { status, body } = await requestExternal(graph, '/groups', {
    query: { $filter: `mailNickname eq '${nickname}'`, $select: 'id,displayName' },
  })
  if (status !== 200 || !Array.isArray(body?.value)) throw upstream('Microsoft Teams did not accept the request.', `Status ${status}`)
  const [group] = body.value
  const id = textOrUndefined(group?.id)
  return id === undefined ? undefined : { id, name: textOrUndefined(group?.displayName) ?? nickname }
}

/** The group exists, but the directory does not list it yet. */
const notFoundYet = 'not found yet'

async function makeGroup(
  { graph: at, ownerUserId }: MsTeamsAccess,
  graph: ExternalService,
  nickname: string,
  requested: ProjectInput,
): Promise<Group | typeof notFoundYet> {
  const owner = [`${at.baseUrl}/users/${encodeURIComponent(ownerUserId)}`]
  const { status, body } = await requestExternal({ ...graph, repetitions: 0 }, '/groups', {
    method: 'POST',
    body: {
      displayName: requested.name,
      ...(requested.description && { description: requested.description }),
      groupTypes: ['Unified'],
      mailEnabled: true,
      mailNickname: nickname,
      securityEnabled: false,
      visibility: wordOf[requested.visibility ?? Private],
      'owners@odata.bind': owner,
      'members@odata.bind': owner,
    },
  })
  const id = textOrUndefined(body?.id)
  if (status === 201 && id) return { id, name: requested.name ?? nickname }
  const errorMessage = String(body?.error?.message ?? '')
  if (status === 400 && /mailNickname.*already exists|already exists.*mailNickname/is.test(errorMessage)) return notFoundYet
  throw upstream('Microsoft Teams did not create the group.', `Status ${status}: ${errorMessage}`)
}

/** Returns a team in our terms, or undefined if the group is missing or not yet a team. */
async function team(graph: ExternalService, id: string): Promise<There | undefined> {
  const { status, body } = await requestExternal(graph, `/teams/${encodeURIComponent(id)}`)
  if (status === 404) return undefined
  const name = textOrUndefined(body?.displayName)
  if (status !== 200 || !name) throw upstream('Microsoft Teams did not accept the request.', `Status ${status}`)
  const url = textOrUndefined(body.webUrl)
  return {
    externalId: id,
    externalKey: null,
    name,
    url: url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null,
    visibility: parseVisibility(body.visibility),
  }
}

/** A new group becomes visible everywhere only after a while: three tries 10 s apart, then every minute for 15 minutes. */
export const pauseAfter = (tries: number): number | undefined => (tries < 3 ? 10 : tries < 18 ? 60 : undefined)

async function advanceLink(access: MsTeamsAccess, link: LinkToMake): Promise<Made> {
  const graph = await signInToGraph(access)
  const { wanted } = link
  const nickname = groupNickname(link)
  const again = (group?: Group): Made => {
    const againInSeconds = pauseAfter((wanted.tries ?? 0) + 1)
    if (againInSeconds === undefined) throw upstream('Microsoft Teams did not turn the group into a team within 15 minutes.', 'Not found')
    const there = group && { externalId: group.id, externalKey: null, name: group.name, url: null, visibility: wanted.visibility ?? null }
    return { there, againInSeconds }
  }
  const group = await madeOnce<Group | typeof notFoundYet>(
    async () => (link.externalId === null ? groupCalled(graph, nickname) : { id: link.externalId, name: wanted.name ?? nickname }),
    () => makeGroup(access, graph, nickname, wanted),
  )
  if (group === notFoundYet) return again()
  const { status, body } = await requestExternal(graph, `/groups/${encodeURIComponent(group.id)}/team`, {
    method: 'PUT',
    body: { memberSettings: { allowCreatePrivateChannels: true, allowCreateUpdateChannels: true } },
  })
  if (status === 404) return again(group)
  // On a conflict the group already is a team, possibly created by our earlier attempt.
  if (status !== 201 && status !== 200 && status !== 409)
    throw upstream('Microsoft Teams did not turn the group into a team.', `Status ${status}: ${String(body?.error?.message ?? '')}`)
  const there = await team(graph, group.id)
  return there ? { there } : again(group)
}

export const msTeams: Adapter<MsTeamsAccess> = {
  system: LinkedSystem.MsTeams,
  service: 'msTeams',
  entity: 'msTeamsProjects',
  view: 'MSTeamsIntegration.View',
  access: msTeamsAccess,
  secretsOf: ({ clientSecret }) => [clientSecret],
  step: advanceLink,
  read: async (access, id) => team(await signInToGraph(access), id),
  found: async (access, id) => team(await signInToGraph(access), id),
  async search(access, searchText) {
    const graph = await signInToGraph(access)
    const { status, body } = await requestExternal({ ...graph, headers: { ...graph.headers, consistencylevel: 'eventual' } }, '/groups', {
      query: {
        $filter: `startswith(displayName,'${searchText.replaceAll("'", "''")}') and resourceProvisioningOptions/Any(x:x eq 'Team')`,
        $select: 'id,displayName',
        $count: 'true',
        $top: '20',
      },
    })
    if (status !== 200 || !Array.isArray(body?.value)) throw upstream('Microsoft Teams did not accept the request.', `Status ${status}`)
    return body.value.map(
      ({ id, displayName }: { id: unknown; displayName: unknown }): RemoteProject => ({
        id: String(id),
        key: null,
        name: textOrUndefined(displayName) ?? String(id),
        url: null,
      }),
    )
  },
  async test(access) {
    const { status } = await requestExternal(await signInToGraph(access), '/groups', { query: { $top: '1', $select: 'id' } })
    if (status !== 200) throw upstream('Microsoft Teams did not accept the request.', `Status ${status}`)
    return 'Signed in; groups can be read.'
  },
}
