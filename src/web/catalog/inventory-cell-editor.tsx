import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import css from './inventory.module.css'

interface EditorProps {
  label: string
  /** Initial text; typing on a cell starts with that letter. */
  start: string
  /** Selects all text, so that the next letter replaces it. */
  isWhole: boolean
  isRight?: boolean
  choices?: string[]
  isUp: boolean
  onDone: (text: string, move: 'down' | 'up' | 'right' | 'left' | 'stay') => void
  onCancel: () => void
}

const shownChoices = 50
const moves: Record<string, [plain: 'down' | 'right', shifted: 'up' | 'left']> = { Enter: ['down', 'up'], Tab: ['right', 'left'] }

export function CellEditor({ label, start, isWhole, isRight, choices, isUp, onDone, onCancel }: EditorProps) {
  const [text, setText] = useState(start)
  const [isTyped, setTyped] = useState(!isWhole)
  const [chosen, setChosen] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const listId = useId()
  const typedText = text.trim().toLowerCase()
  const fitting = choices?.filter((name) => !isTyped || name.toLowerCase().includes(typedText)).slice(0, shownChoices)

  useLayoutEffect(() => {
    input.current?.focus()
    if (isWhole) input.current?.select()
  }, [isWhole])

  function finish(value: string, move: Parameters<EditorProps['onDone']>[1]) {
    if (isOver.current) return
    isOver.current = true
    onDone(value, move)
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const { key, shiftKey } = event
    if (key === 'Escape') {
      isOver.current = true
      onCancel()
    } else if (moves[key]) {
      // A completely typed name takes precedence over the first name that only contains it.
      const pick = chosen >= 0 ? fitting?.[chosen] : undefined
      finish(pick ?? completed(text, fitting), moves[key][shiftKey ? 1 : 0])
    } else if (fitting && (key === 'ArrowDown' || key === 'ArrowUp')) {
      setChosen(Math.min(Math.max(chosen + (key === 'ArrowDown' ? 1 : -1), 0), fitting.length - 1))
    } else return
    event.preventDefault()
  }

  return (
    <>
      <input
        ref={input}
        className={css.editor}
        data-right={isRight || undefined}
        aria-label={label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        {...(fitting && {
          role: 'combobox',
          'aria-expanded': fitting.length > 0,
          'aria-controls': listId,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': chosen >= 0 ? `${listId}-${chosen}` : undefined,
        })}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setTyped(true)
          setChosen(-1)
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => event.stopPropagation()}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onBlur={() => finish(text, 'stay')}
      />
      {fitting && fitting.length > 0 && (
        <div className={css.choices} data-up={isUp || undefined} id={listId} role="listbox" aria-label={label}>
          {fitting.map((name, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active one
            <div
              key={name}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              ref={index === chosen ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
              onMouseDown={(event) => {
                event.preventDefault()
                finish(name, 'stay')
              }}
            >
              {name}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function completed(text: string, fitting: string[] | undefined): string {
  return text.trim() !== '' && fitting?.length === 1 ? fitting[0]! : text
}
