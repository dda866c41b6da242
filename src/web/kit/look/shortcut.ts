import { useEffect, useEffectEvent } from 'react'

export const isApple = /^(Mac|iP)/.test(navigator.platform)

/** Ctrl and a letter. Where the keyboard writes no Latin letters, the place of the key counts. */
export function isShortcut(event: KeyboardEvent, letter: string, { alsoCommand = false } = {}): boolean {
  const isHeld = event.ctrlKey || (alsoCommand && isApple && event.metaKey)
  if (!isHeld || event.shiftKey || event.altKey || event.repeat) return false
  const key = event.key.toLowerCase()
  return /^[a-z]$/.test(key) ? key === letter : event.code === `Key${letter.toUpperCase()}`
}

/** Listens on the whole page for as long as a component is there; `isFirst` before anything on the page hears it. */
export function usePageEvent<E extends keyof DocumentEventMap>(
  type: E,
  handler: (event: DocumentEventMap[E]) => void,
  isOn = true,
  isFirst = false,
) {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    if (!isOn) return
    const listener = (event: DocumentEventMap[E]) => handle(event)
    document.addEventListener(type, listener, isFirst)
    return () => document.removeEventListener(type, listener, isFirst)
  }, [type, isOn, isFirst])
}

/** The tools beside the page stay in it while they are put away; they do not count. */
export const isDialogOpen = (more = '') => document.querySelector(`[role="dialog"]:not([hidden])${more}`) !== null
