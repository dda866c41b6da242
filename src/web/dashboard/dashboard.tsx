import { ActionIcon, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { dashboard, externalDashboard, externalWidgets, widgets } from '../../model/dashboard/widgets.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { projects } from '../../model/projects/projects.ts'
import { IconAdjustments, IconCheck, IconEyeOff, IconPlus } from '../kit/look/icons.ts'
import { useOrdering } from '../kit/parts/ordering.tsx'
import { EmptyState, LoadError, Skeletons } from '../kit/parts/small-parts.tsx'
import { callKey, queryClient, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useSession } from '../kit/request/session.ts'
import css from './dashboard.module.css'
import { FirstSteps } from './first-steps.tsx'
import { fitRows } from './masonry.ts'
import { widgetBodies } from './widgets.tsx'

type Calls = typeof dashboard
type Layout = ResponseOf<Calls['read']>
const labels: Record<string, string> = Object.fromEntries(
  Object.entries({ ...externalWidgets, ...widgets }).map(([key, { label }]) => [key, label]),
)

function useLayout(calls: Calls) {
  const reading = useRead(calls.read, {}, { isQuiet: true })
  const saving = useRef(Promise.resolve())
  const keep = (layout: Layout) => queryClient.setQueryData(callKey(calls.read), layout)
  /** Computes the change from the current cache, because keystrokes can arrive faster than renders. */
  function change(next: (layout: Layout) => Layout) {
    const before = queryClient.getQueryData<Layout>(callKey(calls.read))!
    const layout = next(before)
    if (layout === before) return saving.current
    keep(layout)
    const body = { order: [...layout.widgets, ...layout.hidden], hidden: layout.hidden }
    saving.current = saving.current
      .then(() => request(calls.save, { body }))
      .then(
        () => undefined,
        (error) => {
          keep(before)
          showError(error)
        },
      )
    return saving.current
  }
  return { ...reading, change }
}

export function DashboardPage() {
  const { isExternal } = useSession()
  const { data, error, refetch, change } = useLayout(isExternal ? externalDashboard : dashboard)
  const [isArranging, setArranging] = useState(false)
  const hasChoice = data && data.widgets.length + data.hidden.length > 0
  const turns = useTurns(data && (isExternal ? data.widgets : [firstSteps, ...data.widgets]))
  const shown = data?.widgets ?? []
  const isAllBlank = !isArranging && shown.length > 0 && shown.every(turns.isBlank)
  // No widget is visible yet, because the first ones are still loading or have nothing to show.
  const isHeld = !isAllBlank && shown.length > 0 && shown.every((key) => !turns.isTurn(key) || turns.isBlank(key))
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1 className={css.title}>Dashboard</h1>
        {hasChoice && (
          <Button
            variant={isArranging ? 'filled' : 'default'}
            leftSection={isArranging ? <IconCheck size={16} /> : <IconAdjustments size={16} />}
            onClick={() => setArranging(!isArranging)}
          >
            {isArranging ? 'Done' : 'Arrange'}
          </Button>
        )}
      </div>
      {!isExternal && <FirstSteps onSettled={turns.settle(firstSteps)} />}
      {error && !data && <LoadError error={error} title="The dashboard" onRetry={() => void refetch()} />}
      {((!error && !data) || isHeld) && <Skeletons rows={6} columns={2} />}
      {data && !hasChoice && (
        <EmptyState
          text={isExternal ? 'Nothing has been shared with you yet.' : 'Your role has no widgets. Everything you can open is in the menu.'}
        />
      )}
      {isAllBlank && <NothingYet isExternal={isExternal} />}
      {data && hasChoice && <Widgets {...{ layout: data, turns, isArranging }} onChange={change} />}
    </div>
  )
}

/** Shown instead of widgets that all have nothing to say, with the next step of the user. */
function NothingYet({ isExternal }: { isExternal: boolean }) {
  const navigate = useNavigate()
  const mayCreate = useCan({ all: [projects.permission.view, projects.permission.create ?? 'Projects.Create'] })
  const mayView = useCan(projects.permission.view)
  if (isExternal) return <EmptyState text="Nothing has been shared with you yet." />
  const [action, to] = mayCreate ? ['New project', '/projects/create'] : mayView ? ['Open active projects', '/active-projects'] : []
  return (
    <EmptyState
      text="Nothing here yet. Your projects, hours, dates and decisions appear here as soon as there are any."
      action={action}
      onAction={() => to && void navigate({ to })}
    />
  )
}

const isSameSet = (some: string[], others: string[]) => some.length === others.length && some.every((key) => others.includes(key))

interface WidgetsProps {
  layout: Layout
  turns: ReturnType<typeof useTurns>
  isArranging: boolean
  /** Resolves when the layout is saved on the server. */
  onChange: (next: (layout: Layout) => Layout) => Promise<unknown>
}

/** Key of the first-steps cards, which appear above all widgets. */
const firstSteps = 'first steps'
/** Milliseconds after which a loading widget is late: it shows a placeholder with reserved height, so later content no longer shifts. */
const patienceMs = 2500

/**
 * Reveals widgets in order, each only after all widgets before it have loaded, because a widget's height shifts the widgets below. All
 * widgets still load in parallel. `keys` is undefined until the order is loaded.
 */
function useTurns(keys: readonly string[] | undefined) {
  const [settled, setSettled] = useState<readonly string[]>([])
  const [late, setLate] = useState<readonly string[]>()
  const isUnsettled = (key: string) => !settled.includes(key)
  const giveUp = useEffectEvent(() => setLate(keys?.filter(isUnsettled)))
  const isBegun = keys !== undefined
  useEffect(() => {
    if (!isBegun) return
    const timer = setTimeout(() => giveUp(), patienceMs)
    return () => clearTimeout(timer)
  }, [isBegun])
  const [filled, setFilled] = useState<readonly string[]>([])
  const settlers = useRef(new Map<string, (isBlank?: boolean) => void>())
  const settle = useCallback((key: string) => {
    const known = settlers.current.get(key)
    if (known) return known
    const add = (keys: readonly string[]) => (keys.includes(key) ? keys : [...keys, key])
    const item = (isBlank?: boolean) => {
      setSettled(add)
      if (!isBlank) setFilled(add)
    }
    settlers.current.set(key, item)
    return item
  }, [])
  const first = keys?.findIndex(isUnsettled) ?? -1
  const isTurn = (key: string) => late !== undefined || first < 0 || (keys?.indexOf(key) ?? 0) <= first
  const isLate = (key: string) => late?.includes(key) ?? false
  // A widget that becomes empty while the page is open stays, so that the others do not move under the pointer.
  const isBlank = (key: string) => settled.includes(key) && !filled.includes(key)
  return { settle, isTurn, isLate, isBlank }
}

/**
 * Places cards of different heights without holes. Returns the ref of a card. Cards are measured before they are painted, because the
 * observer reports a new height only afterwards. It reports heights that no render changes, as in a narrower window.
 */
function useMasonry() {
  const cards = useRef(new Set<HTMLElement>())
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        for (const { target } of entries) if (target instanceof HTMLElement) fitRows(target)
      }),
  )
  useLayoutEffect(() => cards.current.forEach(fitRows))
  return useCallback(
    (card: HTMLElement | null) => {
      if (!card) return
      cards.current.add(card)
      observer.observe(card)
      return () => {
        cards.current.delete(card)
        observer.unobserve(card)
      }
    },
    [observer],
  )
}

function Widgets({ layout, turns, isArranging, onChange }: WidgetsProps) {
  const { hidden } = layout
  const [announcement, announce] = useState('')
  const ordering = useOrdering({
    name: 'widgets',
    ids: layout.widgets,
    nameOf: (key) => labels[key],
    item: 'section',
    isGrid: true,
    isOff: !isArranging,
    save: (widgets) => onChange((now) => (isSameSet(widgets, now.widgets) ? { ...now, widgets } : now)),
  })
  const { settle, isTurn, isLate, isBlank } = turns
  const observe = useMasonry()
  function hide(key: string) {
    void onChange((now) => ({ widgets: now.widgets.filter((widget) => widget !== key), hidden: [...now.hidden, key] }))
    announce(`${labels[key]} is hidden.`)
  }
  function show(key: string) {
    void onChange((now) => ({ widgets: [...now.widgets, key], hidden: now.hidden.filter((text) => text !== key) }))
    announce(`${labels[key]} is shown.`)
  }

  return (
    <>
      {isArranging && (
        <div className={css.arranging}>
          <p>Drag a widget by its handle, or move it with the arrow keys.</p>
          {hidden.map((key) => (
            <Button key={key} size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => show(key)}>
              {labels[key]}
            </Button>
          ))}
        </div>
      )}
      <div role="status" className="dna-hidden">
        {announcement}
      </div>
      {layout.widgets.length === 0 && !isArranging && <EmptyState text="Every widget is hidden. Choose Arrange to show them again." />}
      {ordering.area(
        <div className={css.grid}>
          {ordering.ids.map((key) => {
            const Body = widgetBodies[key as keyof typeof widgetBodies]
            return (
              <section
                key={key}
                ref={observe}
                aria-label={labels[key]}
                className={css.widget}
                data-waits={!isTurn(key) || (isBlank(key) && !isArranging) || undefined}
              >
                <Body
                  label={labels[key]!}
                  isArranging={isArranging}
                  isLate={isLate(key)}
                  onSettled={settle(key)}
                  before={isArranging && <span className={css.grip}>{ordering.grip(key)}</span>}
                  after={
                    isArranging && (
                      <ActionIcon size={28} aria-label={`Hide ${labels[key]}`} title="Hide" onClick={() => hide(key)}>
                        <IconEyeOff size={16} />
                      </ActionIcon>
                    )
                  }
                />
              </section>
            )
          })}
        </div>,
      )}
    </>
  )
}
