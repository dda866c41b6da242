import { useRef, useState } from 'react'
import { usePageEvent } from '../kit/look/shortcut.ts'

/** Buffers keystrokes until the lazily loaded input is ready. */
export function useEarlyKeys(isOpen: boolean, close: () => void) {
  const [isReady, setReady] = useState(false)
  const early = useRef('')
  usePageEvent(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      if (event.key === 'Escape') close()
      else if (event.key === 'Backspace') early.current = early.current.slice(0, -1)
      else if (event.key.length === 1) early.current += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    isOpen && !isReady,
    true,
  )
  return {
    take() {
      const typed = early.current
      early.current = ''
      setReady(true)
      return typed
    },
    forget() {
      early.current = ''
      setReady(false)
    },
  }
}
