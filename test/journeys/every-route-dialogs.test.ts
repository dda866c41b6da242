import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { timeoutMs } from '../kit/timeouts.ts'
import { browse, calm } from './browser.ts'
import { describeFocus, everyPage, follow, inLanes, parts } from './every-page.ts'

const app = await startApp()
const visit = browse(app)
const { addressOf } = await everyPage(app, visit)

/** Labels of buttons and menu items that open a dialog. */
const opening =
  /^(New|Add|Share|Replace|Clone|Promote|Change|Look up|Merge|Edit|Save as|Rename|Move to|Upload|Reject|Copy from|Create address|Set|Assign|Invite|Import|Peek)\b/
const visibleDialogs = (page: Page) => page.getByRole('dialog').filter({ visible: true })

/** Returns true if Tab leaves the dialog for the page behind it. */
async function leavesByTab(page: Page) {
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab')
    const isOut = await page.evaluate(
      () => document.activeElement?.closest('main, nav, header') && !document.activeElement.closest('[role=dialog]'),
    )
    if (isOut) return true
  }
  return false
}

/** Dialogs already tested. Tab behavior is the same on every page, so each dialog is tested once. */
const opened = new Set<string>()

/** Checks the dialog just opened by keyboard: initial focus, Tab order and focus after closing. */
async function walked(page: Page): Promise<{ title: string; problem?: string } | undefined> {
  await calm(page)
  const dialog = visibleDialogs(page).last()
  if ((await dialog.count()) === 0) {
    await page.keyboard.press('Escape')
    return undefined
  }
  const title = (await dialog.getByRole('heading').first().or(dialog).first().innerText()).split('\n')[0] ?? ''
  const hasField =
    (await dialog.locator('input:not([type=hidden], [type=file], [readonly], [disabled]), textarea').filter({ visible: true }).count()) > 0
  const begun = async () => {
    const focus = await describeFocus(page)
    return focus === 'a field' || (!hasField && focus !== 'nothing' && focus !== 'its ×') ? '' : focus
  }
  const problem = await expect
    .poll(begun, { timeout: timeoutMs(2000) })
    .toBe('')
    .then(
      () => undefined,
      () => begun(),
    )
  const leaves = !opened.has(title) && (await leavesByTab(page))
  opened.add(title)
  for (let tries = 0; tries < 4 && (await visibleDialogs(page).count()) > 0; tries++) {
    await page.keyboard.press('Escape')
    await calm(page)
  }
  const isStillOpen = (await visibleDialogs(page).count()) > 0
  const after = async () => ((await describeFocus(page)) === 'nothing' ? 'nothing' : '')
  const isLost = await expect
    .poll(after, { timeout: timeoutMs(2000) })
    .toBe('')
    .then(
      () => false,
      () => true,
    )
  const found = [
    problem && `begins with ${problem}`,
    leaves && 'lets Tab leave it',
    isStillOpen && 'stays after Escape',
    isLost && 'loses the focus',
  ]
  return { title, problem: found.filter(Boolean).join(', ') || undefined }
}

it.each(parts)('focuses the first field of every dialog from $from on, traps Tab and restores the focus', async ({ part }) => {
  const failures: Record<string, string> = {}
  const openPage = () => visit(app.admin, { width: 1440, height: 844 })
  await inLanes(part, openPage, async (page, { path }) => {
    const address = addressOf(path)
    const checkPage = async (name: string) => {
      const found = await walked(page)
      if (found?.problem) failures[`${path}: ${name}`] = `${found.title} ${found.problem}`
      if (new URL(page.url()).pathname === address) return
      await follow(page, address)
      await calm(page)
    }
    const main = page.getByRole('main')
    await follow(page, address)
    await calm(page)
    const names = await main
      .locator('button:visible:enabled')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? (button as HTMLElement).innerText.trim()))
    for (const name of new Set(names.filter((name) => opening.test(name)))) {
      const button = main.getByRole('button', { name, exact: true }).first()
      if ((await button.count()) === 0 || !(await button.isEnabled())) continue
      await button.press('Enter')
      await checkPage(name)
    }
    const more = main.getByRole('button', { name: /^(More actions$|Actions for )/ }).first()
    if ((await more.count()) === 0) return
    // A toast stays while the pointer rests on it, and it covers the button.
    await page.locator('.dna-toast').evaluateAll((toasts) => {
      for (const toast of toasts) toast.querySelector<HTMLElement>('[aria-label="Close"]')?.click()
    })
    await more.click()
    await page.getByRole('menuitem').first().waitFor()
    const items = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    for (const name of items.filter((name) => opening.test(name))) {
      await more.press('Enter')
      await page.getByRole('menuitem', { name, exact: true }).first().press('Enter')
      await checkPage(name)
    }
  })
  expect(failures).toEqual({})
})

it('opened all dialogs', () => expect(opened.size).toBeGreaterThan(20))
