let isPressed = false
addEventListener('pointerdown', () => (isPressed = true), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), true)

/**
 * Runs now, or after the press in progress and its click. A field loses the focus when a button is pressed: what then appears above the
 * button would move it away from under the pointer, and the click would be lost.
 */
export function afterPress(run: () => void) {
  if (!isPressed) return run()
  const ended = new AbortController()
  const settle = () => {
    ended.abort()
    setTimeout(run)
  }
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, settle, { capture: true, signal: ended.signal })
}
