/** Dialogs on the page, and what had the focus before it went into them. */
const before = new Map<Element, HTMLElement>()
/** What had the focus last, also where it was gone before a dialog took the focus. */
let last: HTMLElement | undefined

/** Where one comes back to: an entry of a menu is gone with its menu, whose button stays. */
function anchorOf(focused: HTMLElement): HTMLElement {
  const button = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || focused
}

/** Puts the focus where it was; where that is gone (its row was taken out, its button became another), at the head of the page. */
function comeBack(opener: HTMLElement) {
  const head = () => document.querySelector<HTMLElement>('main button:not(:disabled), main a[href]')
  const place = opener.isConnected ? opener : head()
  place?.focus({ preventScroll: true })
}

/**
 * Whoever closes a dialog goes on where they were. The dialogs' own way forgets it where they are mounted open, where they are
 * opened from a menu, and where people want no motion.
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
    last = anchorOf(target)
  })
}
