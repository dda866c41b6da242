import { expect, it } from 'vitest'
import { addDays, dayOf, mondayOf } from '../../src/model/kit/dates.ts'
import { createPhase, givenContract } from '../kit/fixtures/contracts.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse } from './browser.ts'

const app = await startApp()
const visit = browse(app)

/** The last Sunday before today: 18:00 in Los Angeles is Monday in UTC, and Monday 02:00 in Kolkata is Sunday in UTC. */
const sunday = addDays(mondayOf(dayOf(new Date(), 'UTC')), -1)
const monday = addDays(sunday, 1)
const places = [
  { timezoneId: 'America/Los_Angeles', at: '18:00', time: `${sunday}T18:00:00-08:00`, day: sunday },
  { timezoneId: 'America/Los_Angeles', at: '02:00', time: `${monday}T02:00:00-08:00`, day: monday },
  { timezoneId: 'Asia/Kolkata', at: '18:00', time: `${sunday}T18:00:00+05:30`, day: sunday },
  { timezoneId: 'Asia/Kolkata', at: '02:00', time: `${monday}T02:00:00+05:30`, day: monday },
]

it.each(places)('uses the local day in $timezoneId at $at', async ({ timezoneId, time, day }) => {
  const project = await createProject(app)
  const contract = await givenContract(app, project)
  const phase = await createPhase(app, contract, { startDate: addDays(day, -9), endDate: addDays(day, 10) })
  const page = await visit(app.admin, { local: { timezoneId, time: new Date(time) } })
  const week = page.waitForRequest((request) => request.url().includes('/api/actualHours/Week'))
  await page.goto('/my-board/hours')
  expect(new URL((await week).url()).searchParams.get('date')).toBe(mondayOf(day))
  await page.getByRole('button', { name: `Week of ${mondayOf(day).replaceAll('-', '/')}, go to this week` }).waitFor()

  await page.goto(`/projects/${project.id}/revisions`)
  await page.getByRole('button', { name: 'Issue revision' }).click()
  const issued = page.getByRole('dialog').getByRole('textbox', { name: 'Issue date' })
  await expect.poll(() => issued.inputValue()).toBe(day.replaceAll('-', '/'))

  // The line of today runs through the start of its day: 9 of 20 days of the phase have passed.
  await page.goto(`/projects/${project.id}/contracts/${contract.id}`)
  const bar = await page.getByRole('button', { name: new RegExp(`${phase.name}: `) }).boundingBox()
  const line = await page.locator('[class*="today"]').first().boundingBox()
  expect(bar && line && Math.round((20 * (line.x - bar.x)) / bar.width)).toBe(9)
})
