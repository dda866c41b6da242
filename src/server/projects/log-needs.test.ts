import { expect, it } from 'vitest'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()

/** Writes to every tab. The log must not reveal a tab to users who cannot open it. */
it('shows log entries of a project tab only to users who may open it', async () => {
  const project = await createProject(app)
  const at = `/api/projects/${project.id}`
  const put = async (path: string, body: object) => expect((await app.admin('PUT', path, body)).status).toBe(200)
  const budget = { clientBudget: 777_777, laborFactor: 0, contingencyPercent: 0, shippingPercent: 0, taxPercent: 0 }
  await put(`${at}/Budget`, { ...budget, excludeOwnerFurnished: true, lines: [], notes: 'canary of the budget' })
  await put(`${at}/Variables`, { items: [{ name: 'Canary', type: 1, value: 'canary of a variable' }] })
  await put(`${at}/Contacts`, { contacts: [{ name: 'canary of the contacts' }] })
  const note = await createRow(app, `${at}/Notes`, { title: 'canary of a note', body: '<p>x</p>' })
  await createRow(app, `${at}/Notes/${note.id}/ActivityLogs`, { notes: 'said of a note', type: 2 })
  await createRow(app, `${at}/Timeline`, { title: 'canary of the timeline', type: 1, date: '2026-05-01' })
  const space = await createSpace(app, project)
  const line = await createLine(app, space, await createProduct(app, { model: 'canary of the equipment' }))
  await put(`/api/spaces/${space.id}/Equipment/${line.id}`, { quantity: 2, unitPriceOverride: 8841.25 })

  const basic: Permission[] = ['Projects.View', 'ProjectActivityLogs.View', 'ProjectLiveOverview.View', 'Dashboard.ViewAllWidgets']
  const tabs: [Permission, RegExp][] = [
    ['ProjectBudget.View', /777,777|of the budget/],
    ['ProjectVariables.View', /of a variable/],
    ['ProjectContacts.View', /of the contacts/],
    ['ProjectNotes.View', /(canary|said) of a note/],
    ['ProjectTimeline.View', /of the timeline/],
    // The price has four digits before the point, because "41.25" could also match the seconds of a timestamp.
    ['ProjectEquipment.View', /of the equipment|8,?841\.25/],
  ]
  const readLogs = async (held: Permission[], path: string, query = {}) => {
    const { status, body } = await (await app.signInAs(held))('GET', path, undefined, { query })
    expect(status).toBe(200)
    return body as AnyRow
  }
  const logs = [`${at}/ActivityLogs`, `/api/spaces/${space.id}/ActivityLogs`]
  for (const path of [...logs, `${at}/LiveOverview`, '/api/dashboard/Widgets/recentActivity']) {
    const text = JSON.stringify(await readLogs(basic, path, path.endsWith('Logs') ? { itemsPerPage: 100 } : {}))
    expect(text).toContain('Created')
    for (const [, canary] of tabs) expect(text, path).not.toMatch(canary)
  }
  for (const [tab, canary] of tabs) {
    const all = await readLogs([...basic, tab], logs[0]!, { itemsPerPage: 100 })
    expect(JSON.stringify(all), tab).toMatch(canary)
    for (const [other, hidden] of tabs) if (other !== tab) expect(JSON.stringify(all), `${tab} ${other}`).not.toMatch(hidden)
  }
  const few = await readLogs(basic, logs[0]!, { itemsPerPage: 100 })
  expect(few.total).toBe(few.items.length)
  expect((await readLogs(basic, logs[0]!, { search: 'canary' })).total).toBe(0)
  const edges = await readLogs(basic, `/api/spaces/${space.id}/GetFirstAndLastActivityLogInRange`)
  expect(JSON.stringify(edges)).not.toMatch(/equipment/)
  const more = await readLogs([...basic, 'ProjectEquipment.View'], `/api/spaces/${space.id}/GetFirstAndLastActivityLogInRange`)
  expect(JSON.stringify(more)).toMatch(/equipment/)
})
