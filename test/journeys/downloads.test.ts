import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { DownloadTaskEvent } from '../../src/model/hub.ts'
import { DownloadStatus } from '../../src/model/reports/enums.ts'
import { type Caller, startApp } from '../kit/start.ts'
import { browse, calm, connected, findings, gate } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { InProgress, Succeeded, Failed } = DownloadStatus

async function givenDownloads(count: number, more: Record<string, unknown> = {}) {
  const person = await app.signInAs(['DownloadCenter.View', 'DNAUsers.View'], { isNew: true })
  const task = { status: Succeeded, url: '/api/files/x/y', error_message: null, progress_percent: 0, ...more }
  await app.sql(
    `insert into download_tasks (user_id, file_name, template_type, download_task_category, parameters, status, url, error_message, progress_percent, create_date)
     select $1, 'File ' || n || '.xlsx', 0, 160, '{"maker":"nobody"}', $3, $4, $5, $6, now() - interval '1 day' + n * interval '1 minute' from generate_series(1, $2::int) n`,
    [person.userId, count, task.status, task.url, task.error_message, task.progress_percent],
  )
  return person
}

const sendTask = (person: Caller, task: Partial<DownloadTaskEvent> & { id: number }) =>
  app.product.work(async (ctx) =>
    ctx.publish([person.userId], 'SendTask', {
      createDate: new Date().toISOString(),
      fileName: 'Live.xlsx',
      url: null,
      status: InProgress,
      templateType: 0,
      downloadTaskCategory: 160,
      progressPercent: 0,
      errorMessage: null,
      ...task,
    }),
  )

const button = (page: Page) => page.getByRole('button', { name: /^Downloads/ })
const downloadList = (page: Page) => page.getByRole('list', { name: 'Your downloads' })
const entry = (page: Page, file: string) => downloadList(page).getByRole('listitem').filter({ hasText: file })

async function publishTaskAndWait(page: Page, person: Caller, task: Partial<DownloadTaskEvent> & { id: number }, text: string) {
  await connected(page)
  await sendTask(person, task)
  await downloadList(page).getByText(text).first().waitFor()
}

it('exports a list, counts it while it is generated, and downloads it by a real link', async () => {
  const person = await givenDownloads(0)
  const page = await visit(person, { path: '/users' })
  await connected(page)
  const byItself = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await byItself).suggestedFilename()).toMatch(/^Users .*\.xlsx$/)
  const readyToast = page.locator('.dna-toast').filter({ hasText: /^Users .*\.xlsx is ready\./ })
  await readyToast.getByRole('link', { name: 'Download' }).waitFor()
  await expect.poll(() => page.getByText(/is being generated/).count()).toBe(0)
  await button(page).click()
  const usersEntry = entry(page, 'Users')
  await usersEntry.getByText('Succeeded').waitFor()
  await expect.poll(() => button(page).getAttribute('aria-label')).toBe('Downloads')

  const downloading = page.waitForEvent('download')
  await usersEntry.getByRole('link', { name: /^Download Users/ }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^Users .*\.xlsx$/)
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

it('lists ten at a time, newest first, and stops after a page with fewer', async () => {
  const page = await visit(await givenDownloads(23))
  const pages: string[] = []
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.pathname === '/api/DownloadCenter') pages.push(address.searchParams.get('page')!)
  })
  await button(page).click()
  const files = () => downloadList(page).getByRole('listitem').count()
  await expect.poll(files).toBe(10)
  await expect.poll(() => downloadList(page).getByRole('listitem').first().textContent()).toContain('File 23.xlsx')
  const toEnd = () => downloadList(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await toEnd()
  await expect.poll(files).toBe(20)
  await toEnd()
  await expect.poll(files).toBe(23)
  await toEnd()
  await calm(page)
  expect(pages.filter((number) => number !== '1')).toEqual(['2', '3'])
})

it('updates live: new tasks on top, known ones in place, and the running count', async () => {
  const person = await givenDownloads(2)
  const page = await visit(person)
  await button(page).click()
  const tasks = downloadList(page).getByRole('listitem')
  await expect.poll(() => tasks.count()).toBe(2)
  await publishTaskAndWait(page, person, { id: 999_999, progressPercent: 40 }, 'Live.xlsx')

  await expect.poll(() => tasks.first().textContent()).toContain('Live.xlsx')
  await expect.poll(() => page.getByRole('progressbar', { name: 'Progress of Live.xlsx' }).getAttribute('aria-valuenow')).toBe('40')
  await expect.poll(() => button(page).getAttribute('aria-label')).toBe('Downloads, 1 running')
  await expect.poll(() => page.getByRole('link', { name: 'Download Live.xlsx' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Download Live.xlsx' }).getAttribute('aria-disabled')).toBe('true')
  expect(await findings(page)).toEqual([])

  await sendTask(person, { id: 999_999, status: Succeeded, url: '/api/files/a/b?signature=1', progressPercent: 100 })
  await page.getByRole('link', { name: 'Download Live.xlsx' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Download Live.xlsx' }).getAttribute('href')).toBe('/api/files/a/b?signature=1')
  await expect.poll(() => tasks.count()).toBe(3)
  await expect.poll(() => button(page).getAttribute('aria-label')).toBe('Downloads')
  await page.getByText('Live.xlsx is ready.').waitFor()
})

it('refetches its menu when a file was completed during the read', async () => {
  const person = await givenDownloads(1, { status: InProgress, url: null })
  const page = await visit(person)
  const { passed, open } = gate()
  // The first response was computed before the file was done and arrives after the event.
  let answers = 0
  let isAnew = false
  page.on('request', (request) => {
    isAnew ||= request.isNavigationRequest()
  })
  await page.route(/\/api\/DownloadCenter\?/, async (route) => {
    if (!isAnew) return route.continue()
    const response = await route.fetch()
    if (answers++ === 0) await passed
    await route.fulfill({ response })
  })
  await page.reload()
  await connected(page)
  await expect.poll(() => answers).toBe(1)
  const url = '/api/files/x/y'
  const [task] = await app.sql(`update download_tasks set status = $2, url = $3 where user_id = $1 returning id::int`, [
    person.userId,
    Succeeded,
    url,
  ])
  await sendTask(person, { id: task?.id, fileName: 'File 1.xlsx', status: Succeeded, url })
  await page.getByText('File 1.xlsx is ready.').waitFor()
  open()
  await button(page).click()
  await entry(page, 'File 1.xlsx').getByText('Succeeded').waitFor()
})

it.each([
  // The menu subscribes to events, and its code loads last.
  { sooner: 'anybody listened', late: /\/download-menu/ },
  { sooner: 'the answer that names it', late: /\/api\/.*\/export/i },
])('downloads a file for a waiting user although its event came before $sooner', async ({ late }) => {
  const person = await givenDownloads(0)
  const page = await visit(person, { path: '/users' })
  const { passed, open } = gate()
  await page.route(late, async (route) => {
    const response = await route.fetch()
    await passed
    await route.fulfill({ response })
  })
  await page.reload()
  await connected(page)
  const byItself = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const statusOf = () => app.sql('select status from download_tasks where user_id = $1', [person.userId])
  await expect.poll(statusOf).toEqual([{ status: Succeeded }])
  open()
  expect((await byItself).suggestedFilename()).toMatch(/^Users .*\.xlsx$/)
  await page.getByText(/^Users .*\.xlsx is ready\./).waitFor()
  await expect.poll(() => page.getByText(/is being generated/).count()).toBe(0)
})

it('shows why a file failed, regenerates it on request, and removes it', async () => {
  const person = await givenDownloads(1, { status: Failed, url: null, error_message: 'This list is not known.' })
  const page = await visit(person)
  await button(page).click()
  await downloadList(page).getByText('This list is not known.').waitFor()
  await page.getByRole('button', { name: 'Generate File 1.xlsx again' }).click()
  await expect.poll(() => downloadList(page).getByText('This list is not known.').count()).toBe(0)
  await page.getByRole('link', { name: 'Open the download center' }).click()
  await page.waitForURL('**/download-center')

  // It fails again, but not at once, because a job is tried three times. Waits for a running attempt, which would change the status
  // afterwards.
  await expect
    .poll(async () => {
      await app.sql(`delete from jobs where name = 'makeFile' and lease_until is null`)
      return app.sql(`select id from jobs where name = 'makeFile'`)
    })
    .toEqual([])
  await app.sql('update download_tasks set status = $2 where user_id = $1', [person.userId, Failed])
  await page.reload()
  const row = page.getByRole('row', { name: /File 1\.xlsx/ })
  await row.getByText('Failed').waitFor()
  await row.hover()
  await row.getByRole('button', { name: 'Actions for File 1.xlsx' }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Retry' }).isVisible()).toBe(true)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Nothing here yet. Export a list').waitFor()
  expect(await app.sql('select 1 from download_tasks where user_id = $1 and not is_deleted', [person.userId])).toEqual([])
})

it('shows the downloads of all users with their owners to a manager', async () => {
  const owner = await givenDownloads(1)
  await app.sql(`update download_tasks set file_name = 'Mine alone.xlsx' where user_id = $1`, [owner.userId])
  const [name] = await app.sql('select last_name from users where id = $1', [owner.userId])
  const page = await visit(app.admin, { path: '/manage-download-center?q=alone' })
  const row = page.getByRole('row', { name: /Mine alone\.xlsx/ })
  await row.waitFor()
  await expect.poll(() => row.textContent()).toContain(name!.last_name)
  expect(await findings(page)).toEqual([])
  await page.goto('/download-center?q=alone')
  await page.getByText('No downloads match').waitFor()
})

it('shows browser notifications when the user allows it, and saves the choice', async () => {
  const person = await givenDownloads(0)
  const page = await visit(person)
  await page.addInitScript(() => {
    const shown: string[] = []
    const Fake = Object.assign(
      class {
        constructor(title: string, { body, tag }: { body: string; tag: string }) {
          // The tag makes one notification for all tabs of the browser.
          shown.push(`${title}: ${body} (${tag})`)
        }
      },
      { permission: 'default', requestPermission: async () => (Fake.permission = 'granted') },
    )
    Object.assign(window, { Notification: Fake, shown })
  })
  await page.reload()
  await button(page).click()
  await page.getByRole('button', { name: 'Notify me on the desktop' }).click()
  await page.getByRole('button', { name: 'Stop desktop notifications' }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('notification-permission'))).toBe('"granted"')
  await publishTaskAndWait(page, person, { id: 999_998, status: Succeeded, url: '/api/files/a/b' }, 'Live.xlsx')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shown: string[] }).shown))
    .toEqual(['Your file is ready: Live.xlsx (Your file is ready Live.xlsx)'])

  await page.addInitScript(() => Reflect.deleteProperty(window, 'Notification'))
  await page.evaluate(() => localStorage.removeItem('notification-permission'))
  await page.reload()
  await button(page).click()
  const alerted = page.waitForEvent('dialog')
  const clicked = page.getByRole('button', { name: 'Notify me on the desktop' }).click()
  const alert = await alerted
  expect(alert.message()).toBe('This browser does not support desktop notification')
  await alert.accept()
  await clicked
  // An init script cannot be removed from a page, so the page is closed.
  await page.close()
})

it('is available to external users with permission, and to no others', async () => {
  const outsider = await visit(await app.signInAs('External Viewer', { external: true }))
  await button(outsider).click()
  await outsider.getByText('Nothing here yet. Exports and reports').waitFor()
  const other = await visit(await app.signInAs(['SignalTypes.View']))
  await expect.poll(() => button(other).count()).toBe(0)
})

it('has a download button in every row of the download center', async () => {
  const person = await givenDownloads(2)
  const page = await visit(person, { path: '/download-center', width: 1280 })
  const download = page.getByRole('main').getByRole('link', { name: /^Download File \d\.xlsx$/ })
  await expect.poll(() => download.count()).toBe(2)
  expect(await download.first().getAttribute('href')).toMatch(/^\/api\/files\/x\/y/)
  expect(await download.first().isVisible()).toBe(true)
  await app.sql('update download_tasks set url = null, status = $2 where user_id = $1', [person.userId, Failed])
  await page.reload()
  const noFile = page.getByRole('main').getByRole('button', { name: /^Download File/ })
  await expect.poll(() => noFile.count()).toBe(2)
  expect(await noFile.first().getAttribute('aria-disabled')).toBe('true')
})
