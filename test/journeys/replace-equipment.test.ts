import { expect, it } from 'vitest'
import { createEquipment, createRow } from '../kit/fixtures/catalog.ts'
import { createProject, createSpace } from '../kit/fixtures/projects.ts'
import { createSpaceTemplate } from '../kit/fixtures/templates.ts'
import { startApp } from '../kit/start.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)

it('replaces equipment in selected places after a preview, and undoes it', async () => {
  const old = await createEquipment(app, { heatLoadWatts: 20 })
  const next = await createEquipment(app, { model: 'Successor 9' })
  const project = await createProject(app)
  const [one, two] = [await createSpace(app, project), await createSpace(app, project)]
  for (const space of [one, two]) await createRow(app, `/api/spaces/${space.id}/Equipment`, { equipmentId: old.id, quantity: 2 })
  const template = await createSpaceTemplate(app, { '': [{ product: old, quantity: 3 }] })
  const inPlace = async () =>
    (
      await app.sql('select space_id, equipment_id from space_equipment where project_id = $1 and not is_deleted order by space_id', [
        project.id,
      ])
    ).map((line) => line.equipment_id)

  const page = await visit(app.admin, { path: `/equipment/${old.id}/details` })
  await page.getByRole('button', { name: 'Replace' }).click()
  const dialog = page.getByRole('dialog', { name: `Replace ${old.model}` })
  await dialog
    .getByRole('combobox', { name: 'By' })
    .or(dialog.getByRole('textbox', { name: 'By' }))
    .first()
    .fill('Successor')
  await page.getByRole('option', { name: 'Successor 9' }).click()
  await dialog.getByText('Power: 20 W → unknown').waitFor()
  await dialog.getByText('2 spaces, 4 pieces, 1 template').waitFor()
  const ofTemplate = dialog.getByRole('row').filter({ hasText: template.name })
  await expect.poll(() => ofTemplate.innerText()).toMatch(/Space template\s+3$/)
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('row').filter({ hasText: one.name }).getByRole('checkbox').uncheck()
  await dialog.getByText('1 space, 2 pieces, 1 template').waitFor()
  await ofTemplate.getByRole('checkbox').uncheck()
  await dialog.getByText('1 space, 2 pieces', { exact: true }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Cancel', 'Replace in 1 place']) {
    const buttonLabel = dialog.getByRole('button', { name }).locator('.mantine-Button-label')
    await expect.poll(() => buttonLabel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Replace in 1 place' }).click()
  await page.getByText('Replaced in 1 place.').waitFor()
  expect(await inPlace()).toEqual([old.id, next.id])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await inPlace()).toEqual([old.id, old.id])
})

it('skips templates without the permission, and says so in the preview', async () => {
  const old = await createEquipment(app)
  await createEquipment(app, { model: 'Successor 10' })
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await createRow(app, `/api/spaces/${space.id}/Equipment`, { equipmentId: old.id, quantity: 2 })
  const template = await createSpaceTemplate(app, { '': [{ product: old, quantity: 3 }] })
  const planner = await app.signInAs(['Equipments.View', 'Equipments.Update', 'Projects.View', 'ProjectEquipment.Update'])

  const page = await visit(planner, { path: `/equipment/${old.id}/details` })
  await page.getByRole('button', { name: 'Replace' }).click()
  const dialog = page.getByRole('dialog', { name: `Replace ${old.model}` })
  await dialog
    .getByRole('combobox', { name: 'By' })
    .or(dialog.getByRole('textbox', { name: 'By' }))
    .first()
    .fill('Successor 10')
  await page.getByRole('option', { name: 'Successor 10' }).click()
  await dialog.getByText('1 space, 2 pieces', { exact: true }).waitFor()
  await dialog.getByText('In space templates it stays').waitFor()
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'Space templates' }).count()).toBe(0)
  await dialog.getByRole('checkbox', { name: 'Spaces', exact: true }).uncheck()
  await dialog.getByText('It is not used in any open project').waitFor()
  await dialog.getByRole('checkbox', { name: 'Spaces', exact: true }).check()
  await dialog.getByRole('button', { name: 'Replace in 1 place' }).click()
  await page.getByText('Replaced in 1 place.').waitFor()
  const { body } = await app.admin('GET', `/api/spaceTemplates/${template.id}`)
  expect(body.areaGroups[0].equipment[0].equipment.id).toBe(old.id)
})
