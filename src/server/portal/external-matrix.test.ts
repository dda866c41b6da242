import { beforeAll, describe, expect, it } from 'vitest'
import { parameterNames, routeName } from '../../../test/kit/entity-contract/subject.ts'
import { createClient, createConnector, createRow, createSignalType, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, type Method, startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { type EntryFlag, flagNames } from '../../model/access/access-lists.ts'
import { DocumentState } from '../../model/drawings/enums.ts'
import type { AccessRule, Fields } from '../../model/kit/description.ts'
import { externalPermissions, type Permission } from '../../model/permissions.ts'
import { routes } from '../areas.ts'
import type { AnyRow } from '../kit/request/context.ts'

/**
 * Tests every combination of an entry's flags on every project call, and every kind of external role on every call. Open data is present;
 * of hidden data there is no name, number, count, or file. Internal data has a marker word that external users must never receive.
 */
const app = await startApp()
const { admin } = app
const secret = 'zqsecretqz'
const since = 'zqsinceqz'

type Flags = Record<EntryFlag, boolean>
const none = Object.fromEntries(flagNames.map((name) => [name, false])) as Flags
const all = Object.fromEntries(flagNames.map((name) => [name, true])) as Flags
const combinations = Array.from(
  { length: 2 ** flagNames.length },
  (_, bits) => Object.fromEntries(flagNames.map((name, index) => [name, (bits & (1 << index)) > 0])) as Flags,
)
const formatFlags = (flags: Flags) => flagNames.filter((name) => flags[name]).join(' ') || 'nothing'

let caller: Caller
let project: AnyRow
let space: AnyRow
let sheet: { id: string; url: string }
beforeAll(async () => {
  caller = await app.signInAs(externalPermissions, { external: true, isNew: true })
  const client = await createClient(app)
  project = await createProject(app, { clientId: client.id, description: secret })
  const at = `/api/projects/${project.id}`
  space = await createSpace(app, project, { name: uniqueName('Hall'), notes: secret })
  const signal = await createSignalType(app, { cableNumberPrefix: 'ZQV', cableStartNumber: 101 })
  const connectorPhysicalTypeId = (await createConnector(app)).id
  const port = (name: string, direction: number) => ({ name, direction, connectorPhysicalTypeId, signalTypeIds: [signal.id] })
  const product = await createProduct(app, { msrpPrice: 4321, ports: [port('IN', 1), port('OUT', 2)] })
  await createLine(app, space, product, { quantity: 7, notes: secret })
  await givenCable(product, 'ZQV-first')
  await createRow(app, `${at}/Notes`, { title: secret, body: `<p>${secret}</p>` })
  const form = new FormData()
  form.append('file', new File(['%PDF-1.4 sheet'], 'sheet.pdf'))
  sheet = (await admin('POST', '/api/files', form)).body
  const drawing = await createRow(app, `${at}/DrawingDocuments`, {
    documentType: 9,
    title: 'Plan',
    fileId: sheet.id,
    notes: secret,
    number: 'AV-201',
  })
  expect((await admin('PUT', `${at}/DrawingDocuments/${drawing.id}/SetState`, { state: DocumentState.InProgress })).status).toBe(200)
  await createRow(app, `${at}/Revisions`, { code: 'CD', title: 'Issued', issueDate: '2026-04-01', note: secret })
  // Added after the issue, so only live access may see it.
  await givenCable(product, since)
  const later = await createSpace(app, project, { name: since })
  await createLine(app, later, await createProduct(app, { model: `${since} model` }), { quantity: 5 })
  for (const [subject, subjectId, text] of [
    [1, space.id, 'Said about the hall'],
    [1, later.id, since],
  ])
    expect((await admin('POST', `${at}/Comments`, { subject, subjectId, text })).status).toBe(201)
})

async function givenCable(product: AnyRow, number: string) {
  const at = `/api/projects/${project.id}`
  const units: AnyRow[] = (await admin('GET', `${at}/Units`, undefined, { query: { sortBy: 'label', itemsPerPage: -1 } })).body.items
  const done = (await admin('GET', `${at}/Connections`)).body.total
  const [from, to] = units.slice(done * 2)
  const portId = (name: string) => product.ports.find((port: AnyRow) => port.name === name).id
  const ends = { fromUnitId: from?.id, fromPortId: portId('OUT'), toUnitId: to?.id, toPortId: portId('IN') }
  await createRow(app, `${at}/Connections`, { ...ends, number, notes: secret })
}

const parts = [
  '',
  '/Spaces',
  '/Equipment',
  '/Cables',
  '/Documents',
  '/Reports',
  '/Contacts',
  '/Comments',
  '/Comments/People',
  '/Approvals',
  '/Site',
] as const
type Part = (typeof parts)[number]
const isOpen: Record<Part, (flags: Flags) => boolean> = {
  '': () => true,
  '/Spaces': () => true,
  '/Equipment': ({ showEquipment }) => showEquipment,
  '/Cables': ({ showEquipment, showCables }) => showEquipment && showCables,
  '/Documents': ({ showDocuments }) => showDocuments,
  '/Reports': ({ showReports }) => showReports,
  '/Contacts': () => true,
  '/Comments': ({ canComment }) => canComment,
  '/Comments/People': ({ canComment }) => canComment,
  '/Approvals': ({ canApprove }) => canApprove,
  '/Site': ({ canSite }) => canSite,
}
/** Properties that need a flag, anywhere in the responses. */
const brought: [RegExp, (flags: Flags) => boolean][] = [
  [/"(\w*(Price|Cost|Total)\w*)"/, ({ showPrices }) => showPrices],
  [/"(equipmentCount|itemsCount)"/, ({ showEquipment }) => showEquipment],
  [/"documentCount"/, ({ showDocuments }) => showDocuments],
  [/"openCommentsCount"/, ({ canComment }) => canComment],
  [/"fingerprint"/, ({ canApprove }) => canApprove],
  // Matches a whole number, because fingerprints and signatures may contain its digits.
  [/:4321[,}]/, ({ showPrices, showEquipment }) => showPrices && showEquipment],
  [/AV-201/, ({ showDocuments }) => showDocuments],
  [/Said about the hall/, ({ canComment }) => canComment],
  [/ZQV-first/, ({ showEquipment, showCables }) => showEquipment && showCables],
  [new RegExp(since), ({ isLive }) => isLive],
]

/** Inserts the only external entry directly; other tests cover writing it. */
const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
async function enter(person: Caller, flags: Flags) {
  await app.sql('delete from project_external_access_entries where project_id = $1', [project.id])
  await app.sql(
    `insert into project_external_access_entries (project_id, user_id, ${flagNames.map(toSnakeCase).join(', ')})
     values ($1, $2, ${flagNames.map((_, index) => `$${index + 3}`).join(', ')})`,
    [project.id, person.userId, ...flagNames.map((name) => flags[name])],
  )
}

async function wrongWith(flags: Flags): Promise<string[]> {
  const answers = await Promise.all(parts.map((part) => caller('GET', `/api/externalProjects/${project.id}${part}`)))
  const answerText = JSON.stringify(answers.map(({ body }) => body))
  const file = (await caller('GET', `/api/files/${sheet.id}/sheet.pdf`)).status
  const spaces = answers[parts.indexOf('/Spaces')]?.body.items.length
  return [
    ...answers.flatMap(({ status }, index) => {
      const part = parts[index] ?? ''
      return status === (isOpen[part](flags) ? 200 : 404) ? [] : [`${part} answers ${status}`]
    }),
    ...(answerText.includes(secret) ? ['tells what is the firm’s own'] : []),
    ...brought.flatMap(([pattern, opens]) =>
      pattern.test(answerText) === opens(flags) ? [] : [`${opens(flags) ? 'lacks' : 'tells'} ${pattern}`],
    ),
    ...(file === (flags.showDocuments ? 200 : 404) ? [] : [`the drawing answers ${file}`]),
    ...(spaces === (flags.isLive ? 2 : 1) ? [] : [`${spaces} spaces`]),
  ]
}

describe('project data for external users', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7])('matches the flags in every combination, part %i of 8', async (eighth) => {
    const mine = combinations.filter((_, index) => index % 8 === eighth)
    expect(mine).toHaveLength(64)
    const failures: Record<string, string[]> = {}
    for (const flags of mine) {
      await enter(caller, flags)
      const found = await wrongWith(flags)
      if (found.length > 0) failures[formatFlags(flags)] = found
    }
    expect(failures).toEqual({})
  })

  it('is the same through the calls that write the list', async () => {
    for (const flags of [all, none]) {
      const entries = [{ subjectType: 1, userId: caller.userId, ...flags }]
      expect((await admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries })).status).toBe(200)
      expect(await wrongWith(flags), formatFlags(flags)).toEqual([])
    }
  })
})

it('serves shared file URLs as long as the entry exists, and to no other user', async () => {
  const list = (entries: AnyRow[]) => admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries })
  expect((await list([{ subjectType: 1, userId: caller.userId, ...all }])).status).toBe(200)
  const known = (await admin('GET', `/api/spaces/${space.id}`)).body
  const picture = await uploadPicture(app, 'spaces')
  expect((await admin('PUT', `/api/spaces/${space.id}`, { ...known, levelId: known.level.id, imageUrl: picture })).status).toBe(200)
  const [{ imageUrl }] = (await caller('GET', `/api/externalProjects/${project.id}/Spaces`)).body.items
  expect(imageUrl).toContain(`for=${caller.userId}`)
  expect((await app.call('GET', imageUrl)).status).toBe(200)
  expect((await app.call('GET', imageUrl.replace(caller.userId, admin.userId))).status).toBe(401)
  expect((await list([])).status).toBe(200)
  expect((await app.call('GET', imageUrl)).status).toBe(404)
  expect((await caller('GET', imageUrl.split('?')[0])).status).toBe(404)
})

const roles: [string, readonly Permission[] | string][] = [
  ['External Viewer', 'External Viewer'],
  ['a role without any permission', []],
  ...externalPermissions.map((name): [string, Permission[]] => [name, [name]]),
]
const rolePermissions = (role: readonly Permission[] | string): readonly Permission[] =>
  typeof role === 'string' ? externalPermissions : role

function mayAsk(need: AccessRule, holds: readonly Permission[]): boolean {
  if (need === 'anyone' || need === 'signed in') return true
  if (need === 'internal') return false
  const names = parameterNames(need)
  return typeof need === 'object' && 'any' in need
    ? names.some((name) => holds.includes(name))
    : names.every((name) => holds.includes(name))
}

const endsSession = /^\/account\/(login|logout|Sessions)/
const everyCall = routes.map(({ call }) => call).filter(({ path }) => !endsSession.test(path))
const fillPath = ({ path, params }: (typeof everyCall)[number]) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const kind = (params as Fields)[name]?.kind
    return kind === 'uuid' ? admin.userId : String(name === 'id' ? project.id : space.id)
  })

describe.each(roles)('external user with %s', (_name, role) => {
  it('is rejected or receives no data on every other route, for any flags', { timeout: timeoutMs(120_000) }, async () => {
    const person = await app.signInAs(role, { external: true, isNew: true })
    const failures: unknown[] = []
    const open = everyCall.filter(({ permission }) => mayAsk(permission, rolePermissions(role)))
    const others = flagNames.flatMap((name) => [none, all].map((parentFlags) => ({ ...parentFlags, [name]: !parentFlags[name] })))
    for (const flags of [all, none, ...(rolePermissions(role).includes('ExternalProjects.View') ? others : [])]) {
      await enter(person, flags)
      // The role rejects these calls before the entry is read, so one request is enough.
      const calls = flags === all ? everyCall : open
      const sendCall = async (call: (typeof everyCall)[number]) => {
        const body = ['POST', 'PUT'].includes(call.method) && !call.upload ? {} : undefined
        const { status, body: responseBody } = await person(call.method as Method, `/api${fillPath(call)}`, body)
        const text = Buffer.isBuffer(responseBody) ? responseBody.toString('latin1') : JSON.stringify(responseBody ?? null)
        const isRefused = !mayAsk(call.permission, rolePermissions(role))
        const isOurs =
          /^\/external(Projects|Equipments|Dashboard)/.test(call.path) && rolePermissions(role).includes('ExternalProjects.View')
        const isWrong =
          (isRefused && status !== 403) ||
          (status >= 500 && status !== 503) ||
          text.includes(secret) ||
          (text.includes(since) && !(isOurs && flags.isLive)) ||
          (!isOurs && status < 300 && (text.includes(project.name) || text.includes(space.name)))
        if (isWrong) failures.push({ call: routeName(call), flags: formatFlags(flags), status, text: text.slice(0, 300) })
      }
      // Runs some concurrently, so that hundreds of calls take seconds.
      for (let at = 0; at < calls.length; at += 8) await Promise.all(calls.slice(at, at + 8).map(sendCall))
    }
    expect(failures).toEqual([])
    expect(everyCall.length).toBeGreaterThan(400)
  })
})
