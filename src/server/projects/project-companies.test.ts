import { expect, it } from 'vitest'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { activateProject, createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'

const app = await startApp()
const { admin } = app
const architect = await createRow(app, '/api/architects', { name: uniqueName('Architect') })
const maker = await createRow(app, '/api/Manufactures', { name: uniqueName('Maker') })

it.each(['projects', 'leads'])('stores the companies of %s in order with their roles', async (path) => {
  const row = path === 'leads' ? await createRow(app, '/api/leads', { name: uniqueName('Lead') }) : await createProject(app)
  const at = `/api/${path}/${row.id}/Companies`
  expect((await admin('GET', at)).body).toEqual({ items: [], total: 0 })
  const companies = [
    { companyType: 7, companyId: architect.id, role: 'Design architect' },
    { companyType: 4, companyId: maker.id },
  ]
  const put = await admin('PUT', at, { companies })
  expect(put.body).toEqual({
    items: [
      { companyType: 7, company: { id: architect.id, name: architect.name, logoUrl: null }, role: 'Design architect' },
      { companyType: 4, company: { id: maker.id, name: maker.name, logoUrl: null }, role: null },
    ],
    total: 2,
  })
  expect((await admin('PUT', at, { companies: companies.toReversed() })).body.items[0].company.id).toBe(maker.id)
  const log = (await admin('GET', `/api/${path}/${row.id}/ActivityLogs`)).body.items
  expect(log[1]).toMatchObject({
    title: 'Companies changed',
    changes: [{ from: null, to: `${architect.name} (Design architect), ${maker.name} (Manufacturer)` }],
  })
  expect(await admin('PUT', at, {})).toMatchObject({ status: 400, body: { fields: { companies: [messages.required] } } })
  expect((await admin('PUT', at, { companies: [] })).body.total).toBe(0)
})

it('rejects companies that cannot belong to a project', async () => {
  const at = `/api/projects/${(await createProject(app)).id}/Companies`
  const fields = async (...companies: object[]) => (await admin('PUT', at, { companies })).body.fields
  const good = { companyType: 7, companyId: architect.id }
  expect(await fields({ companyType: 0, companyId: 1 })).toEqual({ 'companies[0].companyType': [messages.unknown] })
  expect(await fields({ companyType: 9, companyId: 1 })).toEqual({ 'companies[0].companyType': [messages.unknown] })
  expect(await fields(good, { companyType: 1, companyId: architect.id + 9999 })).toEqual({
    'companies[1].companyId': ['Company not found.'],
  })
  expect(await fields(good, good)).toEqual({ 'companies[1].companyId': ['This company is already listed.'] })
  expect(await fields({ ...good, role: 'x'.repeat(501) })).toEqual({ 'companies[0].role': [messages.maxLength(500)] })
  expect((await admin('GET', at)).body.total).toBe(0)
})

it('is read-only once the project is closed, and hidden without access', async () => {
  const project = await createProject(app)
  const at = `/api/projects/${project.id}/Companies`
  const viewer = await app.signInAs(['Projects.View'], { isNew: true })
  expect((await viewer('PUT', at, {})).status).toBe(403)
  await admin('PUT', `/api/projects/${project.id}/AccessList`, { userIds: [admin.userId] })
  expect((await viewer('GET', at)).status).toBe(404)
  await activateProject(app, project)
  await admin('PUT', `/api/projects/${project.id}/Close`, {})
  expect((await admin('PUT', at, { companies: [] })).body.message).toBe('The project is closed.')
  expect((await admin('GET', at)).status).toBe(200)
})

it('counts projects of a partner as far as visible, and blocks its deletion', async () => {
  const firm = await createRow(app, '/api/engineeringFirms', { name: uniqueName('Engineers') })
  const project = await createProject(app)
  await admin('PUT', `/api/projects/${project.id}/Companies`, { companies: [{ companyType: 1, companyId: firm.id }] })
  const partner = await app.signInAs(['EngineeringFirms.View', 'EngineeringFirms.Delete', 'Projects.View'], { isNew: true })
  const stats = async () => (await partner('GET', `/api/engineeringFirms/${firm.id}/Stats`)).body.projectsCount
  expect(await stats()).toBe(1)
  expect((await admin('GET', `/api/engineeringFirms/${firm.id}/Stats/projects`)).body.items).toMatchObject([{ id: project.id }])
  expect((await partner('DELETE', `/api/engineeringFirms/${firm.id}`)).body.message).toBe(
    `${firm.name} is used by 1 project and cannot be deleted.`,
  )
  await admin('PUT', `/api/projects/${project.id}/AccessList`, { userIds: [admin.userId] })
  expect(await stats()).toBe(0)
  expect((await partner('GET', `/api/engineeringFirms/${firm.id}/Stats/projects`)).body.total).toBe(0)
  expect((await partner('DELETE', `/api/engineeringFirms/${firm.id}`)).body.message).toBe(
    `${firm.name} is used by projects and cannot be deleted.`,
  )
  await admin('PUT', `/api/projects/${project.id}/Companies`, { companies: [] })
  expect((await partner('DELETE', `/api/engineeringFirms/${firm.id}`)).status).toBe(204)
})
