import { ActionIcon, Tooltip } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { IconTool } from '../kit/look/icons.ts'
import { preload } from '../kit/look/load-with-retry.ts'
import { isShortcut, usePageEvent } from '../kit/look/shortcut.ts'
import { useCan } from '../kit/request/can.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'

const loadPanel = () => import('./quick-tools-panel.tsx')
const QuickToolsPanel = lazyPart(loadPanel)

/** Ignores a pointer that only passes over, in ms. */
const hoverDelay = 120

export function QuickTools() {
  const isAllowed = useCan('internal')
  return isAllowed ? <Tools /> : null
}

function Tools() {
  /** Undefined until first opened; afterwards the panel stays mounted to retain its input. */
  const [isOpen, setOpen] = useState<boolean>()
  const [isPinned, setPinned] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const pressedInside = useRef(false)
  const hovering = useRef<ReturnType<typeof setTimeout>>(undefined)

  const isOwn = (target: EventTarget | null) =>
    target instanceof Node && (panel.current?.contains(target) || button.current?.contains(target) || false)

  function open(withFocus: boolean) {
    clearTimeout(hovering.current)
    if (withFocus) {
      const { activeElement } = document
      if (!panel.current?.contains(activeElement)) before.current = activeElement as HTMLElement | null
    }
    setTakesFocus(withFocus)
    setOpen(true)
  }
  function close() {
    clearTimeout(hovering.current)
    if (panel.current?.contains(document.activeElement)) (before.current?.isConnected ? before.current : button.current)?.focus()
    setOpen(false)
  }

  usePageEvent('keydown', (event) => {
    if (!isShortcut(event, 'q')) return
    event.preventDefault()
    if (isOpen) close()
    else if (!document.querySelector('[aria-modal="true"]')) open(true)
  })
  usePageEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || document.querySelector('[aria-modal="true"]')) return
      close()
    },
    isOpen,
  )
  const noteWherePressed = ({ target }: Event) => {
    pressedInside.current = isOwn(target)
  }
  usePageEvent('pointerdown', noteWherePressed, isOpen)
  usePageEvent('mouseup', ({ target }) => !isPinned && !pressedInside.current && !isOwn(target) && close(), isOpen)

  return (
    <>
      <Tooltip label="Quick tools (Ctrl+Q)" disabled={isOpen}>
        <ActionIcon
          ref={button}
          aria-label="Quick tools"
          aria-expanded={isOpen ?? false}
          onPointerEnter={({ pointerType, buttons }) => {
            if (pointerType === 'touch' || buttons > 0) return
            preload(loadPanel)()
            hovering.current = setTimeout(() => !isOpen && open(false), hoverDelay)
          }}
          onPointerLeave={() => clearTimeout(hovering.current)}
          // A mouse user has already opened it by hovering, so the click must not close it.
          onClick={({ detail }) => (isOpen && detail === 0 ? close() : open(true))}
        >
          <IconTool size={18} />
        </ActionIcon>
      </Tooltip>
      {isOpen !== undefined && (
        <Suspense>
          <QuickToolsPanel {...{ isOpen, isPinned, takesFocus, panel }} onClose={close} onPin={() => setPinned(!isPinned)} />
        </Suspense>
      )}
    </>
  )
}
