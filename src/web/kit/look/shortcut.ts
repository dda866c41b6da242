import { useEffect, useEffectEvent } from 'react'

export const isApple = /^(Mac|iP)/.test(navigator.platform)

/** Matches Ctrl and a letter. On non-Latin keyboard layouts the physical key counts. */
export function isShortcut(event: KeyboardEvent, letter: string, { alsoCommand = false, shift = false } = {}): boolean {
  const isHeld = event.ctrlKey || (alsoCommand && isApple && event.metaKey)
  if (!isHeld || event.shiftKey !== shift || event.altKey || event.repeat) return false
  const key = event.key.toLowerCase()
  return /^[a-z]$/.test(key) ? key === letter : event.code === `Key${letter.toUpperCase()}`
}

/** Adds a document listener while the component is mounted. `isFirst` uses the capture phase. */
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

/** Hidden side tools stay mounted as dialogs and are not counted. */
export const isDialogOpen = (more = '') => document.querySelector(`[role="dialog"]:not([hidden])${more}`) !== null

/** Open dialogs, the topmost last. */
export const openDialogs = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"]:not([hidden])')]
