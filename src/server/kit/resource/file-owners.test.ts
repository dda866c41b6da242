import { expect, it } from 'vitest'
import { createClient, createEquipment } from '../../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject } from '../../../../test/kit/fixtures/projects.ts'
import { createCadRequest } from '../../../../test/kit/fixtures/wire-cad.ts'
import { type Caller, startApp } from '../../../../test/kit/start.ts'
import { uniqueName } from '../../../../test/kit/unique-names.ts'

/** Files belong to the rows that reference them, which decides who may upload, read, and reference them elsewhere. */
const app = await startApp()
const staff = [
  'Projects.View',
  'Projects.Update',
  'Equipments.View',
  'Equipments.Update',
  'SpaceTemplates.Create',
  'SpaceTemplates.View',
] as const

async function upload(caller: Caller, name = 'plan.txt') {
  const form = new FormData()
  form.append('file', new Blob(['secret']), name)
  return caller('POST', '/api/files', form)
}
const stripQuery = (url: string) => url.split('?')[0] ?? ''
async function createAs(caller: Caller, path: string, body: object) {
  const answer = await caller('POST', path, body)
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer.body
}
const person = () => app.signInAs(staff, { isNew: true })

it('can be uploaded by any user who may write a row with files', async () => {
  expect((await upload(await app.signInAs(['Equipments.View', 'Projects.View']))).status).toBe(403)
  expect((await upload(await app.signInAs(['Projects.View'], { external: true }))).status).toBe(403)
  expect((await upload(await app.signInAs([]))).status).toBe(403)
  expect((await upload(await app.signInAs(['Equipments.Update']))).status).toBe(201)
  expect((await upload(await app.signInAs(['ProjectNotes.Create']))).status).toBe(201)
})

it('are readable by id for users who see their owner, and by the uploader until then', async () => {
  const [uploader, member, stranger] = [await person(), await person(), await person()]
  const project = await createProject(app)
  await addToAccessList(app, project, app.admin.userId)
  const url: string = (await upload(uploader)).body.url
  const status = async (caller: Caller, address = stripQuery(url)) => (await caller('GET', address)).status
  expect([await status(uploader), await status(member), await status(app.admin)]).toEqual([200, 404, 404])

  await app.sql('update projects set image_url = $2 where id = $1', [project.id, stripQuery(url)])
  expect([await status(uploader), await status(member), await status(app.admin)]).toEqual([404, 404, 200])
  await addToAccessList(app, project, member.userId)
  expect([await status(member), await status(stranger)]).toEqual([200, 404])
  expect((await app.call('GET', url)).status).toBe(200)
  expect((await app.call('GET', stripQuery(url))).status).toBe(401)
})

it("cannot be accessed by naming them in one's own row", async () => {
  const [owner, thief] = [await person(), await person()]
  const tries: [string, (address: string) => string][] = [
    ['imageUrl', (address) => address],
    ['imageUrl', (address) => `${address}?expires=99999999999&signature=made-up`],
    ['description', (address) => `<p><img src="${address}"></p>`],
    // The same URL with an HTML entity, which the sanitizer decodes.
    ['description', (address) => `<p><img alt=x src='${address.replace('/files', '/&#x66;iles')}'></p>`],
  ]
  for (const [field, valueFor] of tries) {
    const { url } = (await upload(owner)).body
    const write = (caller: Caller, address: string) =>
      caller('POST', '/api/spaceTemplates', { name: uniqueName('Room'), [field]: valueFor(address) })
    const refused = await write(thief, stripQuery(url))
    expect([refused.status, refused.body.fields], valueFor('…')).toEqual([400, { [field]: ['File not found.'] }])
    expect((await write(owner, stripQuery(url))).status).toBe(201)
  }
  const { url: face } = (await upload(owner)).body
  const profile = { firstName: 'Ann', lastName: 'Other', avatarUrl: stripQuery(face) }
  expect((await thief('PUT', '/api/account/profile', profile)).status).toBe(400)
  expect((await owner('PUT', '/api/account/profile', profile)).status).toBe(200)
  const { url } = (await upload(owner)).body
  expect((await thief('POST', '/api/spaceTemplates', { name: uniqueName('Room'), imageUrl: url })).status).toBe(201)
})

it('are not claimed by text that looks like their URL', async () => {
  const [owner, thief] = [await person(), await person()]
  const { id, url } = (await upload(owner)).body
  const sayings = [
    { name: uniqueName(id), description: `<p>${id} ${stripQuery(url)} &lt;img src="${stripQuery(url)}"> fileId": "${id}"</p>` },
    { name: uniqueName('Room'), description: `<p><a href="https://example.com${stripQuery(url)}">here</a></p>` },
  ]
  for (const body of sayings) expect((await thief('POST', '/api/spaceTemplates', body)).status).toBe(201)
  expect([(await thief('GET', stripQuery(url))).status, (await owner('GET', stripQuery(url))).status]).toEqual([404, 200])
  const odd = await thief('POST', '/api/spaceTemplates', { name: uniqueName('Room'), imageUrl: `/api/files/${id}/<a` })
  expect(odd.body.fields).toEqual({ imageUrl: ['Invalid URL!'] })
  // An id that appeared as plain text does not count as an existing image.
  const room = (await thief('POST', '/api/spaceTemplates', { name: uniqueName('Room'), description: `<p>${id}</p>` })).body
  expect((await app.admin('PUT', `/api/spaceTemplates/${room.id}`, { name: room.name })).status).toBe(200)
  const editor = await app.signInAs(['SpaceTemplates.View', 'SpaceTemplates.Update'], { isNew: true })
  const roomBody = { name: room.name, description: `<p>${id} <img src="${stripQuery(url)}"></p>` }
  expect((await editor('PUT', `/api/spaceTemplates/${room.id}`, roomBody)).body.fields).toEqual({ description: ['File not found.'] })
})

it('belong to variables, contract documents and WireCAD requests like to any other row', async () => {
  const may = [
    'Projects.View',
    'Projects.Update',
    'ProjectVariables.View',
    'ProjectVariables.Update',
    'Clients.View',
    'Clients.Update',
  ] as const
  const contract = ['ProjectContracts.View', 'ProjectContracts.Create', 'ProjectContracts.DocumentsUpload'] as const
  const reading = ['ProjectContracts.DocumentsView', 'ProjectContracts.DocumentsDownload', 'WireCadIntegrationRequests.View'] as const
  const all = [...may, ...contract, ...reading, 'WireCadIntegrationRequests.Create'] as const
  const [uploader, member, stranger] = [
    await app.signInAs(all, { isNew: true }),
    await app.signInAs([...may, ...reading, 'ProjectContracts.View'], { isNew: true }),
    await app.signInAs(all, { isNew: true }),
  ]
  const client = await createClient(app)
  const project = await createProject(app, { clientId: client.id })
  const id = async () => (await upload(uploader)).body
  const put = async (path: string, { url }: { url: string }) => {
    const items = [{ name: 'plan', type: 2, value: `<p><img src="${stripQuery(url)}"></p>` }]
    const refused = await stranger('PUT', path, { items })
    expect(refused.body.fields, path).toEqual({ 'items[0].value': ['File not found.'] })
    const written = await uploader('PUT', path, { items })
    expect(written.status).toBe(200)
    expect((await member('PUT', path, { items: written.body.items })).status).toBe(200)
    return stripQuery(url)
  }
  const created = await createAs(uploader, `/api/projects/${project.id}/Contracts`, { name: uniqueName('Contract'), proposalType: 1 })
  const document = await id()
  await createAs(uploader, `/api/contracts/${created.id}/Documents`, { fileId: document.id })
  const cad = await createCadRequest(
    uploader,
    'Manufacturer,Equipment Name,SysName\nA,B,C',
    { name: uniqueName('CAD'), projectId: project.id },
    'grid.csv',
  )
  const source = (await uploader('GET', `/api/wireCad/Requests/${cad.id}`)).body.sources[0].url
  const addresses = {
    variable: await put(`/api/projects/${project.id}/Variables`, await id()),
    document: stripQuery(document.url),
    source: stripQuery(source),
  }
  const ofClient = await put(`/api/clients/${client.id}/Variables`, await id())
  await addToAccessList(app, project, member.userId)
  const status = (caller: Caller, address: string) => caller('GET', address).then((answer) => answer.status)
  for (const [label, address] of Object.entries(addresses))
    expect([await status(uploader, address), await status(member, address), await status(stranger, address)], label).toEqual([
      404, 200, 404,
    ])
  const blind = await app.signInAs(['Projects.View'])
  expect([await status(member, ofClient), await status(blind, ofClient)]).toEqual([200, 404])
})

it('cannot be accessed by their id either', async () => {
  const [owner, thief] = [await person(), await person()]
  const { id } = (await upload(owner)).body
  const equipment = await createEquipment(app)
  const add = (caller: Caller) => caller('POST', `/api/equipments/${equipment.id}/Files`, { type: 1, name: 'Manual', fileId: id })
  const refused = await add(thief)
  expect([refused.status, refused.body.fields]).toEqual([400, { technicalDocuments: ['File not found.'] }])
  expect((await add(owner)).status).toBe(201)
})
