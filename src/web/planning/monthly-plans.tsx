import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { addMonths, formatMonth, isMonth, monthOf } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import {
  copyPlansFromBoard,
  exportMonthlyPlans,
  labelKey,
  monthlyPlans,
  type PlanColumn,
  projectKey,
  readMonthlyPlans,
  writeMonthlyPlan,
} from '../../model/planning/monthly-plans.ts'
import { projects } from '../../model/projects/projects.ts'
import { usePickerNames } from '../kit/form/picker-names.ts'
import { Filters } from '../kit/list/filters.tsx'
import list from '../kit/list/list-page.module.css'
import { IconTool, SearchInput } from '../kit/list/list-tools.tsx'
import { useListAddress } from '../kit/list/use-list-address.ts'
import { currentDay } from '../kit/look/clock.ts'
import { IconChevronLeft, IconChevronRight, IconFileExport, IconPlus } from '../kit/look/icons.ts'
import { useShortcuts } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, Picker, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useSerialQueue } from '../kit/request/optimistic.ts'
import css from './board.module.css'
import { refreshBoards, useLiveBoard } from './board-live.ts'
import { exporting } from './board-tools.tsx'
import plan from './monthly-plans.module.css'
import { PlanTable, type Typed } from './plan-table.tsx'

const filterTexts = Object.fromEntries(
  ['month', 'createdByIds', 'updatedByIds', 'createdFrom', 'updatedFrom'].map((key) => [key, { isHidden: true }]),
)

export function MonthlyPlansPage() {
  const { address, change } = useListAddress(monthlyPlans, 'q', { key: monthlyPlans.path, hasCards: false })
  const [added, setAdded] = useState<PlanColumn[]>([])
  const search = useRef<HTMLInputElement>(null)
  useLiveBoard()
  useShortcuts({ search: () => search.current?.focus() })
  const chosen = address.filters.month?.[0]
  const month = isMonth(chosen) ? chosen : monthOf(currentDay())
  const { month: _, ...filters } = address.filters
  const query = { ...filters, search: address.search || undefined, month }
  const { data, error, refetch } = useRead(readMonthlyPlans, { query }, { isQuiet: true, keepsOld: true })
  const save = usePlanWriting(month)
  const go = (to: string | undefined) => change({ filters: to === undefined ? filters : { ...filters, month: [to] } }, true)
  const writable = data?.people.filter(({ isWritable }) => isWritable) ?? []
  const columns = useMemo(
    () => [...(data?.columns ?? []), ...added.filter(({ key }) => !data?.columns.some((column) => column.key === key))],
    [data, added],
  )
  const copy = async () => {
    try {
      const { copied } = await request(copyPlansFromBoard, { body: { month, userIds: writable.map(({ user }) => user.id) } })
      toast.success(copied === 0 ? 'All hours on the board are already planned.' : `${formatCount(copied, 'cell')} filled from the board.`)
      await refreshBoards()
    } catch (failed) {
      showError(failed)
    }
  }
  const onExport = exporting(exportMonthlyPlans, { query })
  return (
    <div className={css.page}>
      <header className={`${list.titleRow} ${plan.head}`}>
        <h1>Monthly plans</h1>
        <span className={list.total} role="status">
          {data && formatCount(data.people.length, 'person', 'people')}
        </span>
        <span className={css.tools}>
          <ActionIcon aria-label="Month before" onClick={() => go(addMonths(month, -1))}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <Button size="xs" variant="default" aria-label={`${formatMonth(month)}, go to this month`} onClick={() => go(undefined)}>
            {formatMonth(month)}
          </Button>
          <ActionIcon aria-label="Month after" onClick={() => go(addMonths(month, 1))}>
            <IconChevronRight size={16} />
          </ActionIcon>
          {writable.length > 0 && (
            <Button size="xs" variant="default" onClick={() => void copy()}>
              Copy from board
            </Button>
          )}
          {onExport && <IconTool label="Export" icon={<IconFileExport size={18} />} onClick={onExport} />}
        </span>
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers */}
      <div className={list.filterRow} role="search">
        <SearchInput inputRef={search} label="Search people" value={address.search} onChange={(text) => change({ search: text }, true)} />
        <div className={list.chips}>
          <Filters
            resource={monthlyPlans}
            address={address}
            change={(part) => change(part.filters && chosen ? { ...part, filters: { ...part.filters, month: [chosen] } } : part)}
            filterTexts={filterTexts}
          />
          {writable.length > 0 && <AddColumn onAdd={(column) => setAdded((now) => [...now, column])} />}
        </div>
      </div>
      {error && !data ? (
        <LoadError error={error} title="The plans" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons rows={12} columns={6} />
      ) : data.people.length === 0 ? (
        <EmptyState text="No one matches this search and these filters." />
      ) : (
        <PlanTable {...data} columns={columns} onType={save} />
      )}
    </div>
  )
}

function usePlanWriting(month: string) {
  const inTurn = useSerialQueue()
  return useCallback(
    async ({ userId, column, plannedHours, before, note }: Typed) => {
      const row = { projectId: column.project?.id ?? null, label: column.project ? null : column.label, plannedHours, before, note }
      await inTurn(() => request(writeMonthlyPlan, { query: { month }, body: { userId, rows: [row] } }))
      await refreshBoards()
    },
    [month, inTurn],
  )
}

/** Adds a column: a project without hours yet, or a custom label. */
function AddColumn({ onAdd }: { onAdd: (column: PlanColumn) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [label, setLabel] = useState('')
  const [projectId, setProjectId] = useState<number | null>(null)
  const nameOf = usePickerNames(projects, projectId === null ? [] : [projectId])
  const add = () => {
    const name = label.trim()
    if (projectId !== null)
      onAdd({
        key: projectKey(projectId),
        project: { id: projectId, number: '', name: nameOf(projectId) },
        label: null,
        isRestricted: false,
      })
    if (name) onAdd({ key: labelKey(name), project: null, label: name, isRestricted: false })
    setLabel('')
    setProjectId(null)
    setOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpen(!isOpen)}>
          Add column
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add column">
        <form
          className={plan.add}
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <TextInput
            label="Label"
            description="Work outside projects, such as training"
            maxLength={60}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Picker
            resource={projects}
            label="Or a project"
            value={projectId}
            onChange={(id) => setProjectId(typeof id === 'number' ? id : null)}
            comboboxProps={{ withinPortal: false }}
          />
          <Button type="submit" size="xs" disabled={!label.trim() && projectId === null}>
            Add
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
