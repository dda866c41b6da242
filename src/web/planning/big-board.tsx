import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { LaborType } from '../../model/access/enums.ts'
import type { QueryOf } from '../../model/kit/call.ts'
import { monthOf } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { bigBoard } from '../../model/planning/board-lists.ts'
import { type BoardRow, exportBigBoard, readBigBoard, readBigBoardSummary } from '../../model/planning/boards.ts'
import { BoardDepth, BoardGrouping, Granularity } from '../../model/planning/enums.ts'
import { readTeamCapacity } from '../../model/planning/work-schedules.ts'
import { Filters } from '../kit/list/filters.tsx'
import list from '../kit/list/list-page.module.css'
import { SearchInput } from '../kit/list/list-tools.tsx'
import { ViewTabs } from '../kit/list/saved-views.tsx'
import { useShortcuts } from '../kit/look/keys.ts'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { callKey, useRead } from '../kit/request/call.ts'
import { can, useCan } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import css from './board.module.css'
import { type BoardAddress, hiddenFilters, useBoardAddress, withoutPeople } from './board-address.ts'
import { BoardGrid } from './board-grid.tsx'
import type { BoardActions, CellPosition, Line } from './board-lines.ts'
import { useLiveBoard } from './board-live.ts'
import { createBoardLines } from './board-rows.tsx'
import { createSumLines } from './board-sums.tsx'
import { BoardLegend, BoardTools, exporting } from './board-tools.tsx'
import { useCellRequests } from './cell-requests.tsx'

const pageSize = 50

export function BigBoardPage() {
  const board = useBoardAddress(bigBoard)
  const isPhone = useIsPhone()
  const search = useRef<HTMLInputElement>(null)
  const { query, rows, total, reading } = useBigBoardRows(board)
  const first = reading.data?.pages[0]?.columns[0]?.key
  useLiveBoard()
  useShortcuts({ search: () => search.current?.focus() })
  const filterTexts = can('BigBoard.ViewEntryDetails') ? hiddenFilters : withoutPeople
  return (
    <div className={css.page}>
      <header className={list.titleRow}>
        <h1>Big board</h1>
        <span className={list.total} role="status">
          {total !== undefined && formatCount(total, 'project')}
        </span>
        <ViewTabs
          resource={bigBoard}
          views={board.views}
          list={board.list}
          address={board.address}
          go={board.go}
          searchKey="q"
          isPhone={isPhone}
        />
        {!isPhone && (
          <span className={css.tools}>
            <BoardTools board={board} first={first} onExport={exporting(exportBigBoard, { query })} />
          </span>
        )}
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers */}
      <div className={list.filterRow} role="search">
        <SearchInput
          inputRef={search}
          label="Search projects"
          value={board.address.search}
          onChange={(text) => board.change({ search: text }, true)}
        />
        <div className={list.chips}>
          <NativeSelect
            size="xs"
            aria-label="Group by"
            data={BoardGrouping.values.map(({ value, label }) => ({
              value,
              label: value === BoardGrouping.None ? label : `By ${label.toLowerCase()}`,
            }))}
            value={board.groupBy}
            onChange={({ currentTarget: { value } }) => board.set({ groupBy: value === BoardGrouping.Client ? undefined : value })}
          />
          <Filters resource={bigBoard} address={board.address} change={board.changeFilters} filterTexts={filterTexts} />
          {!isPhone && <BoardLegend />}
        </div>
        {isPhone && (
          <div className={css.tools}>
            <BoardTools board={board} first={first} onExport={exporting(exportBigBoard, { query })} />
          </div>
        )}
      </div>
      <BigRows board={board} {...{ rows, reading, query, total }} />
    </div>
  )
}

const nothingElse = { onCell: () => undefined, onPointerDown: () => undefined }

function useBigBoardRows(board: BoardAddress) {
  const [isDeep, setDeep] = useState(false)
  const query = useMemo(
    () =>
      ({
        ...board.query,
        ...board.span,
        granularity: board.byWeek ? Granularity.Week : Granularity.Month,
        groupBy: board.groupBy,
        depth: isDeep ? BoardDepth.Entry : BoardDepth.Phase,
      }) satisfies QueryOf<typeof readBigBoard>,
    [board.query, board.byWeek, board.span, board.groupBy, isDeep],
  )
  const reading = useInfiniteQuery({
    queryKey: [...callKey(readBigBoard, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) => request(readBigBoard, { query: { ...query, page: pageParam, itemsPerPage: pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
    placeholderData: (old) => old,
    meta: { isQuiet: true },
  })
  const rows = useMemo(() => reading.data?.pages.flatMap((page) => page.rows), [reading.data])
  return { query, rows, total: reading.data?.pages[0]?.total, reading: { ...reading, deepen: () => setDeep(true) } }
}
type Rows = ReturnType<typeof useBigBoardRows>

function useLaborCapacity(query: Rows['query']) {
  const mayRead = useCan(readTeamCapacity.permission)
  const span = { from: monthOf(query.from), to: monthOf(query.to), granularity: query.granularity }
  const { data } = useRead(readTeamCapacity, { query: span }, { enabled: mayRead, isQuiet: true, keepsOld: true })
  return useMemo(() => {
    if (!data) return undefined
    const sums = new Map<LaborType, Record<string, number>>()
    for (const { laborType, hours } of data.people) {
      if (laborType === null) continue
      const sum = sums.get(laborType) ?? {}
      data.columns.forEach(({ key }, index) => {
        sum[key] = (sum[key] ?? 0) + (hours[index] ?? 0)
      })
      sums.set(laborType, sum)
    }
    return sums
  }, [data])
}

function BigRows({ board, rows, reading, query, total }: Omit<Rows, 'rows'> & { board: BoardAddress; rows: BoardRow[] | undefined }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [place, go] = useState<CellPosition>()
  const summary = useRead(readBigBoardSummary, { query }, { isQuiet: true, keepsOld: true })
  const capacity = useLaborCapacity(query)
  const seesEntries = useCan('BigBoard.ViewEntryDetails')
  const answer = reading.data?.pages[0]
  const { unit } = board
  const lines = useMemo(() => {
    if (!rows || !answer) return []
    const hasMore = (row: BoardRow) => seesEntries && query.depth !== BoardDepth.Entry && row.kind === 'phase'
    const people = reading.data?.pages.flatMap((page) => page.people) ?? []
    return createBoardLines(rows, { columns: answer.columns, unit, people, isOpen: ({ key }) => opened.has(key), hasMore })
  }, [rows, answer, reading.data, unit, opened, seesEntries, query.depth])
  const foot = useMemo(
    () => (summary.data ? createSumLines({ summary: summary.data, unit, capacity }) : []),
    [summary.data, unit, capacity],
  )
  const { hasNextPage, isFetchingNextPage, fetchNextPage, deepen } = reading
  const onWindow = useCallback(
    (last: number) => {
      if (last >= lines.length - 20 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    [lines.length, hasNextPage, isFetchingNextPage, fetchNextPage],
  )
  const toggle = useCallback(
    (line: Line) => {
      // Loads the entries when the first phase is expanded.
      if (line.kind === 'phase') deepen()
      setOpened((now) => {
        const next = new Set(now)
        if (!next.delete(line.key)) next.add(line.key)
        return next
      })
    },
    [deepen],
  )
  const requests = useCellRequests({ rows: rows ?? [], columns: answer?.columns ?? [] })
  const actions = useMemo((): BoardActions => ({ ...requests.acts, ...nothingElse }), [requests.acts])
  if (reading.error && !answer) return <LoadError error={reading.error} title="The board" onRetry={() => void reading.refetch()} />
  if (!answer) return <Skeletons rows={14} columns={4} />
  if (total === 0)
    return board.isNarrowed ? (
      <EmptyState
        text="No project matches this search and these filters in these months."
        action="Clear search and filters"
        onAction={() => board.changeFilters({ search: '', filters: {} })}
      />
    ) : (
      <EmptyState text="Nothing is planned in this period. Projects appear here once an approved contract has phases in it." />
    )
  return (
    <>
      <BoardGrid
        label="Big board"
        head="Project"
        columns={answer.columns}
        lines={lines}
        foot={foot}
        isBusy={reading.isFetchingNextPage}
        {...{ place, go, toggle, onWindow, actions }}
      />
      {requests.element}
    </>
  )
}
