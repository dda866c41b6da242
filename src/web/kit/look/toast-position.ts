/** Labels of buttons the user is likely to press next. Toasts must not cover them. */
const isPressedSoon = /^(Save|Add|Undo|New|Create|Import|Apply|Delete)\b/
const filled = '.mantine-Button-root:is(:not([data-variant]), [data-variant="filled"])'
const gap = 8

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function buttonsBeside(area: HTMLElement): DOMRect[] {
  const tabs = document.querySelectorAll<HTMLElement>('main nav a')
  const buttons = [...document.querySelectorAll<HTMLElement>('button')].filter(
    (button) => !area.contains(button) && (button.matches(filled) || isPressedSoon.test(button.textContent ?? '')),
  )
  return [...tabs, ...buttons]
    .filter((tab) => tab.checkVisibility())
    .map((button) => button.getBoundingClientRect())
    .filter(({ width }) => width > 0)
}

/** Returns the offset of the toasts: down from their default position, or left if there is no room below. */
export function toastOffset(toasts: Box, buttons: Box[], height: number): { down: number; left: number } {
  // DOMRect has no own properties, so it cannot be spread.
  const { left, right, top, bottom } = toasts
  const at = (down: number) => ({ left, right, top: top + down, bottom: bottom + down })
  const covered = (down: number) => buttons.filter((button) => overlap(at(down), button))
  let down = 0
  for (let hit = covered(down); hit.length > 0; hit = covered(down)) down = Math.max(...hit.map(({ bottom }) => bottom)) + gap - top
  if (bottom + down <= height) return { down, left: 0 }
  return { down: 0, left: Math.max(0, right - Math.min(...covered(0).map(({ left }) => left)) + gap) }
}

/** Keeps visible toasts off those buttons. They move only when they would cover one. */
export function keepToastsClear(find: () => HTMLElement | null): () => void {
  const resizeObserver = new ResizeObserver(measure)
  let area: HTMLElement | undefined
  /** The container is in a portal that mounts after this is called. */
  function areaNow() {
    if (area?.isConnected) return area
    area = find() ?? undefined
    if (area) resizeObserver.observe(area)
    return area
  }
  function measure() {
    const area = areaNow()
    if (!area) return
    const place = (down: number, left: number) => {
      area.style.transform = down || left ? `translate(${-left}px, ${down}px)` : ''
    }
    const now = area.getBoundingClientRect()
    if (now.height === 0) return place(0, 0)
    const buttons = buttonsBeside(area)
    if (!buttons.some((button) => overlap(now, button))) return
    place(0, 0)
    const { down, left } = toastOffset(area.getBoundingClientRect(), buttons, window.innerHeight)
    place(down, left)
  }
  const later = () => requestAnimationFrame(measure)
  measure()
  // Polls, because a page that renders under a toast adds, renames or moves buttons without an event.
  const looking = setInterval(measure, 200)
  const events = ['click', 'keyup', 'scroll', 'resize']
  for (const event of events) window.addEventListener(event, later, true)
  return () => {
    resizeObserver.disconnect()
    clearInterval(looking)
    for (const event of events) window.removeEventListener(event, later, true)
  }
}
