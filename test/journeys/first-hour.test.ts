import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { given, givenCategory, givenClient, givenEquipment, givenManufacturer } from '../kit/given.ts'
import { givenSpace } from '../kit/given-projects.ts'
import { start } from '../kit/start.ts'
import { browse, calm, findings } from './browser.ts'

const house = await start()
const visit = browse(house)
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' }).getByRole('link')
const titles = (page: Page) => steps(page).locator('b').allTextContents()

it('leads through the first hour of an empty product, and never mentions it again', async () => {
  const page = await visit(house.admin)
  await steps(page).first().waitFor()
  const all = ['Import the catalog', 'Create the first project', 'Add the first room']
  expect((await titles(page)).filter((title) => title !== 'Add people')).toEqual(all)
  await calm(page)
  expect(await findings(page)).toEqual([])

  const [maker, category] = [await givenManufacturer(house), await givenCategory(house)]
  await givenEquipment(house, { manufactureId: maker.id, categoryId: category.id })
  const client = await givenClient(house)
  const project = await given(house, '/api/projects', { name: 'First of all', clientId: client.id })
  await page.reload()
  await expect.poll(async () => (await titles(page)).filter((title) => title !== 'Add people')).toEqual(['Add the first room'])
  await expect.poll(() => steps(page).last().getAttribute('href')).toBe(`/projects/${project.id}/spaces`)

  await givenSpace(house, project)
  await house.as(['Leads.View'], { isNew: true })
  await page.reload()
  await page.getByRole('button', { name: 'Arrange' }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('first-steps-done'))).toBe('true')
  await expect.poll(() => steps(page).count()).toBe(0)
})

it('has a way to the first client where a project asks for one, and keeps what was filled in', async () => {
  const page = await visit(house.admin, { path: '/projects/create' })
  await page.getByLabel('Name').first().fill('Library renewal')
  const client = page.getByRole('combobox', { name: 'Client' }).or(page.getByRole('textbox', { name: 'Client' }))
  await client.fill('Nobody we know')
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'New client' }).click()])
  await opened.getByRole('heading', { level: 1, name: 'New client' }).waitFor()
  await opened.close()
  await givenClient(house, { name: 'Nobody we know' })
  await client.fill('Nobody we kno')
  await page.getByRole('option', { name: 'Nobody we know' }).click()
  await expect.poll(() => page.getByLabel('Name').first().inputValue()).toBe('Library renewal')
})

it('asks nobody for what they may not do', async () => {
  const page = await visit(await house.as(['Equipments.View', 'Projects.View']))
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await calm(page)
  expect(await steps(page).count()).toBe(0)
})

it('says of each page what it is for, and has ten sheets that are found by their words', async () => {
  const page = await visit(house.admin, { path: '/equip-groups' })
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
