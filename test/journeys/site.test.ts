import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createRow } from '../kit/fixtures/catalog.ts'
import { activateProject, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app
const project = await createProject(app, { name: 'On site' })
const space = await createSpace(app, project, { name: 'Boardroom' })
await activateProject(app, project)
for (const status of [201, 205]) await admin('PUT', `/api/projects/${project.id}/SetStatus`, { status })
const at = `/projects/${project.id}/site`

const located = async () =>
  sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#246' } })
    .withExif({ IFD3: { GPSLatitude: '40/1 0/1 0/1' } })
    .jpeg()
    .toBuffer()

it('keeps an observation without a network over a closed tab, and sends it once', async () => {
  const page = await visit(admin, { width: 390, height: 844, path: at })
  const context = page.context()
  await page.getByLabel('Space').selectOption({ label: 'Boardroom' })
  await context.setOffline(true)
  await page.getByLabel('Photos').setInputFiles({ name: 'ceiling.jpg', mimeType: 'image/jpeg', buffer: await located() })
  await page.getByRole('button', { name: '1 photo' }).waitFor()
  await page.getByRole('textbox', { name: 'Observation' }).fill('Loose cable above the table')
  await page.getByRole('button', { name: 'Save' }).click()
  const waiting = page.getByRole('list', { name: 'Entries on this device' }).getByRole('listitem')
  await expect.poll(() => waiting.allInnerTexts()).toEqual([expect.stringMatching(/Loose cable[\s\S]*1 photo[\s\S]*Waiting/)])
  expect(await app.sql('select id from observations')).toEqual([])

  const [again, other] = [await context.newPage(), await context.newPage()]
  await page.close()
  await context.setOffline(false)
  await Promise.all([again.goto(at), other.goto(at)])
  await again.getByText('Sent', { exact: true }).waitFor()
  const rows = await app.sql('select id, title, space_id::int as space from observations')
  expect(rows).toEqual([{ id: expect.any(Number), title: 'Loose cable above the table', space: space.id }])
  const { body } = await admin('GET', `/api/projects/${project.id}/Observations/${rows[0]?.id}`)
  expect(body.photos).toHaveLength(1)
  const photo = await sharp((await app.call('GET', body.photos[0].url)).body).metadata()
  expect([photo.width, photo.height, photo.exif]).toEqual([2048, 1024, undefined])
  await other.close()
})

it('shows what the server refuses, and asks before signing out deletes it', async () => {
  const page = await visit(admin, { width: 390, height: 844, path: at })
  await page.getByLabel('Space').selectOption({ label: 'Boardroom' })
  await app.sql('update projects set stage = 3, project_status = 300 where id = $1', [project.id])
  await page.getByRole('textbox', { name: 'Observation' }).fill('Too late')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Needs attention').waitFor()
  await page.getByText('The project is closed.').first().waitFor()
  await page.goto('/logout')
  await page.getByText('1 observation from site not sent yet.').waitFor()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await app.sql('update projects set stage = 2, project_status = 205 where id = $1', [project.id])
  await page.goto(at)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Sent', { exact: true }).last().waitFor()
  expect(await app.sql(`select id from observations where title = 'Too late'`)).toHaveLength(1)
})

it('takes a submittal from expected to its resubmittal', async () => {
  await createRow(app, `/api/projects/${project.id}/Submittals`, { title: 'Displays' })
  const page = await visit(admin, { path: `${at}/submittals` })
  const row = page.getByRole('row', { name: /S-001\b/ }).first()
  const choose = async (step: string) => {
    await row.getByRole('button', { name: /More|actions/i }).click()
    await page.getByRole('menuitem', { name: step, exact: true }).click()
  }
  await choose('Receive')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Receive' }).click()
  await page.getByText('S-001: In review.').waitFor()
  await choose('Return')
  await dialog.getByLabel('Outcome').click()
  await page.getByRole('option', { name: 'Revise and resubmit' }).click()
  await dialog.getByLabel('Comments').fill('Wrong size')
  await dialog.getByRole('button', { name: 'Return' }).click()
  await page.getByText('S-001: Returned.').waitFor()
  await page.getByRole('row', { name: /S-001\.1/ }).waitFor()
  const rows = await app.sql('select number, outcome from submittals order by id')
  expect(rows).toEqual([
    { number: 'S-001', outcome: 3 },
    { number: 'S-001.1', outcome: null },
  ])
})
