import { expect, it } from 'vitest'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, connected, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app

it('follows a finding to its circuits, updates live, and waives with an undoable reason', async () => {
  const project = await createProject(app, { name: 'Journey Hall' })
  const space = await createSpace(app, project, { name: 'Auditorium', spaceNumber: '201', farthestViewerFt: 30 })
  const product = await createProduct(app, {
    heatLoadWatts: 900,
    powerSpecs: [{ type: 1, availability: 2, watts: 1000, quantity: 1 }],
    diagonalIn: 98,
  })
  const line = await createLine(app, space, product, { quantity: 2 })
  const page = await visit(admin, { path: `/projects/${project.id}/design-check`, width: 1280 })
  const row = page.getByRole('row').filter({ hasText: 'Auditorium' })
  await page.getByText('1 line with AC power is not on a circuit; 16.67 A need 2 circuits').first().waitFor()
  await connected(page)

  await page.getByRole('link', { name: 'No circuits yet' }).click()
  await page.getByRole('button', { name: 'New circuit' }).first().click()
  await page.getByRole('textbox', { name: 'Panel' }).fill('L2')
  await page.getByRole('textbox', { name: 'Number' }).fill('14')
  await page.getByRole('button', { name: 'Create circuit' }).click()
  await page.getByRole('button', { name: 'L2-14', exact: true }).waitFor()

  await page.getByRole('link', { name: 'Whole project' }).click()
  await row.first().waitFor()
  const [circuit] = (await admin('GET', `/api/spaces/${space.id}/Circuits`)).body.items
  await admin('POST', `/api/spaces/${space.id}/Equipment/Together`, { change: { lineIds: [line.id], circuitId: circuit.id } })
  const text = 'L2-14 carries 16.67 A of 20 A; 2 circuits are needed'
  await page.getByText(text).waitFor()

  await page.getByRole('button', { name: `Waive: ${text}` }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Never at full load')
  await page.getByRole('button', { name: 'Waive', exact: true }).click()
  await page.getByText(/^Waived by .+, \d{4}\/\d\d\/\d\d: Never at full load$/).waitFor()
  await page.locator('time[title*=UTC]').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: `Waive: ${text}` }).waitFor()
  expect(await findings(page)).toEqual([])
})
