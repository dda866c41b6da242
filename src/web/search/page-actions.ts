import { currentPageTabs } from '../kit/parts/page-tabs.tsx'

/** Something the palette can do: go to an address, or what a button of the page does. */
export interface Command {
  label: string
  /** What it belongs to, said behind its name. */
  group?: string
  to?: string
  /** The letter that leads there after `g`. */
  go?: string
  run?: () => void
  /** Other words people look for. */
  words?: string
}

/**
 * What can be done on the page that is open: the buttons of its heads as they are now, those of the tab before those of the whole thing,
 * and its tabs. Read from the heads themselves, so that nothing has to be told twice and a button that is not there cannot be chosen.
 */
export function actionsOfPage(): Command[] {
  const content = document.getElementById('content')
  const title = content?.querySelector('h1')
  const head = title?.closest('header') ?? title?.parentElement
  const more = [...(content?.querySelectorAll('header') ?? [])].filter((one) => one !== head)
  const buttons = more.flatMap((one) => [...one.querySelectorAll<HTMLElement>('button')])
  const found = [...buttons, ...(head?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])]
  const commands = found.flatMap((element): Command[] => {
    const isOff = element.matches(':disabled, [aria-disabled="true"], [data-active], [aria-current="page"]')
    if (isOff || !element.checkVisibility()) return []
    const label = nameOf(element)
    const to = element instanceof HTMLAnchorElement && element.host === location.host ? addressOf(element) : undefined
    const opensMenu = element.getAttribute('aria-haspopup') === 'menu'
    return [{ label: opensMenu ? `${label}…` : label, to, run: to === undefined ? () => pushed(element) : undefined }]
  })
  // Each tab by its own name, not by that of its group.
  const tabs = currentPageTabs().map(({ label, to, group }): Command => ({ label, to, group }))
  const all = [...commands.filter(({ to }) => !tabs.some((tab) => tab.to === to)), ...tabs.filter(({ to }) => to !== location.pathname)]
  return all.filter(({ label }, at) => label !== '' && all.findIndex((one) => one.label === label) === at)
}

const nameOf = (element: HTMLElement) => (element.ariaLabel ?? element.innerText).replace(/\s+/g, ' ').trim()
const addressOf = ({ pathname, search, hash }: HTMLAnchorElement) => pathname + search + hash
/** What opens from the button gives the focus back to it. */
function pushed(element: HTMLElement) {
  element.focus()
  element.click()
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those in which every word begins one of theirs, whole names first, in their order. */
export function fitting(commands: Command[], typed: string): Command[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  const rank = ({ label, group = '', words: more = '' }: Command) => {
    const own = folded(label)
    const all = ` ${folded(`${label} ${group} ${more}`).replace(/[^\p{L}\p{N}]+/gu, ' ')}`
    if (!words.every((word) => all.includes(` ${word}`))) return undefined
    return own.startsWith(words.join(' ')) ? 0 : words.every((word) => ` ${own}`.includes(` ${word}`)) ? 1 : 2
  }
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((one): one is { command: Command; rank: number } => one.rank !== undefined)
    .sort((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
}
