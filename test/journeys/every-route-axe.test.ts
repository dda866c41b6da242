import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { browse, colours, findings } from './browser.ts'
import { everyPage, follow, parts } from './every-page.ts'

const app = await startApp()
const visit = browse(app)
const { inspect } = await everyPage(app, visit)

const size = { width: 1440, height: 844 }
/** Pointer targets of at least 24 px, or as far apart. Axe leaves this rule out by default. */
const targets = ['target-size']
/** Half of 1280 px, as at a zoom of 200%. */
const zoomed = { width: 640, height: 422 }

// All journeys run with reduced motion; `calm` waits until nothing moves.
it.each(parts)('has no axe findings on every page from $from on, in light and dark and at a zoom of 200%', async ({ part }) => {
  const failures = await inspect({
    part,
    size,
    // Navigates by links; every-route-sizes opens all pages by URL.
    go: follow,
    check: async (page) => {
      // The frame has the same colors on every page, so it is checked only once.
      const part = page.url().endsWith('/dashboard') ? 'body' : 'main'
      const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
      const found = await findings(page, undefined, { also: targets, coloursOf: part })
      const colorScheme = isDark ? 'light' : 'dark'
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
      found.push(...(await findings(page, part, { only: colours })).map((finding) => `${colorScheme}: ${finding}`))
      await page.setViewportSize(zoomed)
      found.push(...(await findings(page, undefined, { also: targets, without: colours })).map((finding) => `zoomed: ${finding}`))
      await page.setViewportSize(size)
      return found
    },
  })
  expect(failures).toEqual({})
})
