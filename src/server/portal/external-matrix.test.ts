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
const house = await startApp()
const { admin } = house
const secret = 'zqsecretqz'
const since = 'zqsinceqz'

type Flags = Record<EntryFlag, boolean>
const none = Object.fromEntries(flagNames.map((name) => [name, false])) as Flags
const all = Object.fromEntries(flagNames.map((name) => [name, true])) as Flags
const combinations = Array.from(
  { length: 2 ** flagNames.length },
  (_, bits) => Object.fromEntries(flagNames.map((name, index) => [name, (bits & (1 << index)) > 0])) as Flags,
)
const wordsOf = (flags: Flags) => flagNames.filter((name) => flags[name]).join(' ') || 'nothing'

let who: Caller
let project: AnyRow
let space: AnyRow
let sheet: { id: string; url: string }
beforeAll(async () => {
  who = await house.signInAs(externalPermissions, { external: true, isNew: true })
  const client = await createClient(house)
  project = await createProject(house, { clientId: client.id, description: secret })
  const at = `/api/projects/${project.id}`
  space = await createSpace(house, project, { name: uniqueName('Hall'), notes: secret })
  const signal = await createSignalType(house, { cableNumberPrefix: 'ZQV', cableStartNumber: 101 })
  const connectorPhysicalTypeId = (await createConnector(house)).id
  const port = (name: string, direction: number) => ({ name, direction, connectorPhysicalTypeId, signalTypeIds: [signal.id] })
  const product = await createProduct(house, { msrpPrice: 4321, ports: [port('IN', 1), port('OUT', 2)] })
  await createLine(house, space, product, { quantity: 7, notes: secret })
  await givenCable(product, 'ZQV-first')
  await createRow(house, `${at}/Notes`, { title: secret, body: `<p>${secret}</p>` })
  const form = new FormData()
  form.append('file', new File(['%PDF-1.4 sheet'], 'sheet.pdf'))
  sheet = (await admin('POST', '/api/files', form)).body
  const drawing = await createRow(house, `${at}/DrawingDocuments`, {
    documentType: 9,
    title: 'Plan',
    fileId: sheet.id,
    notes: secret,
    number: 'AV-201',
  })
  expect((await admin('PUT', `${at}/DrawingDocuments/${drawing.id}/SetState`, { state: DocumentState.InProgress })).status).toBe(200)
  await createRow(house, `${at}/Revisions`, { code: 'CD', title: 'Issued', issueDate: '2026-04-01', note: secret })
  // Added after the issue, so only live access may see it.
  await givenCable(product, since)
  const later = await createSpace(house, project, { name: since })
  await createLine(house, later, await createProduct(house, { model: `${since} model` }), { quantity: 5 })
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
  await createRow(house, `${at}/Connections`, { ...ends, number, notes: secret })
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
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
async function enter(person: Caller, flags: Flags) {
  await house.sql('delete from project_external_access_entries where project_id = $1', [project.id])
  await house.sql(
    `insert into project_external_access_entries (project_id, user_id, ${flagNames.map(columnOf).join(', ')})
     values ($1, $2, ${flagNames.map((_, index) => `$${index + 3}`).join(', ')})`,
    [project.id, person.userId, ...flagNames.map((name) => flags[name])],
  )
}

/** Returns errors in the responses to a user with all external permissions. */
async function wrongWith(flags: Flags): Promise<string[]> {
  const answers = await Promise.all(parts.map((part) => who('GET', `/api/externalProjects/${project.id}${part}`)))
  const said = JSON.stringify(answers.map(({ body }) => body))
  const file = (await who('GET', `/api/files/${sheet.id}/sheet.pdf`)).status
  const spaces = answers[parts.indexOf('/Spaces')]?.body.items.length
  return [
    ...answers.flatMap(({ status }, index) => {
      const part = parts[index] ?? ''
      return status === (isOpen[part](flags) ? 200 : 404) ? [] : [`${part} answers ${status}`]
    }),
    ...(said.includes(secret) ? ['tells what is the firm’s own'] : []),
    ...brought.flatMap(([looks, opens]) => (looks.test(said) === opens(flags) ? [] : [`${opens(flags) ? 'lacks' : 'tells'} ${looks}`])),
    ...(file === (flags.showDocuments ? 200 : 404) ? [] : [`the drawing answers ${file}`]),
    ...(spaces === (flags.isLive ? 2 : 1) ? [] : [`${spaces} spaces`]),
  ]
}

describe('what is read of a project', () => {
  it.each([0, 1, 2, 3])('is what the flags open and nothing more, in every combination of them, part %i of 4', async (quarter) => {
    const mine = combinations.filter((_, index) => index % 4 === quarter)
    expect(mine).toHaveLength(64)
    const wrong: Record<string, string[]> = {}
    for (const flags of mine) {
      await enter(who, flags)
      const found = await wrongWith(flags)
      if (found.length > 0) wrong[wordsOf(flags)] = found
    }
    expect(wrong).toEqual({})
  })

  it('is the same by the calls that write the list', async () => {
    for (const flags of [all, none]) {
      const entries = [{ subjectType: 1, userId: who.userId, ...flags }]
      expect((await admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries })).status).toBe(200)
      expect(await wrongWith(flags), wordsOf(flags)).toEqual([])
    }
  })
})

it('opens addresses that were told outside for as long as the entry does, and for nobody else', async () => {
  const list = (entries: AnyRow[]) => admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries })
  expect((await list([{ subjectType: 1, userId: who.userId, ...all }])).status).toBe(200)
  const known = (await admin('GET', `/api/spaces/${space.id}`)).body
  const picture = await uploadPicture(house, 'spaces')
  expect((await admin('PUT', `/api/spaces/${space.id}`, { ...known, levelId: known.level.id, imageUrl: picture })).status).toBe(200)
  const [{ imageUrl }] = (await who('GET', `/api/externalProjects/${project.id}/Spaces`)).body.items
  expect(imageUrl).toContain(`for=${who.userId}`)
  expect((await house.call('GET', imageUrl)).status).toBe(200)
  expect((await house.call('GET', imageUrl.replace(who.userId, admin.userId))).status).toBe(401)
  expect((await list([])).status).toBe(200)
  expect((await house.call('GET', imageUrl)).status).toBe(404)
  expect((await who('GET', imageUrl.split('?')[0])).status).toBe(404)
})

const roles: [string, readonly Permission[] | string][] = [
  ['External Viewer', 'External Viewer'],
  ['a role without any permission', []],
  ...externalPermissions.map((name): [string, Permission[]] => [name, [name]]),
]
const held = (role: readonly Permission[] | string): readonly Permission[] => (typeof role === 'string' ? externalPermissions : role)

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
const addressOf = ({ path, params }: (typeof everyCall)[number]) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const kind = (params as Fields)[name]?.kind
    return kind === 'uuid' ? admin.userId : String(name === 'id' ? project.id : space.id)
  })

describe.each(roles)('whoever holds %s outside', (_name, role) => {
  it('is refused, or told nothing, at every other call there is, whatever their entry opens', { timeout: timeoutMs(120_000) }, async () => {
    const person = await house.signInAs(role, { external: true, isNew: true })
    const wrong: unknown[] = []
    const open = everyCall.filter(({ permission }) => mayAsk(permission, held(role)))
    const others = flagNames.flatMap((name) => [none, all].map((parentFlags) => ({ ...parentFlags, [name]: !parentFlags[name] })))
    for (const flags of [all, none, ...(held(role).includes('ExternalProjects.View') ? others : [])]) {
      await enter(person, flags)
      // The role rejects these calls before the entry is read, so one request is enough.
      const asked = flags === all ? everyCall : open
      const ask = async (call: (typeof everyCall)[number]) => {
        const body = ['POST', 'PUT'].includes(call.method) && !call.upload ? {} : undefined
        const { status, body: told } = await person(call.method as Method, `/api${addressOf(call)}`, body)
        const text = Buffer.isBuffer(told) ? told.toString('latin1') : JSON.stringify(told ?? null)
        const isRefused = !mayAsk(call.permission, held(role))
        const isOurs = /^\/external(Projects|Equipments|Dashboard)/.test(call.path) && held(role).includes('ExternalProjects.View')
        const isWrong =
          (isRefused && status !== 403) ||
          (status >= 500 && status !== 503) ||
          text.includes(secret) ||
          (text.includes(since) && !(isOurs && flags.isLive)) ||
          (!isOurs && status < 300 && (text.includes(project.name) || text.includes(space.name)))
        if (isWrong) wrong.push({ call: routeName(call), flags: wordsOf(flags), status, text: text.slice(0, 300) })
      }
      // Runs some concurrently, so that hundreds of calls take seconds.
      for (let at = 0; at < asked.length; at += 8) await Promise.all(asked.slice(at, at + 8).map(ask))
    }
    expect(wrong).toEqual([])
    expect(everyCall.length).toBeGreaterThan(400)
  })
})
