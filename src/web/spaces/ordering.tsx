import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconGripVertical } from '../kit/look/icons.ts'
import { showError } from '../kit/request/errors.ts'
import css from './ordering.module.css'

interface Options {
  /** Tells the handles of one order from those of another that stands inside it. */
  name: string
  ids: readonly number[]
  nameOf: (id: number) => string | undefined
  /** The elements that change places, each with one handle inside. */
  item: 'tr' | 'tbody' | 'section'
  isOff?: boolean
  /** Ends when the page has read the new order. */
  save: (ids: number[]) => Promise<unknown>
}

export interface Ordering {
  /** In the order the person has just given, before it is saved. */
  ids: readonly number[]
  grip: (id: number) => ReactNode
  /** So many places up or down; nothing at the ends. */
  step: (id: number, by: -1 | 1) => (() => void) | undefined
  /** Stands around the items. */
  area: (children: ReactNode) => ReactNode
}

/** An order that people give: a handle is dragged by a pointer, or moved with the arrow keys. */
export function useOrdering({ name, ids, nameOf, item, isOff, save }: Options): Ordering {
  const [ahead, setAhead] = useState<number[]>()
  const [said, setSaid] = useState('')
  const dragged = useRef<number>(undefined)
  const over = useRef<Element>(undefined)
  const area = useRef<HTMLDivElement>(null)
  const shown = ahead?.length === ids.length && ids.every((id) => ahead.includes(id)) ? ahead : ids
  const key = (id: number) => `${name}:${id}`

  async function move(id: number, to: number) {
    const from = shown.indexOf(id)
    if (to < 0 || to >= shown.length || to === from) return
    const next = shown.toSpliced(from, 1).toSpliced(to, 0, id)
    setAhead(next)
    setSaid(`${nameOf(id)} is now ${to + 1} of ${next.length}.`)
    try {
      await save(next)
    } catch (error) {
      showError(error)
    }
    // Unless it was moved once more meanwhile.
    setAhead((now) => (now === next ? undefined : now))
  }
  function mark(element: Element | undefined, side?: 'before' | 'after') {
    if (over.current !== element) over.current?.removeAttribute('data-drop')
    over.current = element
    if (side) element?.setAttribute('data-drop', side)
  }
  /** The place a pointer is over. */
  function placeAt(event: DragEvent) {
    const element = (event.target as Element).closest(item)
    const grip = element?.querySelector<HTMLElement>(`[data-grip^="${name}:"]`)
    return element && grip ? { element, id: Number(grip.dataset.grip!.slice(name.length + 1)) } : undefined
  }
  function onKeyDown(event: KeyboardEvent, id: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    void move(id, shown.indexOf(id) + by)
    // A moved element loses the focus.
    requestAnimationFrame(() => area.current?.querySelector<HTMLElement>(`[data-grip="${key(id)}"]`)?.focus())
  }

  return {
    ids: shown,
    step(id, by) {
      const to = shown.indexOf(id) + by
      return isOff || to < 0 || to >= shown.length ? undefined : () => void move(id, to)
    },
    grip: (id) =>
      !isOff &&
      shown.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: not every browser drags a button
        <span
          role="button"
          tabIndex={0}
          className={css.grip}
          draggable
          data-grip={key(id)}
          title="Drag, or move with the arrow keys"
          aria-label={`Move ${nameOf(id)}: arrow up or down`}
          onKeyDown={(event) => onKeyDown(event, id)}
          onDragStart={(event) => {
            event.stopPropagation()
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', nameOf(id) ?? '')
            dragged.current = id
          }}
          onDragEnd={() => {
            dragged.current = undefined
            mark(undefined)
          }}
        >
          <IconGripVertical size={16} stroke={1.6} />
        </span>
      ),
    area: (children) => (
      // biome-ignore lint/a11y/noStaticElementInteractions: the handles inside are the controls
      <div
        ref={area}
        className={css.area}
        onDragOver={(event) => {
          const place = dragged.current === undefined ? undefined : placeAt(event)
          if (!place || place.id === dragged.current) return mark(undefined)
          event.preventDefault()
          mark(place.element, shown.indexOf(place.id) < shown.indexOf(dragged.current!) ? 'before' : 'after')
        }}
        onDrop={(event) => {
          const place = dragged.current === undefined ? undefined : placeAt(event)
          if (!place) return
          event.preventDefault()
          event.stopPropagation()
          void move(dragged.current!, shown.indexOf(place.id))
          mark(undefined)
        }}
      >
        {children}
        <span className="dna-hidden" role="status">
          {said}
        </span>
      </div>
    ),
  }
}
