import { expect, it } from 'vitest'
import { addDays, dayOf, mondayOf } from '../../src/model/kit/dates.ts'
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
  const page = await visit(app.admin, { path: '/my-board/hours', local: { timezoneId, time: new Date(time) } })
  await page.getByRole('button', { name: `Week of ${mondayOf(day).replaceAll('-', '/')}, go to this week` }).waitFor()
  await page.goto(`/projects/${project.id}/revisions`)
  await page.getByRole('main').getByRole('button', { name: 'Issue revision' }).first().click()
  const issued = page.getByRole('dialog').getByRole('textbox', { name: 'Issued' })
  await expect.poll(() => issued.inputValue()).toBe(day.replaceAll('-', '/'))
})
