import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DateTime } from '../kit/look/format.tsx'
import { readStored, saveToLocalStorage } from '../kit/look/local-storage.ts'
import { EmptyState, LoadError } from '../kit/parts/small-parts.tsx'
import type { Search } from '../kit/request/filter-search.ts'
import css from './dashboard.module.css'
import { fitRows } from './masonry.ts'

/** Controls the page renders around the widget's name while the dashboard is being arranged. */
export interface WidgetProps {
  label: string
  isArranging: boolean
  before: ReactNode
  after: ReactNode
  /** The widgets below were shown before this one loaded, so it reserves its maximum height. */
  isLate: boolean
  /** Called once the data has loaded or failed, and when it becomes or stops being empty. Its height must not change otherwise. */
  onSettled: (isBlank?: boolean) => void
}

interface CardProps<T> extends WidgetProps {
  reading: UseQueryResult<T, Error>
  lines: number
  /** Text of the empty state; undefined if there is data. */
  empty: (data: T) => ReactNode | undefined
  total?: number
  all?: string
  search?: Search
  controls?: ReactNode
  children: (data: T) => ReactNode
}

/** Maximum body height in pixels: eight rows, as in `dashboard.module.css`. */
const mostHeight = 296

/**
 * True if the card, or one after it, is in view: those after it take other places when it goes. Cards that wait have no height.
 */
function isSeenFrom(body: HTMLElement | null): boolean {
  for (let card = body?.parentElement ?? null; card; card = nextCard(card)) {
    const { top, height } = card.getBoundingClientRect()
    if (height > 0 && top < window.innerHeight) return true
  }
  return false
}
const nextCard = ({ nextElementSibling }: HTMLElement) => (nextElementSibling instanceof HTMLElement ? nextElementSibling : null)

export function WidgetCard<T>(props: CardProps<T>) {
  const { label, isArranging, before, after, isLate, onSettled, reading, lines, empty, total, all, search, controls, children } = props
  const { data, error, refetch } = reading
  const nothing = data === undefined ? undefined : empty(data)
  const body = useRef<HTMLDivElement>(null)
  const [last] = useState(() => readStored<number>(`widget:${label}`) ?? mostHeight)
  const style = { minHeight: data === undefined && !isLate ? last : undefined }
  useEffect(() => {
    const height = body.current?.offsetHeight ?? 0
    // The height is 0 while the widget waits for its turn.
    if (data !== undefined && !isLate && height > 0) saveToLocalStorage(`widget:${label}`, height)
  })
  useLayoutEffect(() => {
    const card = body.current?.parentElement
    if (card) fitRows(card)
  })
  const isSettled = data !== undefined || error !== null
  const isBlank = nothing !== undefined
  useEffect(() => {
    if (!isSettled) return
    onSettled(isBlank && !(isLate && isSeenFrom(body.current)))
  }, [isSettled, isBlank, isLate, onSettled])
  return (
    <>
      <header className={css.widgetHead}>
        {before}
        <h2>{label}</h2>
        {total !== undefined && total > 0 && <span className={css.count}>{total.toLocaleString('en-US')}</span>}
        <div className={css.controls}>
          {isArranging ? (
            after
          ) : (
            <>
              {controls}
              {all && (
                <Link to={all} search={search} className={css.all} aria-label={`${label}: show all`}>
                  Show all
                </Link>
              )}
            </>
          )}
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div ref={body} className={css.body} style={style} data-late={isLate || undefined} tabIndex={0} aria-busy={reading.isPending}>
        {error && data === undefined ? (
          <LoadError error={error} title={label} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <div aria-hidden>
            {Array.from({ length: lines }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
              <div key={index} className={css.bone}>
                <span style={{ width: `${40 + ((index * 7) % 5) * 8}%` }} />
                <span style={{ width: 56 }} />
              </div>
            ))}
          </div>
        ) : nothing !== undefined ? (
          <EmptyState text={nothing} />
        ) : (
          children(data)
        )}
      </div>
    </>
  )
}

/** Each widget shows its own errors, so global error toasts are off. */
export const quiet = { isQuiet: true }
export const none = <T,>(text: ReactNode) =>
  function whenEmpty({ items }: { items: T[] }) {
    return items.length === 0 ? text : undefined
  }

interface RowProps {
  mark?: ReactNode
  name: ReactNode
  /** Path of the row's page; omitted if the user may not open it. */
  to?: string
  search?: Search
  note?: ReactNode
  state?: ReactNode
  figure?: ReactNode
  when?: string
}

export const WidgetRow = ({ mark, name, to, search, note, state, figure, when }: RowProps) => (
  <li>
    {mark}
    <span className={css.main}>
      {to ? (
        <Link to={to} search={search}>
          {name}
        </Link>
      ) : (
        name
      )}
      {note && <span className={css.quiet}>{note}</span>}
    </span>
    {state && <span className={css.state}>{state}</span>}
    {figure && <span className={css.figure}>{figure}</span>}
    {when && (
      <span className={css.when}>
        <DateTime value={when} />
      </span>
    )}
  </li>
)
