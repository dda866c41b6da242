/** What somebody is about to press is never covered. */
const isPressedSoon = /^(Save|Add|Undo|New|Create|Import|Apply|Delete)\b/
const gap = 8

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Buttons that may not be covered, and the tabs one goes on by, as they are on the page now. */
function buttonsBeside(area: HTMLElement): DOMRect[] {
  const tabs = document.querySelectorAll<HTMLElement>('main nav a')
  const buttons = [...document.querySelectorAll<HTMLElement>('button')].filter(
    (button) => !area.contains(button) && (button.dataset.variant === 'filled' || isPressedSoon.test(button.textContent ?? '')),
  )
  return [...tabs, ...buttons]
    .filter((one) => one.checkVisibility())
    .map((button) => button.getBoundingClientRect())
    .filter(({ width }) => width > 0)
}

/** How far the toasts move down from where they begin, or to the left where there is no room below. */
export function wayClear(toasts: Box, buttons: Box[], height: number): { down: number; left: number } {
  const at = (down: number) => ({ ...toasts, top: toasts.top + down, bottom: toasts.bottom + down })
  const covered = (down: number) => buttons.filter((button) => overlap(at(down), button))
  let down = 0
  for (let hit = covered(down); hit.length > 0; hit = covered(down)) down = Math.max(...hit.map(({ bottom }) => bottom)) + gap - toasts.top
  if (toasts.bottom + down <= height) return { down, left: 0 }
  return { down: 0, left: Math.max(0, toasts.right - Math.min(...covered(0).map(({ left }) => left)) + gap) }
}

/** Keeps the toasts off those buttons while any are shown. They only move when they cover one. */
export function keptClear(area: HTMLElement): () => void {
  const place = (down: number, left: number) => {
    area.style.transform = down || left ? `translate(${-left}px, ${down}px)` : ''
  }
  function look() {
    const now = area.getBoundingClientRect()
    if (now.height === 0) return place(0, 0)
    const buttons = buttonsBeside(area)
    if (!buttons.some((button) => overlap(now, button))) return
    place(0, 0)
    const { down, left } = wayClear(area.getBoundingClientRect(), buttons, window.innerHeight)
    place(down, left)
  }
  const later = () => requestAnimationFrame(look)
  const grown = new ResizeObserver(look)
  grown.observe(area)
  // A page that comes under a toast brings buttons of its own, and says so by nothing else.
  const changed = new MutationObserver(() => {
    if (area.offsetHeight > 0) later()
  })
  changed.observe(document.body, { childList: true, subtree: true })
  const events = ['click', 'keyup', 'scroll', 'resize']
  for (const event of events) window.addEventListener(event, later, true)
  return () => {
    grown.disconnect()
    changed.disconnect()
    for (const event of events) window.removeEventListener(event, later, true)
  }
}
