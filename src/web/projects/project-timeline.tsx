import { Button, Menu, SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { addDays, padTwo } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { TimelineItemType } from '../../model/projects/enums.ts'
import { type DueDocument, readTimeline, type TimelinePhase, timelineItems } from '../../model/projects/timeline.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { FormDialog, removeRows } from '../kit/form/dialogs.tsx'
import { currentDay } from '../kit/look/clock.ts'
import { DateOnly } from '../kit/look/format.tsx'
import { IconCheck, IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { DataTable, EmptyState, Skeletons, Strip, UserAvatar } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { barLook } from '../planning/public.tsx'
import { isReadOnlyProject, type Project, ProjectTab } from './project-head.tsx'
import css from './project-tabs.module.css'
import { DueLanes } from './timeline-due.tsx'

type Item = RowOf<typeof timelineItems>

export function ProjectTimelinePage() {
  return <ProjectTab title="Timeline">{(project) => <Timeline project={project} />}</ProjectTab>
}

const zooms = { Month: 6, Quarter: 2.4, Year: 0.9 } as const
type Zoom = keyof typeof zooms

function itemColumns(onOpen: (id: number) => void): Column<Item>[] {
  return [
    {
      key: 'title',
      label: 'Title',
      tone: 'name',
      cell: (item) => (
        <button type="button" className={css.open} data-name onClick={() => onOpen(item.id)}>
          {item.title}
        </button>
      ),
    },
    { key: 'type', label: 'Type', width: 112, tone: 'quiet', cell: ({ type }) => TimelineItemType.label(type) },
    { key: 'date', label: 'Date', width: 100, cell: ({ date }) => <DateOnly value={date} /> },
    { key: 'endDate', label: 'End', width: 100, cell: ({ endDate }) => <DateOnly value={endDate} /> },
    {
      key: 'who',
      label: 'Assigned to',
      width: 180,
      tone: 'quiet',
      cell: ({ assignedUser }) => assignedUser && <UserAvatar user={assignedUser} withName />,
    },
    {
      key: 'state',
      label: 'State',
      width: 96,
      cell: (item) => (item.isDone ? 'Done' : isLate(item) ? <span className={css.over}>Late</span> : 'Open'),
    },
  ]
}

function Timeline({ project }: { project: Project }) {
  const [dialog, setDialog] = useState<{ id?: number }>()
  const [zoom, setZoom] = useState<Zoom>('Quarter')
  const under = { id: project.id }
  const read = useRead(readTimeline, { params: under, query: { itemsPerPage: -1 } }, { isQuiet: true })
  const items = read.data?.items
  const phases = read.data?.phases ?? []
  const due = read.data?.documents ?? []
  const isLocked = isReadOnlyProject(project)
  const mayChange = can(timelineItems.permission.update) && !isLocked
  const { mutate } = useCall(resourceCalls(timelineItems).update!)
  const finish = ({ id, title, type, date, endDate, assignedUser, isDone, notes, rowVersion }: Item) =>
    mutate({
      params: { id: project.id, itemId: id },
      body: { title, type, date, endDate, assignedUserId: assignedUser?.id ?? null, isDone: !isDone, notes, rowVersion },
    })
  return (
    <div className={css.page}>
      {isLocked && <Strip tone="quiet">The project is closed; its timeline stays as it was.</Strip>}
      <header className={css.head}>
        <h2>Timeline</h2>
        <span className={css.count}>{items && formatCount(items.length, 'item')}</span>
        <span className={css.actions}>
          <SegmentedControl
            size="xs"
            aria-label="Zoom"
            data={Object.keys(zooms)}
            value={zoom}
            onChange={(value) => setZoom(value as Zoom)}
          />
          {mayChange && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({})}>
              New item
            </Button>
          )}
        </span>
      </header>
      {read.error && !items && <LoadError error={read.error} title="Timeline" onRetry={() => void read.refetch()} />}
      {!read.error && !items && <Skeletons rows={6} />}
      {items && (items.length > 0 || phases.length > 0 || due.length > 0) && (
        <Drawing items={items} phases={phases} due={due} perDay={zooms[zoom]} onOpen={(id) => setDialog({ id })} />
      )}
      {items?.length === 0 && (
        <EmptyState
          text="Nothing on the timeline yet: milestones, deliverables, meetings, site visits."
          action={mayChange ? 'New item' : undefined}
          onAction={() => setDialog({})}
        />
      )}
      {items && items.length > 0 && (
        <DataTable
          label="Timeline items"
          columns={itemColumns((id) => setDialog({ id }))}
          rows={items}
          nameOf={({ title }) => title}
          menu={
            mayChange
              ? (item) => (
                  <>
                    <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog({ id: item.id })}>
                      Edit
                    </Menu.Item>
                    <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => finish(item)}>
                      {item.isDone ? 'Mark as open' : 'Mark as done'}
                    </Menu.Item>
                    <Menu.Item
                      data-danger
                      leftSection={<IconTrash size={16} />}
                      onClick={() => void removeRows(timelineItems, [item], under)}
                    >
                      Delete
                    </Menu.Item>
                  </>
                )
              : undefined
          }
        />
      )}
      {due.length > 0 && <DueDrawings due={due} />}
      <FormDialog
        resource={timelineItems}
        under={under}
        opened={dialog !== undefined}
        id={dialog?.id}
        onClose={() => setDialog(undefined)}
      />
    </div>
  )
}

function DueDrawings({ due }: { due: DueDocument[] }) {
  return (
    <>
      <header className={css.head}>
        <h2>Drawings due</h2>
        <span className={css.count}>{due.length.toLocaleString('en-US')}</span>
      </header>
      <DataTable label="Drawings due" columns={dueColumns} rows={due} nameOf={({ title }) => title} />
    </>
  )
}

const dueColumns: Column<DueDocument>[] = [
  { key: 'title', label: 'Title', tone: 'name', cell: ({ title }) => title },
  { key: 'number', label: 'Number', width: 140, cell: ({ number }) => number },
  { key: 'dueDate', label: 'Due', width: 100, cell: ({ dueDate }) => <DateOnly value={dueDate} /> },
  { key: 'state', label: 'State', width: 120, cell: ({ state }) => <ChoiceText options={SpaceStatus} value={state} /> },
]

const isLate = ({ isDone, date, endDate }: Item) => !isDone && (endDate ?? date) < currentDay()
const dayMs = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
const timelineMonths = (from: string, to: string) => {
  const months: { key: string; label: string; days: number }[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); ) {
    const [year = 0, number = 1] = month.split('-').map(Number)
    const next = `${number === 12 ? year + 1 : year}-${padTwo(number === 12 ? 1 : number + 1)}`
    const label = new Date(Date.UTC(year, number - 1, 1)).toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
    months.push({ key: month, label, days: daysBetween(`${month}-01`, `${next}-01`) })
    month = next
  }
  return months
}
const marks = ['', '--dna-phase-sd', '--dna-phase-dd', '--dna-phase-cd', '--dna-phase-ca']
/** Average character width in pixels, to reserve room for labels. */
const letter = 6.6
const barLetter = 5.8

interface DrawingProps {
  items: Item[]
  phases: TimelinePhase[]
  due: readonly DueDocument[]
  perDay: number
  onOpen: (id: number) => void
}

function Drawing({ items, phases, due, perDay, onOpen }: DrawingProps) {
  const now = currentDay()
  const { ref: width, width: room } = useElementSize<HTMLElement>()
  const scroller = useRef<HTMLElement>(null)
  const { from, months, lanes, bars } = useMemo(() => {
    const days = [
      ...items.flatMap(({ date, endDate }) => [date, endDate ?? date]),
      ...phases.flatMap(({ startDate, endDate }) => [startDate, endDate]),
      ...due.map(({ dueDate }) => dueDate),
      now,
    ]
    const first = `${days.reduce((a, b) => (a < b ? a : b)).slice(0, 7)}-01`
    const last = addDays(
      days.reduce((a, b) => (a > b ? a : b)),
      30,
    )
    const all = timelineMonths(first, last)
    const lanesOf: { end: number; items: Item[] }[] = []
    for (const item of items) {
      const start = daysBetween(first, item.date) * perDay
      const length = Math.max(12, daysBetween(item.date, item.endDate ?? item.date) * perDay)
      const end = start + length + 6 + item.title.length * letter + 16
      const free = lanesOf.find((lane) => lane.end <= start)
      if (free) {
        free.end = end
        free.items.push(item)
      } else lanesOf.push({ end, items: [item] })
    }
    const bars = phases.map(({ id, contract, name, type, startDate, endDate }) => {
      const barLabel = `${contract}: ${name}`
      const left = daysBetween(first, startDate) * perDay
      const length = Math.max(12, daysBetween(startDate, endDate) * perDay)
      const isBeside = barLabel.length * barLetter + 12 > length
      return { id, type, words: barLabel, left, length, isBeside, end: left + length + (isBeside ? barLabel.length * barLetter + 16 : 0) }
    })
    return { from: first, months: all, lanes: lanesOf, bars }
  }, [items, phases, due, perDay, now])
  const total = Math.max(room, months.reduce((sum, { days }) => sum + days, 0) * perDay, ...[...lanes, ...bars].map(({ end }) => end))
  const todayAt = daysBetween(from, now) * perDay
  useEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = Math.max(0, todayAt - scroller.current.clientWidth / 2)
  }, [todayAt])
  return (
    <section
      className={css.drawing}
      ref={(box) => {
        scroller.current = box
        width(box)
      }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label="Timeline drawn over the months"
    >
      <div className={css.canvas} style={{ width: total }}>
        <div className={css.months} aria-hidden>
          {months.map(({ key, label, days }) => (
            <span key={key} data-now={key === now.slice(0, 7) || undefined} style={{ width: days * perDay }}>
              {days * perDay < 64 ? label.slice(0, 3) : label}
            </span>
          ))}
        </div>
        <div className={css.now} />
        {bars.map(({ id, type, words: barLabel, left, length, isBeside }) => {
          const { style, ...look } = barLook(type, false)
          return (
            <div key={id} className={css.lane}>
              <span className={css.phase} {...look} data-beside={isBeside || undefined} style={{ ...style, left, width: length }}>
                <b>{barLabel}</b>
              </span>
            </div>
          )
        })}
        {lanes.map((lane) => (
          <div key={lane.items[0]!.id} className={css.lane}>
            {lane.items.map((item) => (
              <button
                key={item.id}
                type="button"
                className={css.item}
                data-type={item.type}
                data-done={item.isDone || undefined}
                data-late={isLate(item) || undefined}
                style={{ left: daysBetween(from, item.date) * perDay, '--mark': `var(${marks[item.type]})` }}
                aria-label={`${TimelineItemType.label(item.type)} ${item.title}, ${item.date}${item.isDone ? ', done' : isLate(item) ? ', late' : ''}`}
                onClick={() => onOpen(item.id)}
              >
                <i style={{ width: Math.max(12, daysBetween(item.date, item.endDate ?? item.date) * perDay) }} />
                <b>{item.title}</b>
              </button>
            ))}
          </div>
        ))}
        <DueLanes due={due} today={now} at={(day) => daysBetween(from, day) * perDay} />
        <div className={css.today} style={{ left: todayAt }} aria-hidden>
          <span>Today</span>
        </div>
      </div>
    </section>
  )
}
