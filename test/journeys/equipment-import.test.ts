import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readEquipment } from '../kit/fixtures/catalog.ts'
import { startApp } from '../kit/start.ts'
import { createTestWorkbook, openWorkbook } from '../kit/workbook.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const createAt = async (path: string, body: object) => {
  const answer = await app.admin('POST', `/api/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const [category] = (await app.admin('GET', '/api/categories/typeHead?search=Displays')).body.items
const maker = await createAt('Manufactures', { name: 'Journey Maker' })
const first = await createAt('equipments', { tag: 'JM-1', model: 'JM 1', manufactureId: maker.id, categoryId: category.id, msrpPrice: 100 })
await createAt('equipments', { tag: 'JM-2', model: 'JM 2', manufactureId: maker.id, categoryId: category.id, msrpPrice: 200 })

it("exports a manufacturer's workbook, shows its errors, imports it and undoes", async () => {
  const page = await visit(app.admin, { path: `/manufacturers/${maker.id}` })
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Workbook' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const [download] = await Promise.all([page.waitForEvent('download'), choose('Export workbook')])
  expect(download.suggestedFilename()).toBe('DNA Journey Maker equipment.xlsx')
  const path = join(app.dataDir, 'back.xlsx')
  const book = openWorkbook(readFileSync((await download.path())!))
  const sheet = book.sheet('Equipment')
  const count = async (label: string) => page.getByLabel('Outcome').getByText(label, { exact: true }).locator('+ dd').innerText()
  const give = async () => {
    writeFileSync(path, book.save())
    await page.locator('input[type=file]').last().setInputFiles(path)
  }

  await choose('Import workbook')
  const dialog = page.getByRole('dialog')
  await give()
  await dialog.getByText('Everything in the file is already in the catalog.').waitFor()
  await expect.poll(() => count('Unchanged')).toBe('2')

  book.set(sheet, 'J2', 'expensive')
  await give()
  const problems = dialog.getByRole('table', { name: 'Problems' })
  await problems.waitFor()
  await expect
    .poll(() => problems.getByRole('row').nth(1).innerText())
    .toMatch(/2\s+JM-1 JM 1\s+MSRP \(USD\)\*\s+expensive\s+Only numbers are valid/)
  await expect.poll(() => dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
  expect(await findings(page, '[role=dialog]')).toEqual([])

  book.set(sheet, 'J2', 150)
  for (const [at, value] of Object.entries({ C4: 'JM-3', D4: 'JM 3', H4: category.number, J4: 300 })) book.set(sheet, at, value)
  await give()
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('1 created, 1 updated.').waitFor()
  expect((await readEquipment(app, first.id)).msrpPrice).toBe(150)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The import was undone.').waitFor()
  expect((await readEquipment(app, first.id)).msrpPrice).toBe(100)
  expect((await app.admin('GET', '/api/equipments', undefined, { query: { manufacturerIds: maker.id } })).body.total).toBe(2)
})

it('imports an external sheet: columns, errors fixed in the browser, rows excluded', async () => {
  const path = join(app.dataDir, 'foreign.csv')
  writeFileSync(
    path,
    `Brand,Item,List,Type\nJourney Maker,F 1,much,${category.number}\nNobody,F 2,20,${category.number}\nJourney Maker,=F 3,30,\n`,
  )
  const page = await visit(app.admin, { path: '/equipment' })
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import equipment' }).waitFor()
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByText('Choose the column that holds the model.').waitFor()
  await page
    .getByRole('combobox', { name: 'Meaning of Item' })
    .or(page.getByRole('textbox', { name: 'Meaning of Item' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Model', exact: true }).click()
  await page.getByRole('button', { name: 'Run the trial', exact: true }).click()
  await page.getByRole('textbox', { name: 'MSRP (USD)* of row 2' }).fill('12.50')
  await page.getByRole('textbox', { name: 'Category No.* of row 4' }).fill(String(category.number))
  await page
    .getByRole('row', { name: /Nobody/ })
    .getByRole('button', { name: 'Leave out' })
    .click()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Run the trial again' }).click()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('2 created, 0 updated.').waitFor()
  const { items } = (await app.admin('GET', '/api/equipments', undefined, { query: { search: 'F', manufacturerIds: maker.id } })).body
  expect(items.map(({ model, msrpPrice, tag }: Record<string, unknown>) => [model, msrpPrice, tag])).toEqual([
    ['=F 3', 30, 'F-3'],
    ['F 1', 12.5, 'F-1'],
  ])
})

it('imports a device file', async () => {
  const page = await visit(app.admin, { path: '/equipment/import' })
  const file = join(import.meta.dirname, '../fixtures/devices/C9200-24P.yaml')
  expect(readFileSync(file, 'utf8')).toContain('model: Catalyst 9200-24P')
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('1 device: Cisco Catalyst 9200-24P').waitFor()
  const picker = page.getByLabel('Category of new rows without one').first()
  await picker.click()
  await picker.fill('Network Equipment')
  await page
    .getByRole('option', { name: /Network Equipment/ })
    .first()
    .click()
  await page.getByLabel('Create manufacturers that are missing').check()
  await page.getByRole('button', { name: 'Run the trial', exact: true }).click()
  await page.getByText('New manufacturers: Cisco').waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByRole('link', { name: 'Look at the equipment' }).click()
  await page.getByRole('link', { name: 'Catalyst 9200-24P' }).first().waitFor()
})

it('reads a file another way: header row, separator, encoding, and sheet', async () => {
  const page = await visit(app.admin, { path: '/equipment/import', width: 1280 })
  const choose = async (label: string, option: string | RegExp) => {
    await page
      .getByRole('combobox', { name: label })
      .or(page.getByRole('textbox', { name: label, exact: true }))
      .first()
      .click()
    await page.getByRole('option', { name: option }).click()
  }
  const chosen = (label: string) => page.getByLabel(label, { exact: true }).first().inputValue()
  const columns = page.getByRole('table', { name: 'Columns' })
  const give = async (name: string, contents: string | Buffer) => {
    const path = join(app.dataDir, name)
    writeFileSync(path, contents)
    await page.locator('input[type=file]').setInputFiles(path)
  }

  const above = ['Price list;;', 'Crestron;TSW-570;900', ...Array.from({ length: 10 }, (_, n) => `Note ${n};;`)]
  await give('above.csv', [...above, 'Brand;Model;List price', 'Müller;Köln 1;12,50'].join('\r\n'))
  await page.getByText('Not imported because above the headers: row 2 (Crestron · TSW-570 · 900).').waitFor()
  await expect.poll(() => chosen('Header row')).toMatch(/^Row 13: Brand/)
  await expect.poll(() => chosen('Separator')).toBe('Semicolon')
  await columns.getByText('Müller').waitFor()
  await choose('Header row', 'No header row')
  await columns.getByText('Column 1').waitFor()
  await page.getByText('14 rows without headers.').waitFor()
  await choose('Header row', /^Row 13/)
  await columns.getByRole('rowheader', { name: 'Brand' }).waitFor()
  await choose('Separator', 'Comma')
  await columns.getByText('Brand').waitFor({ state: 'detached' })
  await choose('Separator', 'Semicolon')
  await columns.getByRole('rowheader', { name: 'Brand' }).waitFor()

  await give('western.csv', Buffer.from('Brand;Model;List price\r\nM\xfcller;K\xf6ln 1;12,50\r\n', 'latin1'))
  await columns.getByText('Müller').waitFor()
  await expect.poll(() => chosen('Encoding')).toBe('Western European (Windows)')
  await choose('Encoding', 'UTF-8')
  await page.getByText('Some characters cannot be read in this encoding. Choose another encoding.').waitFor()
  await choose('Encoding', 'Western European (Windows)')
  await columns.getByText('Müller').waitFor()
  expect(await findings(page)).toEqual([])

  // A cover sheet comes first; the sheet with known columns is read.

  const sheets = [
    {
      name: 'Cover',
      rows: [
        ['Contact', 'Phone'],
        ['Jane', '555'],
      ],
    },
    {
      name: 'Prices',
      rows: [
        ['Brand', 'Model'],
        ['Shure', 'MX 1'],
      ],
    },
  ]
  await give('two.xlsx', createTestWorkbook(sheets))
  await expect.poll(() => chosen('Sheet')).toBe('Prices')
  await columns.getByText('MX 1').waitFor()
  await choose('Sheet', 'Cover')
  await columns.getByRole('rowheader', { name: 'Contact' }).waitFor()
})
