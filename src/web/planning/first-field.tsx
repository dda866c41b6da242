import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'

/** Focuses the first field of a dialog, even if its code loads later. */
export function FirstField({ children }: { children: ReactNode }) {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  function begin({ target, currentTarget: box }: FocusEvent<HTMLDivElement>) {
    if (target !== box) return
    const focus = () => {
      const input = box.querySelector<HTMLInputElement>('input:not([readonly])')
      // Does nothing if the user has moved the focus meanwhile.
      if (input && document.activeElement === box) input.focus()
      return input !== null || document.activeElement !== box
    }
    if (focus()) return
    const watching = new MutationObserver(() => focus() && watching.disconnect())
    watching.observe(box, { childList: true, subtree: true, attributes: true })
    stop.current = () => watching.disconnect()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only passes the focus on
    <div data-autofocus tabIndex={-1} onFocus={begin} style={{ outline: 'none' }}>
      {children}
    </div>
  )
}
