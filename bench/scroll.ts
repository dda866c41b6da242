import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/find-browser.mjs'

interface Frames {
  median: number
  p95: number
}

/** How long a frame takes while the table of equipment scrolls: a hundred pixels a frame, then leaps of six hundred rows. Nothing without a browser. */
export async function measureScrolling(port: number, token: string): Promise<{ steady: Frames; leaps: Frames } | undefined> {
  const found = findBrowser()
  if (!found) return undefined
  const browser = await chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env } as never,
    args: ['--no-sandbox'],
  })
  try {
    const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}`, viewport: { width: 1440, height: 900 } })
    const answer = await fetch(`http://127.0.0.1:${port}/api/account/me`, { headers: { authorization: `Bearer ${token}` } })
    await context.addInitScript(
      ([bearer, user]) => {
        localStorage.setItem('token', `Bearer ${bearer}`)
        localStorage.setItem('user', user!)
      },
      [token, await answer.text()],
    )
    // The loader of these sources names functions with a helper that the page does not have.
    await context.addInitScript('globalThis.__name = (named) => named')
    const page = await context.newPage()
    await page.goto('/inventory')
    await page.locator('#inventory-20-1').waitFor()
    const run = (pixels: number, frames: number) => page.evaluate(framesOf, { pixels, frames })
    await run(100, 60)
    return { steady: await run(100, 240), leaps: await run(600 * 32, 120) }
  } finally {
    await browser.close()
  }
}

/** Runs in the page. */
async function framesOf({ pixels, frames }: { pixels: number; frames: number }): Promise<Frames> {
  const box = document.querySelector('[role="grid"]')!.parentElement!
  const times: number[] = []
  await new Promise<void>((done) => {
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      times.push(now - last)
      last = now
      box.scrollTop += pixels
      if (times.length < frames) requestAnimationFrame(step)
      else done()
    }
    requestAnimationFrame(step)
  })
  times.sort((a, b) => a - b)
  return { median: times[Math.floor(frames / 2)]!, p95: times[Math.floor(frames * 0.95)]! }
}
