import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { ContractStatus } from '../../model/contracts/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { Granularity, WorkloadGrouping } from '../../model/planning/enums.ts'
import { exportWorkload, isOverloaded, readWorkload, workload, workloadGroups } from '../../model/planning/workload.ts'
import { Filters } from '../kit/list/filters.tsx'
import list from '../kit/list/list-page.module.css'
import { SearchInput } from '../kit/list/list-tools.tsx'
import { useShortcuts } from '../kit/look/keys.ts'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './board.module.css'
import { type BoardAddress, hiddenFilters, useBoardAddress } from './board-address.ts'
import { BoardGrid } from './board-grid.tsx'
import { CellText } from './board-line.tsx'
import type { BoardActions, CellPosition, Line } from './board-lines.ts'
import { useLiveBoard } from './board-live.ts'
import { BoardTools, exporting } from './board-tools.tsx'
import { type CellHours, Sought } from './cell-requests.tsx'
import { WorkloadCard } from './workload-card.tsx'
import { heatCell, lineKey, workloadFoot, workloadLines } from './workload-lines.tsx'

export function WorkloadPage() {
  const board = useBoardAddress(workload)
  const isPhone = useIsPhone()
  const search = useRef<HTMLInputElement>(null)
  useLiveBoard()
  useShortcuts({ search: () => search.current?.focus() })
  const groupBy = WorkloadGrouping.values.find(({ value }) => value === board.address.filters.groupBy?.[0])?.value ?? WorkloadGrouping.Team
  const query = useMemo(
    () => ({ ...board.query, ...board.span, granularity: board.byWeek ? Granularity.Week : Granularity.Month }),
    [board.query, board.byWeek, board.span],
  )
  const reading = useRead(readWorkload, { query }, { isQuiet: true, keepsOld: true })
  const { data } = reading
  const keys = data?.columns.map(({ key }) => key) ?? []
  const overloaded = data?.people.filter((person) => isOverloaded(person, keys)).length
  const tools = (
    <BoardTools board={board} first={data?.columns[0]?.key} onExport={exporting(exportWorkload, { query: { ...query, groupBy } })} />
  )
  return (
    <div className={css.page}>
      <header className={list.titleRow}>
        <h1>Workload</h1>
        <span className={list.total} role="status">
          {data && formatCount(data.people.length, 'person', 'people')}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no row to stand in */}
        <div role="group" aria-label="Group by" className={css.groups}>
          {WorkloadGrouping.values.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === groupBy}
              onClick={() => board.set({ groupBy: value === WorkloadGrouping.Team ? undefined : value })}
            >
              {label} {value === WorkloadGrouping.Overloaded && <span className={css.count}>{overloaded}</span>}
            </button>
          ))}
        </div>
        {!isPhone && <span className={css.tools}>{tools}</span>}
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers */}
      <div className={list.filterRow} role="search">
        <SearchInput
          inputRef={search}
          label="Search people"
          value={board.address.search}
          onChange={(text) => board.change({ search: text }, true)}
        />
        <div className={list.chips}>
          <Filters resource={workload} address={board.address} change={board.changeFilters} filterTexts={hiddenFilters} />
          {!isPhone && <Legend />}
        </div>
        {isPhone && <div className={css.tools}>{tools}</div>}
      </div>
      <People {...{ board, groupBy, query, reading }} />
    </div>
  )
}

interface PeopleProps {
  board: BoardAddress
  groupBy: WorkloadGrouping
  query: BoardAddress['query'] & { granularity: Granularity }
  reading: ReturnType<typeof useRead<typeof readWorkload>>
}

function People({ board, groupBy, query, reading: { data, error, refetch } }: PeopleProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [place, go] = useState<CellPosition>()
  const [card, setCard] = useState<CellPosition>()
  const [matchHours, setSought] = useState<CellHours>()
  const { unit } = board
  const groups = useMemo(() => (data ? workloadGroups(data, groupBy) : []), [data, groupBy])
  const lines = useMemo(
    () => (data ? workloadLines(groups, { columns: data.columns, unit, isOpen: (key) => !closed.has(key) }) : []),
    [data, groups, unit, closed],
  )
  const foot = useMemo(() => (data ? workloadFoot(data.columns, data.sums, unit) : []), [data, unit])
  const toggle = useCallback(
    ({ key }: Line) =>
      setClosed((now) => {
        const next = new Set(now)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  if (error && !data) return <LoadError error={error} title="The workload" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={14} columns={4} />
  if (groups.length === 0 && groupBy === WorkloadGrouping.Overloaded && data.people.length > 0)
    return <EmptyState text="No one has more hours than they can work in this period." />
  if (groups.length === 0)
    return (
      <EmptyState
        text="No one matches this search and these filters."
        action="Clear search and filters"
        onAction={() => board.changeFilters({ search: '', filters: {} })}
      />
    )
  const opened =
    card &&
    groups
      .flatMap((group) => group.people.map((person) => ({ group, person })))
      .find(({ group, person }) => lineKey(group, person) === card.line)
  const column = card && data.columns[card.column]
  const show = (line: Line, at: number) => line.kind === 'person' && at >= 0 && setCard({ line: line.key, column: at })
  const statuses = board.address.filters.contractStatuses
  const ofCard = {
    granularity: query.granularity,
    contractStatuses: statuses && ContractStatus.values.flatMap(({ value }) => (statuses.includes(String(value)) ? [value] : [])),
  }
  const close = () => {
    setCard(undefined)
    document.querySelector<HTMLElement>('[role="treegrid"]')?.focus()
  }
  const actions: BoardActions = {
    onKey(event: KeyboardEvent, line, at) {
      if (event.key !== 'Enter' || line.kind !== 'person' || at < 0) return false
      show(line, at)
      return true
    },
    onCell: show,
    onPointerDown: () => undefined,
    editor: card &&
      opened &&
      column && {
        ...card,
        control: (
          <WorkloadCard person={opened.person} people={data.people} column={column} query={ofCard} onClose={close} onMatch={setSought}>
            <CellText cell={heatCell(opened.person, column, unit) ?? { text: '–' }} />
          </WorkloadCard>
        ),
      },
  }
  return (
    <>
      <BoardGrid
        label="Workload"
        head="Team, person"
        columns={data.columns}
        {...{ lines, foot, place, go, toggle, actions }}
        holidays={[...new Set(data.people.flatMap(({ holidays }) => holidays.map(({ date }) => date)))]}
        hasNoLine
      />
      {matchHours && <Sought hours={matchHours} onClose={() => setSought(undefined)} />}
    </>
  )
}

const Legend = () => (
  <div className={css.legend} role="note" aria-label="Legend">
    <span>
      <i className={css.tint} data-tone="good" aria-hidden /> Below 80%
    </span>
    <span>
      <i className={css.tint} data-tone="attention" aria-hidden /> To 100%
    </span>
    <span>
      <i className={css.tint} data-tone="bad" aria-hidden /> Over
    </span>
    <span>
      <i className={css.firmSign} aria-hidden /> Firm
    </span>
    <span>
      <i className={css.hatch} aria-hidden /> Tentative
    </span>
    <span>
      <i className={css.hatch} data-away aria-hidden /> Away, holiday
    </span>
  </div>
)
