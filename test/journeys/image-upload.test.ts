import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { browse, calm } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

async function drop(box: Locator, name: string) {
  const dataTransfer = await box.page().evaluateHandle(
    ([data, fileName]) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(data ?? ''), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], fileName ?? '', { type: 'image/png' }))
      return transfer
    },
    [png, name],
  )
  await box.dispatchEvent('drop', { dataTransfer })
}

it('keeps the last dropped image, and restores the old one when its upload is canceled', async () => {
  const page = await visit(app.admin, { path: '/account/profile' })
  const box = page.getByRole('group', { name: 'Picture' })
  const shown = () => box.getByAltText('Current: Picture').getAttribute('src')
  const held = new Map<string, () => void>()
  await page.route('**/Image', async (route) => {
    const name = /filename="([^"]+)"/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? ''
    await new Promise<void>((resolve) => held.set(name, resolve))
    await route.continue().catch(() => undefined)
  })
  const arrives = (name: string) => expect.poll(() => held.has(name)).toBe(true)

  await drop(box, 'first.png')
  await arrives('first.png')
  await drop(box, 'second.png')
  await arrives('second.png')
  held.get('second.png')?.()
  await expect.poll(shown).toContain('second.png')
  held.get('first.png')?.()

  await drop(box, 'third.png')
  await arrives('third.png')
  await drop(box, 'fourth.png')
  await arrives('fourth.png')
  await box.getByRole('button', { name: 'Cancel' }).click()
  for (const name of ['third.png', 'fourth.png']) held.get(name)?.()
  await box.getByRole('button', { name: 'Replace' }).waitFor()
  await calm(page)
  expect(await shown()).toContain('second.png')
})
