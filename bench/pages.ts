import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/find-browser.mjs'
import { signIn } from '../scripts/sign-in.mjs'

interface Frames {
  median: number
  p95: number
}

interface Pages {
  inventory: { steady: Frames; leaps: Frames }
  lines: { steady: Frames; leaps: Frames }
  /** Milliseconds from the click in the list of spaces until the lines of the large room are painted. */
  room: Frames
}

export async function measurePages(port: number, token: string, room: { id: number; projectId: number }): Promise<Pages | undefined> {
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
    const { notices } = (await (await fetch(`http://127.0.0.1:${port}/api/environment`)).json()) as { notices: string[] }
    await signIn(context, { token, me: await answer.json(), notices })
    // The TypeScript loader wraps functions in a `__name` helper that the page does not define.
    await context.addInitScript('globalThis.__name = (named) => named')
    const page = await context.newPage()
    const frames = async (address: string, ready: string, box: string) => {
      await page.goto(address)
      await page.locator(ready).first().waitFor()
      const run = (pixels: number, frames: number) => page.evaluate(measureFrames, { box, pixels, frames })
      await run(100, 60)
      return { steady: await run(100, 240), leaps: await run(600 * 32, 120) }
    }
    const inventory = await frames('/inventory', '#inventory-20-1', '[role="grid"]')
    const lines = await frames(
      `/projects/${room.projectId}/equipment?size=5000`,
      'table[aria-rowcount] tr[data-row]',
      'table[aria-rowcount]',
    )
    const times: number[] = []
    for (let round = 0; round < 12; round++) {
      await page.goto(`/projects/${room.projectId}/spaces`)
      const link = page.locator(`a[href="/projects/${room.projectId}/spaces/${room.id}"]`).first()
      await link.waitFor()
      // The first click also loads the page's code; later clicks represent everyday use.
      times.push(await link.evaluate(untilLines))
      await page.goBack()
      await link.waitFor()
      times.push(await link.evaluate(untilLines))
    }
    return { inventory, lines, room: framesFrom(times.filter((_, index) => index > 0)) }
  } finally {
    await browser.close()
  }
}

const framesFrom = (times: number[]): Frames => {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)]!, p95: sorted[Math.floor(sorted.length * 0.95)]! }
}

function untilLines(link: Element): Promise<number> {
  return new Promise((done) => {
    const began = performance.now()
    const check = () => {
      const firstRow = document.querySelector('table[aria-label^="Equipment of"] tr[data-row]')
      if (!firstRow) return requestAnimationFrame(check)
      return requestAnimationFrame(() => done(performance.now() - began))
    }
    ;(link as HTMLElement).click()
    requestAnimationFrame(check)
  })
}

/** Runs in the page. */
async function measureFrames({ box: inside, pixels, frames }: { box: string; pixels: number; frames: number }): Promise<Frames> {
  const box = document.querySelector(inside)!.parentElement!
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
