import { useEffect, useRef } from 'react'
import { isApple, isDialogOpen, isShortcut, usePageEvent } from './shortcut.ts'

export type Shortcut = readonly [press: string, does: string]

/** Single list of all keyboard shortcuts. Handlers can be registered only for these, and the help sheet behind `?` is generated from it. */
export const shortcuts = {
  everywhere: {
    palette: ['Ctrl K', 'Go anywhere, do anything'],
    find: ['Ctrl F', 'Find projects, rooms, equipment'],
    tools: ['Ctrl Q', 'Quick tools'],
    keys: ['?', 'Show these keys'],
    close: ['Esc', 'Close what is open'],
  },
  page: {
    search: ['/', 'Search'],
    add: ['n', 'New'],
    addLine: ['n', 'Add equipment'],
    edit: ['e', 'Edit'],
    firstRow: ['ArrowDown', 'To the first row'],
    save: ['Ctrl S', 'Save'],
    undo: ['Ctrl Z', 'Undo the last thing you did here'],
    redo: ['Ctrl Y', 'Redo what you undid; Ctrl Shift Z does the same'],
    next: ['j', 'Next'],
    previous: ['k', 'Previous'],
    open: ['o', 'Open the item it is about'],
    done: ['e', 'Done'],
    later: ['h', 'Later'],
    accept: ['a', 'Approve, accept'],
    decline: ['d', 'Send back, decline'],
  },
  rows: {
    move: ['↓ ↑', 'From row to row'],
    ends: ['Home End', 'First row, last row'],
    open: ['Enter', 'Open the row'],
    select: ['Space', 'Select the row; with Shift, all rows up to it'],
    peek: ['p', 'Peek at the row beside the list'],
    width: ['← →', 'On the edge of a column head: change its width'],
  },
  grid: {
    type: ['a–z 0–9', 'Replace what is in the cell'],
    change: ['F2', 'Change what is in the cell'],
    next: ['Enter', 'Next row; with Shift, the row above'],
    side: ['Tab', 'Next cell; with Shift, the cell before'],
    far: ['Ctrl ↓', 'To the last row; any arrow goes to its edge'],
    range: ['Shift ↓', 'Select cells'],
    copy: ['Ctrl C', 'Copy the cells'],
    paste: ['Ctrl V', 'Paste, also from a spreadsheet'],
    fill: ['Ctrl D', 'Fill down'],
    clear: ['Delete', 'Clear the cells'],
    undo: ['Ctrl Z', 'Undo'],
    redo: ['Ctrl Y', 'Redo'],
  },
  cells: {
    move: ['↓ ↑ ← →', 'From cell to cell'],
    next: ['Enter', 'Next row; with Shift, the row above'],
    change: ['F2', 'Change what is in the cell'],
    clear: ['Delete', 'Clear the cell'],
    fill: ['Ctrl D', 'Copy from the cell above'],
    paste: ['Ctrl V', 'Paste, also rows and columns of a spreadsheet'],
  },
  board: {
    move: ['↓ ↑ ← →', 'From cell to cell'],
    open: ['Enter', 'Open or close a line'],
    ends: ['Home End', 'First column, last column'],
    far: ['PageDown', 'Twelve lines down'],
  },
  smallBoard: {
    type: ['0–9', 'Type hours into the cell'],
    clear: ['Delete', 'Clear the cell'],
    add: ['Insert', 'Add a person to the phase'],
  },
  cellHours: {
    offer: ['o', 'Offer the hours of the cell'],
    shift: ['s', 'Ask to work them in another month'],
    match: ['m', 'Find who could take them'],
    menu: ['Shift F10', 'Open the menu of the selection'],
  },
  phases: {
    take: ['Enter', 'Pick up a phase, put it down'],
    step: ['← →', 'Move the phase you picked up'],
    end: ['Shift →', 'Move its end'],
    start: ['Alt →', 'Move its start'],
  },
  order: {
    move: ['↓ ↑', 'On a handle: move it one place'],
    ends: ['Home End', 'On a handle: move it to the top or bottom'],
  },
  picture: {
    closer: ['+', 'Closer'],
    farther: ['-', 'Farther'],
    whole: ['0', 'Fit to window'],
  },
} as const satisfies Record<string, Record<string, Shortcut>>

type ShortcutScope = keyof typeof shortcuts
export const shortcutScopeNames: Record<ShortcutScope, string> = {
  everywhere: 'Everywhere',
  page: 'On this page',
  rows: 'In the list',
  grid: 'In the table',
  cells: 'In the cells',
  board: 'On the board',
  smallBoard: 'Hours',
  cellHours: 'Hours of a cell',
  phases: 'Phases',
  order: 'Order',
  picture: 'Picture',
}

const isShortcutScope = (name: string): name is ShortcutScope => name in shortcuts

type Pressed = keyof typeof shortcuts.everywhere | keyof typeof shortcuts.page
const pressed: Record<Pressed, Shortcut> = { ...shortcuts.everywhere, ...shortcuts.page }
type Actions = Partial<Record<Pressed, (() => unknown) | undefined>>

const listening: { current: Actions }[] = []
const activeScopes: ShortcutScope[] = []

/** Registers a context that handles its own keys, so the help sheet lists them while it is mounted. */
export function useShortcutScope(scope: ShortcutScope, isOn = true) {
  useEffect(() => {
    if (!isOn) return
    activeScopes.push(scope)
    return () => void activeScopes.splice(activeScopes.lastIndexOf(scope), 1)
  }, [scope, isOn])
}

const typed = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"]'
/** Keys without Ctrl are ignored while the user types or a dialog is open. */
const isShortcutFree = (event: KeyboardEvent, inDialogs = false) =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !(event.target instanceof Element && event.target.closest(typed)) &&
  (inDialogs || !isDialogOpen())

/** Registers page shortcuts by name. Undefined actions are inactive. */
export function useShortcuts(actions: Actions) {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    listening.unshift(latest)
    function onKey(event: KeyboardEvent) {
      const name = definedNames(latest.current).find((item) => isPress(event, item))
      if (!name) return
      event.preventDefault()
      latest.current[name]?.()
    }
    window.addEventListener('keydown', onKey)
    return () => {
      listening.splice(listening.indexOf(latest), 1)
      window.removeEventListener('keydown', onKey)
    }
  }, [])
}
const isPressedName = (name: string): name is Pressed => name in pressed
const definedNames = (actions: Actions) =>
  Object.keys(actions).filter((name): name is Pressed => isPressedName(name) && actions[name] !== undefined)

/** Ctrl+Z in a text field undoes typing. An untouched number field has nothing to undo, so the page handles the key. */
const isTyping = ({ target }: Event) => target instanceof Element && target.closest(`:is(${typed}):not([data-untouched])`) !== null

function isPress(event: KeyboardEvent, name: Pressed): boolean {
  const [press] = pressed[name]
  const letter = /^Ctrl (.)$/.exec(press)?.[1]?.toLowerCase()
  if (letter === undefined) return event.key === press && isShortcutFree(event, name === 'keys')
  // Save works while typing and in dialogs, and always suppresses the browser's own save command.
  if (name === 'save') return event.key.toLowerCase() === letter && (event.ctrlKey || event.metaKey) && !event.altKey
  const isHeld =
    isShortcut(event, letter, { alsoCommand: true }) || (name === 'redo' && isShortcut(event, 'z', { alsoCommand: true, shift: true }))
  if (event.defaultPrevented || isDialogOpen() || !isHeld) return false
  return name === 'palette' || !isTyping(event)
}

export const useSaveShortcut = (save: () => unknown) => useShortcuts({ save })

export const triggerShortcut = (name: Pressed) => listening.find(({ current }) => current[name])?.current[name]?.()

export function activeShortcuts(isInternal: boolean): [place: ShortcutScope, keys: Shortcut[]][] {
  const onPage = new Set(listening.flatMap(({ current }) => definedNames(current)))
  const forAll = Object.entries(shortcuts.everywhere).filter(([name]) => isInternal || (name !== 'find' && name !== 'tools'))
  const all: [ShortcutScope, Shortcut[]][] = [
    ['everywhere', forAll.map(([, key]) => key)],
    ['page', Object.entries(shortcuts.page).flatMap(([name, key]) => (isPressedName(name) && onPage.has(name) ? [key] : []))],
    ...Object.keys(shortcuts)
      .filter(isShortcutScope)
      .filter((scope) => activeScopes.includes(scope))
      .map((scope): [ShortcutScope, Shortcut[]] => [scope, Object.values(shortcuts[scope])]),
  ]
  return all.filter(([, list]) => list.length > 0)
}

const keySymbols: Record<string, string> = { ArrowDown: '↓', ...(isApple && { Ctrl: '⌘' }) }
/** Key caps as displayed. Quick tools use Ctrl on every platform. */
export const keyCaps = (shortcut: string) =>
  shortcut === shortcuts.everywhere.tools[0] ? shortcut.split(' ') : shortcut.split(' ').map((cap) => keySymbols[cap] ?? cap)

/** Maximum time between `g` and the letter, in milliseconds. */
const sequence = 1500
export function useGoShortcuts(paths: Record<string, string>, go: (to: string) => void) {
  const since = useRef<number>(undefined)
  usePageEvent('keydown', (event) => {
    since.current = event.key === 'g' && isShortcutFree(event) ? event.timeStamp : undefined
  })
  // Handled before the page, so the letter triggers nothing else.
  usePageEvent(
    'keydown',
    (event) => {
      const to = paths[event.key]
      const isNext = since.current !== undefined && event.timeStamp - since.current < sequence && isShortcutFree(event)
      if (!isNext || to === undefined) return
      since.current = undefined
      event.preventDefault()
      event.stopImmediatePropagation()
      go(to)
    },
    true,
    true,
  )
}
