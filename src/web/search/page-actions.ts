import { currentPageTabs } from '../kit/parts/page-tabs.tsx'

export interface Command {
  label: string
  group?: string
  to?: string
  /** Letter that opens it after `g`. */
  go?: string
  run?: () => void
  keywords?: string
}

/**
 * Commands of the open page: its header buttons, those of the tab first, and its tabs. Read from the DOM, so commands need no registration
 * and a hidden button cannot be chosen.
 */
export function actionsOfPage(): Command[] {
  const content = document.getElementById('content')
  const title = content?.querySelector('h1')
  const head = title?.closest('header') ?? title?.parentElement
  const more = [...(content?.querySelectorAll('header') ?? [])].filter((item) => item !== head)
  const buttons = more.flatMap((hTMLElement) => [...hTMLElement.querySelectorAll<HTMLElement>('button')])
  const found = [...buttons, ...(head?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])]
  const commands = found.flatMap((element): Command[] => {
    const isOff = element.matches(':disabled, [aria-disabled="true"], [data-active], [aria-current="page"]')
    if (isOff || !element.checkVisibility()) return []
    const label = elementName(element)
    const to = element instanceof HTMLAnchorElement && element.host === location.host ? linkAddress(element) : undefined
    const opensMenu = element.getAttribute('aria-haspopup') === 'menu'
    return [{ label: opensMenu ? `${label}…` : label, to, run: to === undefined ? () => focusAndClick(element) : undefined }]
  })
  // Names each tab by its own label, not by its group's.
  const tabs = currentPageTabs().map(({ label, to, group }): Command => ({ label, to, group }))
  const all = [...commands.filter(({ to }) => !tabs.some((tab) => tab.to === to)), ...tabs.filter(({ to }) => to !== location.pathname)]
  return all.filter(({ label }, index) => label !== '' && all.findIndex((command) => command.label === label) === index)
}

const elementName = (element: HTMLElement) => (element.ariaLabel ?? element.innerText).replace(/\s+/g, ' ').trim()
const linkAddress = ({ pathname, search, hash }: HTMLAnchorElement) => pathname + search + hash
/** Focuses the button first, so a dialog it opens returns the focus to it. */
function focusAndClick(element: HTMLElement) {
  element.focus()
  element.click()
}

/** Lower case without accents. */
export const foldAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Commands in which every search word starts a word. Exact label matches come first. */
export function filterCommands(commands: Command[], typed: string): Command[] {
  const words = foldAccents(typed).split(/\s+/).filter(Boolean)
  const rank = ({ label, group = '', keywords = '' }: Command) => {
    const own = foldAccents(label)
    const all = ` ${foldAccents(`${label} ${group} ${keywords}`).replace(/[^\p{L}\p{N}]+/gu, ' ')}`
    if (!words.every((word) => all.includes(` ${word}`))) return undefined
    return own.startsWith(words.join(' ')) ? 0 : words.every((word) => ` ${own}`.includes(` ${word}`)) ? 1 : 2
  }
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((item): item is { command: Command; rank: number } => item.rank !== undefined)
    .sort((item, other) => item.rank - other.rank)
    .map(({ command }) => command)
}
