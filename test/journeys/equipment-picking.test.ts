import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { createSpaceTemplate } from '../kit/fixtures/templates.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app

/** For each name there is another one that starts with it and sorts before it by model. */
const tags = ['PRJ-20', 'SW-48', 'DIS-75', 'MIC-2', 'AMP-4', 'CAM-1', 'SPK-6', 'DSP-8', 'RCK-42', 'TPL-7']
const products: AnyRow[] = []
for (const tag of tags) {
  products.push(await createProduct(app, { tag, model: `Zeta ${tag.replace('-', ' ')}` }))
  await createProduct(app, { tag: `${tag}10`, model: `Alpha ${tag}10` })
  await createProduct(app, { tag: `X${tag}`, model: `Alpha plate for ${tag}` })
}
const twins = [
  await createProduct(app, { tag: 'TWIN-1', model: 'Left twin' }),
  await createProduct(app, { tag: 'TWIN-1', model: 'Right twin' }),
]

const readLines = async (path: string): Promise<string[]> =>
  (await admin('GET', path)).body.areaGroups
    .flatMap(({ equipment }: AnyRow) => equipment.map((line: AnyRow) => `${line.quantity} ${line.equipment.tag}`))
    .sort()
const aRoom = async () => {
  const room = await createSpace(app, await createProject(app))
  return { api: `/api/spaces/${room.id}`, page: `/projects/${room.projectId}/spaces/${room.id}` }
}
const aTemplate = async () => {
  const { id } = await createSpaceTemplate(app, { General: [] })
  return { api: `/api/spaceTemplates/${id}`, page: `/space-templates/${id}` }
}
const field = (page: Page) => page.getByRole('form', { name: 'Add equipment' }).getByLabel('Equipment', { exact: true })
const paste = (page: Page, text: string) =>
  field(page).evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

it('adds ten lines by keyboard only, and they are the selected ones', async () => {
  const room = await aRoom()
  const page = await visit(admin, { path: room.page })
  await page.getByRole('button', { name: 'Add equipment', exact: true }).first().waitFor()
  await page.keyboard.press('n')
  const how = [
    (tag: string, n: number) => `${n} x ${tag}`,
    (tag: string, n: number) => `${n}x ${tag}`,
    (tag: string, n: number) => `${tag} x ${n}`,
  ]
  for (const [at, tag] of tags.entries()) {
    await expect.poll(() => field(page).evaluate((input) => document.activeElement === input)).toBe(true)
    await page.keyboard.type(at < 9 ? how[at % 3]!(tag, at + 2) : `Zeta ${tag.replace('-', ' ')}`)
    await page.keyboard.press('Enter')
    // Only a line without a quantity waits for one.
    if (at === 9) {
      await expect.poll(() => field(page).inputValue()).toBe(`Zeta ${tag.replace('-', ' ')}`)
      await expect.poll(() => page.getByLabel('Quantity', { exact: true }).evaluate((input) => document.activeElement === input)).toBe(true)
      await page.keyboard.press('Enter')
    }
    await page.getByText(`${tag} Zeta ${tag.replace('-', ' ')} added.`).waitFor()
  }
  expect(await readLines(room.api)).toEqual(tags.map((tag, index) => `${index < 9 ? index + 2 : 1} ${tag}`).sort())
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
})

it('removes lines from a pasted list one by one with the same key', async () => {
  const room = await aRoom()
  const page = await visit(admin, { path: room.page })
  await page.getByRole('button', { name: 'Add equipment', exact: true }).first().click()
  await paste(page, 'PRJ-20\t2\nSW-48\t1\nDIS-75\t3')
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  const isIn = (field: ReturnType<typeof remove>) => expect.poll(() => field.evaluate((item) => item === document.activeElement)).toBe(true)
  await remove('SW-48').press('Enter')
  await isIn(remove('DIS-75'))
  await page.keyboard.press('Enter')
  await isIn(remove('PRJ-20'))
  await page.keyboard.press('Enter')
  await isIn(page.getByRole('textbox', { name: 'List' }))
})

it('shows details of each option, with the best match first and selected', async () => {
  const room = await aRoom()
  const page = await visit(admin, { path: room.page })
  await page.getByRole('button', { name: 'Add equipment', exact: true }).first().click()
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
  await field(page).fill('prj-20')
  const first = page.getByRole('option').first()
  await page.locator('[role="option"][data-combobox-selected]').getByText('Zeta PRJ 20').waitFor()
  await first.getByText('PRJ-20', { exact: true }).waitFor()
  await first.getByText('$100.00').waitFor()
  await first.getByText(/Maker/).waitFor()
  const options = await page.getByRole('option').allInnerTexts()
  expect(options).toHaveLength(4)
  expect(options.at(-1)).toBe('New equipment "prj-20"')
  await calm(page)
  expect(await findings(page, 'main')).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => field(page).inputValue()).toBe('Alpha PRJ-2010')
})

it.each([
  ['space', aRoom],
  ['template', aTemplate],
] as const)('checks a spreadsheet list, adds it to a %s in one action and undoes it as one', async (_, make) => {
  const place = await make()
  const page = await visit(admin, { path: place.page })
  await page.getByRole('button', { name: 'Add equipment', exact: true }).first().click()
  await field(page).waitFor()
  await paste(page, 'Tag\tQty\r\nPRJ-20\t2\r\nzeta sw 48\t3\r\nTWIN-1\t4\r\nNo such product\t1\r\nDIS-75\tmany\r\n')
  const dialog = page.getByRole('dialog', { name: 'Check 5 lines' })
  await dialog.getByText('2 of 5 still to be chosen.').waitFor()
  await calm(page)
  expect(await findings(page, 'body')).toEqual([])
  await dialog.getByLabel('Equipment for TWIN-1').click()
  await page.getByRole('option', { name: /Right twin/ }).click()
  await dialog.getByLabel('Equipment for No such product').fill('CAM-1')
  await dialog.getByLabel('Equipment for No such product').press('Enter')
  await expect.poll(() => dialog.getByLabel('Equipment for No such product').inputValue()).toBe('Zeta CAM 1')
  await dialog.getByLabel('Quantity of DIS-75').fill('6')
  await dialog.getByRole('button', { name: 'Add 5 lines' }).click()
  await page.getByText(/^5 lines added/).waitFor()
  expect(await readLines(place.api)).toEqual(['1 CAM-1', '2 PRJ-20', '3 SW-48', '4 TWIN-1', '6 DIS-75'])
  await page.getByText(twins[1]!.model, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => readLines(place.api)).toEqual([])
})
