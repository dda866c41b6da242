import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createCategory, createEquipment } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createLine, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import {
  cadFile,
  cadForm,
  cadItems,
  cadLibrary,
  chooseCad,
  createCadRequest,
  postCad,
  readRequest,
  transitionCad,
} from '../../../test/kit/fixtures/wire-cad.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { CadIntegrationResult, IntegrationAction, IntegrationRequestState } from '../../model/integrations/enums.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { cadStepNames, cadSteps } from '../../model/wire-cad/request-steps.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { writeWorkbook } from '../tools/sheet.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const { Draft, PendingManagement, Approved, Rejected } = IntegrationRequestState
const { FullyLinked, PartiallyLinked, Match, NoMatch } = CadIntegrationResult
const { NoAction, Create, Link, LinkAndUpdate } = IntegrationAction
const createOneItemLibrary = (model = uniqueName('Box')) => cadLibrary([{ maker: uniqueName('Maker'), model }])
const settled = (request: AnyRow) => expect.poll(async () => (await readRequest(admin, request)).linkStatus).toBeGreaterThanOrEqual(3)

async function ready(caller: Caller = admin): Promise<AnyRow> {
  const request = await createCadRequest(caller, createOneItemLibrary())
  const { id } = await createCategory(app)
  await chooseCad(caller, request, { all: { chosenCategoryId: id } })
  return request
}

describe('sent files', () => {
  it('are merged by manufacturer and model', async () => {
    const guid = randomUUID()
    const grid = 'Manufacturer,Equipment Name,SysName,Location,Elevation\nShure,MXA-920,MIC 1,101,12\nshure,mxa920,MIC 2,101,12-3\n'
    const list = JSON.stringify([
      { cadManufacturer: 'Shure', cadModel: 'MXA 920', cadWatts: 10.1, cadPorts: [{ direction: 'Output', name: 'Dante' }] },
    ])
    const files = [
      cadFile(cadLibrary([{ guid, maker: 'Shure', model: 'MXA920', more: 'EquipmentWeight="5" EquipmentWeightValue="kg"' }])),
      cadFile(grid, 'grid.csv'),
      cadFile(list, 'items.json'),
    ]
    const { status, body } = await postCad(admin, files, { note: 'Together' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      state: Draft,
      source: 1,
      itemsCount: 1,
      note: 'Together',
      linkStatus: 0,
      counts: { total: 1, noMatch: 1, toDo: 1, uncategorized: 1 },
    })
    expect(body.sources.map(({ name }: AnyRow) => name)).toEqual(['library.xml', 'grid.csv', 'items.json'])
    expect((await app.call('GET', body.sources[1].url)).body.toString()).toBe(grid)
    expect(await cadItems(admin, body)).toMatchObject([
      {
        wireCadId: guid,
        cadManufacturer: 'Shure',
        cadWeightLb: 11.02,
        cadWatts: 10.1,
        cadQuantity: 2,
        cadPorts: [{ direction: 2, name: 'Dante' }],
        devices: [
          { sysName: 'MIC 1', location: '101', rackUnit: 12, slot: null, spaceId: null },
          { sysName: 'MIC 2', rackUnit: 12, slot: '3' },
        ],
        result: NoMatch,
        action: Create,
      },
    ])
  })

  it.each([
    ['another XML', '<svg/>', 'a.xml'],
    ['damaged XML', '<WCEQUIPDEF><EquipDef>', 'a.xml'],
    ['a text', 'Dear Sir', 'a.txt'],
    ['other columns', 'Name,Price\nA,1', 'a.csv'],
    ['other JSON', '{"hello": 1}', 'a.json'],
    ['damaged JSON', '[{', 'a.json'],
    ['nothing in it', '<WCEQUIPDEF/>', 'a.xml'],
    ['no text at all', '\0\x01\x02', 'a.bin'],
  ])('are rejected when not a WireCAD file: %s', async (_, text, name) => {
    const { status, body } = await postCad(admin, [cadFile(text, name)])
    expect([status, body.errors]).toEqual([400, ['This is not a WireCAD file.']])
  })

  it('are rejected when empty, with a message', async () => {
    const { status, body } = await postCad(admin, [cadFile('', 'a.csv')])
    expect([status, body.errors]).toEqual([400, ['This file is empty.']])
  })

  it('are rejected with external or recursive entities', async () => {
    const bomb = `<!DOCTYPE a [${Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')}]><WCEQUIPDEF>&e9;</WCEQUIPDEF>`
    const outside =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><WCEQUIPDEF><EquipDef ManufacturerName="&x;" EquipmentName="b"/></WCEQUIPDEF>'
    for (const text of [bomb, outside])
      expect((await postCad(admin, [cadFile(text)])).body.errors).toEqual([
        'This is not a WireCAD file. XML with a document type or custom entities is not accepted.',
      ])
    const deep = await postCad(admin, [cadFile(`<WCEQUIPDEF>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</WCEQUIPDEF>`)])
    expect([deep.status, deep.body.errors]).toEqual([413, ['The XML has too many elements.']])
  })

  it('are all rejected when one is invalid, with its name', async () => {
    const before = (await admin('GET', '/api/wireCad/Requests')).body.total
    const { status, body } = await postCad(admin, [cadFile(createOneItemLibrary()), cadFile('<a/>', 'other.xml')])
    expect([status, body.fields]).toEqual([400, { files: ['other.xml: This is not a WireCAD file.'] }])
    expect((await admin('GET', '/api/wireCad/Requests')).body.total).toBe(before)
  })

  it('require a file or a pull', async () => {
    const { status, body } = await admin('POST', '/api/wireCad/Requests', { name: 'Empty' })
    expect([status, body.fields]).toEqual([400, { files: ['Choose a WireCAD file.'] }])
    const nameless = await admin('POST', '/api/wireCad/Requests', cadForm([cadFile(createOneItemLibrary())], { name: null }))
    expect(nameless.body.fields).toMatchObject({ name: ['This field is required!'] })
    const hidden = await postCad(admin, [cadFile(createOneItemLibrary())], { projectId: 999_999 })
    expect(hidden.body.fields).toMatchObject({ projectId: ['Project not found.'] })
  })

  it('can be a workbook, like the exported Systems grid', async () => {
    const columns = ['SysName', 'Manufacturer', 'Equipment Name', 'SysNum', 'Elevation'].map((header) => ({ header }))
    const rows = [
      ['S1', 'Grid maker', 'Grid box', 7, 12],
      ['S2', 'Grid maker', 'Grid box', 8, '12-2'],
    ]
    const book = await writeWorkbook({ sheets: [{ name: 'Systems', preamble: [['Project', 'Arena']], columns, rows }] }, () => undefined)
    const { status, body } = await postCad(admin, [new File([new Uint8Array(book)], 'systems.xlsx')])
    expect([status, body.itemsCount]).toEqual([201, 1])
    expect((await cadItems(admin, body))[0]).toMatchObject({
      cadModel: 'Grid box',
      cadQuantity: 2,
      devices: [
        { sysNum: '7', rackUnit: 12 },
        { sysNum: '8', rackUnit: 12, slot: '2' },
      ],
    })
  })

  it('can contain 5,000 devices in one file', async () => {
    const maker = uniqueName('Maker')
    const ports = Array.from({ length: 4 }, (_, n) => `<Input Name="IN ${n}" Connector="XLR 3"/>`).join('')
    const text = cadLibrary(
      Array.from({ length: 5000 }, (_, n) => ({ maker, model: `Device ${n}`, inside: ports, more: 'EquipmentPower="20"' })),
    )
    const request = await createCadRequest(admin, text)
    expect(request.counts).toMatchObject({ total: 5000, noMatch: 5000 })
    const [last] = await cadItems(admin, request, { search: 'Device 4999', itemsPerPage: 10 })
    expect(last).toMatchObject({ cadModel: 'Device 4999', cadWatts: 20 })
    const { id } = await createCategory(app)
    expect((await chooseCad(admin, request, { all: { chosenCategoryId: id } })).body).toMatchObject({ changed: 5000, skipped: 0 })
    const more = await postCad(admin, [cadFile(cadLibrary(Array.from({ length: 5001 }, (_, n) => ({ maker, model: `D ${n}` }))))])
    expect([more.status, more.body.errors]).toEqual([413, ['There are more than 5,000 pieces of equipment.']])
  })

  it('matches the rooms of its project by number, then by name', async () => {
    const project = await createProject(app)
    const byNumber = await createSpace(app, project, { spaceNumber: '2.14', name: 'Board room' })
    const byName = await createSpace(app, project, { name: 'Lobby' })
    const grid = 'Manufacturer;Equipment Name;SysName;Location;Elevation\nA;B;S1;2.14;1\nA;B;S2;lobby;\nA;B;S3;Elsewhere;'
    const request = await createCadRequest(admin, grid, { projectId: project.id }, 'grid.csv')
    const [item] = await cadItems(admin, request)
    expect(item?.devices.map(({ spaceId }: AnyRow) => spaceId)).toEqual([byNumber.id, byName.id, null])
  })
})

describe('match results (domain 13.2)', () => {
  it('are fully linked, partially linked, match or no match, each with default and legal actions', async () => {
    const [byGuid, byNames, same] = [await createEquipment(app, { weightLb: 3 }), await createEquipment(app), await createEquipment(app)]
    const guid = randomUUID()
    const link = (device: AnyRow, wireCadLink: AnyRow) =>
      admin('PUT', `/api/equipments/${device.id}`, {
        ...device,
        manufactureId: device.manufacture.id,
        categoryId: device.category.id,
        wireCadLink,
        rowVersion: undefined,
      })
    await link(byGuid, { id: guid, manufacturerName: 'Other words', equipmentName: uniqueName('For it') })
    await link(byNames, { manufacturerName: byNames.manufacture.name, equipmentName: byNames.model })
    const named = (device: AnyRow) => ({ maker: device.manufacture.name, model: device.model })
    const request = await createCadRequest(
      admin,
      cadLibrary([
        { guid, ...named(byGuid), more: 'EquipmentWeight="3" EquipmentWeightValue="lb"' },
        { ...named(byNames), more: 'EquipmentDescription="Better words" EquipmentWidth="482.6" EquipmentWidthValue="mm"' },
        { maker: same.manufacture.name.toUpperCase(), model: same.model.replace(' ', '-') },
        { maker: uniqueName('Nobody'), model: 'Nothing' },
      ]),
    )
    const items = await cadItems(admin, request)
    expect(items.map(({ result, action }) => [result, action])).toEqual([
      [FullyLinked, NoAction],
      [PartiallyLinked, LinkAndUpdate],
      [Match, Link],
      [NoMatch, Create],
    ])
    expect(items[1]?.differences).toEqual([
      { field: 'description', cad: 'Better words', dna: '–' },
      { field: 'widthIn', cad: '19 in', dna: '–' },
    ])
    expect(items[2]).toMatchObject({ equipment: { id: same.id }, matches: [{ id: same.id }], chosenEquipmentId: same.id })
    const legal: Record<number, number[]> = {
      [FullyLinked]: [NoAction],
      [PartiallyLinked]: [NoAction, Link, LinkAndUpdate],
      [Match]: [NoAction, Create, Link, LinkAndUpdate],
      [NoMatch]: [NoAction, Create],
    }
    for (const item of items)
      for (const { value } of IntegrationAction.values) {
        const { status, body } = await chooseCad(admin, request, { items: [{ id: item.id, action: value }] })
        const isLegal = legal[item.result]?.includes(value)
        expect([item.result, value, status]).toEqual([item.result, value, isLegal ? 200 : 400])
        if (!isLegal)
          expect(body.fields).toEqual({
            'items[0].action': [`${IntegrationAction.label(value)} is not possible for ${CadIntegrationResult.label(item.result)}.`],
          })
      }
  })

  it('prefer the newest available of several matches, and another can be selected', async () => {
    const mark = uniqueName('Twin')
    const makers = [await createEquipment(app, { model: mark }), await createEquipment(app, { model: mark, availability: 1 })]
    // Two spellings of one manufacturer.
    await app.sql('update manufacturers set name = $2 where id = $1', [makers[0]?.manufacture.id, `${mark} Audio`])
    await app.sql('update manufacturers set name = $2 where id = $1', [makers[1]?.manufacture.id, `${mark}-Audio`])
    await app.sql('update equipments set availability = 3, update_date = now() where id = $1', [makers[0]?.id])
    const request = await createCadRequest(admin, cadLibrary([{ maker: `${mark}Audio`, model: mark }]))
    const [item] = await cadItems(admin, request)
    expect(item).toMatchObject({ result: Match, equipment: { id: makers[1]?.id }, chosenEquipmentId: makers[1]?.id })
    expect(item?.matches.map(({ id }: AnyRow) => id).sort()).toEqual(makers.map(({ id }) => id).sort())
    expect((await chooseCad(admin, request, { items: [{ id: item?.id, chosenEquipmentId: makers[0]?.id }] })).status).toBe(200)
    expect((await cadItems(admin, request))[0]).toMatchObject({ chosenEquipmentId: makers[0]?.id })
    const other = await createEquipment(app)
    const refused = await chooseCad(admin, request, { items: [{ id: item?.id, chosenEquipmentId: other.id }] })
    expect(refused.body.fields).toEqual({ 'items[0].chosenEquipmentId': ['This equipment is not the same product.'] })
  })
})

describe('request workflow (domain 7.6)', () => {
  it('moves from draft through management to approved', async () => {
    const approver = await app.signInAs([...internalPermissions])
    const request = await ready()
    expect((await transitionCad(admin, request, 'Submit')).body).toMatchObject({
      state: PendingManagement,
      actions: ['Approve', 'Reject', 'Recall'],
    })
    await expect
      .poll(() => app.mails().filter(({ to, subject }) => to === approver.email && subject.includes(`${request.name} is waiting`)).length)
      .toBe(1)
    expect((await readRequest(approver, request)).actions).toEqual(['Approve', 'Reject'])
    expect((await transitionCad(approver, request, 'Approve')).body).toMatchObject({
      state: Approved,
      linkStatus: 1,
      decidedBy: { id: approver.userId },
      actions: [],
    })
    // The requester gets the decision by mail, as with offers.
    await expect
      .poll(() => app.mails().filter(({ to, subject }) => to === admin.email && subject === `${request.name} was approved`).length)
      .toBe(1)
    await settled(request)
    expect(await readRequest(admin, request)).toMatchObject({ linkStatus: 3, linkError: null, counts: { done: 1, failed: 0 } })
    const watch = `/api/watches/${encodeURIComponent('wireCad/Requests')}/${request.id}`
    for (const caller of [admin, approver]) expect((await caller('GET', watch)).body).toEqual({ isOn: true, isByRole: true })
    expect((await approver('PUT', watch, { isOn: false })).body).toEqual({ isOn: false, isByRole: false })
  })

  it('can be recalled by its author only', async () => {
    const other = await app.signInAs([...internalPermissions])
    const request = await ready()
    await transitionCad(admin, request, 'Submit')
    expect((await transitionCad(other, request, 'Recall')).status).toBe(403)
    expect((await transitionCad(admin, request, 'Recall')).body).toMatchObject({ state: Draft, submittedDate: null })
  })

  it('is rejected with a comment, revised and deleted', async () => {
    const request = await ready()
    await transitionCad(admin, request, 'Submit')
    expect((await transitionCad(admin, request, 'Reject')).body.fields).toEqual({ comment: ['This field is required!'] })
    expect((await transitionCad(admin, request, 'Reject', { comment: 'Wrong library' })).body).toMatchObject({
      state: Rejected,
      rejectReason: 'Wrong library',
    })
    expect((await transitionCad(admin, request, 'Revise')).body).toMatchObject({ state: Draft, rejectReason: null, decidedBy: null })
    await transitionCad(admin, request, 'Submit')
    const deletion = await admin('DELETE', `/api/wireCad/Requests/${request.id}`)
    expect(deletion.body.message).toBe('A WireCAD request cannot be deleted while Pending Management.')
    await transitionCad(admin, request, 'Reject', { comment: 'Again' })
    expect((await admin('DELETE', `/api/wireCad/Requests/${request.id}`)).status).toBe(204)
    expect((await admin('GET', `/api/wireCad/Requests/${request.id}`)).status).toBe(404)
  })

  it('requires an action, and a category for created items, to submit', async () => {
    const request = await createCadRequest(admin, createOneItemLibrary())
    expect((await transitionCad(admin, request, 'Submit')).body.message).toBe('Choose a category for 1 item to be created.')
    await chooseCad(admin, request, { all: { action: NoAction } })
    expect((await transitionCad(admin, request, 'Submit')).body.message).toBe('Choose an action for at least one item.')
  })

  it('is rematched: choices remain where still legal', async () => {
    const device = { maker: uniqueName('Late'), model: uniqueName('Comer') }
    const request = await createCadRequest(
      admin,
      cadLibrary([
        device,
        { maker: uniqueName('Late'), model: uniqueName('Comer') },
        { maker: uniqueName('Early'), model: uniqueName('Bird') },
      ]),
    )
    const [first, second, third] = await cadItems(admin, request)
    await chooseCad(admin, request, {
      items: [
        { id: first?.id, action: Create },
        { id: second?.id, action: NoAction },
      ],
    })
    for (const { cadManufacturer, cadModel } of [first, third].flatMap((item) => item ?? []))
      await createEquipment(app, {
        model: cadModel,
        manufactureId: (await admin('POST', '/api/Manufactures', { name: cadManufacturer })).body.id,
      })
    expect((await transitionCad(admin, request, 'Rematch')).body).toMatchObject({ state: Draft, counts: { match: 2, noMatch: 1 } })
    expect((await cadItems(admin, request)).map(({ result, action }) => [result, action])).toEqual([
      [Match, Create],
      [NoMatch, NoAction],
      [Match, Link],
    ])
  })

  it('rejects every step that the state does not allow and changes nothing', async () => {
    const request = await ready()
    for (const { value } of IntegrationRequestState.values) {
      await app.sql('update wire_cad_requests set state = $2 where id = $1', [request.id, value])
      const [before] = await app.sql('select row_to_json(t) as t from wire_cad_requests t where id = $1', [request.id])
      for (const name of cadStepNames) {
        const from: readonly number[] = cadSteps[name].from.state
        if (from.includes(value)) continue
        expect(await transitionCad(admin, request, name, { comment: 'why' }), `${name} at ${value}`).toMatchObject({
          status: 409,
          body: { message: `${name} is not possible while ${IntegrationRequestState.label(value)}.` },
        })
      }
      if (value !== Draft) {
        expect((await chooseCad(admin, request, { all: { action: NoAction } })).body.message).toBe(
          `Items cannot be changed while ${IntegrationRequestState.label(value)}.`,
        )
        expect((await admin('PUT', `/api/wireCad/Requests/${request.id}`, { name: 'Other' })).status).toBe(409)
      }
      expect((await app.sql('select row_to_json(t) as t from wire_cad_requests t where id = $1', [request.id]))[0]).toEqual(before)
    }
  })

  it.each(cadStepNames.map((name) => [name, cadSteps[name].permission] as const))(
    'requires for %s the permission %s',
    async (name, permission) => {
      const request = await ready()
      const without = await app.signInAs(internalPermissions.filter((internalPermission) => internalPermission !== permission))
      expect((await transitionCad(without, request, name)).status).toBe(403)
    },
  )

  it.each([
    ['Equipments.Create', Create],
    ['Manufacturers.Create', Create],
    ['Equipments.Update', Link],
    ['Equipments.Update', LinkAndUpdate],
  ] as const)('requires %s to approve, depending on its items', async (permission, action) => {
    const device = await createEquipment(app)
    const request =
      action === Create
        ? await ready()
        : await createCadRequest(admin, cadLibrary([{ maker: device.manufacture.name, model: device.model }]))
    if (action !== Create) await chooseCad(admin, request, { all: { action } })
    await transitionCad(admin, request, 'Submit')
    const without = await app.signInAs(internalPermissions.filter((internalPermission) => internalPermission !== permission))
    expect(await transitionCad(without, request, 'Approve')).toMatchObject({ status: 403, body: { detail: permission } })
    expect((await readRequest(admin, request)).state).toBe(PendingManagement)
  })
})

describe('visibility', () => {
  it('follows the project; a request without one is visible to all users who see requests', async () => {
    const project = await createProject(app)
    await addToAccessList(app, project, admin.userId)
    const request = await createCadRequest(admin, createOneItemLibrary(), { projectId: project.id })
    const open = await createCadRequest(admin, createOneItemLibrary())
    const stranger = await app.signInAs(
      internalPermissions.filter((name) => name !== 'ProjectAccessList.Update' && name !== 'LeadAccessList.Update'),
    )
    for (const path of ['', '/Items', '/Comparison', '/Export'])
      expect((await stranger('GET', `/api/wireCad/Requests/${request.id}${path}`)).status).toBe(404)
    expect((await transitionCad(stranger, request, 'Submit')).status).toBe(404)
    expect((await stranger('GET', `/api/wireCad/Requests/${open.id}`)).status).toBe(200)
    expect((await (await app.signInAs(['Projects.View']))('GET', `/api/wireCad/Requests/${open.id}`)).status).toBe(403)
  })
})

it('compares WireCAD with the project, by item and by space, and changes nothing', async () => {
  const project = await createProject(app)
  const device = await createEquipment(app)
  const [both, ourSpace] = [await createSpace(app, project, { name: 'Both' }), await createSpace(app, project, { name: 'Ours' })]
  await createLine(app, both, device, { quantity: 3 })
  await createLine(app, ourSpace, device, { quantity: 1 })
  const row = (location: string) => `${device.manufacture.name},${device.model},S,${location}`
  const grid = ['Manufacturer,Equipment Name,SysName,Location', row('Both'), row('Both'), row('Attic')].join('\n')
  const request = await createCadRequest(admin, grid, { projectId: project.id }, 'grid.csv')
  expect((await cadItems(admin, request))[0]).toMatchObject({ cadQuantity: 3, dnaQuantity: 4 })
  const { body } = await admin('GET', `/api/wireCad/Requests/${request.id}/Comparison`)
  expect(body).toMatchObject({ isWhole: true, different: 3 })
  expect(
    body.rows.map(({ space, location, cadQuantity, dnaQuantity }: AnyRow) => [space?.name ?? null, location, cadQuantity, dnaQuantity]),
  ).toEqual([
    ['Both', null, 2, 3],
    ['Ours', null, 0, 1],
    [null, 'Attic', 1, 0],
  ])
  const blind = await app.signInAs(internalPermissions.filter((name) => name !== 'ProjectEquipment.View'))
  expect((await cadItems(blind, request))[0]).toMatchObject({ dnaQuantity: null })
  expect((await blind('GET', `/api/wireCad/Requests/${request.id}/Comparison`)).status).toBe(403)
  const without = await createCadRequest(admin, createOneItemLibrary())
  expect((await admin('GET', `/api/wireCad/Requests/${without.id}/Comparison`)).body.errors).toEqual([
    'This request has no project to compare with.',
  ])
})

it('rejects a pull without configuration: names missing settings and sends no request', async () => {
  const missing = ['integrations.wireCad.baseUrl', 'integrations.wireCad.apiKey']
  expect((await admin('GET', '/api/integrations/WireCad/Status')).body).toEqual({ isConfigured: false, missing })
  const leaving = vi.spyOn(globalThis, 'fetch')
  const before = (await admin('GET', '/api/wireCad/Requests')).body.total
  const refusal = {
    status: 503,
    body: { errorType: 'NotConfigured', message: 'WireCAD is not configured.', detail: `Missing: ${missing.join(', ')}` },
  }
  expect(await admin('GET', '/api/wireCad/Projects')).toMatchObject(refusal)
  expect(await admin('POST', '/api/wireCad/Requests', { name: 'Pull', pull: true, wireCadProjectId: randomUUID() })).toMatchObject(refusal)
  expect((await admin('GET', '/api/wireCad/Requests')).body.total).toBe(before)
  expect(leaving.mock.calls).toEqual([])
  leaving.mockRestore()
})

it('exports a workbook', async () => {
  const request = await createCadRequest(admin, cadLibrary([{ maker: '=Formula Inc', model: 'Box' }]))
  const exportAnswer = await admin('GET', `/api/wireCad/Requests/${request.id}/Export`)
  expect(exportAnswer).toMatchObject({ status: 202, body: { downloadTaskCategory: 170 } })
  const task = await waitForFile(admin, exportAnswer.body.id)
  const [sheet] = readWorkbook(new Uint8Array((await app.call('GET', task.url)).body))
  const cells = sheet?.rows.map(({ values }) => values) ?? []
  expect(cells.at(-1)).toEqual(expect.arrayContaining(['=Formula Inc', 'Box', 'No Match', 'Create']))
})
