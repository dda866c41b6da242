/** Element that had focus before each open dialog. */
const before = new Map<Element, HTMLElement>()
/** Last focused element, even if it was removed before the dialog opened. */
let last: HTMLElement | undefined

/** Element to refocus. A menu item disappears with its menu, so use the menu's button. */
function focusTarget(focused: HTMLElement): HTMLElement {
  const button = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || focused
}

/** Restores the focus. If the element is gone, for example with a deleted row, focuses the first control of the page. */
function comeBack(opener: HTMLElement) {
  const head = () => document.querySelector<HTMLElement>('main button:not(:disabled), main a[href]')
  const target = opener.isConnected ? opener : head()
  target?.focus({ preventScroll: true })
}

/**
 * Returns the focus when a dialog closes. Mantine's own handling fails for dialogs that mount open, open from a menu, or run with reduced
 * motion.
 */
export function returnFocusOfDialogs() {
  const removals = new MutationObserver(() => {
    for (const [dialog, opener] of before) {
      if (dialog.isConnected) continue
      before.delete(dialog)
      if (document.activeElement === document.body) comeBack(opener)
    }
    if (before.size === 0) removals.disconnect()
  })
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const dialog = target.closest('[role="dialog"]')
    if (dialog && !before.has(dialog) && last && !dialog.contains(last)) {
      before.set(dialog, last)
      removals.observe(document.body, { childList: true, subtree: true })
    }
    last = focusTarget(target)
  })
}
