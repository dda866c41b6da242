import { Kbd } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCan } from '../kit/can.ts'
import { IconSearch } from '../kit/icons.ts'
import { isShortcut, usePageEvent } from '../kit/shortcut.ts'
import css from './spotlight.module.css'

const load = () => import('./spotlight-dialog.tsx')
const SpotlightDialog = lazy(load)

/** The Find button of the toolbar and the dialog behind it, for everybody of the firm. */
export function Spotlight() {
  const isAllowed = useCan('internal')
  return isAllowed ? <Find /> : null
}

function Find() {
  /** Undefined until it is first opened. */
  const [isOpen, setOpen] = useState<boolean>()

  // Whoever presses Ctrl+F types on at once; the dialog must not be still on its way then.
  useEffect(() => {
    const idle = setTimeout(load, 2000)
    return () => clearTimeout(idle)
  }, [])
  usePageEvent('keydown', (event) => {
    if (event.key === 'Control' || event.key === 'Meta') void load()
    // The second time it is the browser's own search.
    if (isOpen || !isShortcut(event, 'f', { alsoCommand: true })) return
    event.preventDefault()
    setOpen(true)
  })
  return (
    <>
      <button
        type="button"
        className={css.find}
        aria-label="Find anything"
        aria-keyshortcuts="Control+F"
        onClick={() => setOpen(true)}
        onPointerEnter={load}
      >
        <IconSearch size={16} />
        <span>Find anything</span>
        <Kbd className={css.key}>Ctrl F</Kbd>
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <SpotlightDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
