import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { browse, calm, colours, findings, readLayoutShifts } from './browser.ts'
import { describeFocus, everyPage, parts, readHorizontalOverflow } from './every-page.ts'

const app = await startApp()
const visit = browse(app)
const { inspect } = await everyPage(app, visit)

/** Returns cells, headers, tabs, buttons and titles that are truncated without a tooltip. */
const clipped = (page: Page) =>
  page.evaluate(() => {
    const cut: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(
      'main :is(td, th, h1, h2, dd, output, button, nav a, [role="tab"], [data-name])',
    )) {
      const isCut =
        element.scrollWidth > element.clientWidth && element.clientWidth > 1 && getComputedStyle(element).overflowX !== 'visible'
      if (!isCut || element.textContent.trim() === '') continue
      // A cell that contains only screen reader text is not truncated.
      if ([...element.children].every(({ className }) => className === 'dna-hidden') && element.children.length > 0) continue
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      if (!element.closest('[title]') && !element.querySelector('[title]'))
        cut.push(`cuts ${element.tagName} ${element.clientWidth} of ${element.scrollWidth} px: ${element.textContent.slice(0, 40)}`)
    }
    return cut
  })

/** Tables that may scroll horizontally: twelve months, or forms with many columns. Their first column is sticky. */
const wider = /^(Assigned hours of|Capacity by month|Direct expenses of|Items|Phases|Ports)/
/** Other tables that overflow the window. Default columns must fit; users who add columns scroll. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main table[aria-label]')].flatMap((table) => {
      const excess = table.offsetWidth - (table.parentElement?.clientWidth ?? 0)
      return excess > 0 ? [`${table.getAttribute('aria-label')} scrolls by ${excess} px`] : []
    }),
  )

const targetMark = 'data-small-target'
/**
 * Marks pointer targets of less than 24 px that may stand too close to another one (WCAG 2.5.8). Axe judges them: asked for all targets,
 * its rule takes more time than all others together.
 */
const markSmallTargets = (page: Page) =>
  page.evaluate((mark) => {
    const least = 24
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]:not([role="separator"])',
      ),
    ]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true }))
    const isSmall = ({ width, height }: DOMRect) => width < least || height < least
    const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 })
    const distance = (from: DOMRect, to: DOMRect) => {
      const { x, y } = middle(from)
      // Two small targets need 24 px between their middles, a small one and a large one 12 px from its middle to the edge.
      const other = isSmall(to) ? { ...middle(to), right: middle(to).x, bottom: middle(to).y } : to
      const gap = Math.hypot(Math.max(other.x - x, 0, x - other.right), Math.max(other.y - y, 0, y - other.bottom))
      return isSmall(to) ? gap : gap + least / 2
    }
    const isInText = (element: HTMLElement) =>
      getComputedStyle(element).display === 'inline' && element.parentElement?.textContent.trim() !== element.textContent.trim()
    const close = targets
      .filter(({ element, box }) => isSmall(box) && !isInText(element))
      .filter(({ element, box }) => targets.some((other) => other.element !== element && distance(box, other.box) < least))
    for (const { element } of close) element.toggleAttribute(mark, true)
    return close.length
  }, targetMark)

async function smallTargets(page: Page): Promise<string[]> {
  if ((await markSmallTargets(page)) === 0) return []
  const found = await findings(page, undefined, { only: ['target-size'], targets: `[${targetMark}]` })
  await page.evaluate((mark) => {
    for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
  }, targetMark)
  return found
}

/** Runs axe in the color scheme of the page, and its rules for colors in the other one too. */
async function accessibility(page: Page) {
  // The frame has the same colors on every page, so it is checked only once.
  const part = page.url().endsWith('/dashboard') ? 'body' : 'main'
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const found = await findings(page, undefined, { coloursOf: part })
  const colorScheme = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  return [
    ...found,
    ...(await smallTargets(page)),
    ...(await findings(page, part, { only: colours })).map((finding) => `${colorScheme}: ${finding}`),
  ]
}

const first = { width: 1280, height: 844 }
/** 1280 px at a zoom of 200%. */
const zoomed = 640
/** Further widths to test after loading: laptops, a large screen, the zoomed one, a phone. */
const widths = [1366, 1440, 1920, zoomed, 390]

// All journeys run with reduced motion; `calm` waits until nothing moves. Other walks navigate by links, this one by URL.
it.each(parts)('opens every page from $from on: no shift, no clipping, first field, every width, no axe findings', async ({ part }) => {
  const failures = await inspect({
    part,
    size: first,
    go: (page, address) => page.goto(address),
    async check(page) {
      const found = await readLayoutShifts(page)
      const isNew = /\/(new|create)$/.test(new URL(page.url()).pathname)
      if (isNew && (await describeFocus(page)) !== 'a field') found.push(`begins with ${await describeFocus(page)}`)
      found.push(...(await accessibility(page)))
      found.push(...(await clipped(page)), ...(await sideways(page)).filter((table) => !wider.test(table)))
      for (const width of widths) {
        await page.setViewportSize({ ...first, width })
        await calm(page)
        const excess = await readHorizontalOverflow(page)
        if (excess > 0) found.push(`${excess} px wider than the window of ${width}`)
        if (width === zoomed)
          found.push(
            ...[...(await findings(page, undefined, { without: colours })), ...(await smallTargets(page))].map(
              (fault) => `zoomed: ${fault}`,
            ),
          )
        // On a phone, long content may be truncated or scroll.
        if (width < 1000) continue
        const scrolling = (await sideways(page)).filter((table) => !wider.test(table))
        found.push(...[...(await clipped(page)), ...scrolling].map((fault) => `at ${width} ${fault}`))
      }
      await page.setViewportSize(first)
      return found
    },
  })
  expect(failures).toEqual({})
})
