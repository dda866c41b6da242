import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { beforeAll, describe, expect, it } from 'vitest'
import { bidPackages } from '../src/model/bids/bid-packages.ts'
import { recordFields } from '../src/model/contracts/construction-phases.ts'
import { contracts } from '../src/model/contracts/contracts.ts'
import { directExpenses } from '../src/model/contracts/direct-expenses.ts'
import { phaseFields } from '../src/model/contracts/phase-fields.ts'
import { drawingDocuments } from '../src/model/drawings/drawing-documents.ts'
import { actualHours } from '../src/model/hours/actual-hours.ts'
import type { Field, Fields } from '../src/model/kit/description.ts'
import { alternates } from '../src/model/papers/alternates.ts'
import { internalPermissions, type Permission } from '../src/model/permissions.ts'
import { scenarios } from '../src/model/planning/scenarios.ts'
import { leads } from '../src/model/projects/leads.ts'
import { leadNotes, projectNotes } from '../src/model/projects/project-notes.ts'
import { projects } from '../src/model/projects/projects.ts'
import { timelineItems } from '../src/model/projects/timeline.ts'
import { revisions } from '../src/model/reports/revisions.ts'
import { areaGroups } from '../src/model/spaces/area-groups.ts'
import { buildings } from '../src/model/spaces/buildings.ts'
import { circuits } from '../src/model/spaces/circuits.ts'
import { conduits } from '../src/model/spaces/conduits.ts'
import { connections } from '../src/model/spaces/connections.ts'
import { levels } from '../src/model/spaces/levels.ts'
import { racks } from '../src/model/spaces/racks.ts'
import { spaceEquipment } from '../src/model/spaces/space-equipment.ts'
import { spaces } from '../src/model/spaces/spaces.ts'
import { cadRequests } from '../src/model/wire-cad/cad-requests.ts'
import { entities, routes } from '../src/server/areas.ts'
import type { AnyRow } from '../src/server/kit/request/context.ts'
import { readWorkbook } from '../src/server/tools/sheet-reading.ts'
import { onCleanup } from './kit/cleanup.ts'
import { routeName } from './kit/entity-contract/subject.ts'
import { waitForFile } from './kit/file-tasks.ts'
import { createClient, createConnector, createEquipment, createRow, createSignalType } from './kit/fixtures/catalog.ts'
import { createPlan } from './kit/fixtures/plans.ts'
import { createCadRequest } from './kit/fixtures/wire-cad.ts'
import { textOfPdf } from './kit/pdf-text.ts'
import { type Answer, type Caller, startApp } from './kit/start.ts'

/**
 * Creates a project and a lead with a unique marker in every text, accessible only to the administrator. Another user with nearly all
 * permissions makes every call. No response may contain the marker or differ from the response before the two existed, because a changed
 * count also reveals them.
 */
const app = await startApp()
const { admin } = app
const canary = 'zqcanaryqz'

/** Permissions that cover all projects by design: access lists, the audit log and all users' downloads. */
const seeAll: Permission[] = ['ProjectAccessList.Update', 'LeadAccessList.Update', 'AuditLog.View', 'DownloadCenter.Manage']
const outsider = await app.signInAs(internalPermissions.filter((name) => !seeAll.includes(name)))

interface Ids {
  [segment: string]: number | string
}

const texts = ['text', 'longText', 'richText']
const createCanaryBody = (fields: Fields, more: AnyRow): AnyRow => ({
  ...Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => texts.includes(field.kind))
      .map(([key, field]) => [key, field.kind === 'richText' ? `<p>${canary}</p>` : canary]),
  ),
  ...('address' in fields && {
    address: { addressLine1: canary, addressLine2: canary, city: canary, state: 'CO', postalCode: '80014', country: 'US' },
  }),
  ...more,
})

const shared = await (async () => {
  const [signal, connector] = [await createSignalType(app), await createConnector(app)]
  const port = { connectorPhysicalTypeId: connector.id, signalTypeIds: [signal.id] }
  const ports = [
    { name: 'In', direction: 1, ...port },
    { name: 'Out', direction: 2, ...port },
  ]
  const equipment = await createEquipment(app, { msrpPrice: 10, ports })
  const client = await createClient(app)
  const architect = await createRow(app, '/api/architects', { name: 'Known architect' })
  const group = await createRow(app, '/api/accessGroups', { name: 'Known group', userIds: [admin.userId] })
  const guests = await createRow(app, '/api/externalAccessGroups', { name: 'Known guests' })
  const team = await createRow(app, '/api/teams', { name: 'Known team' })
  return { equipment, client, architect, group, guests, team }
})()

async function tree(body: (fields: Fields, more: AnyRow) => AnyRow): Promise<Ids> {
  const post = (path: string, values: AnyRow) => createRow(app, `/api/${path}`, values)
  const { equipment, client, architect, guests } = shared
  const project = await post('projects', body(projects.fields, { clientId: client.id, tempoUrl: null }))
  const building = await post(`projects/${project.id}/Buildings`, body(buildings.fields, {}))
  const level = await post(`buildings/${building.id}/Levels`, body(levels.fields, {}))
  const space = await post('spaces', body(spaces.fields, { projectId: project.id, levelId: level.id, complexity: null }))
  const areaGroup = await post(`spaces/${space.id}/AreaGroups`, body(areaGroups.fields, {}))
  const line = await post(
    `spaces/${space.id}/Equipment`,
    body(spaceEquipment.fields, { equipmentId: equipment.id, areaGroupId: areaGroup.id, quantity: 3, provider: null, installer: null }),
  )
  const lead = await post('leads', body(leads.fields, { name: `${body(leads.fields, {}).name} lead`, clientId: client.id }))
  const marker = body(projects.fields, {}).name
  const put = async (path: string, values: AnyRow) => expect((await admin('PUT', `/api/${path}`, values)).status, path).toBe(200)
  for (const at of [`projects/${project.id}`, `leads/${lead.id}`]) {
    await put(`${at}/Companies`, { companies: [{ companyType: 7, companyId: architect.id, role: marker }] })
    await createRow(app, `/api/${at}/ActivityLogs`, { notes: marker, type: 2 })
    await put(`${at}/Contacts`, { contacts: [{ name: marker, companyName: marker, role: marker }] })
  }
  const note = await post(`projects/${project.id}/Notes`, body(projectNotes.fields, {}))
  await post(`leads/${lead.id}/Notes`, body(leadNotes.fields, {}))
  const item = await post(`projects/${project.id}/Timeline`, body(timelineItems.fields, { type: 1, date: '2027-01-15' }))
  const submittal = await post(`projects/${project.id}/Submittals`, { title: marker, specSection: marker })
  const rfi = await post(`projects/${project.id}/Rfis`, { subject: marker, question: marker, proposedAnswer: marker })
  const siteVisit = await post(`projects/${project.id}/SiteVisits`, { date: '2027-01-15', summary: marker, people: [marker] })
  const observation = await post(`projects/${project.id}/Observations`, { title: marker, note: marker, spaceId: space.id })
  const contract = await post(`projects/${project.id}/Contracts`, body(contracts.fields, { proposalType: 1, tempoUrl: null }))
  const { phase } = await post(
    `contracts/${contract.id}/Phases`,
    body(phaseFields, { type: 3, startDate: '2026-03-02', endDate: '2026-04-30', startMonth: null, endMonth: null }),
  )
  const { record } = await post(
    `contracts/${contract.id}/Phases/${phase.id}/Records`,
    body(recordFields, { type: 1, laborType: 2, hours: 40 }),
  )
  const expense = await post(
    `contracts/${contract.id}/DirectExpenses`,
    body(directExpenses.fields, { category: 0, date: '2026-03-02', revenue: 5, cost: 4 }),
  )
  const revision = await post(`projects/${project.id}/Revisions`, body(revisions.fields, { issueDate: '2026-03-04' }))
  const bidPackage = await post(`projects/${project.id}/BidPackages`, {
    ...body(bidPackages.fields, { revisionId: revision.id, dueAt: '2099-01-01T00:00:00.000Z' }),
    alternates: [],
    allowances: [],
  })
  await app.sql('update bid_packages set state = 3, issued_at = now(), due_at = now(), closed_at = now() where id = $1', [bidPackage.id])
  const comment = await post(`projects/${project.id}/Comments`, { subject: 1, subjectId: space.id, text: marker })
  const rack = await post(`projects/${project.id}/Racks`, body(racks.fields, {}))
  const circuit = await post(`spaces/${space.id}/Circuits`, body(circuits.fields, {}))
  const [unit] = (await admin('GET', `/api/projects/${project.id}/Units`)).body.items
  const label = `${unit.label} ${marker}`
  await put(`projects/${project.id}/Units/${unit.id}`, { label, rowVersion: unit.rowVersion })
  const conduit = await post(`projects/${project.id}/Conduits`, body(conduits.fields, {}))
  const [, second, third] = (await admin('GET', `/api/projects/${project.id}/Units?sortBy=label`)).body.items
  const [into, out] = equipment.ports
  const ends = { fromUnitId: second.id, fromPortId: out.id, toUnitId: third.id, toPortId: into.id, conduitId: conduit.id }
  const connection = await post(`projects/${project.id}/Connections`, body(connections.fields, { ...ends, path: null, state: null }))
  const drawing = await post(`projects/${project.id}/DrawingDocuments`, body(drawingDocuments.fields, { documentType: 1 }))
  const plan = await createPlan(app, project, { levelId: level.id, name: marker })
  await put(`projects/${project.id}/Plans/${plan.id}/Calibrate`, { scale: '1:100' })
  await put(`projects/${project.id}/Plans/${plan.id}/Placements`, [{ unitId: unit.id, x: 1, y: 1 }])
  const placements = await app.sql('select id::int from plan_placements where plan_id = $1', [plan.id])
  const alternate = await post(`projects/${project.id}/Alternates`, {
    ...body(alternates.fields, { kind: 1, lineIds: [] }),
    added: [{ spaceId: space.id, equipmentId: equipment.id, quantity: 1 }],
  })
  const scenario = await post(
    `projects/${project.id}/Scenarios`,
    body(scenarios.fields, { projectId: undefined, sharedWithIds: undefined }),
  )
  const worked = await post(
    'actualHours',
    body(actualHours.fields, {
      userId: admin.userId,
      projectId: project.id,
      contractId: contract.id,
      phaseId: phase.id,
      laborType: 2,
      date: '2026-03-03',
      hours: 4,
    }),
  )
  const grid = ['Manufacturer,Equipment Name,SysName', `${marker},${marker},${marker}`].join('\n')
  const cad = await createCadRequest(admin, grid, body(cadRequests.fields, { projectId: project.id, wireCadProjectId: null }), 'grid.csv')
  for (const system of [2, 3])
    await app.sql(
      'insert into project_links (project_id, system, status, external_id, external_key, name, last_error) values ($1, $2, 4, $3, $4, $4, $4)',
      [project.id, system, `${marker} ${project.id}`, marker],
    )
  await put(`projects/${project.id}/Variables`, { items: [{ name: 'word', label: marker, type: 1, value: marker }] })
  await put(`projects/${project.id}/ExternalAccessList`, { entries: [{ subjectType: 2, accessGroupId: guests.id }] })
  await put(`projects/${project.id}/SetStatus`, { status: 1, comment: marker })
  await put(`leads/${lead.id}/SetStatus`, { status: 4, comment: marker })
  return {
    projects: project.id,
    projectId: project.id,
    leads: lead.id,
    spaces: space.id,
    buildings: building.id,
    Buildings: building.id,
    Levels: level.id,
    AreaGroups: areaGroup.id,
    Equipment: line.id,
    Notes: note.id,
    Comments: comment.id,
    Timeline: item.id,
    Submittals: submittal.id,
    Rfis: rfi.id,
    SiteVisits: siteVisit.id,
    Observations: observation.id,
    contracts: contract.id,
    Phases: phase.id,
    Records: record.id,
    DirectExpenses: expense.id,
    directExpenses: expense.id,
    actualHours: worked.id,
    scenarios: scenario.id,
    Racks: rack.id,
    Circuits: circuit.id,
    Conduits: conduit.id,
    Connections: connection.id,
    Revisions: revision.id,
    BidPackages: bidPackage.id,
    Units: unit.id,
    DrawingDocuments: drawing.id,
    Plans: plan.id,
    PlanPlacements: placements[0]?.id,
    Alternates: alternate.id,
    Requests: cad.id,
    Projects: project.id,
  }
}

const known: Ids = {
  equipments: shared.equipment.id,
  equipmentId: shared.equipment.id,
  Manufactures: shared.equipment.manufacture.id,
  categories: shared.equipment.category.id,
  clients: shared.client.id,
  architects: shared.architect.id,
  accessGroups: shared.group.id,
  externalAccessGroups: shared.guests.id,
  teams: shared.team.id,
  users: admin.userId,
  filterName: 'Levels',
}

// The tabulation and the receipt of bids create tasks of PDF files: sealed-bids.test.ts reads them.
const isPaper = ({ path }: { path: string }) => /\/(Tabulation|Receipt)$/.test(path)
const reads = routes
  .map(({ call }) => call)
  .filter((call) => !isPaper(call))
  .filter(({ method, path }) => method === 'GET' && !/^\/files\/|^\/invitations\/|HubspotCompanies|wireCad\/Projects|\/Remote$/.test(path))
const isFile = ({ path }: { path: string }) =>
  /\/(Export\w*|SiteVisits\/:itemId\/Report|DrawingDocuments\/:docId\/Sheet|download)$/i.test(path)
/** Staff are forbidden these calls in any project; the tests of external users check them. */
const isForExternalUsers = ({ permission }: (typeof reads)[number]) => permission === 'ExternalProjects.View'

function createPath(call: (typeof reads)[number], ids: Ids): string {
  const parts = call.path.split('/')
  return parts
    .map((part, index) => {
      const [match, name] = /^:(\w+)/.exec(part) ?? []
      if (!match || !name) return part
      const id = ids[name] ?? ids[parts[index - 1]!] ?? known[name] ?? known[parts[index - 1]!]
      return part.replace(match, String(id ?? ((call.params[name] as Field).kind === 'uuid' ? admin.userId : 1)))
    })
    .join('/')
}

const createQuery = (path: string, ids: Ids): AnyRow => {
  if (/Exist$/.test(path))
    return { name: 'Nothing', spaceName: 'Nothing', spaceNumber: 'Nothing', abbreviatedName: 'NONE', levelId: ids.Levels }
  return /\/Recent$/.test(path) ? { mode: 2, count: 50 } : {}
}

const removeVolatileParts = (body: unknown) =>
  JSON.stringify(body ?? null)
    .replace(/\?expires=[^"]*/g, '')
    .replace(/"\d{4}-\d\d-\d\dT[^"]*Z"/g, '"then"')
    // The administrator's system status includes sizes of the whole installation.
    .replace(/"uptimeSeconds":\d+/, '"uptimeSeconds":0')
    .replace(/\d+ files? in |[\d.]+ [kMG]B\b/g, '')

async function readAnswers(caller: Caller, ids: Ids) {
  const answers = new Map<string, string>()
  for (const call of reads.filter((read) => !isFile(read))) {
    const answer = await caller('GET', `/api${createPath(call, ids)}`, undefined, { query: createQuery(call.path, ids) })
    expect(answer.status, routeName(call)).toBeLessThan(500)
    answers.set(routeName(call), `${answer.status} ${removeVolatileParts(answer.body)}`)
  }
  return answers
}

async function readFileContents(caller: Caller, requestAnswer: Answer): Promise<string> {
  if (requestAnswer.status === 200 && Buffer.isBuffer(requestAnswer.body)) return JSON.stringify(readWorkbook(requestAnswer.body))
  expect(requestAnswer.status, JSON.stringify(requestAnswer.body)).toBe(202)
  const task = await waitForFile(caller, requestAnswer.body.id)
  const { body } = await caller('GET', task.url)
  if (task.fileName.endsWith('.pdf')) return `${task.fileName} ${(await textOfPdf(body)).join(' ')}`
  return `${task.fileName} ${task.fileName.endsWith('.csv') ? String(body) : JSON.stringify(readWorkbook(body))}`
}

const connectHub = (caller: Caller, received: AnyRow[]) => {
  const client = new HubConnectionBuilder()
    .withUrl(`${app.url}/hubs/notifications`, { accessTokenFactory: () => caller.token })
    .configureLogging(LogLevel.None)
    .build()
  client.on('EntityChanged', (event) => received.push(event))
  return client
}

describe('project hidden from other users', () => {
  let open: Ids
  let hidden: Ids
  let before: Map<string, string>
  const [heardOutside, heardInside]: [AnyRow[], AnyRow[]] = [[], []]
  const hubs = [connectHub(outsider, heardOutside), connectHub(admin, heardInside)]

  beforeAll(async () => {
    open = await tree((fields, more) =>
      Object.fromEntries(
        Object.entries(createCanaryBody(fields, more)).map(([key, value]) => [
          key,
          JSON.parse(JSON.stringify(value ?? null).replaceAll(canary, 'open')),
        ]),
      ),
    )
    // Reads twice, so the second result includes all side effects of reading.
    await readAnswers(outsider, open)
    before = await readAnswers(outsider, open)
    hidden = await hide()
    for (const hub of hubs) await hub.start()
  })
  onCleanup(async () => {
    for (const hub of hubs) await hub.stop()
  })

  async function hide() {
    const ids = await tree(createCanaryBody)
    for (const at of [`projects/${ids.projects}`, `leads/${ids.leads}`])
      expect((await admin('PUT', `/api/${at}/AccessList`, { userIds: [admin.userId], accessGroupIds: [shared.group.id] })).status).toBe(200)
    expect((await admin('PUT', `/api/projects/${ids.projects}/Number`, { number: canary })).status).toBe(200)
    return ids
  }

  it('has the canary word in all data of users who see it', async () => {
    for (const path of [
      `projects/${hidden.projects}`,
      `leads/${hidden.leads}`,
      `spaces/${hidden.spaces}`,
      `projects/${hidden.projects}/Buildings`,
      `buildings/${hidden.buildings}/Levels`,
      `spaces/${hidden.spaces}/AreaGroups`,
      `projects/${hidden.projects}/Equipment`,
      `projects/${hidden.projects}/Companies`,
      `projects/${hidden.projects}/Notes`,
      `leads/${hidden.leads}/Notes`,
      `projects/${hidden.projects}/Timeline`,
      `projects/${hidden.projects}/Submittals`,
      `projects/${hidden.projects}/Rfis`,
      `projects/${hidden.projects}/SiteVisits`,
      `projects/${hidden.projects}/Observations`,
      `projects/${hidden.projects}/SiteBundle`,
      `projects/${hidden.projects}/Contracts`,
      `contracts/${hidden.contracts}`,
      `contracts/${hidden.contracts}/Phases`,
      `contracts/${hidden.contracts}/DirectExpenses`,
      `directExpenses?search=${canary}`,
      `actualHours?search=${canary}`,
      `projects/${hidden.projects}/Racks`,
      `spaces/${hidden.spaces}/Circuits`,
      `projects/${hidden.projects}/DesignCheck`,
      `projects/${hidden.projects}/Conduits`,
      `projects/${hidden.projects}/Connections`,
      `projects/${hidden.projects}/Revisions`,
      `projects/${hidden.projects}/Comments`,
      `projects/${hidden.projects}/Units`,
      `projects/${hidden.projects}/DrawingDocuments`,
      `wireCad/Requests/${hidden.Requests}`,
      `wireCad/Requests/${hidden.Requests}/Items`,
      'actualHours/Week?date=2026-03-03',
      `projects/${hidden.projects}/Contacts`,
      `leads/${hidden.leads}/Contacts`,
      `projects/${hidden.projects}/Variables`,
      `projects/${hidden.projects}/ActivityLogs`,
      `leads/${hidden.leads}/ActivityLogs`,
      `projects?search=${canary}`,
      `integrations/Jira/Projects/${hidden.projects}`,
      `integrations/MsTeams/Projects?search=${canary}`,
      `spotlight?term=${canary}`,
    ])
      expect(removeVolatileParts((await admin('GET', `/api/${path}`)).body), path).toContain(canary)
    expect(reads.length).toBeGreaterThan(150)
    const kinds = entities.filter(({ resource }) => resource.owner === 'project').map(({ resource }) => resource.path.split('/').at(-1)!)
    const planted = Object.keys(hidden)
    expect(kinds.length).toBeGreaterThan(5)
    expect(
      kinds.filter((kind) => !planted.includes(kind)),
      'every kind of thing below a project is planted in `tree`',
    ).toEqual([])
  })

  it('is in no other response, and changes none', async () => {
    const after = await readAnswers(outsider, open)
    // The state of the installation, and a workbook with the time of its creation.
    const changing = ['GET /systemStatus', 'GET /equipments/Import/Sample']
    const leaks = [...after].filter(
      ([name, answer]) => answer.includes(canary) || (answer !== before.get(name) && !changing.includes(name)),
    )
    expect(leaks.map(([name, answer]) => ({ name, answer, before: before.get(name) }))).toEqual([])
  })

  it('is not found by its word, in any search or filter', async () => {
    const failures: unknown[] = []
    for (const call of reads.filter((read) => !isFile(read) && ('search' in read.query || 'term' in read.query)))
      for (const query of [
        { search: canary, term: canary, itemsPerPage: 50 },
        { projectIds: [hidden.projects], projectId: hidden.projects, itemsPerPage: 50 },
        { clientIds: [shared.client.id], stages: [-1, 1, 2, 3, 4], all: true },
      ]) {
        const queryFields = Object.fromEntries(Object.entries(query).filter(([key]) => key in call.query))
        const { status, body } = await outsider('GET', `/api${createPath(call, open)}`, undefined, { query: queryFields })
        const text = removeVolatileParts(body)
        const isFound = 'search' in queryFields && queryFields.search && (body?.total > 0 || body?.items?.length > 0)
        if (status >= 500 || text.includes(canary) || isFound) failures.push({ call: routeName(call), asked: queryFields, status, text })
      }
    expect(failures).toEqual([])
  })

  it('returns 404 like an unknown row, for every call with its id or a part of it', async () => {
    const callsToCheck = reads.filter(
      (call) => !isFile(call) && !isForExternalUsers(call) && createPath(call, open) !== createPath(call, hidden),
    )
    expect(callsToCheck.length).toBeGreaterThan(25)
    const failures: unknown[] = []
    for (const call of callsToCheck) {
      const query = createQuery(call.path, hidden)
      const { status, body } = await outsider('GET', `/api${createPath(call, hidden)}`, undefined, { query })
      if (status !== 404 || removeVolatileParts(body).includes(canary)) failures.push({ call: routeName(call), status, body })
    }
    expect(failures).toEqual([])
  })

  it('is in no file generated for another user', async () => {
    // The audit log covers everything by design; external users' calls are tested with external users.
    const mayAsk = (call: (typeof reads)[number]) =>
      !seeAll.some((name) => name === call.permission) && !/^\/external(Projects|Equipments)\//.test(call.path)
    const files = reads.filter((call) => isFile(call) && mayAsk(call))
    expect(files.length).toBeGreaterThan(10)
    const failures: string[] = []
    for (const call of files) {
      const outsiderAnswer = await outsider('GET', `/api${createPath(call, open)}`)
      if (outsiderAnswer.status === 404 || outsiderAnswer.status === 400) continue
      if ((await readFileContents(outsider, outsiderAnswer)).includes(canary)) failures.push(routeName(call))
    }
    expect(failures).toEqual([])
    const exportAnswer = await admin('GET', '/api/projects/Export')
    expect(await readFileContents(admin, exportAnswer)).toContain(canary)
    expect((await outsider('GET', `/api/DownloadCenter/${exportAnswer.body.id}`)).status).toBe(404)
    const { status } = await outsider('POST', `/api/projects/${hidden.projects}/Reports`, { reportType: 1, scope: 1 })
    expect(status).toBe(404)
  })

  it('sends live events of its changes only to users who see it', async () => {
    const rename = (at: string, row: AnyRow) => admin('PUT', `/api/${at}`, row)
    const ofProject = (events: AnyRow[]) => events.filter(({ projectId }) => projectId === hidden.projects || projectId === hidden.leads)
    await admin('PUT', `/api/projects/${hidden.projects}/SetStatus`, { status: 100 })
    await admin('PUT', `/api/leads/${hidden.leads}/SetStatus`, { status: 1 })
    await rename(`projects/${hidden.projects}/Buildings/${hidden.Buildings}`, { name: `${canary} 2` })
    await admin('POST', `/api/projects/${hidden.projects}/AccessList`, { subjectType: 1, userId: (await app.signInAs([])).userId })
    // Events arrive in order, so when this one arrives, an earlier one would have arrived as well.
    await admin('POST', `/api/projects/${open.projects}/Buildings`, { name: 'Another' })
    const arrived = () => heardOutside.some(({ projectId }) => projectId === open.projects)
    await expect.poll(() => [arrived(), ofProject(heardInside).length >= 4]).toEqual([true, true])
    expect(new Set(ofProject(heardInside).map(({ entity }) => entity))).toEqual(new Set(['projects', 'leads', 'buildings']))
    expect(ofProject(heardOutside)).toEqual([])
  })
})
