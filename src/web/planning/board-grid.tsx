import { useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { BoardColumn } from '../../model/planning/boards.ts'
import { currentDay } from '../kit/look/clock.ts'
import { useShortcutScope } from '../kit/look/keys.ts'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import css from './board.module.css'
import { BoardFoot, BoardHead, BoardLine } from './board-line.tsx'
import { type BoardActions, boardCellId, type CellPosition, type Line, lineHeight } from './board-lines.ts'
import { createScale, dayPosition, type Scale } from './board-scale.ts'

interface GridProps {
  label: string
  head: string
  columns: readonly BoardColumn[]
  lines: readonly Line[]
  foot: readonly Line[]
  place: CellPosition | undefined
  go: (place: CellPosition) => void
  toggle: (line: Line) => void
  actions?: BoardActions
  /** Called with the index of the last line near the viewport. */
  onWindow?: (last: number) => void
  holidays?: readonly string[]
  isBusy?: boolean
  hasNoLine?: boolean
}

export const headHeight = 36
const spare = 10

export function BoardGrid(props: GridProps) {
  const { columns, lines, foot, place, go, toggle, actions, onWindow } = props
  const isNarrow = useIsPhone()
  const { ref: size, width: room } = useElementSize<HTMLDivElement>()
  const scroll = useRef<HTMLDivElement>(null)
  const labelWidth = isNarrow ? 168 : 296
  const scale = createScale(columns, room - labelWidth)
  useShortcutScope('board')
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: (at) => lineHeight(lines[at] ?? { kind: 'phase' }),
    getItemKey: (at) => lines[at]?.key ?? at,
    scrollMargin: headHeight,
    overscan: spare,
    // A timer could end the scroll between two slow frames, which would leave the next frame empty.
    useScrollendEvent: true,
    initialRect: { width: 0, height: innerHeight },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines have other heights
  useEffect(() => virtual.measure(), [virtual, lines])
  const virtualItems = virtual.getVirtualItems()
  const last = virtualItems.at(-1)?.index ?? 0
  useEffect(() => onWindow?.(last), [last, onWindow])
  const at = lines.findIndex(({ key }) => key === place?.line)
  useReveal(
    scroll,
    { top: virtual.measurementsCache[at]?.start, height: lineHeight(lines[at] ?? { kind: 'phase' }) },
    place,
    scale,
    labelWidth,
  )
  const now = dayPosition(scale, currentDay())
  const isNow = now > 0 && now < scale.full
  return (
    <div
      className={css.scroll}
      ref={(box) => {
        scroll.current = box
        size(box)
      }}
    >
      <div
        role="treegrid"
        className={css.grid}
        aria-label={props.label}
        aria-rowcount={lines.length + foot.length + 1}
        aria-colcount={columns.length + 1}
        aria-busy={props.isBusy || undefined}
        aria-activedescendant={place && virtualItems.some(({ index }) => index === at) ? boardCellId(place.line, place.column) : undefined}
        tabIndex={0}
        // Hidden until its width is known; otherwise it would render twice and shift.
        style={{
          width: labelWidth + scale.full,
          visibility: room === 0 ? 'hidden' : undefined,
          '--board-label': `${labelWidth}px`,
          '--board-column': `${scale.width}px`,
        }}
        onKeyDown={(event) => handleBoardKey(event, { lines, at, columns: columns.length, place, go, toggle, actions })}
      >
        <BoardHead
          label={props.head}
          scale={scale}
          marks={actions?.ghost?.marks ?? []}
          holidays={props.holidays ?? []}
          now={isNow ? now : undefined}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a table cannot hold lines at their place among thousands */}
        <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
          {isNow && !props.hasNoLine && <span className={css.today} style={{ left: `calc(var(--board-label) + ${now}px)` }} aria-hidden />}
          {actions?.ghost?.marks.map(({ place: day }) => (
            <span key={day} className={css.guide} style={{ left: `calc(var(--board-label) + ${dayPosition(scale, day)}px)` }} aria-hidden />
          ))}
          {virtualItems.map(({ index, start }) => {
            const line = lines[index]
            if (!line) return null
            const isActive = line.key === place?.line
            return (
              <BoardLine
                key={line.key}
                line={line}
                rowIndex={index + 2}
                top={start - headHeight}
                scale={scale}
                active={isActive ? place.column : undefined}
                actions={actions}
                go={go}
                toggle={toggle}
              />
            )
          })}
        </div>
        <BoardFoot foot={foot} from={lines.length + 2} scale={scale} />
      </div>
    </div>
  )
}

interface KeyContext extends Pick<GridProps, 'lines' | 'place' | 'go' | 'toggle' | 'actions'> {
  at: number
  columns: number
}

/** Arrow keys move between cells. On a label they expand and collapse the line. */
function handleBoardKey(event: KeyboardEvent, { lines, at, columns, place, go, toggle, actions }: KeyContext) {
  if (event.target !== event.currentTarget) return
  const line = lines[at]
  const column = place?.column ?? -1
  if (line && actions?.onKey(event, line, column)) return event.preventDefault()
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const to = (nextLine: number, nextColumn: number) => {
    const found = lines[Math.min(Math.max(nextLine, 0), lines.length - 1)]
    if (found) go({ line: found.key, column: Math.min(Math.max(nextColumn, -1), columns - 1) })
  }
  const moves: Record<string, () => void> = {
    ArrowDown: () => to(at + 1, column),
    ArrowUp: () => to(Math.max(at - 1, 0), column),
    ArrowRight: () => (column === -1 && line?.isOpen === false ? toggle(line) : to(at, column + 1)),
    ArrowLeft: () => (column === -1 && line?.isOpen ? toggle(line) : to(at, column - 1)),
    Home: () => to(at, -1),
    End: () => to(at, columns - 1),
    PageDown: () => to(at + 12, column),
    PageUp: () => to(at - 12, column),
    Enter: () => line?.isOpen !== undefined && toggle(line),
    ' ': () => line?.isOpen !== undefined && toggle(line),
  }
  const move = moves[event.key]
  if (!move) return
  move()
  event.preventDefault()
}

function useReveal(
  scroll: { current: HTMLDivElement | null },
  line: { top: number | undefined; height: number },
  place: CellPosition | undefined,
  scale: Scale,
  labelWidth: number,
) {
  const seen = useRef<CellPosition>(undefined)
  useEffect(() => {
    const box = scroll.current
    if (!box || !place || seen.current === place || line.top === undefined) return
    seen.current = place
    const foot = box.querySelector<HTMLElement>('[data-foot]')
    const isFixed = foot !== null && getComputedStyle(foot).position === 'sticky'
    const below = isFixed ? foot.offsetHeight : 0
    if (line.top - headHeight < box.scrollTop) box.scrollTop = line.top - headHeight
    else if (line.top + line.height > box.scrollTop + box.clientHeight - below)
      box.scrollTop = line.top + line.height - box.clientHeight + below
    if (place.column < 0) return
    const left = place.column * scale.width
    if (left < box.scrollLeft) box.scrollLeft = left
    else if (labelWidth + left + scale.width > box.scrollLeft + box.clientWidth)
      box.scrollLeft = labelWidth + left + scale.width - box.clientWidth
  })
}
