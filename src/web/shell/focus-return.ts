/** Dialogs on the page, and what had the focus before it went into them. */
const before = new Map<Element, HTMLElement>()

/**
 * Whoever closes a dialog goes on where they were. The dialogs' own way forgets it where they are mounted open, and where
 * people want no motion.
 */
export function returnFocusOfDialogs() {
  const removals = new MutationObserver(() => {
    for (const [dialog, opener] of before) {
      if (dialog.isConnected) continue
      before.delete(dialog)
      if (document.activeElement === document.body && opener.isConnected) opener.focus({ preventScroll: true })
    }
    if (before.size === 0) removals.disconnect()
  })
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    const dialog = (target as Element).closest('[role="dialog"]')
    if (!dialog || before.has(dialog) || !(relatedTarget instanceof HTMLElement) || dialog.contains(relatedTarget)) return
    before.set(dialog, relatedTarget)
    removals.observe(document.body, { childList: true, subtree: true })
  })
}
