import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { openWorkbook, readRowValues, rowCount } from '../kit/workbook.ts'
import { browse, calm, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' }).getByRole('link')
const next = (page: Page) => page.getByRole('region', { name: 'What next' })
const titles = (page: Page) => steps(page).locator('b').allTextContents()

const catalog = `vendor,model,list price,weight,weight_unit
Panelworks,DIS-75,,30,kg
Panelworks,DIS-75,,30,kg
Panelworks,MIC-1,150,1,lb
Panelworks,CAM-1,50,2,kg
`
const focusOn = (page: Page, label: string) =>
  expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent?.replace(/[ *]+$/, '')))
    .toBe(label)

it('guides from an empty app to the first Bill of Materials, and then hides the steps', async () => {
  const page = await visit(app.admin, { path: '/dashboard' })
  const keys = page.keyboard
  const toDo = async () => (await titles(page)).filter((title) => title !== 'Add people')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const tab = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name, exact: typeof name === 'string' })
  const dashboard = () => page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).click()
  await steps(page).first().waitFor()
  expect(await toDo()).toEqual(['Fill the catalog', 'Create the first project', 'Add the first room'])
  await calm(page)
  expect(await findings(page)).toEqual([])

  await steps(page).getByText('Fill the catalog').click()
  await button('Choose file').waitFor()
  const file = { name: 'catalog.csv', mimeType: 'text/csv', buffer: Buffer.from(catalog) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('combobox', { name: 'Meaning of weight_unit' }).waitFor()
  await expect.poll(() => page.getByLabel('Create manufacturers that are missing').isChecked()).toBe(true)
  await page.getByRole('combobox', { name: 'Category of new rows without one' }).fill('Displays')
  await page.getByRole('option', { name: 'Displays' }).click()
  await button('Run the trial').click()
  await page.getByText('The same model is in row 2.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Run the trial again')
  await page.getByLabel('Leave out rows with problems and import the others').check()
  await button('Import 3 rows').click()
  await page.getByText('3 created, 0 updated, 1 left out.').waitFor()
  await calm(page)
  expect(await findings(page)).toEqual([])

  await dashboard()
  await expect.poll(toDo).toEqual(['Create the first project', 'Add the first room'])
  await steps(page).getByText('Create the first project').click()
  await page.getByRole('link', { name: 'All fields' }).click()
  await focusOn(page, 'Name')
  await keys.type('Library renewal')
  const client = page.getByRole('main').getByRole('combobox', { name: 'Client' })
  await client.fill('Harbor City Library')
  await page.getByRole('option', { name: 'New client "Harbor City Library"' }).click()
  const newClient = page.getByRole('dialog', { name: 'New client' })
  await newClient.getByRole('textbox', { name: 'Abbreviation' }).fill('HCL')
  await keys.press('Control+s')
  await newClient.waitFor({ state: 'detached' })
  await expect.poll(() => client.inputValue()).toBe('Harbor City Library')
  await keys.press('Control+s')
  await page.waitForURL(/\/projects\/\d+$/)

  await dashboard()
  await expect.poll(toDo).toEqual(['Add the first room'])
  await steps(page).getByText('Add the first room').click()
  await tab('Buildings').click()
  await button('New building').click()
  await focusOn(page, 'Name')
  await keys.type('Annex')
  await keys.press('Enter')
  await page.getByText('No levels yet. Spaces are on the levels of a building.').waitFor()
  await button('New level').last().click()
  await focusOn(page, 'Name')
  await keys.type('Level 2')
  await keys.press('Enter')
  await page.getByRole('table', { name: 'Levels of Annex' }).getByText('Level 2').waitFor()
  await tab('All spaces').click()
  await button('New space').last().click()
  await focusOn(page, 'Name')
  await keys.type('Boardroom')
  await page.getByRole('combobox', { name: 'Level' }).fill('Level 2')
  await page.getByRole('option', { name: 'Annex, Level 2' }).click()
  await button('Create space').click()
  await page.getByRole('heading', { level: 1, name: 'Boardroom' }).waitFor()
  await dashboard()
  await next(page).getByText('In Boardroom, Library renewal.').waitFor()
  await calm(page)
  expect(await findings(page)).toEqual([])
  await next(page).getByText('Add its equipment').click()

  const nothing = page.getByText('No equipment yet. Add it from the catalog.')
  await nothing.waitFor()
  const [table, emptyBox] = [await page.getByRole('table', { name: 'Equipment of Boardroom' }).boundingBox(), await nothing.boundingBox()]
  expect((emptyBox?.y ?? 0) - (table?.y ?? 0) - (table?.height ?? 0)).toBeLessThan(60)
  await button('Add equipment').last().click()
  const lines = page.getByRole('table', { name: 'Equipment of Boardroom' })
  await focusOn(page, 'Equipment')
  await keys.type('4 x DIS-75')
  await page.getByRole('option', { name: 'DIS-75' }).waitFor()
  await keys.press('Enter')
  await lines.getByRole('link', { name: 'DIS-75' }).waitFor()
  expect(await lines.getByText('0.00', { exact: true }).count()).toBe(0)
  await button('Paste a list').click()
  await focusOn(page, 'List')
  await keys.insertText('MIC-1\t2\n3 x CAM-1')
  await button('Look up').click()
  await button('Add 2 lines').click()
  await lines.getByRole('link', { name: 'CAM-1' }).waitFor()
  await keys.press('Escape')

  await lines.getByRole('link', { name: 'DIS-75' }).click()
  await page.getByRole('main').getByText('Edit', { exact: true }).click()
  await page.getByRole('main').getByLabel('MSRP').fill('1000')
  await keys.press('Control+s')
  await page.getByText('DIS-75 saved.').waitFor()
  await page.goBack()
  await page.goBack()
  await lines.getByText('4,000.00').first().waitFor()

  await dashboard()
  await expect.poll(() => next(page).locator('b').allTextContents()).toEqual(['Make the first report'])
  await next(page).getByText('Make the first report').click()
  await button('Generate BOM').click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Generate BOM' }).click()
  const bom = openWorkbook(readFileSync(await (await download).path())).sheet('BOM')
  const rows = Array.from({ length: rowCount(bom) }, (_, index) =>
    readRowValues(bom, index + 1).filter((value) => value !== null && value !== ''),
  )
  const rowTexts = rows.map((row) => row.join(' '))
  expect(rowTexts.slice(0, 3)).toEqual([
    'Status Draft',
    expect.stringMatching(/^Project \d{6}-C Library renewal$/),
    'Client Harbor City Library',
  ])
  expect(rowTexts.filter((row) => row.startsWith('Grand total'))).toEqual(['Grand total 9 4450'])

  await dashboard()
  await button('Arrange').waitFor()
  await expect.poll(() => next(page).count()).toBe(0)
  await app.signInAs(['Leads.View'], { isNew: true })
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('first-steps-done'))).toBe('true')
  await expect.poll(() => steps(page).count()).toBe(0)
})

it('goes from an empty catalog to the BOM of a priced room in at most 25 clicks and keys besides the names', async () => {
  const page = await visit(app.admin, { path: '/dashboard' })
  const acts: string[] = []
  const click = (target: Locator) => {
    acts.push('click')
    return target.click()
  }
  const press = (key: string) => {
    acts.push(key)
    return page.keyboard.press(key)
  }
  const name = (text: string) => page.keyboard.type(text)
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })

  await click(page.getByRole('navigation').getByRole('button', { name: 'Equipment', exact: true }))
  await click(page.getByRole('navigation').getByRole('link', { name: 'Items', exact: true }))
  await click(page.getByRole('link', { name: 'Import' }))
  await click(button('Load the starter catalog'))
  await page.getByText('The starter catalog is in your catalog').waitFor()
  await calm(page)
  expect(await findings(page)).toEqual([])
  await click(page.getByRole('link', { name: 'Start a project' }))
  await focusOn(page, 'Name')
  await name('Harbor campus')
  await press('Tab')
  await name('Harbor University')
  await page.getByText('A new client').waitFor()
  await click(page.getByRole('textbox', { name: 'Room' }))
  await name('Boardroom')
  await press('Tab')
  await name('Small conf')
  await page.getByRole('option', { name: 'Small conference room' }).waitFor()
  await press('Enter')
  await click(page.getByRole('textbox', { name: 'Equipment' }))
  acts.push('paste')
  const prices = ['QM75C\t1\t$2,900.00', 'Core 110f v2\t1\t$3,100.00', 'TSW-1070-B-S\t2\t$1,800.00', 'MXA920W-S\t1\t$5,250.00']
  await page.keyboard.insertText(prices.join('\n'))
  await page.getByText('4 lines: 1 × QM75C at $2,900.00').waitFor()
  await calm(page)
  expect(await findings(page)).toEqual([])
  await press('Control+s')
  await page.getByRole('heading', { level: 1, name: 'Boardroom' }).waitFor()
  await page.getByText('14,850.00').first().waitFor()
  const download = page.waitForEvent('download')
  await click(button('BOM'))
  const bom = openWorkbook(readFileSync(await (await download).path())).sheet('BOM')
  const rows = Array.from({ length: rowCount(bom) }, (_, index) => readRowValues(bom, index + 1).join(' '))
  expect(rows.filter((row) => row.includes('Core 110f v2'))).toHaveLength(1)
  expect(rows.find((row) => row.includes('Grand total'))).toMatch(/14850/)
  expect(acts.length, acts.join(', ')).toBeLessThanOrEqual(25)
})

it('shows no steps without the permissions', async () => {
  const page = await visit(await app.signInAs(['Equipments.View', 'Projects.View']), { path: '/dashboard' })
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await calm(page)
  expect(await steps(page).count()).toBe(0)
})

it('explains each page, and has ten searchable help sheets', async () => {
  const page = await visit(app.admin, { path: '/equip-groups' })
  await page.getByRole('button', { name: 'About this page' }).click()
  await page.getByText('Equipment that is always specified together').waitFor()
  await page.getByRole('link', { name: 'All help' }).click()
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(10)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('terminated spreadsheet')
  await page.getByText('Nothing found for').waitFor()
  await page.getByRole('combobox').fill('discontinued replace')
  await page.getByRole('option', { name: 'The equipment catalog' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/help/equipment')
  await page.getByRole('heading', { level: 2, name: 'Keep it healthy' }).waitFor()
  await calm(page)
  expect(await findings(page)).toEqual([])
})
