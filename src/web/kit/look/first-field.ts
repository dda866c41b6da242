import { type RefObject, useEffect } from 'react'
import { openDialogs } from './shortcut.ts'

const fields = [
  'input:not([type=hidden], [type=file], [readonly], [disabled])',
  'textarea:not([readonly], [disabled])',
  'select:not([disabled])',
  '[contenteditable=true]',
]
/** Placeholders for lazily loaded controls and for rows that are loading. */
const coming = ['.dna-on-the-way', '[class*="_skeletons_"]', '[aria-busy=true]']
const isRendered = (element: Element) => element.getClientRects().length > 0

const findFirst = (box: Element, selectors: string[]) => [...box.querySelectorAll<HTMLElement>(selectors.join())].find(isRendered)

/**
 * Focuses the first field of a form once it has rendered, unless the user has moved the focus meanwhile. Returns a function that stops
 * waiting.
 */
function focusFirstField(box: HTMLElement, from: Element | null = document.activeElement): () => void {
  const isLeft = () => !box.isConnected || (document.activeElement !== from && document.activeElement !== document.body)
  const go = () => {
    if (isLeft()) return true
    const first = findFirst(box, [...fields, ...coming])
    if (!first?.matches(fields.join())) return false
    first.focus({ preventScroll: true })
    return true
  }
  if (go()) return () => {}
  const watching = new MutationObserver(() => go() && watching.disconnect())
  watching.observe(box, { childList: true, subtree: true, attributes: true })
  return () => watching.disconnect()
}

let isEditRequested = false
/** Makes the next form that opens focus its first field, because the user asked to edit. */
export const requestFirstField = () => {
  isEditRequested = true
}

/** Focuses the first field when a new row is created or the user asked to edit. */
export function useFirstField(form: RefObject<HTMLElement | null>, isOn: boolean) {
  useEffect(() => {
    if (!form.current || !(isOn || isEditRequested)) return
    isEditRequested = false
    return focusFirstField(form.current)
  }, [form, isOn])
}

/** Time each dialog first received focus, and the time and type of the user's last input. */
const begun = new WeakMap<Element, number>()
let lastDeed = 0
let isTab = false
const noteDeed = (event: KeyboardEvent | PointerEvent) => {
  lastDeed = event.timeStamp
  isTab = 'key' in event && event.key === 'Tab'
}

/**
 * Moves the initial focus of a dialog from its close button to the first field, or else to the first action. After that the user controls
 * the focus.
 */
function focusDialog({ target, timeStamp }: FocusEvent) {
  const dialog = target instanceof Element && target.closest<HTMLElement>('[role="dialog"]')
  if (!dialog) return
  // Selects the field's text, as browsers do on Tab. The focus trap moves focus programmatically, so the browser does not do it here.
  if (isTab && target instanceof HTMLInputElement) target.select()
  // The focus trap of a dialog sets the focus more than once.
  const since = begun.get(dialog) ?? timeStamp
  begun.set(dialog, since)
  if (lastDeed > since || !target.matches('.mantine-Modal-close, .mantine-Drawer-close')) return
  // Waits for the focus trap: a field that loses focus immediately would show a "required" error.
  setTimeout(() => document.activeElement === target && goOn(dialog), 20)
}

function goOn(dialog: HTMLElement) {
  const body = dialog.querySelector<HTMLElement>('.mantine-Modal-body, .mantine-Drawer-body')
  if (!body) return
  const isEmpty = findFirst(body, [...fields, ...coming]) === undefined
  const next = isEmpty ? findFirst(body, ['button:not([disabled])', 'a[href]']) : undefined
  if (!dialog.hasAttribute('tabindex')) dialog.tabIndex = -1
  const start = next ?? dialog
  start.focus({ preventScroll: true })
  if (!next) focusFirstField(body, dialog)
}

/**
 * Closes only the topmost of several dialogs on Escape. Mantine would close all of them. A control with an open list or calendar handles
 * the key itself.
 */
function closeTopmost(event: KeyboardEvent) {
  const { target } = event
  const dialogs = openDialogs()
  const top = dialogs.at(-1)
  if (event.key !== 'Escape' || event.isComposing || dialogs.length < 2 || !top?.matches('.mantine-Modal-content')) return
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return
  event.stopImmediatePropagation()
  event.preventDefault()
  top.querySelector<HTMLElement>('.mantine-Modal-close')?.click()
}

export function useDialogFocus() {
  useEffect(() => {
    const eventNames = ['keydown', 'pointerdown'] as const
    for (const eventName of eventNames) document.addEventListener(eventName, noteDeed, true)
    document.addEventListener('focusin', focusDialog)
    window.addEventListener('keydown', closeTopmost, true)
    return () => {
      window.removeEventListener('keydown', closeTopmost, true)
      for (const eventName of eventNames) document.removeEventListener(eventName, noteDeed, true)
      document.removeEventListener('focusin', focusDialog)
    }
  }, [])
}
