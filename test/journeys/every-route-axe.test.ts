import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { browse, colours, findings } from './browser.ts'
import { everyPage, follow, parts } from './every-page.ts'

const house = await startApp()
const visit = browse(house)
const { inspect } = await everyPage(house, visit)

it.each(parts)('shows every page from $from on without a finding of axe, in light and in dark', async ({ part }) => {
  const wrong = await inspect({
    part,
    look: { width: 1440, height: 844 },
    // Navigates by links; every-route-sizes opens all pages by URL.
    go: follow,
    check: async (page) => {
      // The frame has the same colors on every page, so it is checked only once.
      const part = page.url().endsWith('/dashboard') ? 'body' : 'main'
      const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
      const found = await findings(page, undefined, { coloursOf: part })
      const colorScheme = isDark ? 'light' : 'dark'
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
      found.push(...(await findings(page, part, { only: colours })).map((finding) => `${colorScheme}: ${finding}`))
      return found
    },
  })
  expect(wrong).toEqual({})
})
