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
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { externalEquipments } from '../../model/catalog/external-equipment.ts'
import { DocumentState } from '../../model/drawings/enums.ts'
import { externalPermissions } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

/** Tests the projects of external users (domain 4.4): exactly what their entries open, and nothing else. */
const house = await startApp()
const secret = 'zqsecretqz'
const client = await createClient(house)
const maker = await createManufacturer(house)
const equipment = await createEquipment(house, { internalNotes: secret, msrpPrice: 1234.5, manufactureId: maker.id, model: 'QM98T' })

async function furnished() {
  const project = await createProject(house, { clientId: client.id, description: secret })
  const post = (path: string, body: AnyRow) => createRow(house, `/api/${path}`, body)
  const [building] = (await house.admin('GET', `/api/projects/${project.id}/Buildings`)).body.items
  const [level] = (await house.admin('GET', `/api/buildings/${building.id}/Levels`)).body.items
  const space = await post('spaces', {
    projectId: project.id,
    levelId: level.id,
    name: uniqueName('Hall'),
    spaceNumber: '201',
    notes: secret,
  })
  await post(`spaces/${space.id}/Equipment`, { equipmentId: equipment.id, quantity: 3, provider: 'EC', installer: 'AVV', notes: secret })
  await post(`projects/${project.id}/Notes`, { title: secret, body: `<p>${secret}</p>` })
  await house.admin('PUT', `/api/projects/${project.id}/Contacts`, {
    contacts: [
      { name: 'Shared Sam', email: 'sam@client.example', isSharedExternally: true },
      { name: secret, email: 'hidden@client.example', isSharedExternally: false },
    ],
  })
  return { project, space }
}
const guest = () => house.signInAs(externalPermissions, { external: true, isNew: true })
const entry = (who: Caller, flags: AnyRow = {}) => ({ subjectType: 1, userId: who.userId, isLive: true, ...flags })
const open = async (project: AnyRow, entries: AnyRow[]) =>
  expect((await house.admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries })).status).toBe(200)
const paths = ['', '/Spaces', '/Equipment', '/Contacts', '/Reports', '/Documents', '/Comments', '/Approvals']
const at = (project: AnyRow, tail = '') => `/api/externalProjects/${project.id}${tail}`
const propertiesOf = (value: unknown): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...propertiesOf(inner)])
    : []

describe('a project is seen from outside', () => {
  it('as its entry opens it, field by field', async () => {
    const { project, space } = await furnished()
    const who = await guest()
    await open(project, [entry(who, { showPrices: true, showReports: true })])
    const read = (await who('GET', at(project))).body
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
    expect((await who('GET', '/api/externalProjects')).body).toMatchObject({ total: 1, items: [{ id: project.id }] })
    expect((await who('GET', '/api/externalProjects', undefined, { query: { search: 'nowhere' } })).body.total).toBe(0)
    const [room] = (await who('GET', at(project, '/Spaces'))).body.items
    expect(room).toMatchObject({ id: space.id, name: space.name, spaceNumber: '201', status: 2, itemsCount: 3 })
    const lines = (await who('GET', at(project, '/Equipment'))).body
    expect(lines).toMatchObject({
      total: 1,
      items: [
        { model: 'QM98T', quantity: 3, provider: 'EC', unitPrice: 1234.5, totalPrice: 3703.5, space: { id: space.id, number: '201' } },
      ],
    })
    expect((await who('GET', at(project, '/Contacts'))).body.items).toEqual([
      { name: 'Shared Sam', email: 'sam@client.example', company: null, jobTitle: null, phone: null },
    ])
    for (const tail of paths) expect(JSON.stringify((await who('GET', at(project, tail))).body)).not.toContain(secret)
  })

  it('without prices, equipment or reports where no entry opens them; any of several does', async () => {
    const { project } = await furnished()
    const who = await guest()
    await open(project, [entry(who, { showEquipment: false })])
    const answers = await Promise.all(paths.map((tail) => who('GET', at(project, tail))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200, 404, 404, 404, 404])
    const names = answers.flatMap(({ body }) => propertiesOf(body))
    expect(names.filter((name) => /Price|Cost|Total|equipmentCount|itemsCount|openComments|documentCount|fingerprint/.test(name))).toEqual(
      [],
    )
    const group = await createRow(house, '/api/externalAccessGroups', { name: uniqueName('Guests'), userIds: [who.userId] })
    await open(project, [
      entry(who, { showEquipment: false }),
      { subjectType: 2, accessGroupId: group.id, showPrices: true, showEquipment: true, isLive: false },
    ])
    expect((await who('GET', at(project, '/Equipment'))).body.items).toMatchObject([{ unitPrice: 1234.5 }])
  })

  it('as it was issued, which is nothing yet, unless the entry is live', async () => {
    const { project } = await furnished()
    const who = await guest()
    await open(project, [entry(who, { isLive: false, showPrices: true })])
    expect((await who('GET', at(project))).body).toMatchObject({
      name: project.name,
      revision: null,
      isLive: false,
      spaceCount: 0,
      equipmentCount: 0,
      totalMsrpPrice: 0,
      buildings: [],
    })
    for (const tail of ['/Spaces', '/Equipment']) expect((await who('GET', at(project, tail))).body.items).toEqual([])
  })

  it('as the latest revision has it, whatever was changed, added and taken away since', async () => {
    const { project, space } = await furnished()
    const who = await guest()
    await open(project, [entry(who, { isLive: false, showPrices: true, showDocuments: true })])
    const drawing = await createRow(house, `/api/projects/${project.id}/DrawingDocuments`, {
      documentType: 9,
      title: 'Plan of the hall',
      associateType: 1,
      associateId: space.id,
      notes: secret,
    })
    const hidden = await createRow(house, `/api/projects/${project.id}/DrawingDocuments`, { documentType: 9, title: secret })
    const state = async (id: number, to: number) =>
      expect((await house.admin('PUT', `/api/projects/${project.id}/DrawingDocuments/${id}/SetState`, { state: to })).status).toBe(200)
    await state(drawing.id, DocumentState.InProgress)
    const issue = (code: string, issueDate: string) =>
      createRow(house, `/api/projects/${project.id}/Revisions`, { code, title: 'Construction documents', issueDate, note: secret })
    await issue('DD', '2026-03-01')
    const revision = await issue('CD 50', '2026-04-01')
    const [line] = (await who('GET', at(project, '/Equipment'))).body.items
    const change = await house.admin('PUT', `/api/spaces/${space.id}/Equipment/${line.id}`, {
      quantity: 9,
      provider: 'EC',
      installer: 'AVV',
      unitPriceOverride: 1,
    })
    expect(change.status).toBe(200)
    const known = (await house.admin('GET', `/api/spaces/${space.id}`)).body
    expect((await house.admin('PUT', `/api/spaces/${space.id}`, { ...known, name: secret, levelId: known.level.id })).status).toBe(200)
    await state(hidden.id, DocumentState.InProgress)
    const read = (await who('GET', at(project))).body
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
    expect((await who('GET', at(project, '/Spaces'))).body.items).toMatchObject([{ id: space.id, name: space.name, itemsCount: 3 }])
    expect((await who('GET', at(project, '/Equipment'))).body.items).toMatchObject([
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
    expect((await who('GET', at(project, '/Documents'))).body.items).toMatchObject([
      { id: drawing.id, title: 'Plan of the hall', spaceId: space.id, state: DocumentState.InProgress, url: null },
    ])
    for (const tail of paths) expect(JSON.stringify((await who('GET', at(project, tail))).body)).not.toContain(secret)
    await open(project, [entry(who, { isLive: true, showDocuments: true })])
    expect((await who('GET', at(project))).body).toMatchObject({ equipmentCount: 9, documentCount: 2, isLive: true })
    expect((await who('GET', at(project, '/Equipment'))).body.items).toMatchObject([{ id: line.id, quantity: 9, space: { name: secret } }])
    expect((await who('GET', at(project, '/Documents'))).body.items).toHaveLength(2)
  })

  it('by nobody else, and is not found as if it were not there', async () => {
    const { project } = await furnished()
    const [named, other] = [await guest(), await guest()]
    await open(project, [entry(named)])
    const nowhere = { id: 999_999_999 }
    for (const tail of paths) {
      const hidden = await other('GET', at(project, tail))
      expect(hidden.status, tail).toBe(404)
      expect(hidden.body).toEqual((await other('GET', at(nowhere, tail))).body)
      expect((await house.admin('GET', at(project, tail))).status, `${tail} as staff`).toBe(403)
      const without = await house.signInAs(['ExternalDashboard.ViewAllWidgets'], { external: true })
      expect((await without('GET', at(project, tail))).status).toBe(403)
    }
    expect((await other('GET', '/api/externalProjects')).body.total).toBe(0)
    for (const path of [`/api/projects/${project.id}`, '/api/spotlight?term=a', '/api/boards/big', `/api/projects/${project.id}/Contracts`])
      expect((await named('GET', path)).status, path).toBeOneOf([403, 404])
  })

  it('no more once the entry is taken, the group left, the person suspended or the project deleted; again when it comes back', async () => {
    const { project } = await furnished()
    const who = await guest()
    const status = async () => (await who('GET', at(project))).status
    await open(project, [entry(who)])
    expect(await status()).toBe(200)
    await house.admin('DELETE', `/api/projects/${project.id}`)
    expect(await status()).toBe(404)
    await house.admin('PUT', `/api/projects/${project.id}/restore`, {})
    expect(await status()).toBe(200)
    await house.admin('DELETE', `/api/projects/${project.id}/ExternalAccessList/1/${who.userId}`)
    expect(await status()).toBe(404)
    const group = await createRow(house, '/api/externalAccessGroups', { name: uniqueName('Guests'), userIds: [who.userId] })
    await open(project, [{ subjectType: 2, accessGroupId: group.id, isLive: true }])
    expect(await status()).toBe(200)
    await house.admin('PUT', `/api/externalAccessGroups/${group.id}`, { name: group.name, userIds: [] })
    expect(await status()).toBe(404)
    await open(project, [entry(who)])
    await house.admin('PUT', `/api/externalUsers/${who.userId}/Suspend`)
    expect(await status()).toBe(401)
  })

  it('and is told live that it looks different, only to whom it does', async () => {
    const { project, space } = await furnished()
    const [live, issued] = [await guest(), await guest()]
    await open(project, [entry(live), entry(issued, { isLive: false })])
    const [heardLive, heardIssued]: [unknown[], unknown[]] = [[], []]
    const listen = async (who: Caller, heard: unknown[]) => {
      const connection = new HubConnectionBuilder()
        .withUrl(`${house.url}/hubs/notifications`, { accessTokenFactory: () => who.token })
        .configureLogging(LogLevel.None)
        .build()
      onCleanup(() => connection.stop())
      connection.on('EntityChanged', (event) => heard.push(event))
      const began = performance.now()
      await connection.start()
      return () => connection.invoke('HasMissed', performance.now() - began)
    }
    const liveMissed = await listen(live, heardLive)
    const issuedMissed = await listen(issued, heardIssued)
    const changed = { entity: 'externalProjects', id: project.id, projectId: project.id, action: 'Updated' }
    await createRow(house, `/api/spaces/${space.id}/Equipment`, { equipmentId: equipment.id, quantity: 1 })
    await expect.poll(() => heardLive[0]).toEqual(changed)
    expect(heardIssued).toEqual([])
    // A later connection also learns of no change it may not see.
    expect(await liveMissed()).toBe(true)
    expect(await issuedMissed()).toBe(false)
    await createRow(house, `/api/projects/${project.id}/Revisions`, { code: 'CD', title: 'Issued', issueDate: '2026-04-01' })
    await expect.poll(() => heardIssued[0]).toEqual(changed)
    for (const event of [...heardLive, ...heardIssued]) expect(event).toEqual(changed)
  })
})

describe('equipment is seen from outside', () => {
  it('of the manufacturers whose list names one, without use, and is exported', async () => {
    const who = await guest()
    const other = await createEquipment(house)
    expect((await who('GET', '/api/externalEquipments')).body).toMatchObject({ total: 0, items: [] })
    await house.admin('PUT', `/api/Manufactures/${maker.id}/AccessList`, { userIds: [who.userId], accessGroupIds: [] })
    const listed = (await who('GET', '/api/externalEquipments')).body
    expect(listed).toMatchObject({ total: 1, items: [{ id: equipment.id, model: 'QM98T', msrpPrice: 1234.5 }] })
    const read = (await who('GET', `/api/externalEquipments/${equipment.id}`)).body
    expect(propertiesOf(read).filter((name) => /Count$|totalQuantity/.test(name))).toEqual([])
    // The creator is only a name, and the last editor is hidden; neither can be used to filter or sort.
    const { id: adminId, firstName, lastName } = (await house.admin('GET', '/api/account/me')).body
    const all = (await who('GET', '/api/externalEquipments/query')).body
    for (const { createdBy, updatedBy } of [read, ...listed.items, ...all.items])
      expect([createdBy, updatedBy]).toEqual([{ firstName, lastName }, null])
    const ask = async (query: AnyRow) => (await who('GET', '/api/externalEquipments', undefined, { query })).status
    expect([await ask({ updatedByIds: [adminId] }), await ask({ createdByIds: [adminId] }), await ask({ sortBy: 'updatedBy' })]).toEqual([
      403, 403, 400,
    ])
    expect(JSON.stringify([listed, read])).not.toContain(secret)
    expect((await who('GET', `/api/externalEquipments/${other.id}`)).status).toBe(404)
    expect((await who('GET', `/api/equipments/${equipment.id}`)).status).toBe(403)
    const choices = (await who('GET', '/api/externalEquipments/Filters/Manufacturers')).body
    expect(choices).toEqual({ total: 1, items: [{ id: maker.id, name: maker.name }] })
    for (const filter of ['Categories', 'ProductFamilies'])
      expect((await who('GET', `/api/externalEquipments/Filters/${filter}`)).body.total).toBe(filter === 'Categories' ? 1 : 0)
    expect((await who('GET', '/api/externalEquipments/Export', undefined, { query: { updatedByIds: [adminId] } })).status).toBe(403)
    const exported = await who('GET', '/api/externalEquipments/Export', undefined, {
      query: { columns: ['model', 'createdBy', 'updatedBy'] },
    })
    expect(exported.status).toBe(202)
    const rows = readWorkbook((await who('GET', (await waitForFile(who, exported.body.id)).url)).body)[0]?.rows.map(({ values }) => values)
    expect(rows?.[1]).toEqual([equipment.id, 'QM98T', `${firstName} ${lastName}`])
    expect((await house.admin('GET', '/api/externalEquipments')).status).toBe(403)
    await house.admin('PUT', `/api/Manufactures/${maker.id}/AccessList`, { userIds: [], accessGroupIds: [] })
    expect((await who('GET', `/api/externalEquipments/${equipment.id}`)).status).toBe(404)
  })

  it('by manufacturer with its families, by make, by who provides and who installs', async () => {
    const who = await guest()
    const [first, second] = [await createManufacturer(house), await createManufacturer(house)]
    const [own, others] = [await createProductFamily(house, first.id), await createProductFamily(house, second.id)]
    const [one, two] = [
      await createEquipment(house, {
        manufactureId: first.id,
        productFamilyId: own.id,
        defaultProvider: 'EC',
        defaultInstaller: 'AVV',
      }),
      await createEquipment(house, {
        manufactureId: second.id,
        productFamilyId: others.id,
        defaultProvider: 'AVV',
        defaultInstaller: 'EC',
      }),
    ]
    for (const { id } of [first, second])
      await house.admin('PUT', `/api/Manufactures/${id}/AccessList`, { userIds: [who.userId], accessGroupIds: [] })
    const families = async (query: AnyRow) =>
      (await who('GET', '/api/externalEquipments/Filters/ProductFamilies', undefined, { query })).body.items
    expect(externalEquipments.list.filters?.productFamilyIds.within).toBe('manufacturerIds')
    expect(await families({ manufacturerIds: [second.id] })).toEqual([{ id: others.id, name: others.name }])
    expect(await families({ manufacturerIds: [first.id, second.id] })).toHaveLength(2)
    expect(await families({ manufacturerIds: [maker.id] })).toEqual([])
    const found = async (query: AnyRow) =>
      (await who('GET', '/api/externalEquipments', undefined, { query })).body.items.map(({ id }: AnyRow) => id)
    expect(await found({ makes: [first.name.slice(2)] })).toEqual([one.id])
    expect(await found({ makes: [maker.name] })).toEqual([])
    expect(await found({ providers: ['AVV'] })).toEqual([two.id])
    expect(await found({ installers: ['AVV'] })).toEqual([one.id])
  })

  it('with every field of the catalog but what is for colleagues', () => {
    const told = { ...externalEquipments.fields, ...externalEquipments.computed }
    expect(Object.keys(equipments.fields).filter((key) => !(key in told))).toEqual(['internalNotes'])
  })

  it('with its ports and documents, whose files open to whom the list names for as long as it does', async () => {
    const who = await guest()
    const [mine, signal] = [await createManufacturer(house), await createSignalType(house)]
    const connector = await createConnector(house, { imageUrl: await uploadPicture(house, 'connectorPhysicalTypes') })
    const form = new FormData()
    form.append('file', new File(['%PDF-1.4 sheet'], 'sheet.pdf'))
    const file = (await house.admin('POST', '/api/files', form)).body
    const product = await createEquipment(house, {
      manufactureId: mine.id,
      internalNotes: secret,
      defaultProvider: 'EC',
      revitFamilyName: 'Display family',
      revitFamilyFileId: file.id,
      technicalDocuments: [{ type: 1, name: 'Cut sheet', fileId: file.id }],
      ports: [{ name: 'HDMI 1', direction: 1, connectorPhysicalTypeId: connector.id, signalTypeIds: [signal.id] }],
    })
    await house.admin('PUT', `/api/Manufactures/${mine.id}/AccessList`, { userIds: [who.userId], accessGroupIds: [] })
    const read = (await who('GET', `/api/externalEquipments/${product.id}`)).body
    expect(read).toMatchObject({
      defaultProvider: 'EC',
      revitFamilyName: 'Display family',
      revitFamilyFile: { name: 'sheet.pdf' },
      technicalDocuments: [{ name: 'Cut sheet', fileName: 'sheet.pdf' }],
      ports: [{ name: 'HDMI 1', connectorPhysicalType: { name: connector.name, imageUrl: null }, signalTypes: [{ name: signal.name }] }],
    })
    const { fileUrl } = read.technicalDocuments[0]
    expect(fileUrl).toContain(`for=${who.userId}`)
    expect((await house.call('GET', fileUrl)).status).toBe(200)
    for (const seen of [(await who('GET', '/api/externalEquipments')).body, read]) expect(JSON.stringify(seen)).not.toContain(secret)
    await house.admin('PUT', `/api/Manufactures/${mine.id}/AccessList`, { userIds: [], accessGroupIds: [] })
    expect((await house.call('GET', fileUrl)).status).toBe(404)
  })

  it('is counted by availability on the dashboard of whom the list names', async () => {
    const [who, other] = [await guest(), await guest()]
    const mine = await createManufacturer(house)
    const first = await createEquipment(house, { manufactureId: mine.id, availability: 1 })
    await createEquipment(house, { manufactureId: mine.id, availability: 1 })
    await createEquipment(house, { manufactureId: mine.id, availability: 4 })
    await house.admin('PUT', `/api/Manufactures/${mine.id}/AccessList`, { userIds: [who.userId], accessGroupIds: [] })
    const counts = async (person: Caller) => (await person('GET', '/api/externalDashboard/Widgets/myEquipment')).body.items
    expect(await counts(who)).toEqual([
      { availability: 1, count: 2 },
      { availability: 4, count: 1 },
    ])
    expect(await counts(other)).toEqual([])
    await house.admin('DELETE', `/api/equipments/${first.id}`)
    expect(await counts(who)).toMatchObject([{ count: 1 }, { count: 1 }])
  })
})
