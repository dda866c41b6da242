import { expect, it } from 'vitest'
import { addDays, mondayOf } from '../../src/model/kit/dates.ts'
import { createRole, createRow, createUser } from '../kit/fixtures/catalog.ts'
import { startApp } from '../kit/start.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const role = await createRole(app, { permissions: ['DNAUsers.View'] })
const today = new Date().toISOString().slice(0, 10)
const formatSlashDate = (date: string) => date.replaceAll('-', '/')
const monday = addDays(mondayOf(today), 21)

it('shortens the week of a user, undoes it, and enters an absence', async () => {
  const { id } = await createUser(app, { roleId: role.id, firstName: 'Kwame', lastName: 'Mensah' })
  const page = await visit(app.admin, { path: `/users/${id}` })
  await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: 'Working time' }).click()
  await page.getByText("The firm's week applies: 40 h: Mon to Fri 8").waitFor()

  await page.getByRole('button', { name: 'Add schedule' }).click()
  const dialog = page.getByRole('dialog')
  const first = dialog.getByRole('textbox', { name: 'From' })
  await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true)
  await dialog.getByRole('textbox', { name: 'Fri' }).fill('25')
  await dialog.getByText('57 h a week').waitFor()
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await dialog.getByText('Maximum number is 24').waitFor()
  await dialog.getByRole('textbox', { name: 'Fri' }).fill('0')
  await dialog.getByText('32 h a week').waitFor()
  await dialog.getByRole('textbox', { name: 'Availability' }).fill('80')
  await page.keyboard.press('Enter')
  const schedules = page.getByRole('table', { name: 'Schedules' })
  await schedules.getByRole('row', { name: new RegExp(`${formatSlashDate(today)} ?In effect 8 8 8 8 .*32 80`) }).waitFor()

  await schedules.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText("The firm's week applies").waitFor()
  await page.getByText('Schedule deleted.').getByRole('button', { name: 'Undo' }).click()
  await schedules.getByText('In effect').waitFor()

  await page.getByRole('button', { name: 'Add absence' }).click()
  await dialog.getByRole('textbox', { name: 'First day' }).fill(formatSlashDate(monday))
  await dialog.getByRole('textbox', { name: 'Last day' }).fill(formatSlashDate(addDays(monday, 4)))
  await dialog.getByRole('switch', { name: 'From noon' }).check()
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Vacation' }).click()
  await dialog.getByRole('button', { name: 'Add absence' }).click()
  const absences = page.getByRole('table', { name: 'Absences' })
  // Half a Monday and three days of 8 h at 80%.
  await absences
    .getByRole('row', { name: `${formatSlashDate(monday)} from noon to ${formatSlashDate(addDays(monday, 4))} 22.4 Vacation` })
    .waitFor()
  await page
    .getByRole('table', { name: 'Capacity by month' })
    .getByRole('row', { name: /^Capacity, h/ })
    .waitFor()
  expect(await findings(page)).toEqual([])

  await absences.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('No absences in the past year or ahead.').waitFor()
  await page.getByText('Absence deleted.').getByRole('button', { name: 'Undo' }).click()
  await absences.getByRole('row', { name: /22\.4 Vacation/ }).waitFor()
})

it('shows absences to people viewers, and lets every user enter their own', async () => {
  const viewer = await app.signInAs(['DNAUsers.View'])
  const person = await app.signInAs(['Clients.View'], { isNew: true })
  const own = await visit(person, { path: '/account/profile', width: 390 })
  const section = own.getByRole('region', { name: 'Working time' })
  await section.getByText('40 h: Mon to Fri 8. Holidays: Company holidays.').waitFor()
  await section.getByRole('button', { name: 'Add absence' }).click()
  const dialog = own.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'First day' }).fill(formatSlashDate(monday))
  await dialog.getByRole('textbox', { name: 'Last day' }).fill(formatSlashDate(monday))
  // The calendar covers the fields below until the focus moves on.
  await own.keyboard.press('Tab')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await own.getByRole('option', { name: 'Sick' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Dentist')
  await own.keyboard.press('Enter')
  await section.getByRole('row', { name: `${formatSlashDate(monday)} 8 Sick Dentist` }).waitFor()
  await section.getByRole('button', { name: 'Add absence' }).click()
  await dialog.getByRole('textbox', { name: 'First day' }).fill(formatSlashDate(monday))
  await dialog.getByRole('textbox', { name: 'Last day' }).fill(formatSlashDate(monday))
  await own.keyboard.press('Tab')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await own.getByRole('option', { name: 'Other' }).click()
  await dialog.getByRole('button', { name: 'Add absence' }).click()
  await dialog.getByText(`There is already an absence: ${formatSlashDate(monday)}.`).waitFor()

  const page = await visit(viewer, { path: `/users/${person.userId}/working-time`, dark: true })
  await page.getByRole('row', { name: `${formatSlashDate(monday)} 8` }).waitFor()
  expect(await page.content()).not.toContain('Dentist')
  await expect.poll(() => page.getByRole('button', { name: /^Add (absence|schedule)$/ }).count()).toBe(0)
})

it('saves the days of a calendar, which reduce team capacity', async () => {
  const { id } = await createUser(app, { roleId: role.id, firstName: 'Asha', lastName: 'Kumar' })
  const team = await createRow(app, '/api/teams', { name: 'BIM', memberIds: [id] })
  const page = await visit(app.admin, { path: '/holiday-calendars' })
  await page.getByRole('link', { name: 'Company holidays' }).click()
  await page.getByRole('button', { name: 'Add to days' }).click()
  const days = page.getByRole('table', { name: 'Days' })
  await days.getByRole('textbox', { name: 'Date' }).fill(formatSlashDate(monday))
  const holiday = days.getByRole('textbox', { name: 'Holiday' })
  await holiday.fill('Martin Luther King Jr. Day')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const control of await days.locator('input:visible, button:visible').all()) {
    const box = await control.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390, await control.innerHTML()).toBe(true)
  }
  expect(await holiday.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Company holidays saved.').waitFor()
  await page.goto(`/teams/${team.id}`)
  const capacity = page.getByRole('table', { name: 'Capacity by month' })
  await capacity.getByRole('row', { name: /Asha Kumar/ }).waitFor()
  const { body } = await app.admin('GET', '/api/workload/Capacity', undefined, {
    query: { from: monday.slice(0, 7), to: monday.slice(0, 7), teamIds: team.id },
  })
  const [month] = body.columns
  expect(body.hours).toEqual([(month.workingDays - 1) * 8])
  await expect.poll(() => capacity.getByRole('row', { name: /Asha Kumar/ }).innerText()).toContain(`${body.hours[0]}`)
})
