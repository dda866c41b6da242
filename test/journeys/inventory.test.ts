import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createCategory, createManufacturer } from '../kit/fixtures/catalog.ts'
import { type Caller, startApp } from '../kit/start.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const category = await createCategory(app, { name: 'Grid displays', number: 7001 })
const other = await createCategory(app, { name: 'Grid speakers', number: 7002 })
const maker = await createManufacturer(app, { name: 'Aaa Grid' })
await app.sql(
  `insert into equipments (tag, model, manufacture_id, category_id, industry_type, availability, msrp_price, is_rack_mountable)
   select 'G-' || n, 'Grid ' || lpad(n::text, 4, '0'), $1, $2, 200, 1, n * 100, false from generate_series(1, 1000) n`,
  [maker.id, category.id],
)
const path = `/inventory?manufacturerIds=${maker.id}`
const columns = ['tag', 'model', 'manufacturer', 'family', 'category', 'availability', 'msrp', 'provider', 'installer', 'width', 'height']
const grid = (page: Page) => page.getByRole('grid', { name: 'Equipment as a table' })
const cell = (page: Page, row: number, column: string) => page.locator(`#inventory-${row - 1}-${columns.indexOf(column)}`)
const stored = async (n: number) => {
  const [row] = await app.sql('select * from equipments where model = $1 and not is_deleted', [`Grid ${String(n).padStart(4, '0')}`])
  return row!
}
async function openGrid(caller: Caller, options: object = {}) {
  const page = await visit(caller, { path, ...options })
  await cell(page, 1, 'model').getByText('Grid 0001').waitFor()
  return page
}
async function paste(page: Page, text: string) {
  await grid(page).evaluate((element, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}
const copied = (page: Page) =>
  grid(page).evaluate((element) => {
    const data = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }))
    return data.getData('text/plain')
  })
const saveChanges = async (page: Page) => {
  await page.keyboard.press('Control+s')
  await page.getByText('All changes are saved').waitFor()
}

it('supports typing, pasting, filling, undo and saving like a spreadsheet, and later undo', async () => {
  const page = await openGrid(app.admin)
  await cell(page, 1, 'tag').click()
  await page.keyboard.type('NEW-1')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 1, 'tag').textContent()).toBe('NEW-1')

  // Pastes two rows and three columns, one cell quoted. The manufacturer column in between is read-only.
  await cell(page, 2, 'availability').click()
  await paste(page, 'Discontinued\t"$1,250.00"\tFBO\r\npresale\t99\tEC\r\n')
  await expect.poll(() => cell(page, 3, 'availability').textContent()).toBe('Presale')
  await expect.poll(() => cell(page, 2, 'msrp').textContent()).toBe('1,250.00')
  await expect.poll(() => copied(page)).toBe('Discontinued\t1250.00\tFBO\r\nPresale\t99.00\tEC')

  await cell(page, 2, 'category').click()
  await page.keyboard.press('F2')
  await page.getByRole('combobox', { name: 'Category' }).fill('speak')
  await page.getByRole('option', { name: '7002 Grid speakers' }).click()
  await cell(page, 12, 'category').click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+d')
  await expect.poll(() => cell(page, 12, 'category').textContent()).toBe('7002 Grid speakers')
  await page.keyboard.press('Control+z')
  await expect.poll(() => cell(page, 12, 'category').textContent()).toBe('7001 Grid displays')
  await page.keyboard.press('Control+y')
  await expect.poll(() => cell(page, 12, 'category').textContent()).toBe('7002 Grid speakers')
  await cell(page, 3, 'provider').click()
  await page.keyboard.press('Delete')
  await page.getByText('12 rows changed').waitFor()
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Save 12 rows' }).click()
  await page.getByText('12 rows saved.').waitFor()
  expect(await stored(1)).toMatchObject({ tag: 'NEW-1' })
  expect(await stored(2)).toMatchObject({ availability: 3, msrp_price: 125000, default_provider: 'FBO', category_id: other.id })
  expect(await stored(12)).toMatchObject({ category_id: other.id })

  await page.goto('/change-sets')
  await page.getByRole('link', { name: 'Changed 12 pieces of equipment' }).click()
  const changes = page.getByRole('table', { name: 'Changed rows' })
  await changes.getByText('$1,250.00').waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('12 rows will be reverted.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('heading', { name: 'Undone: Changed 12 pieces of equipment' }).waitFor()
  expect(await stored(2)).toMatchObject({ availability: 1, msrp_price: 200, default_provider: null, category_id: category.id })
})

it('keeps invalid cells red with their reason, and saves all others', async () => {
  const page = await openGrid(app.admin)
  await cell(page, 21, 'msrp').click()
  await paste(page, 'much\n20\n30')
  await cell(page, 24, 'model').click()
  await page.keyboard.type('Grid 0001')
  await page.keyboard.press('Tab')
  await expect.poll(() => cell(page, 21, 'msrp').getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.press('Control+s')
  await page.getByText('2 cells are not valid').waitFor()
  await page.getByText('2 rows saved.').waitFor()
  expect(await stored(22)).toMatchObject({ msrp_price: 2000 })
  expect(await stored(24)).toMatchObject({ tag: 'G-24' })
  await cell(page, 24, 'model').click()
  await page.getByText('This model is already taken.').last().waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByText('All changes are saved').waitFor()
})

it('lists rows changed by another user, saves the others, and lets the user choose', async () => {
  const page = await openGrid(app.admin)
  await cell(page, 31, 'tag').click()
  await paste(page, 'MINE-31\nMINE-32\nMINE-33')
  await page.getByText('3 rows changed').waitFor()
  for (const n of [31, 32]) {
    const { id } = await stored(n)
    expect((await app.admin('PUT', '/api/equipments/BulkUpdate', { rows: [{ id, tag: `THEIRS-${n}` }] })).status).toBe(200)
  }
  await page.keyboard.press('Control+s')
  const notice = page.getByRole('region', { name: 'Rows someone else has changed' })
  await notice.getByText('2 rows were changed by someone else and not saved.').waitFor()
  await notice.getByText('Tag: theirs “THEIRS-31”, mine “MINE-31”').waitFor()
  // Rows without conflict are sent again after the response that named the two.
  await expect.poll(async () => (await stored(33)).tag).toBe('MINE-33')
  expect(await findings(page)).toEqual([])
  await notice.getByRole('button', { name: 'Take theirs: Grid 0031' }).click()
  await notice.getByRole('button', { name: 'Keep mine: Grid 0032' }).click()
  await saveChanges(page)
  expect((await stored(31)).tag).toBe('THEIRS-31')
  expect((await stored(32)).tag).toBe('MINE-32')
})

it('pastes and fills over more rows than loaded, and confirms before losing them', async () => {
  const page = await openGrid(app.admin)
  await grid(page).focus()
  await cell(page, 1, 'width').click()
  await paste(page, Array.from({ length: 600 }, (_, index) => String(index + 1)).join('\n'))
  await page.getByText('600 rows changed').waitFor()
  // Reloads at once, before any timer could save. The browser's confirmation is answered with "Reload".
  await page.reload()
  await page.getByText('600 rows changed').waitFor()
  await page.getByRole('link', { name: 'Items' }).click()
  await page.getByText('You have unsaved changes on this page! leave anyway?').waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await saveChanges(page)
  const [sum] = await app.sql('select sum(width_in)::int as sum from equipments where manufacture_id = $1', [maker.id])
  expect(sum!.sum).toBe((600 * 601) / 2)
})

it('works by keyboard only, in dark mode and on a phone', async () => {
  const page = await openGrid(app.admin, { dark: true, width: 390, height: 844 })
  await grid(page).focus()
  await page.keyboard.press('Control+ArrowDown')
  await cell(page, 1000, 'tag').waitFor()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('PH-1')
  await page.keyboard.press('Tab')
  await expect.poll(() => cell(page, 2, 'tag').textContent()).toBe('PH-1')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(await findings(page)).toEqual([])
})
