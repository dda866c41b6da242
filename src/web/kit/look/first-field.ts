import { type RefObject, useEffect } from 'react'

const fields = [
  'input:not([type=hidden], [type=file], [readonly], [disabled])',
  'textarea:not([readonly], [disabled])',
  'select:not([disabled])',
  '[contenteditable=true]',
]
/** A control whose code has not come yet, and rows that have not. */
const coming = ['.dna-on-the-way', '[class*="_skeletons_"]', '[aria-busy=true]']
const isShown = (element: Element) => element.getClientRects().length > 0

const firstOf = (box: Element, selectors: string[]) => [...box.querySelectorAll<HTMLElement>(selectors.join())].find(isShown)

/** Gives the focus to the first field of a form, once it is there; whoever has gone on meanwhile stays where they are. Answers how to stop waiting. */
function focusFirstField(box: HTMLElement, from: Element | null = document.activeElement): () => void {
  const isLeft = () => !box.isConnected || (document.activeElement !== from && document.activeElement !== document.body)
  const go = () => {
    if (isLeft()) return true
    const first = firstOf(box, [...fields, ...coming])
    if (!first?.matches(fields.join())) return false
    first.focus({ preventScroll: true })
    return true
  }
  if (go()) return () => {}
  const watching = new MutationObserver(() => go() && watching.disconnect())
  watching.observe(box, { childList: true, subtree: true, attributes: true })
  return () => watching.disconnect()
}

/** A new thing begins with its first field. */
export function useFirstField(form: RefObject<HTMLElement | null>, isOn: boolean) {
  useEffect(() => (isOn && form.current ? focusFirstField(form.current) : undefined), [form, isOn])
}

/** When dialogs were first gone into, and what a person last did, and when. */
const begun = new WeakMap<Element, number>()
let lastDeed = 0
let isTab = false
const noteDeed = (event: KeyboardEvent | PointerEvent) => {
  lastDeed = event.timeStamp
  isTab = 'key' in event && event.key === 'Tab'
}

/** A dialog that opens with the focus on its "×" goes on to its first field, else to what it offers; from then on the person moves it. */
function begin({ target, timeStamp }: FocusEvent) {
  const dialog = target instanceof Element && target.closest<HTMLElement>('[role="dialog"]')
  if (!dialog) return
  // What is typed next replaces what stands there, as everywhere; the trap moves the focus itself and does not say that it was by Tab.
  if (isTab && target instanceof HTMLInputElement) target.select()
  // The trap of a dialog gives the focus more than once.
  const since = begun.get(dialog) ?? timeStamp
  begun.set(dialog, since)
  if (lastDeed > since || !target.matches('.mantine-Modal-close, .mantine-Drawer-close')) return
  // Once it has: a field that is left again at once would complain that it is empty.
  setTimeout(() => document.activeElement === target && goOn(dialog), 20)
}

function goOn(dialog: HTMLElement) {
  const body = dialog.querySelector<HTMLElement>('.mantine-Modal-body, .mantine-Drawer-body')
  if (!body) return
  const isEmpty = firstOf(body, [...fields, ...coming]) === undefined
  const next = isEmpty ? firstOf(body, ['button:not([disabled])', 'a[href]']) : undefined
  if (!dialog.hasAttribute('tabindex')) dialog.tabIndex = -1
  const start = next ?? dialog
  start.focus({ preventScroll: true })
  if (!next) focusFirstField(body, dialog)
}

/** Stands once beside the pages. */
export function useDialogFocus() {
  useEffect(() => {
    const deeds = ['keydown', 'pointerdown'] as const
    for (const deed of deeds) document.addEventListener(deed, noteDeed, true)
    document.addEventListener('focusin', begin)
    return () => {
      for (const deed of deeds) document.removeEventListener(deed, noteDeed, true)
      document.removeEventListener('focusin', begin)
    }
  }, [])
}
