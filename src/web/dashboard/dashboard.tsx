import { ActionIcon, Button } from '@mantine/core'
import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { dashboard, externalDashboard, externalWidgets, widgets } from '../../model/dashboard/widgets.ts'
import type { AnswerOf } from '../../model/kit/call.ts'
import { IconAdjustments, IconCheck, IconEyeOff, IconGripVertical, IconPlus } from '../kit/look/icons.ts'
import { EmptyState, Failure, Skeletons } from '../kit/parts/small-parts.tsx'
import { keyOf, queryClient, useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useSession } from '../kit/request/session.ts'
import css from './dashboard.module.css'
import { widgetBodies } from './widgets.tsx'

type Calls = typeof dashboard
type Layout = AnswerOf<Calls['read']>
const labels: Record<string, string> = Object.fromEntries(
  Object.entries({ ...externalWidgets, ...widgets }).map(([key, { label }]) => [key, label]),
)

/** Reads a person's layout and keeps it: at once on the screen, one save after the other on the server. */
function useLayout(calls: Calls) {
  const reading = useRead(calls.read, {}, { isQuiet: true })
  const saving = useRef(Promise.resolve())
  const keep = (layout: Layout) => queryClient.setQueryData(keyOf(calls.read), layout)
  /** From what it is at this moment: keys can be quicker than the screen. */
  function change(next: (layout: Layout) => Layout) {
    const before = queryClient.getQueryData<Layout>(keyOf(calls.read))!
    const layout = next(before)
    if (layout === before) return
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
  }
  return { ...reading, change }
}

/** Widgets by permission, each coming when it is ready, in the order of whoever looks at them. */
export function DashboardPage() {
  const { isExternal } = useSession()
  const { data, error, refetch, change } = useLayout(isExternal ? (externalDashboard as never) : dashboard)
  const [isArranging, setArranging] = useState(false)
  const hasChoice = data && data.widgets.length + data.hidden.length > 0
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
      {error && !data && <Failure error={error} title="The dashboard" onRetry={() => void refetch()} />}
      {!error && !data && <Skeletons rows={6} columns={2} />}
      {data && !hasChoice && (
        <EmptyState
          text={isExternal ? 'Nothing has been shared with you yet.' : 'Your role has no widgets. What you may open stands in the menu.'}
        />
      )}
      {data && hasChoice && <Widgets layout={data} isArranging={isArranging} onChange={change} />}
    </div>
  )
}

interface WidgetsProps {
  layout: Layout
  isArranging: boolean
  onChange: (next: (layout: Layout) => Layout) => void
}

function Widgets({ layout, isArranging, onChange }: WidgetsProps) {
  const { widgets: shown, hidden } = layout
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const [said, say] = useState('')
  const held = useRef<HTMLElement>(null)
  // A card that was moved in the page has lost the focus of its handle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the order changes
  useLayoutEffect(() => {
    held.current?.focus()
    held.current = null
  }, [shown.join()])

  function move(key: string, placeOf: (shown: string[]) => number) {
    onChange((now) => {
      const to = placeOf(now.widgets)
      const order = now.widgets.filter((one) => one !== key).toSpliced(to, 0, key)
      if (to < 0 || to >= order.length || order.join() === now.widgets.join()) return now
      say(`${labels[key]} is now ${to + 1} of ${order.length}.`)
      return { ...now, widgets: order }
    })
  }
  function hide(key: string) {
    onChange((now) => ({ widgets: now.widgets.filter((one) => one !== key), hidden: [...now.hidden, key] }))
    say(`${labels[key]} is hidden.`)
  }
  function show(key: string) {
    onChange((now) => ({ widgets: [...now.widgets, key], hidden: now.hidden.filter((one) => one !== key) }))
    say(`${labels[key]} is shown.`)
  }
  const steps: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
  function onKey(event: KeyboardEvent, key: string) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    held.current = event.currentTarget as HTMLElement
    move(key, (now) => now.indexOf(key) + step)
  }
  function onDrop(event: DragEvent, key: string) {
    event.preventDefault()
    if (dragged) move(dragged, (now) => now.indexOf(key))
    setOver(undefined)
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
        {said}
      </div>
      {shown.length === 0 && !isArranging && <EmptyState text="Every widget is hidden. Arrange shows them again." />}
      <div className={css.grid}>
        {shown.map((key) => {
          const Body = widgetBodies[key as keyof typeof widgetBodies]
          const drop = isArranging
            ? {
                onDragOver(event: DragEvent) {
                  event.preventDefault()
                  if (over !== key) setOver(key)
                },
                onDrop: (event: DragEvent) => onDrop(event, key),
              }
            : {}
          return (
            <section
              key={key}
              aria-label={labels[key]}
              className={css.widget}
              data-dragged={dragged === key || undefined}
              data-over={(over === key && dragged !== undefined && dragged !== key) || undefined}
              {...drop}
            >
              <Body
                label={labels[key]!}
                isArranging={isArranging}
                before={
                  isArranging && (
                    <button
                      type="button"
                      className={css.grip}
                      draggable
                      aria-label={`Move ${labels[key]}`}
                      title="Drag, or move with the arrow keys"
                      onKeyDown={(event) => onKey(event, key)}
                      onDragStart={(event) => {
                        event.dataTransfer.setData('text/plain', key)
                        event.dataTransfer.effectAllowed = 'move'
                        event.dataTransfer.setDragImage(event.currentTarget.closest('section')!, 16, 20)
                        setDragged(key)
                      }}
                      onDragEnd={() => {
                        setDragged(undefined)
                        setOver(undefined)
                      }}
                    >
                      <IconGripVertical size={16} />
                    </button>
                  )
                }
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
      </div>
    </>
  )
}
