import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { start } from '../kit/start.ts'
import { browse, calm } from './browser.ts'
import { everyPage, focusOf, follow, inLanes, visited } from './every-page.ts'

const house = await start()
const visit = browse(house)
const { addressOf } = await everyPage(house, visit)

/** Buttons and items of menus that open a dialog, by how their words begin. */
const opening = /^(New|Add|Share|Replace|Clone|Promote|Change|Look up|Merge|Edit|Save as|Rename|Move to|Upload|Reject|Copy from)\b/
const dialogsOf = (page: Page) => page.getByRole('dialog').filter({ visible: true })

/** What is wrong with where the dialog that was just opened begins; closes it. */
async function beginningOf(page: Page): Promise<{ title: string; wrong?: string } | undefined> {
  await calm(page)
  const dialog = dialogsOf(page).last()
  if ((await dialog.count()) === 0) {
    // A list of choices.
    await page.keyboard.press('Escape')
    return undefined
  }
  const title = (await dialog.getByRole('heading').first().or(dialog).first().innerText()).split('\n')[0] ?? ''
  const hasField =
    (await dialog.locator('input:not([type=hidden], [type=file], [readonly], [disabled]), textarea').filter({ visible: true }).count()) > 0
  const begun = async () => {
    const focus = await focusOf(page)
    return focus === 'a field' || (!hasField && focus !== 'nothing' && focus !== 'its ×') ? '' : focus
  }
  const wrong = await expect
    .poll(begun, { timeout: 2000 })
    .toBe('')
    .then(
      () => undefined,
      () => begun(),
    )
  for (let tries = 0; tries < 4 && (await dialogsOf(page).count()) > 0; tries++) {
    await page.keyboard.press('Escape')
    await calm(page)
  }
  return { title, wrong }
}

it('begins every dialog a page opens with its first field, and never with its "×"', async () => {
  const wrong: Record<string, string> = {}
  const opened = new Set<string>()
  const openPage = () => visit(house.admin, { width: 1440, height: 844 })
  await inLanes(visited, openPage, async (page, { path }) => {
    const address = addressOf(path)
    const look = async (name: string) => {
      const found = await beginningOf(page)
      if (found) opened.add(found.title)
      if (found?.wrong) wrong[`${path}: ${name}`] = `${found.title} begins with ${found.wrong}`
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
      await button.click()
      await look(name)
    }
    const more = main.getByRole('button', { name: /^(More actions$|Actions for )/ }).first()
    if ((await more.count()) === 0) return
    await more.click()
    const items = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    for (const name of items.filter((name) => opening.test(name))) {
      await more.click()
      await page.getByRole('menuitem', { name, exact: true }).first().click()
      await look(name)
    }
  })
  expect(wrong).toEqual({})
  expect(opened.size).toBeGreaterThan(20)
})
