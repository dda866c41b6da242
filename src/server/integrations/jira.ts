import { LinkedSystem } from '../../model/integrations/enums.ts'
import { longestJiraKey, type RemoteProject } from '../../model/integrations/project-links.ts'
import { services } from '../../model/integrations/services.ts'
import { type ExternalService, requestExternal } from '../kit/external/external-service.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound, upstream } from '../kit/request/errors.ts'
import { settingsOf } from '../settings/public.ts'
import type { Adapter, IsHeld, Made, ProjectInput, There } from './adapter.ts'
import { madeOnce } from './making.ts'
import { checkConfigured } from './states.ts'

export interface JiraAccess {
  remote: ExternalService
  secrets: string[]
  projectTypeKey: string
  projectTemplateKey: string | null
  leadAccountId: string
}

const api = '/rest/api/3'
/** Jira project property with the id of our project; marks the Jira project as ours. */
const mark = 'dna.project'
/** Copy of the mark in the description, present from creation: the response may be lost before the property is set. */
const descriptionMark = (projectId: number) => `DNA project ${projectId}`

async function jiraAccess(ctx: Context): Promise<JiraAccess> {
  await checkConfigured(ctx, 'jira')
  const jiraSettings = await settingsOf(
    ctx,
    'integrations.jira.baseUrl',
    'integrations.jira.email',
    'integrations.jira.apiToken',
    'integrations.jira.projectTypeKey',
    'integrations.jira.projectTemplateKey',
    'integrations.jira.leadAccountId',
  )
  const token = jiraSettings['integrations.jira.apiToken'] ?? ''
  const basic = Buffer.from(`${jiraSettings['integrations.jira.email']}:${token}`).toString('base64')
  return {
    remote: {
      name: services.jira.name,
      baseUrl: (jiraSettings['integrations.jira.baseUrl'] ?? '').replace(/\/$/, ''),
      headers: { authorization: `Basic ${basic}` },
    },
    secrets: [token, basic],
    projectTypeKey: jiraSettings['integrations.jira.projectTypeKey'] ?? 'business',
    projectTemplateKey: jiraSettings['integrations.jira.projectTemplateKey'],
    leadAccountId: jiraSettings['integrations.jira.leadAccountId'] ?? '',
  }
}

const textOrUndefined = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** Behind the API gateway the site has a different URL, which only the server info returns. */
async function siteUrl({ remote }: JiraAccess): Promise<string> {
  if (new URL(remote.baseUrl).pathname.length <= 1) return remote.baseUrl
  const { body } = await requestExternal(remote, `${api}/serverInfo`)
  const baseUrl = textOrUndefined(body?.baseUrl)
  return baseUrl && /^https?:\/\//.test(baseUrl) && URL.canParse(baseUrl) ? baseUrl.replace(/\/$/, '') : remote.baseUrl
}

async function parseProject(access: JiraAccess, remoteProject: { id?: unknown; key?: unknown; name?: unknown }): Promise<There> {
  const [id, key] = [textOrUndefined(remoteProject.id), textOrUndefined(remoteProject.key)]
  if (!id || !key) throw upstream('Jira sent a response we do not understand.', 'No id')
  return {
    externalId: id,
    externalKey: key,
    name: textOrUndefined(remoteProject.name) ?? key,
    url: `${await siteUrl(access)}/browse/${key}`,
    visibility: null,
  }
}

async function fetchProject({ remote }: JiraAccess, key: string) {
  const { status, body } = await requestExternal(remote, `${api}/project/${encodeURIComponent(key)}`)
  if (status === 404) return undefined
  if (status !== 200) throw upstream('Jira did not accept the request.', `Status ${status}`)
  return body
}

/** Returns the id of our project in the mark, or undefined without a mark. */
async function readMark(access: JiraAccess, remoteProject: { id?: unknown; description?: unknown }): Promise<number | undefined> {
  const { status, body } = await requestExternal(
    access.remote,
    `${api}/project/${encodeURIComponent(String(remoteProject.id))}/properties/${mark}`,
  )
  if (status === 200) return Number(body?.value)
  const [, markedId] = /^DNA project (\d+)$/m.exec(String(remoteProject.description ?? '')) ?? []
  return markedId === undefined ? undefined : Number(markedId)
}

async function putMark({ remote }: JiraAccess, id: unknown, projectId: number) {
  const { status } = await requestExternal(remote, `${api}/project/${encodeURIComponent(String(id))}/properties/${mark}`, {
    method: 'PUT',
    body: projectId,
  })
  if (status !== 200 && status !== 201) throw upstream('Jira did not accept our link on the project.', `Status ${status}`)
}

/** Returns `free`, `taken`, or the Jira project at this key if it is marked as ours. */
export async function atKey(access: JiraAccess, key: string, projectId: number): Promise<'free' | 'taken' | There> {
  const there = await fetchProject(access, key)
  if (!there) return 'free'
  return (await readMark(access, there)) === projectId ? parseProject(access, there) : 'taken'
}

/** Builds a key from the letters and digits of the client's abbreviation and a number. */
export function keyFrom(abbreviation: string, n: number): string {
  const letters = abbreviation.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const base = /^[A-Z]/.test(letters) ? letters : `P${letters}`
  return `${base.slice(0, longestJiraKey - String(n).length)}${n}`
}

export function* keysAfter(key: string): Generator<string> {
  let end = key.length
  while (end > 1 && /\d/.test(key.charAt(end - 1))) end--
  const [base, number] = [key.slice(0, end), key.slice(end)]
  for (let n = Number(number) + 1; n < Number(number) + 20; n++) yield keyFrom(base, n)
}

interface Refused {
  errorMessages?: unknown[]
  errors?: Record<string, unknown>
}
const reasonIn = (body: Refused | undefined) => [...(body?.errorMessages ?? []), ...Object.values(body?.errors ?? {})].map(String).join(' ')

/** Returns `taken` even if the key belongs to a project we cannot see: a private or trashed one. */
async function createRemoteProject(access: JiraAccess, projectId: number, key: string, name: string): Promise<There | 'taken'> {
  const { remote, projectTypeKey, projectTemplateKey, leadAccountId } = access
  const { status, body } = await requestExternal({ ...remote, repetitions: 0 }, `${api}/project`, {
    method: 'POST',
    body: {
      key,
      name,
      projectTypeKey,
      ...(projectTemplateKey && { projectTemplateKey }),
      leadAccountId,
      assigneeType: 'UNASSIGNED',
      description: descriptionMark(projectId),
    },
  })
  if (status === 201) return parseProject(access, { ...body, name })
  if (body?.errors?.projectKey) return 'taken'
  throw upstream(`Jira did not create the project. ${reasonIn(body)}`.trim(), `Status ${status}`)
}

export const takenWords = (key: string) => `The key ${key} is already used in Jira.`

/**
 * Creates the project, or finds the one an earlier attempt created. A key the user did not choose is replaced by the next one if it is
 * taken.
 */
async function madeInJira(access: JiraAccess, { projectId, wanted }: { projectId: number; wanted: ProjectInput }): Promise<Made> {
  const first = wanted.key ?? ''
  for (const key of wanted.isKeyChosen ? [first] : [first, ...keysAfter(first)]) {
    const stands = await atKey(access, key, projectId)
    if (stands === 'taken') continue
    const there = await madeOnce(
      async () => {
        const now = await atKey(access, key, projectId)
        return now === 'free' ? undefined : now
      },
      () => createRemoteProject(access, projectId, key, wanted.name ?? key),
    )
    if (there === 'taken') continue
    await putMark(access, there.externalId, projectId)
    return { there }
  }
  throw upstream(takenWords(first), 'Status 409')
}

/** Finds the project to link and marks it as ours. Returns `taken` if another of our projects still holds it. */
async function findAndMark(access: JiraAccess, key: string, projectId: number, isHeld: IsHeld): Promise<There | 'taken' | undefined> {
  const there = await fetchProject(access, key)
  if (!there) return undefined
  const owner = await readMark(access, there)
  // Unlinking leaves the mark in Jira, so the mark alone does not make it taken.
  if (owner !== undefined && owner !== projectId && (await isHeld(owner, String(there.id)))) return 'taken'
  await putMark(access, there.id, projectId)
  return parseProject(access, there)
}

export const jira: Adapter<JiraAccess> = {
  system: LinkedSystem.Jira,
  service: 'jira',
  entity: 'jiraProjects',
  view: 'JiraIntegration.View',
  access: jiraAccess,
  secretsOf: ({ secrets }) => secrets,
  step: madeInJira,
  async read(access, id) {
    const there = await fetchProject(access, id)
    return there && parseProject(access, there)
  },
  found: findAndMark,
  async search(access, searchText) {
    const { status, body } = await requestExternal(access.remote, `${api}/project/search`, {
      query: { query: searchText, maxResults: '20' },
    })
    if (status !== 200 || !Array.isArray(body?.values)) throw upstream('Jira did not accept the request.', `Status ${status}`)
    const site = await siteUrl(access)
    return body.values.map(
      ({ id, key, name }: { id: unknown; key: unknown; name: unknown }): RemoteProject => ({
        id: String(id),
        key: textOrUndefined(key) ?? null,
        name: textOrUndefined(name) ?? String(key),
        url: `${site}/browse/${key}`,
      }),
    )
  },
  async test(access) {
    const { status, body } = await requestExternal(access.remote, `${api}/myself`)
    if (status !== 200) throw status === 404 ? notFound('Jira') : upstream('Jira did not accept the request.', `Status ${status}`)
    return `Signed in as ${textOrUndefined(body?.displayName) ?? 'the account'}.`
  },
}
