import sharp from 'sharp'
import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject, createSpace, openToExternal } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { externalPermissions } from '../../model/permissions.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>

const jpeg = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer()
async function photoForm(data?: Buffer, name = 'photo.jpg') {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(data ?? (await jpeg()))]), name)
  return form
}

/** A person of a new contractor. */
async function createContractor(kind: 'generalContractors' | 'subContractors', companyType: number) {
  const company = await createRow(app, `/api/${kind}`, { name: uniqueName('Contractor') })
  const caller = await app.signInAs(externalPermissions, { external: true, isNew: true })
  await createRow(app, '/api/contacts', { companyType, companyId: company.id, firstName: 'Cy', lastName: 'Cole', email: caller.email })
  return { caller, at: { companyType, companyId: company.id } }
}

async function createSite() {
  const [mine, other] = [await createContractor('generalContractors', 2), await createContractor('subContractors', 3)]
  const project = await createProject(app)
  const entry = (caller: Caller, canSite = true) => ({ subjectType: 1, userId: caller.userId, canSite })
  await openToExternal(app, project, [entry(mine.caller), entry(other.caller)])
  const send = (path: string, body: Row) => createRow(app, `/api/projects/${project.id}/${path}`, body)
  const rowsFor = async (at: Row, word: string) => ({
    observation: await send('Observations', { title: `${word} item`, ...at }),
    submittal: await send('Submittals', { title: `${word} data`, ...at }),
    rfi: await send('Rfis', { subject: `${word} question`, question: word, ...at }),
  })
  return {
    project,
    entry,
    mine,
    other,
    ownRows: await rowsFor(mine.at, 'own'),
    otherRows: await rowsFor(other.at, 'zqother'),
    free: await rowsFor({}, 'zqfree'),
  }
}
const at = (project: Row, tail = '') => `/api/externalProjects/${project.id}${tail}`

it('shows what is assigned to the company, and nothing else', async () => {
  const { project, mine, ownRows } = await createSite()
  const { status, body } = await mine.caller('GET', at(project, '/Site'))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    observations: [{ id: ownRows.observation.id }],
    submittals: [{ id: ownRows.submittal.id }],
    rfis: [{ id: ownRows.rfi.id }],
  })
  expect([body.observations.length, body.submittals.length, body.rfis.length]).toEqual([1, 1, 1])
  expect(JSON.stringify(body)).not.toContain('zq')
  expect((await mine.caller('GET', at(project))).body.opened).toContain('Site')
})

it('hides rows of others from every call, by every id', async () => {
  const { project, mine, other, ownRows, otherRows, free } = await createSite()
  const elsewhere = await createProject(app)
  for (const rows of [otherRows, free])
    for (const place of [project, elsewhere]) {
      const calls: [method: 'GET' | 'PUT' | 'POST', tail: string, body: unknown][] = [
        ['GET', `/Observations/${rows.observation.id}`, undefined],
        ['PUT', `/Observations/${rows.observation.id}/Ready`, {}],
        ['POST', `/Observations/${rows.observation.id}/Photos`, await photoForm()],
        ['PUT', `/Rfis/${rows.rfi.id}/Answer`, { answer: 'Mine' }],
        ['POST', `/Submittals/${rows.submittal.id}/Files`, await photoForm()],
      ]
      for (const [method, tail, body] of calls) {
        const refused = await mine.caller(method, at(place, tail), body)
        expect([tail, refused.status]).toEqual([tail, 404])
      }
    }
  for (const path of ['Observations', 'Submittals', 'Rfis', 'SiteVisits', 'Verification', 'Closeout', 'SiteBundle'])
    expect((await mine.caller('GET', `/api/projects/${project.id}/${path}`)).status).toBe(403)
  expect((await other.caller('GET', at(project, `/Observations/${ownRows.observation.id}`))).status).toBe(404)
  const [row] = await app.sql('select state from observations where id = $1', [otherRows.observation.id])
  expect(row?.state).toBe(1)
})

it('accepts photos, "done", an answer and files, and notifies the author', async () => {
  const { project, mine, ownRows } = await createSite()
  const { observation, rfi, submittal } = ownRows
  const photos = await mine.caller('POST', at(project, `/Observations/${observation.id}/Photos`), await photoForm())
  expect(photos).toMatchObject({ status: 201, body: { photos: [{ name: 'photo.jpg' }] } })
  expect(
    (await mine.caller('POST', at(project, `/Observations/${observation.id}/Photos`), await photoForm(Buffer.from('no')))).status,
  ).toBe(415)
  const ready = await mine.caller('PUT', at(project, `/Observations/${observation.id}/Ready`), { comment: 'Fixed' })
  expect(ready.body).toMatchObject({
    state: 2,
    history: [{ state: 1 }, { photoIds: [photos.body.photos[0].id] }, { state: 2, comment: 'Fixed' }],
  })
  expect((await mine.caller('PUT', at(project, `/Observations/${observation.id}/Ready`), {})).status).toBe(409)
  expect((await mine.caller('PUT', at(project, `/Rfis/${rfi.id}/Answer`), { answer: '60 in' })).body).toMatchObject({
    state: 2,
    answer: '60 in',
  })
  const delivered = await mine.caller(
    'POST',
    at(project, `/Submittals/${submittal.id}/Files`),
    await photoForm(Buffer.from('%PDF-1.4'), 'data.pdf'),
  )
  expect(delivered).toMatchObject({ status: 201, body: { state: 2 } })
  expect((await mine.caller('POST', at(project, `/Submittals/${submittal.id}/Files`), await photoForm())).status).toBe(409)
  const inbox = (await admin('GET', '/api/inbox')).body.items.filter(({ kind }: Row) => kind === 'site')
  expect(inbox.map(({ title }: Row) => title).sort()).toEqual([
    `${observation.number} is ready for review`,
    `${rfi.number} was answered`,
    `${submittal.number} waits for your review`,
  ])
})

it('opens photos of the company only', async () => {
  const { project, mine, other, ownRows } = await createSite()
  const { body } = await mine.caller('POST', at(project, `/Observations/${ownRows.observation.id}/Photos`), await photoForm())
  const address = body.photos[0].url
  expect((await app.call('GET', address)).status).toBe(200)
  const plain = address.split('?')[0]
  expect((await mine.caller('GET', plain)).status).toBe(200)
  expect((await other.caller('GET', plain)).status).toBe(404)
  await admin('PUT', `/api/projects/${project.id}/Observations/${ownRows.observation.id}`, other.at)
  expect((await mine.caller('GET', plain)).status).toBe(404)
  expect((await app.call('GET', address)).status).toBe(404)
  expect((await other.caller('GET', plain)).status).toBe(200)
})

it('ends with the flag, and with the project', async () => {
  const { project, entry, mine, ownRows } = await createSite()
  const ready = () => mine.caller('PUT', at(project, `/Observations/${ownRows.observation.id}/Ready`), {})
  await app.sql('update projects set stage = 3, project_status = 300 where id = $1', [project.id])
  expect((await ready()).status).toBe(409)
  await openToExternal(app, project, [entry(mine.caller, false)])
  expect((await mine.caller('GET', at(project, '/Site'))).status).toBe(404)
  expect((await ready()).status).toBe(404)
  await openToExternal(app, project, [])
  expect((await mine.caller('GET', at(project, '/Site'))).status).toBe(404)
  const staff = await app.signInAs(['ProjectNotes.View', 'Projects.View'])
  expect((await staff('GET', at(project, '/Site'))).status).toBe(403)
})

it('prints field reports and lists as PDFs', async () => {
  const { project, ownRows } = await createSite()
  await createSpace(app, project)
  await admin('POST', `/api/projects/${project.id}/Observations/${ownRows.observation.id}/Photos`, await photoForm())
  const visit = await createRow(app, `/api/projects/${project.id}/SiteVisits`, {
    date: new Date().toISOString().slice(0, 10),
    people: ['Ana Ruiz'],
    summary: 'Ceiling closed',
  })
  for (const path of [
    `SiteVisits/${visit.id}/Report`,
    ...['punchList', 'submittals', 'rfis', 'verification'].map((kind) => `SitePapers/${kind}`),
  ]) {
    const { status, body } = await admin('GET', `/api/projects/${project.id}/${path}`)
    expect([path, status]).toEqual([path, 202])
    const { url } = await waitForFile(admin, body.id)
    const made = await app.call('GET', url)
    expect(made.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(made.body.includes('/DCTDecode')).toBe(/Report|punchList/.test(path))
  }
  expect((await admin('GET', `/api/projects/${project.id}/SitePapers/other`)).status).toBe(404)
})
