import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { myBoard } from '../../model/planning/board-lists.ts'
import { exportMyBoard, readMyBoard, readMyBoardSummary } from '../../model/planning/boards.ts'
import { Granularity } from '../../model/planning/enums.ts'
import { Filters } from '../kit/list/filters.tsx'
import list from '../kit/list/list-page.module.css'
import { ViewTabs } from '../kit/list/saved-views.tsx'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './board.module.css'
import { hiddenFilters, useBoardAddress } from './board-address.ts'
import { BoardGrid } from './board-grid.tsx'
import type { BoardActions, CellPosition, Line } from './board-lines.ts'
import { useLiveBoard } from './board-live.ts'
import { createBoardLines } from './board-rows.tsx'
import { createSumLines, loadLines } from './board-sums.tsx'
import { BoardLegend, BoardTools, exporting } from './board-tools.tsx'
import { useCellRequests } from './cell-requests.tsx'
import { RequestButtons } from './request-buttons.tsx'

export function MyBoardPage() {
  const board = useBoardAddress(myBoard)
  const isPhone = useIsPhone()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [place, go] = useState<CellPosition>()
  const query = useMemo(
    () => ({ ...board.query, search: undefined, ...board.span, granularity: board.byWeek ? Granularity.Week : Granularity.Month }),
    [board.query, board.byWeek, board.span],
  )
  const { data, error, refetch } = useRead(readMyBoard, { query }, { isQuiet: true, keepsOld: true })
  const summary = useRead(readMyBoardSummary, { query }, { isQuiet: true, keepsOld: true })
  useLiveBoard()
  const { unit } = board
  const lines = useMemo(
    () =>
      data
        ? createBoardLines(data.rows, {
            columns: data.columns,
            unit,
            people: data.people,
            isOpen: ({ key }) => !closed.has(key),
            isDetailed: true,
          })
        : [],
    [data, unit, closed],
  )
  const own = data?.people[0]
  const requests = useCellRequests({ rows: data?.rows ?? [], columns: data?.columns ?? [] })
  const actions = useMemo(
    (): BoardActions => ({ ...requests.acts, onCell: () => undefined, onPointerDown: () => undefined }),
    [requests.acts],
  )
  const foot = useMemo(
    () => [
      ...(summary.data ? createSumLines({ summary: summary.data, unit, isShort: true }) : []),
      ...(data && own ? loadLines(data.columns, own, unit) : []),
    ],
    [summary.data, data, own, unit],
  )
  const toggle = useCallback(
    ({ key }: Line) =>
      setClosed((now) => {
        const next = new Set(now)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  const tools = <BoardTools board={board} first={data?.columns[0]?.key} onExport={exporting(exportMyBoard, { query })} />
  return (
    <div className={css.page}>
      <header className={list.titleRow}>
        <h1>My board</h1>
        <ViewTabs
          resource={myBoard}
          views={board.views}
          list={board.list}
          address={board.address}
          go={board.go}
          searchKey="q"
          isPhone={isPhone}
        />
        <span className={css.tools}>
          {!isPhone && tools}
          <Button size="xs" variant="default" component={Link} to="/my-board/hours">
            My hours
          </Button>
          <Button size="xs" variant="default" component={Link} to="/account/profile">
            My absences
          </Button>
        </span>
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers */}
      <div className={list.filterRow} role="search">
        <div className={list.chips}>
          <Filters resource={myBoard} address={board.address} change={board.changeFilters} filterTexts={hiddenFilters} />
          {!isPhone && data && <RequestButtons rows={data.rows} columns={data.columns} place={place} />}
          {!isPhone && <BoardLegend hasAway />}
        </div>
        {isPhone && <div className={css.tools}>{tools}</div>}
      </div>
      {error && !data ? (
        <LoadError error={error} title="Your board" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons rows={10} columns={4} />
      ) : (
        <>
          {data.rows.length === 0 && (
            <EmptyState
              text={
                board.isNarrowed
                  ? 'None of your hours match these filters in this period.'
                  : 'You have no hours in approved contracts in this period.'
              }
            />
          )}
          <BoardGrid
            label="My board"
            head="Project, phase"
            columns={data.columns}
            {...{ lines, foot, place, go, toggle, actions }}
            holidays={own?.holidays.map(({ date }) => date)}
          />
          {requests.element}
        </>
      )}
    </div>
  )
}
