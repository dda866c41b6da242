import { expect, it } from 'vitest'
import { fresh, givenEquipment } from '../../../../test/kit/given.ts'
import { givenProject, listed } from '../../../../test/kit/given-projects.ts'
import { type Caller, start } from '../../../../test/kit/start.ts'

/** Files belong to what has them: who may upload, read by id and name them elsewhere. */
const house = await start()
const staff = [
  'Projects.View',
  'Projects.Update',
  'Equipments.View',
  'Equipments.Update',
  'SpaceTemplates.Create',
  'SpaceTemplates.View',
] as const

async function upload(who: Caller, name = 'plan.txt') {
  const form = new FormData()
  form.append('file', new Blob(['secret']), name)
  return who('POST', '/api/files', form)
}
const plain = (url: string) => url.split('?')[0] ?? ''
const person = () => house.as(staff, { isNew: true })

it('are uploaded by who may write something that can have them, whoever they are', async () => {
  expect((await upload(await house.as(['Equipments.View', 'Projects.View']))).status).toBe(403)
  expect((await upload(await house.as(['Projects.View'], { external: true }))).status).toBe(403)
  expect((await upload(await house.as([]))).status).toBe(403)
  expect((await upload(await house.as(['Equipments.Update']))).status).toBe(201)
  expect((await upload(await house.as(['ProjectNotes.Create']))).status).toBe(201)
})

it('are read by id by who sees what has them, and by who uploaded them until something has', async () => {
  const [uploader, member, stranger] = [await person(), await person(), await person()]
  const project = await givenProject(house)
  await listed(house, project, house.admin.userId)
  const url: string = (await upload(uploader)).body.url
  const status = async (who: Caller, address = plain(url)) => (await who('GET', address)).status
  expect([await status(uploader), await status(member), await status(house.admin)]).toEqual([200, 404, 404])

  await house.sql('update projects set image_url = $2 where id = $1', [project.id, plain(url)])
  expect([await status(uploader), await status(member), await status(house.admin)]).toEqual([404, 404, 200])
  await listed(house, project, member.userId)
  expect([await status(member), await status(stranger)]).toEqual([200, 404])
  // An address that was signed for an answer opens by itself.
  expect((await house.call('GET', url)).status).toBe(200)
  expect((await house.call('GET', plain(url))).status).toBe(401)
})

it('cannot be got at by naming them in something of one’s own', async () => {
  const [owner, thief] = [await person(), await person()]
  const tries: [string, (address: string) => string][] = [
    ['imageUrl', (address) => address],
    ['imageUrl', (address) => `${address}?expires=99999999999&signature=made-up`],
    ['description', (address) => `<p><img src="${address}"></p>`],
  ]
  for (const [field, said] of tries) {
    const { url } = (await upload(owner)).body
    const write = (who: Caller, address: string) => who('POST', '/api/spaceTemplates', { name: fresh('Room'), [field]: said(address) })
    const refused = await write(thief, plain(url))
    expect([refused.status, refused.body.fields], said('…')).toEqual([400, { [field]: ['File not found.'] }])
    expect((await write(owner, plain(url))).status).toBe(201)
  }
  const { url: face } = (await upload(owner)).body
  const profile = { firstName: 'Ann', lastName: 'Other', avatarUrl: plain(face) }
  expect((await thief('PUT', '/api/account/profile', profile)).status).toBe(400)
  expect((await owner('PUT', '/api/account/profile', profile)).status).toBe(200)
  // Whoever was shown it has its signed address.
  const { url } = (await upload(owner)).body
  expect((await thief('POST', '/api/spaceTemplates', { name: fresh('Room'), imageUrl: url })).status).toBe(201)
})

it('cannot be got at by their id either', async () => {
  const [owner, thief] = [await person(), await person()]
  const { id } = (await upload(owner)).body
  const equipment = await givenEquipment(house)
  const add = (who: Caller) => who('POST', `/api/equipments/${equipment.id}/Files`, { type: 1, name: 'Manual', fileId: id })
  const refused = await add(thief)
  expect([refused.status, refused.body.fields]).toEqual([400, { technicalDocuments: ['File not found.'] }])
  expect((await add(owner)).status).toBe(201)
})
