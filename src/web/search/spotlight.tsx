import { Kbd } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { IconSearch } from '../kit/look/icons.ts'
import { ahead } from '../kit/look/patiently.ts'
import { isShortcut, usePageEvent } from '../kit/look/shortcut.ts'
import { useCan } from '../kit/request/can.ts'
import { part } from '../kit/request/part.ts'
import css from './spotlight.module.css'

const load = () => import('./spotlight-dialog.tsx')
const SpotlightDialog = part(load)

/** The Find button of the toolbar and the dialog behind it, for everybody of the firm. */
export function Spotlight() {
  const isAllowed = useCan('internal')
  return isAllowed ? <Find /> : null
}

function Find() {
  /** Undefined until it is first opened. */
  const [isOpen, setOpen] = useState<boolean>()
  const [isReady, setReady] = useState(false)
  /** What is typed before the field is there. */
  const early = useRef('')

  function take() {
    const typed = early.current
    early.current = ''
    setReady(true)
    return typed
  }
  function close() {
    early.current = ''
    setReady(false)
    setOpen(false)
  }

  // Whoever presses Ctrl+F types on at once; the dialog should not be still on its way then.
  useEffect(() => {
    const idle = setTimeout(ahead(load), 2000)
    return () => clearTimeout(idle)
  }, [])
  usePageEvent('keydown', (event) => {
    if (event.key === 'Control' || event.key === 'Meta') ahead(load)()
    // The second time it is the browser's own search.
    if (isOpen || !isShortcut(event, 'f', { alsoCommand: true })) return
    event.preventDefault()
    setOpen(true)
  })
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
    isOpen === true && !isReady,
    true,
  )
  return (
    <>
      <button
        type="button"
        className={css.find}
        aria-label="Find anything"
        aria-keyshortcuts="Control+F"
        onClick={() => setOpen(true)}
        onPointerEnter={ahead(load)}
      >
        <IconSearch size={16} />
        <span>Find anything</span>
        <Kbd className={css.key}>Ctrl F</Kbd>
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <SpotlightDialog isOpen={isOpen} onClose={close} takeTyped={take} />
        </Suspense>
      )}
    </>
  )
}
