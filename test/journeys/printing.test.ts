import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { browse, calm } from './browser.ts'
import { everyPage } from './every-page.ts'

const app = await startApp()
const visit = browse(app)
const { ids } = await everyPage(app, visit)

/** Names of the controls that a print of the page shows. Buttons that are the text of a cell or the head of a column belong to the table. */
const printedControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, nav, [role="toolbar"], [role="search"], a')]
      .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
      .map((element) => ({ element, name: element.getAttribute('aria-label') ?? element.innerText.trim() }))
      .filter(
        ({ element, name }) =>
          element.tagName === 'NAV' ||
          name === '' ||
          /^(Delete|Remove|Edit|Move|Actions|Copy|Add|New|Save)\\b/.test(name) ||
          element.matches('[role]'),
      )
      .map(({ name }) => name),
  )
const readExcess = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

it('prints pages without their controls and cuts nothing off', async () => {
  const { projects, spaceId } = { projects: ids.of.projects, spaceId: ids.place.spaceId }
  for (const path of [
    `/projects/${projects}/spaces/${spaceId}`,
    `/projects/${projects}/spaces/${spaceId}/master-quote`,
    `/projects/${projects}/budget`,
    `/projects/${projects}/reports`,
    `/clients/${ids.of.clients}`,
    '/clients',
  ]) {
    const page = await visit(app.admin, { path, width: 1280 })
    await calm(page)
    await page.emulateMedia({ media: 'print' })
    // Letter paper without its margins.
    await page.setViewportSize({ width: 725, height: 960 })
    expect(await printedControls(page), path).toEqual([])
    expect(await readExcess(page), path).toBe(0)
  }
})
