import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { describe, expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import {
  createClient,
  createConnector,
  createEquipment,
  createManufacturer,
  createProductFamily,
  createRow,
  createSignalType,
  uploadPicture,
} from '../../../test/kit/fixtures/catalog.ts'
import { createProject, openToExternal } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { externalEquipments } from '../../model/catalog/external-equipment.ts'
import { DocumentState } from '../../model/drawings/enums.ts'
import { externalPermissions } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

/** Tests the projects of external users (domain 4.4): exactly what their entries open, and nothing else. */
const app = await startApp()
const secret = 'zqsecretqz'
const client = await createClient(app)
const maker = await createManufacturer(app)
const equipment = await createEquipment(app, { internalNotes: secret, msrpPrice: 1234.5, manufactureId: maker.id, model: 'QM98T' })

async function furnished() {
  const project = await createProject(app, { clientId: client.id, description: secret })
  const post = (path: string, body: AnyRow) => createRow(app, `/api/${path}`, body)
  const [building] = (await app.admin('GET', `/api/projects/${project.id}/Buildings`)).body.items
  const [level] = (await app.admin('GET', `/api/buildings/${building.id}/Levels`)).body.items
  const space = await post('spaces', {
    projectId: project.id,
    levelId: level.id,
    name: uniqueName('Hall'),
    spaceNumber: '201',
    notes: secret,
  })
  await post(`spaces/${space.id}/Equipment`, { equipmentId: equipment.id, quantity: 3, provider: 'EC', installer: 'AVV', notes: secret })
  await post(`projects/${project.id}/Notes`, { title: secret, body: `<p>${secret}</p>` })
  await app.admin('PUT', `/api/projects/${project.id}/Contacts`, {
    contacts: [
      { name: 'Shared Sam', email: 'sam@client.example', isSharedExternally: true },
      { name: secret, email: 'hidden@client.example', isSharedExternally: false },
    ],
  })
  return { project, space }
}
const guest = () => app.signInAs(externalPermissions, { external: true, isNew: true })
const entry = (caller: Caller, flags: AnyRow = {}) => ({ subjectType: 1, userId: caller.userId, isLive: true, ...flags })
const paths = ['', '/Spaces', '/Equipment', '/Contacts', '/Reports', '/Documents', '/Comments', '/Approvals']
const at = (project: AnyRow, tail = '') => `/api/externalProjects/${project.id}${tail}`
const propertyNames = (value: unknown): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...propertyNames(inner)])
    : []

describe('project for external users', () => {
  it('shows the fields its entry allows', async () => {
    const { project, space } = await furnished()
    const caller = await guest()
    await openToExternal(app, project, [entry(caller, { showPrices: true, showReports: true })])
    const read = (await caller('GET', at(project))).body
    expect(Object.keys(read).sort()).toEqual(
      [
        'address',
        'buildings',
        'client',
        'equipmentCount',
        'id',
        'isLive',
        'name',
        'number',
        'opened',
        'projectStatus',
        'revision',
        'spaceCount',
        'stage',
        'totalMsrpPrice',
      ].sort(),
    )
    expect(read).toMatchObject({
      name: project.name,
      number: project.number,
      client: { name: client.name },
      spaceCount: 1,
      equipmentCount: 3,
    })
    expect(read).toMatchObject({ totalMsrpPrice: 3703.5, opened: ['Equipment', 'Reports'], revision: null, buildings: [{ levels: [{}] }] })
    expect((await caller('GET', '/api/externalProjects')).body).toMatchObject({ total: 1, items: [{ id: project.id }] })
    expect((await caller('GET', '/api/externalProjects', undefined, { query: { search: 'nowhere' } })).body.total).toBe(0)
    const [room] = (await caller('GET', at(project, '/Spaces'))).body.items
    expect(room).toMatchObject({ id: space.id, name: space.name, spaceNumber: '201', status: 2, itemsCount: 3 })
    const lines = (await caller('GET', at(project, '/Equipment'))).body
    expect(lines).toMatchObject({
      total: 1,
      items: [
        { model: 'QM98T', quantity: 3, provider: 'EC', unitPrice: 1234.5, totalPrice: 3703.5, space: { id: space.id, number: '201' } },
      ],
    })
    expect((await caller('GET', at(project, '/Contacts'))).body.items).toEqual([
      { name: 'Shared Sam', email: 'sam@client.example', company: null, jobTitle: null, phone: null },
    ])
    for (const tail of paths) expect(JSON.stringify((await caller('GET', at(project, tail))).body)).not.toContain(secret)
  })

  it('hides prices, equipment and reports without a flag; any of several entries allows them', async () => {
    const { project } = await furnished()
    const caller = await guest()
    await openToExternal(app, project, [entry(caller, { showEquipment: false })])
    const answers = await Promise.all(paths.map((tail) => caller('GET', at(project, tail))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200, 404, 404, 404, 404])
    const names = answers.flatMap(({ body }) => propertyNames(body))
    expect(names.filter((name) => /Price|Cost|Total|equipmentCount|itemsCount|openComments|documentCount|fingerprint/.test(name))).toEqual(
      [],
    )
    const group = await createRow(app, '/api/externalAccessGroups', { name: uniqueName('Guests'), userIds: [caller.userId] })
    await openToExternal(app, project, [
      entry(caller, { showEquipment: false }),
      { subjectType: 2, accessGroupId: group.id, showPrices: true, showEquipment: true, isLive: false },
    ])
    expect((await caller('GET', at(project, '/Equipment'))).body.items).toMatchObject([{ unitPrice: 1234.5 }])
  })

  it('shows only issued data, which is empty at first, unless the entry is live', async () => {
    const { project } = await furnished()
    const caller = await guest()
    await openToExternal(app, project, [entry(caller, { isLive: false, showPrices: true })])
    expect((await caller('GET', at(project))).body).toMatchObject({
      name: project.name,
      revision: null,
      isLive: false,
      spaceCount: 0,
      equipmentCount: 0,
      totalMsrpPrice: 0,
      buildings: [],
    })
    for (const tail of ['/Spaces', '/Equipment']) expect((await caller('GET', at(project, tail))).body.items).toEqual([])
  })

  it('shows the latest revision regardless of later changes', async () => {
    const { project, space } = await furnished()
    const caller = await guest()
    await openToExternal(app, project, [entry(caller, { isLive: false, showPrices: true, showDocuments: true })])
    const drawing = await createRow(app, `/api/projects/${project.id}/DrawingDocuments`, {
      documentType: 9,
      title: 'Plan of the hall',
      associateType: 1,
      associateId: space.id,
      notes: secret,
    })
    const hidden = await createRow(app, `/api/projects/${project.id}/DrawingDocuments`, { documentType: 9, title: secret })
    const state = async (id: number, to: number) =>
      expect((await app.admin('PUT', `/api/projects/${project.id}/DrawingDocuments/${id}/SetState`, { state: to })).status).toBe(200)
    await state(drawing.id, DocumentState.InProgress)
    const issue = (code: string, issueDate: string) =>
      createRow(app, `/api/projects/${project.id}/Revisions`, { code, title: 'Construction documents', issueDate, note: secret })
    await issue('DD', '2026-03-01')
    const revision = await issue('CD 50', '2026-04-01')
    const [line] = (await caller('GET', at(project, '/Equipment'))).body.items
    const change = await app.admin('PUT', `/api/spaces/${space.id}/Equipment/${line.id}`, {
      quantity: 9,
      provider: 'EC',
      installer: 'AVV',
      unitPriceOverride: 1,
    })
    expect(change.status).toBe(200)
    const known = (await app.admin('GET', `/api/spaces/${space.id}`)).body
    expect((await app.admin('PUT', `/api/spaces/${space.id}`, { ...known, name: secret, levelId: known.level.id })).status).toBe(200)
    await state(hidden.id, DocumentState.InProgress)
    const read = (await caller('GET', at(project))).body
    expect(read).toMatchObject({
      revision: { id: revision.id, code: 'CD 50', title: 'Construction documents', issueDate: '2026-04-01' },
      isLive: false,
      spaceCount: 1,
      equipmentCount: 3,
      documentCount: 1,
      totalMsrpPrice: 3703.5,
      buildings: [{ levels: [{}] }],
      opened: ['Equipment', 'Documents'],
    })
    expect((await caller('GET', at(project, '/Spaces'))).body.items).toMatchObject([{ id: space.id, name: space.name, itemsCount: 3 }])
    expect((await caller('GET', at(project, '/Equipment'))).body.items).toMatchObject([
      {
        id: line.id,
        model: 'QM98T',
        description: equipment.description,
        quantity: 3,
        unitPrice: 1234.5,
        totalPrice: 3703.5,
        space: { id: space.id, name: space.name },
      },
    ])
    expect((await caller('GET', at(project, '/Documents'))).body.items).toMatchObject([
      { id: drawing.id, title: 'Plan of the hall', spaceId: space.id, state: DocumentState.InProgress, url: null },
    ])
    for (const tail of paths) expect(JSON.stringify((await caller('GET', at(project, tail))).body)).not.toContain(secret)
    await openToExternal(app, project, [entry(caller, { isLive: true, showDocuments: true })])
    expect((await caller('GET', at(project))).body).toMatchObject({ equipmentCount: 9, documentCount: 2, isLive: true })
    expect((await caller('GET', at(project, '/Equipment'))).body.items).toMatchObject([
      { id: line.id, quantity: 9, space: { name: secret } },
    ])
    expect((await caller('GET', at(project, '/Documents'))).body.items).toHaveLength(2)
  })

  it('returns 404 for other users as for an unknown project', async () => {
    const { project } = await furnished()
    const [named, other] = [await guest(), await guest()]
    await openToExternal(app, project, [entry(named)])
    const nowhere = { id: 999_999_999 }
    for (const tail of paths) {
      const hidden = await other('GET', at(project, tail))
      expect(hidden.status, tail).toBe(404)
      expect(hidden.body).toEqual((await other('GET', at(nowhere, tail))).body)
      expect((await app.admin('GET', at(project, tail))).status, `${tail} as staff`).toBe(403)
      const without = await app.signInAs(['ExternalDashboard.ViewAllWidgets'], { external: true })
      expect((await without('GET', at(project, tail))).status).toBe(403)
    }
    expect((await other('GET', '/api/externalProjects')).body.total).toBe(0)
    for (const path of [`/api/projects/${project.id}`, '/api/spotlight?term=a', '/api/boards/big', `/api/projects/${project.id}/Contracts`])
      expect((await named('GET', path)).status, path).toBeOneOf([403, 404])
  })

  it('is hidden once the entry, group, user or project is removed, and visible when restored', async () => {
    const { project } = await furnished()
    const caller = await guest()
    const status = async () => (await caller('GET', at(project))).status
    await openToExternal(app, project, [entry(caller)])
    expect(await status()).toBe(200)
    await app.admin('DELETE', `/api/projects/${project.id}`)
    expect(await status()).toBe(404)
    await app.admin('PUT', `/api/projects/${project.id}/restore`, {})
    expect(await status()).toBe(200)
    await app.admin('DELETE', `/api/projects/${project.id}/ExternalAccessList/1/${caller.userId}`)
    expect(await status()).toBe(404)
    const group = await createRow(app, '/api/externalAccessGroups', { name: uniqueName('Guests'), userIds: [caller.userId] })
    await openToExternal(app, project, [{ subjectType: 2, accessGroupId: group.id, isLive: true }])
    expect(await status()).toBe(200)
    await app.admin('PUT', `/api/externalAccessGroups/${group.id}`, { name: group.name, userIds: [] })
    expect(await status()).toBe(404)
    await openToExternal(app, project, [entry(caller)])
    await app.admin('PUT', `/api/externalUsers/${caller.userId}/Suspend`)
    expect(await status()).toBe(401)
  })

  it('sends change events only to users whose view changes', async () => {
    const { project, space } = await furnished()
    const [live, issued] = [await guest(), await guest()]
    await openToExternal(app, project, [entry(live), entry(issued, { isLive: false })])
    const [heardLive, heardIssued]: [unknown[], unknown[]] = [[], []]
    const listen = async (caller: Caller, received: unknown[]) => {
      const connection = new HubConnectionBuilder()
        .withUrl(`${app.url}/hubs/notifications`, { accessTokenFactory: () => caller.token })
        .configureLogging(LogLevel.None)
        .build()
      onCleanup(() => connection.stop())
      connection.on('EntityChanged', (event) => received.push(event))
      const began = performance.now()
      await connection.start()
      return () => connection.invoke('HasMissed', performance.now() - began)
    }
    const liveMissed = await listen(live, heardLive)
    const issuedMissed = await listen(issued, heardIssued)
    const changed = { entity: 'externalProjects', id: project.id, projectId: project.id, action: 'Updated' }
    await createRow(app, `/api/spaces/${space.id}/Equipment`, { equipmentId: equipment.id, quantity: 1 })
    await expect.poll(() => heardLive[0]).toEqual(changed)
    expect(heardIssued).toEqual([])
    expect(await liveMissed()).toBe(true)
    expect(await issuedMissed()).toBe(false)
    await createRow(app, `/api/projects/${project.id}/Revisions`, { code: 'CD', title: 'Issued', issueDate: '2026-04-01' })
    await expect.poll(() => heardIssued[0]).toEqual(changed)
    for (const event of [...heardLive, ...heardIssued]) expect(event).toEqual(changed)
  })
})

describe('equipment for external users', () => {
  it('is limited to manufacturers that list the user, without usage, and can be exported', async () => {
    const caller = await guest()
    const other = await createEquipment(app)
    expect((await caller('GET', '/api/externalEquipments')).body).toMatchObject({ total: 0, items: [] })
    await app.admin('PUT', `/api/Manufactures/${maker.id}/AccessList`, { userIds: [caller.userId], accessGroupIds: [] })
    const listed = (await caller('GET', '/api/externalEquipments')).body
    expect(listed).toMatchObject({ total: 1, items: [{ id: equipment.id, model: 'QM98T', msrpPrice: 1234.5 }] })
    const read = (await caller('GET', `/api/externalEquipments/${equipment.id}`)).body
    expect(propertyNames(read).filter((name) => /Count$|totalQuantity/.test(name))).toEqual([])
    // The creator is only a name, and the last editor is hidden; neither can be used to filter or sort.
    const { id: adminId, firstName, lastName } = (await app.admin('GET', '/api/account/me')).body
    const all = (await caller('GET', '/api/externalEquipments/query')).body
    for (const { createdBy, updatedBy } of [read, ...listed.items, ...all.items])
      expect([createdBy, updatedBy]).toEqual([{ firstName, lastName }, null])
    const fetchStatus = async (query: AnyRow) => (await caller('GET', '/api/externalEquipments', undefined, { query })).status
    expect([
      await fetchStatus({ updatedByIds: [adminId] }),
      await fetchStatus({ createdByIds: [adminId] }),
      await fetchStatus({ sortBy: 'updatedBy' }),
    ]).toEqual([403, 403, 400])
    expect(JSON.stringify([listed, read])).not.toContain(secret)
    expect((await caller('GET', `/api/externalEquipments/${other.id}`)).status).toBe(404)
    expect((await caller('GET', `/api/equipments/${equipment.id}`)).status).toBe(403)
    const choices = (await caller('GET', '/api/externalEquipments/Filters/Manufacturers')).body
    expect(choices).toEqual({ total: 1, items: [{ id: maker.id, name: maker.name }] })
    for (const filter of ['Categories', 'ProductFamilies'])
      expect((await caller('GET', `/api/externalEquipments/Filters/${filter}`)).body.total).toBe(filter === 'Categories' ? 1 : 0)
    expect((await caller('GET', '/api/externalEquipments/Export', undefined, { query: { updatedByIds: [adminId] } })).status).toBe(403)
    const exported = await caller('GET', '/api/externalEquipments/Export', undefined, {
      query: { columns: ['model', 'createdBy', 'updatedBy'] },
    })
    expect(exported.status).toBe(202)
    const rows = readWorkbook((await caller('GET', (await waitForFile(caller, exported.body.id)).url)).body)[0]?.rows.map(
      ({ values }) => values,
    )
    expect(rows?.[1]).toEqual([equipment.id, 'QM98T', `${firstName} ${lastName}`])
    expect((await app.admin('GET', '/api/externalEquipments')).status).toBe(403)
    await app.admin('PUT', `/api/Manufactures/${maker.id}/AccessList`, { userIds: [], accessGroupIds: [] })
    expect((await caller('GET', `/api/externalEquipments/${equipment.id}`)).status).toBe(404)
  })

  it('filters by manufacturer, family, make, provider and installer', async () => {
    const caller = await guest()
    const [first, second] = [await createManufacturer(app), await createManufacturer(app)]
    const [own, others] = [await createProductFamily(app, first.id), await createProductFamily(app, second.id)]
    const [one, two] = [
      await createEquipment(app, {
        manufactureId: first.id,
        productFamilyId: own.id,
        defaultProvider: 'EC',
        defaultInstaller: 'AVV',
      }),
      await createEquipment(app, {
        manufactureId: second.id,
        productFamilyId: others.id,
        defaultProvider: 'AVV',
        defaultInstaller: 'EC',
      }),
    ]
    for (const { id } of [first, second])
      await app.admin('PUT', `/api/Manufactures/${id}/AccessList`, { userIds: [caller.userId], accessGroupIds: [] })
    const families = async (query: AnyRow) =>
      (await caller('GET', '/api/externalEquipments/Filters/ProductFamilies', undefined, { query })).body.items
    expect(externalEquipments.list.filters?.productFamilyIds.parentFilter).toBe('manufacturerIds')
    expect(await families({ manufacturerIds: [second.id] })).toEqual([{ id: others.id, name: others.name }])
    expect(await families({ manufacturerIds: [first.id, second.id] })).toHaveLength(2)
    expect(await families({ manufacturerIds: [maker.id] })).toEqual([])
    const found = async (query: AnyRow) =>
      (await caller('GET', '/api/externalEquipments', undefined, { query })).body.items.map(({ id }: AnyRow) => id)
    expect(await found({ makes: [first.name.slice(2)] })).toEqual([one.id])
    expect(await found({ makes: [maker.name] })).toEqual([])
    expect(await found({ providers: ['AVV'] })).toEqual([two.id])
    expect(await found({ installers: ['AVV'] })).toEqual([one.id])
  })

  it('includes every catalog field except internal notes', () => {
    const allFields = { ...externalEquipments.fields, ...externalEquipments.computed }
    expect(Object.keys(equipments.fields).filter((key) => !(key in allFields))).toEqual(['internalNotes'])
  })

  it('includes ports and documents, whose files open to listed users while listed', async () => {
    const caller = await guest()
    const [mine, signal] = [await createManufacturer(app), await createSignalType(app)]
    const connector = await createConnector(app, { imageUrl: await uploadPicture(app, 'connectorPhysicalTypes') })
    const form = new FormData()
    form.append('file', new File(['%PDF-1.4 sheet'], 'sheet.pdf'))
    const file = (await app.admin('POST', '/api/files', form)).body
    const product = await createEquipment(app, {
      manufactureId: mine.id,
      internalNotes: secret,
      defaultProvider: 'EC',
      revitFamilyName: 'Display family',
      revitFamilyFileId: file.id,
      technicalDocuments: [{ type: 1, name: 'Cut sheet', fileId: file.id }],
      ports: [{ name: 'HDMI 1', direction: 1, connectorPhysicalTypeId: connector.id, signalTypeIds: [signal.id] }],
    })
    await app.admin('PUT', `/api/Manufactures/${mine.id}/AccessList`, { userIds: [caller.userId], accessGroupIds: [] })
    const read = (await caller('GET', `/api/externalEquipments/${product.id}`)).body
    expect(read).toMatchObject({
      defaultProvider: 'EC',
      revitFamilyName: 'Display family',
      revitFamilyFile: { name: 'sheet.pdf' },
      technicalDocuments: [{ name: 'Cut sheet', fileName: 'sheet.pdf' }],
      ports: [{ name: 'HDMI 1', connectorPhysicalType: { name: connector.name, imageUrl: null }, signalTypes: [{ name: signal.name }] }],
    })
    const { fileUrl } = read.technicalDocuments[0]
    expect(fileUrl).toContain(`for=${caller.userId}`)
    expect((await app.call('GET', fileUrl)).status).toBe(200)
    for (const seen of [(await caller('GET', '/api/externalEquipments')).body, read]) expect(JSON.stringify(seen)).not.toContain(secret)
    await app.admin('PUT', `/api/Manufactures/${mine.id}/AccessList`, { userIds: [], accessGroupIds: [] })
    expect((await app.call('GET', fileUrl)).status).toBe(404)
  })

  it('is counted by availability on the dashboard of listed users', async () => {
    const [caller, other] = [await guest(), await guest()]
    const mine = await createManufacturer(app)
    const first = await createEquipment(app, { manufactureId: mine.id, availability: 1 })
    await createEquipment(app, { manufactureId: mine.id, availability: 1 })
    await createEquipment(app, { manufactureId: mine.id, availability: 4 })
    await app.admin('PUT', `/api/Manufactures/${mine.id}/AccessList`, { userIds: [caller.userId], accessGroupIds: [] })
    const counts = async (person: Caller) => (await person('GET', '/api/externalDashboard/Widgets/myEquipment')).body.items
    expect(await counts(caller)).toEqual([
      { availability: 1, count: 2 },
      { availability: 4, count: 1 },
    ])
    expect(await counts(other)).toEqual([])
    await app.admin('DELETE', `/api/equipments/${first.id}`)
    expect(await counts(caller)).toMatchObject([{ count: 1 }, { count: 1 }])
  })
})
