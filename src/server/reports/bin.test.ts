import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import {
  createLine,
  createProduct,
  createProject,
  createProjectClient,
  createSpace,
  firstLevel,
} from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { readWord } from '../../../test/kit/word.ts'

const app = await startApp()
const { admin } = app

const job = await (async () => {
  const project = await createProject(app, { description: '<p>A new <strong>lecture hall</strong>.</p>' })
  const room = await createSpace(app, project, {
    name: uniqueName('Aula'),
    spaceNumber: '201',
    description: '<p>Seats {{Seats}} and {{nobody}}.</p>',
  })
  const empty = await createSpace(app, project, { name: uniqueName('Lobby') })
  const supply = { type: 1, availability: 1, quantity: 1, watts: 300 }
  const display = await createProduct(app, { weightLb: 120, powerSpecs: [supply] })
  const switches = await createProduct(app, {
    weightLb: 9,
    networkPorts: [{ networkPortType: 3, quantity: 24 }],
    isRackMountable: true,
    rackUnits: 1,
  })
  const box = await createProduct(app)
  await createLine(app, room, display, { quantity: 2 })
  await createLine(app, room, switches, { quantity: 2 })
  await createLine(app, room, box, { quantity: 3, provider: 'EC', installer: 'EC', notes: 'Two-gang' })
  const variables = { items: [{ id: null, name: 'seats', type: 3, value: 240 }] }
  expect((await admin('PUT', `/api/projects/${project.id}/Variables`, variables)).status).toBe(200)
  return { project, room, empty, display, box }
})()

async function bin(body: object = {}) {
  const { body: task, status } = await admin('POST', `/api/projects/${job.project.id}/Reports`, { reportType: 6, scope: 1, ...body })
  expect(status, JSON.stringify(task)).toBe(202)
  const reportFile = await waitForFile(admin, task.id)
  return { task: reportFile, word: readWord((await admin('GET', reportFile.url)).body) }
}

it('lists the needs of each space for architect and engineers, and sums them by level', async () => {
  const { task, word } = await bin()
  expect(task.fileName).toMatch(/ - BIN \d{4}-\d\d-\d\d\.docx$/)
  const building = job.project.buildings[0].name
  const level = firstLevel(job.project).name
  expect(word.headings).toEqual([
    { level: 1, text: 'Introduction' },
    { level: 2, text: 'Companies and contacts' },
    { level: 1, text: 'General requirements' },
    { level: 1, text: 'Spaces' },
    { level: 2, text: `${building}, ${level}` },
    { level: 3, text: `201 ${job.room.name}` },
    { level: 3, text: job.empty.name },
    { level: 1, text: 'Summary' },
    { level: 1, text: 'Responsibilities' },
  ])
  const table = (title: string) => word.tables.find((item) => item.title.startsWith(title))?.rows
  expect(table('Infrastructure of')).toEqual([
    ['Infrastructure', 'Needed'],
    ['AC outlets', '2'],
    ['AC load', '600 W, 5.00 A at 120 V'],
    ['Heat load', '2,047 BTU/hr, 0.17 tons of cooling'],
    ['Data ports, 1000BASE-T (RJ45)', '48'],
    ['Rack units', '2 RU'],
    ['Weight of the equipment', '258.0 lb'],
  ])
  expect(table('Heavy')?.slice(1)).toEqual([[job.display.tag, expect.stringContaining(job.display.model), '2', '120.0 lb']])
  expect(table('Provided or installed by others')?.slice(1)).toEqual([
    [job.box.tag, expect.stringContaining(job.box.model), '3', 'EC', 'EC', 'Two-gang'],
  ])
  expect(table('Infrastructure of each level')?.at(-1)).toEqual(['Total', '2', '2', '600', '5.00', '2,047', '0.17', '48'])
  expect(table('Responsibility codes')?.map(([code]) => code)).toEqual(['Code', 'AVV', 'EC', 'LVC', 'GC', 'FV', 'FBO', 'SEC', 'IBO'])
  expect(word.tables.every(({ heads, title }) => heads === 1 && title)).toBe(true)
})

it('fills placeholders in any case; unknown ones stay visible with a warning', async () => {
  const { task, word } = await bin()
  expect(word.paragraphs).toContain('Seats 240 and {{nobody}}.')
  expect(task.warnings).toEqual(['Unknown placeholder: {{nobody}}'])
  expect(word.words).not.toContain('{{project')
  expect(word.part('word/footer1.xml')).toContain(job.project.number)
  expect(word.part('word/styles.xml')).toContain('w:lang w:val="en-US"')
})

it('previews the chapters', async () => {
  const { word } = await bin()
  const { body } = await admin('GET', `/api/projects/${job.project.id}/Reports/Preview?reportType=6&scope=1`)
  expect(body.sheets).toEqual([])
  expect(body.chapters).toEqual([
    { name: 'Building infrastructure narrative', tables: 0, rows: 0 },
    { name: 'Introduction', tables: 1, rows: 1 },
    { name: 'General requirements', tables: 0, rows: 0 },
    { name: 'Spaces', tables: 3, rows: 8 },
    { name: 'Summary', tables: 1, rows: 2 },
    { name: 'Responsibilities', tables: 1, rows: 8 },
  ])
  expect(body.chapters.reduce((sum: number, { tables }: { tables: number }) => sum + tables, 0)).toBe(word.tables.length)
})

it('includes selected spaces only, and returns 403 without the permission', async () => {
  const { word } = await bin({ scope: 2, spaceIds: [job.empty.id] })
  expect(word.headings.filter(({ level }) => level === 3)).toEqual([{ level: 3, text: job.empty.name }])
  const reader = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectReports.BOM'])
  const refused = await reader('POST', `/api/projects/${job.project.id}/Reports`, { reportType: 6, scope: 1 })
  expect(refused).toMatchObject({ status: 403, body: { detail: 'ProjectReports.BIN' } })
})

it('shows contacts only to users who may see them', async () => {
  const contacts = { contacts: [{ contactId: null, name: 'Ada Okafor', email: 'ada@example.com' }], rowVersion: null }
  const body = { ...contacts, rowVersion: (await admin('GET', `/api/projects/${job.project.id}/Contacts`)).body.rowVersion }
  expect((await admin('PUT', `/api/projects/${job.project.id}/Contacts`, body)).status).toBe(200)
  expect((await bin()).word.words).toContain('Ada Okafor')
  const maker = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectReports.BIN', 'DownloadCenter.View'])
  const reportAnswer = await maker('POST', `/api/projects/${job.project.id}/Reports`, { reportType: 6, scope: 1 })
  const reportFile = await waitForFile(maker, reportAnswer.body.id)
  expect(readWord((await maker('GET', reportFile.url)).body).words).not.toContain('Ada Okafor')
})

it('starts with a cover, uses firm texts with variables, and prefers project over client', async () => {
  const logoUrl = await uploadPicture(app, 'clients')
  const client = await createProjectClient(app, { logoUrl })
  const address = { addressLine1: '1 Elm Street', city: 'Boston', state: 'MA', postalCode: '02108', country: 'US' }
  const description = '<p>A new <strong>lecture hall</strong>.</p>'
  const project = await createProject(app, { clientId: client.id, address, description })
  await createSpace(app, project)
  const named = (name: string, value: string) => ({ id: null, name, label: null, type: 1, value })
  const put = async (path: string, body: object) => expect((await admin('PUT', `/api/${path}`, body)).status).toBe(200)
  await put(`clients/${client.id}/Variables`, { items: [named('Standard', '4.2'), named('Grid', 'of the client')] })
  await put(`projects/${project.id}/Variables`, { items: [named('grid', 'of the project')] })
  await put('appSettings/reports.binGeneral', { value: 'Standard {{standard}}, grid {{GRID}}.' })
  const { body: requested } = await admin('POST', `/api/projects/${project.id}/Reports`, { reportType: 6, scope: 1 })
  const task = await waitForFile(admin, requested.id)
  const word = readWord((await admin('GET', task.url)).body)
  await put('appSettings/reports.binGeneral', { value: null })
  expect(task.warnings).toEqual([])
  const me = (await admin('GET', '/api/account/me')).body
  expect(word.paragraphs).toEqual(
    expect.arrayContaining([
      'Building infrastructure narrative',
      project.name,
      `Project\t${project.number}`,
      `Client\t${client.name}`,
      expect.stringMatching(/^Address\t1 Elm Street, Boston, /),
      'Phase\t–',
      'Scope\tAll spaces (1)',
      expect.stringMatching(/^Date\t[A-Z][a-z]+ \d+, \d{4}$/),
      `Author\t${me.firstName} ${me.lastName}`,
      'A new lecture hall.',
      'Standard 4.2, grid of the project.',
    ]),
  )
  expect(word.xml).toContain(`descr="Logo of ${client.name}"`)
  expect(word.tables.find(({ title }) => title === 'Companies of the project')?.rows).toContainEqual([client.name, 'Client'])
})

it('lists the racks in a space and its available PoE power', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const speaker = await createProduct(app, { powerSpecs: [{ type: 3, availability: 2, poeType: 2, quantity: 1 }] })
  await createLine(app, room, speaker, { quantity: 4 })
  for (const [name, heightRU] of [
    ['R-10', 44],
    ['R-2', 12],
  ] as const)
    await createRow(app, `/api/projects/${project.id}/Racks`, { name, heightRU, spaceId: room.id })
  const { body } = await admin('POST', `/api/projects/${project.id}/Reports`, { reportType: 6, scope: 1 })
  const word = readWord((await admin('GET', (await waitForFile(admin, body.id)).url)).body)
  const rows = word.tables.find(({ title }) => title.startsWith('Infrastructure of'))?.rows
  expect(rows).toContainEqual(['PoE load', '102.0 W'])
  expect(rows).toContainEqual(['Racks', 'R-2, 12 RU; R-10, 44 RU'])
})

it('shows the firm logo on every page with an alt text', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="#0f5f7a"/></svg>'
  const form = new FormData()
  form.set('file', new Blob([svg], { type: 'image/svg+xml' }), 'logo.svg')
  const file = (await admin('POST', '/api/files', form)).body
  await createRow(app, '/api/assets', { name: uniqueName('Logo'), category: 1, fileId: file.id })
  expect((await admin('PUT', '/api/appSettings/general.logoFileId', { value: file.id })).status).toBe(200)
  const { word } = await bin()
  expect(word.part('word/header1.xml')).toContain('descr="Logo of the firm"')
  expect(word.part('word/_rels/header1.xml.rels')).toContain('media/dna1.png')
  expect(word.part('[Content_Types].xml')).toContain('Extension="png"')
  expect(word.names).toContain('word/media/dna1.png')
})
