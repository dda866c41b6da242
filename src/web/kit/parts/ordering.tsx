import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import { getReorderDestinationIndex } from '@atlaskit/pragmatic-drag-and-drop-hitbox/util/get-reorder-destination-index'
import { Menu } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '../look/icons.ts'
import { useShortcutScope } from '../look/keys.ts'
import { showError } from '../request/errors.ts'
import { moveInOrder } from './order.ts'
import css from './ordering.module.css'

type Id = number | string

interface Options<I extends Id> {
  name: string
  ids: readonly I[]
  nameOf: (id: I) => string | undefined
  /** Element type of the sortable items, each with one drag handle. */
  item: 'tr' | 'tbody' | 'section' | 'li'
  /** Items are arranged in a grid instead of a single column. */
  isGrid?: boolean
  areSiblings?: (item: I, other: I) => boolean
  isOff?: boolean
  /** Resolves when the page has loaded the new order. Undefined if the page updates at once. */
  save: (ids: I[]) => Promise<unknown> | undefined
}

export interface Ordering<I extends Id = number> {
  ids: readonly I[]
  isOn: boolean
  grip: (id: I) => ReactNode
  step: (id: I, by: -1 | 1) => (() => void) | undefined
  area: (children: ReactNode) => ReactNode
}

/** Manual sort order: items move by dragging a handle with mouse or touch, or with the arrow keys. */
export function useOrdering<I extends Id>(options: Options<I>): Ordering<I> {
  const { name, ids, nameOf, item, isGrid = false, areSiblings = () => true, isOff, save } = options
  const [ahead, setAhead] = useState<readonly I[]>()
  const [announcement, setSaid] = useState('')
  const area = useRef<HTMLDivElement>(null)
  const shown = ahead?.length === ids.length && ids.every((id) => ahead.includes(id)) ? ahead : ids
  // Reads the latest order from a ref, because keystrokes can arrive faster than renders.
  const latest = useRef(shown)
  latest.current = shown
  const isOn = !isOff && shown.length > 1
  const placesOf = (id: I) => latest.current.filter((other) => areSiblings(id, other))
  /** Index of the handle to refocus, because a moved element loses focus. */
  const held = useRef<number>(undefined)
  useLayoutEffect(() => {
    const id = held.current === undefined ? undefined : shown[held.current]
    held.current = undefined
    if (id !== undefined) area.current?.querySelector<HTMLElement>(`[data-grip="${CSS.escape(`${name}:${id}`)}"]`)?.focus()
  })

  async function move(id: I, to: number, isHeld = false) {
    const next = moveInOrder(latest.current, id, to, (other) => areSiblings(id, other))
    if (!next) return
    setSaid(`${nameOf(id)} is now ${to + 1} of ${placesOf(id).length}.`)
    latest.current = next
    if (isHeld) held.current = next.indexOf(id)
    const saving = save(next)
    if (!saving) return
    setAhead(next)
    await saving.catch(showError)
    // Keeps the optimistic order if the user moved an item again meanwhile.
    setAhead((now) => (now === next ? undefined : now))
  }
  return {
    ids: shown,
    isOn,
    step(id, by) {
      const to = placesOf(id).indexOf(id) + by
      return !isOn || to < 0 || to >= placesOf(id).length ? undefined : () => void move(id, to)
    },
    grip: (id) =>
      isOn && (
        <Grip
          order={name}
          id={id}
          label={nameOf(id) ?? ''}
          item={item}
          isGrid={isGrid}
          orderedItems={() => placesOf(id)}
          onDrop={(dropped, to) => void move(dropped, to)}
          onMove={(to) => void move(id, to, true)}
        />
      ),
    area: (children) => (
      <div ref={area} className={css.area}>
        {children}
        <span className="dna-hidden" role="status">
          {announcement}
        </span>
      </div>
    ),
  }
}

interface GripProps<I extends Id> {
  order: string
  id: I
  label: string
  item: string
  isGrid: boolean
  orderedItems: () => readonly I[]
  onDrop: (id: I, to: number) => void
  onMove: (to: number) => void
}

function Grip<I extends Id>(props: GripProps<I>) {
  const { order, id, label, item, isGrid } = props
  const grip = useRef<HTMLSpanElement>(null)
  const latest = useRef(props)
  latest.current = props
  useShortcutScope('order')

  useEffect(() => {
    const handle = grip.current
    const target = handle?.closest<HTMLElement>(item)
    if (!handle || !target) return
    /** Computes the target index of a drag and the edge to highlight. Returns undefined if the item would not move. */
    const placeFor = (dragged: Record<string, unknown>, here: Record<string | symbol, unknown>) => {
      const orderedItems = latest.current.orderedItems()
      const from = orderedItems.findIndex((entry) => entry === dragged.id)
      const edge = extractClosestEdge(here)
      const to = getReorderDestinationIndex({
        startIndex: from,
        indexOfTarget: orderedItems.indexOf(latest.current.id),
        closestEdgeOfTarget: edge,
        axis: isGrid ? 'horizontal' : 'vertical',
      })
      const moved = orderedItems[from]
      return moved === undefined || to === from || !edge ? undefined : { moved, to, edge }
    }
    const mark = (edge?: string) => {
      if (edge) target.dataset.drop = edge
      else delete target.dataset.drop
    }
    return combine(
      draggable({
        element: handle,
        getInitialData: () => ({ order, id: latest.current.id }),
        onGenerateDragPreview({ nativeSetDragImage, location }) {
          const picture = handle.closest('tr') ?? target
          const { left, top } = picture.getBoundingClientRect()
          const { clientX, clientY } = location.current.input
          nativeSetDragImage?.(picture, clientX - left, clientY - top)
        },
        onDragStart: () => target.toggleAttribute('data-dragged', true),
        onDrop: () => target.removeAttribute('data-dragged'),
      }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source: { data } }) => data.order === order && latest.current.orderedItems().some((entry) => entry === data.id),
        getData: ({ input, element }) =>
          attachClosestEdge({}, { input, element, allowedEdges: isGrid ? ['left', 'right'] : ['top', 'bottom'] }),
        onDrag: ({ source, self }) => mark(placeFor(source.data, self.data)?.edge),
        onDragLeave: () => mark(),
        onDrop({ source, self }) {
          mark()
          const moveTarget = placeFor(source.data, self.data)
          if (moveTarget) latest.current.onDrop(moveTarget.moved, moveTarget.to)
        },
      }),
    )
  }, [order, item, isGrid])

  function onKeyDown(event: KeyboardEvent) {
    const orderedItems = props.orderedItems()
    const at = orderedItems.indexOf(id)
    const sideTargets = isGrid ? { ArrowLeft: at - 1, ArrowRight: at + 1 } : {}
    const keys: Record<string, number | undefined> = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: orderedItems.length - 1,
      ...sideTargets,
    }
    const to = keys[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    props.onMove(to)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser drags a button
    <span
      ref={grip}
      role="button"
      tabIndex={0}
      className={css.grip}
      data-grip={`${order}:${id}`}
      title="Drag, or move with the arrow keys"
      aria-label={`Move ${label}: arrow ${isGrid ? 'keys' : 'up or down'}`}
      onKeyDown={onKeyDown}
    >
      <IconGripVertical size={16} stroke={1.6} />
    </span>
  )
}

export function MoveItems<I extends Id>({ id, ordering }: { id: I; ordering: Ordering<I> }) {
  const [up, down] = [ordering.step(id, -1), ordering.step(id, 1)]
  return (
    <>
      {up && (
        <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={up}>
          Move up
        </Menu.Item>
      )}
      {down && (
        <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={down}>
          Move down
        </Menu.Item>
      )}
    </>
  )
}
