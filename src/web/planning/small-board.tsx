import { useCallback, useMemo, useRef, useState } from 'react'
import type { QueryOf } from '../../model/kit/call.ts'
import { addEntry, movePhase, setEntryMonth } from '../../model/planning/board-edits.ts'
import { smallBoard } from '../../model/planning/board-lists.ts'
import {
  type BoardAnswer,
  type BoardContractRow,
  type BoardEntryRow,
  type BoardPhaseRow,
  type BoardRow,
  exportSmallBoard,
  readSmallBoard,
  readSmallBoardSummary,
} from '../../model/planning/boards.ts'
import { Granularity } from '../../model/planning/enums.ts'
import { EditConflicts, KeyWords, LastEdit } from '../kit/edits/last-edit.tsx'
import { Filters } from '../kit/list/filters.tsx'
import list from '../kit/list/list-page.module.css'
import { ViewTabs } from '../kit/list/saved-views.tsx'
import { useShortcutScope } from '../kit/look/keys.ts'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { ProjectTab } from '../projects/public.tsx'
import css from './board.module.css'
import { type BoardAddress, hiddenFilters, useBoardAddress, withoutPeople } from './board-address.ts'
import { BoardGrid } from './board-grid.tsx'
import type { BoardActions, CellPosition, Line } from './board-lines.ts'
import { useLiveBoard } from './board-live.ts'
import { createBoardLines } from './board-rows.tsx'
import { createSumLines } from './board-sums.tsx'
import { BoardLegend, BoardTools, exporting } from './board-tools.tsx'
import { useOthers } from './cell-presence.ts'
import { useCellRequests } from './cell-requests.tsx'
import { PhaseAside } from './phase-aside.tsx'
import { ScenarioMenu } from './scenario-menu.tsx'
import { AddEntryDialog } from './small-board-add.tsx'
import { type BoardEdits, useBoardEdits } from './small-board-edits.ts'
import { usePhaseMoves } from './small-board-moves.tsx'
import { useTyping } from './small-board-typing.tsx'

export function SmallBoardPage() {
  return <ProjectTab title="Small board">{(project) => <SmallBoard key={project.id} projectId={project.id} />}</ProjectTab>
}

function SmallBoard({ projectId }: { projectId: number }) {
  const board = useBoardAddress(smallBoard)
  const isPhone = useIsPhone()
  const query = useMemo(
    () => ({
      ...board.query,
      search: undefined,
      ...(board.start ? board.span : {}),
      granularity: board.byWeek ? Granularity.Week : Granularity.Month,
    }),
    [board.query, board.byWeek, board.start, board.span],
  )
  const params = { id: projectId }
  const { data, error, refetch } = useRead(readSmallBoard, { params, query }, { isQuiet: true, keepsOld: true })
  useLiveBoard(projectId)
  const tools = <BoardTools board={board} first={data?.columns[0]?.key} onExport={exporting(exportSmallBoard, { params, query })} />
  const filterTexts = can('SmallBoard.ViewEntryDetails') ? hiddenFilters : withoutPeople
  return (
    <div className={css.page}>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers */}
      <div className={list.filterRow} role="search">
        <ViewTabs
          resource={smallBoard}
          views={board.views}
          list={board.list}
          address={board.address}
          go={board.go}
          searchKey="q"
          isPhone={isPhone}
        />
        <div className={list.chips}>
          <Filters resource={smallBoard} address={board.address} change={board.changeFilters} filterTexts={filterTexts} />
          {!isPhone && <BoardLegend hasAway />}
        </div>
        <header className={css.tools}>
          {tools}
          <ScenarioMenu projectId={projectId} />
        </header>
      </div>
      {error && !data ? (
        <LoadError error={error} title="The board" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons rows={14} columns={4} />
      ) : data.rows.length === 0 ? (
        <EmptyState
          text={board.isNarrowed ? 'No phase matches these filters.' : 'Nothing is planned yet. Phases of approved contracts appear here.'}
          action={board.isNarrowed ? 'Clear filters' : undefined}
          onAction={() => board.changeFilters({ filters: {} })}
        />
      ) : (
        <Planned projectId={projectId} board={board} query={query} answer={data} />
      )}
    </div>
  )
}

interface PlannedProps {
  projectId: number
  board: BoardAddress
  query: QueryOf<typeof readSmallBoard>
  answer: BoardAnswer
}

const contractsIn = (rows: readonly BoardRow[]) =>
  rows.flatMap((row) => (row.kind === 'project' ? row.children : [row])).filter((row): row is BoardContractRow => row.kind === 'contract')

function useSmallBoardRows(contracts: readonly BoardContractRow[]) {
  return useMemo(() => {
    const phases = new Map<string, BoardPhaseRow>()
    const entries = new Map<string, BoardEntryRow>()
    const open = new Set<number>()
    const walk = (row: BoardRow) => {
      if (row.kind === 'phase') phases.set(row.key, row)
      if (row.kind === 'entry') entries.set(row.key, row)
      row.children.forEach(walk)
    }
    for (const row of contracts) {
      if (row.contract.isEditable) open.add(row.contract.id)
      walk(row)
    }
    return { phases, entries, open }
  }, [contracts])
}

function useClosed() {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    ({ key }: Line) =>
      setClosed((now) => {
        const next = new Set(now)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  return { closed, toggle }
}

function Planned({ projectId, board, query, answer }: PlannedProps) {
  const { unit, byWeek } = board
  const { columns, people } = answer
  const contracts = useMemo(() => contractsIn(answer.rows), [answer.rows])
  const { phases, entries, open } = useSmallBoardRows(contracts)
  const { closed, toggle } = useClosed()
  const [place, go] = useState<CellPosition>()
  const [adding, setAdding] = useState<BoardPhaseRow>()
  const summary = useRead(readSmallBoardSummary, { params: { id: projectId }, query }, { isQuiet: true, keepsOld: true })
  const box = useRef<HTMLDivElement>(null)
  const mayType = can(setEntryMonth.permission) && !byWeek && unit === 'hours'
  const mayMove = can(movePhase.permission)
  const mayAdd = can(addEntry.permission)
  const edits = useBoardEdits(projectId, mayType || mayMove || mayAdd)
  const { typedAt } = edits
  const lines = useMemo(
    () =>
      createBoardLines(contracts, {
        columns,
        unit,
        people,
        isOpen: ({ key }) => !closed.has(key),
        isDetailed: true,
        isTyped: ({ entry }) => mayType && open.has(entry.contractId),
        isMovable: ({ phase }) => mayMove && open.has(phase.contractId),
        typed: typedAt,
        aside: (row) =>
          row.kind === 'phase' && <PhaseAside row={row} onAdd={mayAdd && open.has(row.phase.contractId) ? setAdding : undefined} />,
      }),
    [contracts, columns, unit, people, closed, mayType, mayMove, mayAdd, open, typedAt],
  )
  const foot = useMemo(() => (summary.data ? createSumLines({ summary: summary.data, unit, isShort: true }) : []), [summary.data, unit])
  const focus = () => box.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus({ preventScroll: true })
  const typing = useTyping({ columns, people, lines, entryOf: (line) => entries.get(line.key), edits, go, focus })
  const moves = usePhaseMoves({
    phaseOf: (line) => (line.isMovable ? phases.get(line.key) : undefined),
    save: (row, range, isWhole) => void edits.move(row, range, isWhole),
  })
  useShortcutScope('smallBoard')
  useShortcutScope('phases')
  const shown = useOthers(projectId, { lines, columns, place })
  const requests = useCellRequests({ rows: answer.rows, columns, projectId })
  const actions: BoardActions = {
    onMenu: requests.acts.onMenu,
    onKey(event, line, column) {
      if (typing.onKey(event, line, column) || requests.acts.onKey(event, line, column)) return true
      const phase = phases.get(line.key)
      if (event.key === 'Insert' && phase && mayAdd && open.has(phase.phase.contractId)) {
        setAdding(phase)
        return true
      }
      return column >= 0 && moves.onKey(event, line)
    },
    onCell: (line, column) => void typing.begin(line, column),
    onPointerDown: moves.onPointerDown,
    editor: typing.editor,
    ghost: moves.ghost,
  }
  return (
    <>
      <EditConflicts conflicts={edits.conflicts} />
      <div className={css.page} ref={box}>
        <BoardGrid
          label="Small board"
          head="Contract, phase, person"
          holidays={sharedHolidays(answer)}
          lines={shown}
          {...{ columns, foot, place, go, toggle, actions }}
        />
      </div>
      <Status edits={edits} mayType={mayType} mayMove={mayMove} />
      {requests.element}
      {adding && <AddEntryDialog projectId={projectId} phase={adding} onClose={() => setAdding(undefined)} history={edits.history} />}
    </>
  )
}

function sharedHolidays({ people: [first, ...others] }: BoardAnswer): string[] {
  const days = first?.holidays.map(({ date }) => date) ?? []
  return days.filter((day) => others.every(({ holidays }) => holidays.some(({ date }) => date === day)))
}

function Status({ edits, mayType, mayMove }: { edits: BoardEdits; mayType: boolean; mayMove: boolean }) {
  if (!mayType && !mayMove) return null
  return (
    <LastEdit history={edits.history}>
      {mayType && <KeyWords name="Enter">save</KeyWords>}
      {mayType && <KeyWords name="Tab">next month</KeyWords>}
      {mayType && <KeyWords name="Shift Enter">fill to phase end</KeyWords>}
      <KeyWords name="Esc">cancel</KeyWords>
    </LastEdit>
  )
}
