import { Kbd } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { onFirstAct } from '../kit/look/first-act.ts'
import { IconSearch } from '../kit/look/icons.ts'
import { preload } from '../kit/look/load-with-retry.ts'
import { isShortcut, usePageEvent } from '../kit/look/shortcut.ts'
import { useCan } from '../kit/request/can.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { useEarlyKeys } from './early-keys.ts'
import css from './spotlight.module.css'

const loadDialog = () => import('./spotlight-dialog.tsx')
const SpotlightDialog = lazyPart(loadDialog)

export function Spotlight() {
  const isAllowed = useCan('internal')
  return isAllowed ? <Find /> : null
}

function Find() {
  const [isOpen, setOpen] = useState<boolean>()
  const early = useEarlyKeys(isOpen === true, close)
  function close() {
    early.forget()
    setOpen(false)
  }

  // Preloads the dialog with the first action, because users type immediately after Ctrl+F.
  useEffect(() => onFirstAct(preload(loadDialog)), [])
  usePageEvent('keydown', (event) => {
    if (event.key === 'Control' || event.key === 'Meta') preload(loadDialog)()
    // Pressing it again opens the browser's own search.
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
        onPointerEnter={preload(loadDialog)}
      >
        <IconSearch size={16} />
        <span>Find anything</span>
        <Kbd className={css.key}>Ctrl F</Kbd>
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <SpotlightDialog isOpen={isOpen} onClose={close} takeTyped={early.take} />
        </Suspense>
      )}
    </>
  )
}
