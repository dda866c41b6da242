import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import type { BoardContractRow, BoardEntryRow, BoardPhaseRow, BoardRow } from '../../model/planning/boards.ts'
import {
  addScenarioHours,
  compareScenario,
  readScenario,
  readScenarioBoard,
  type ShownChange,
  scenarios,
} from '../../model/planning/scenarios.ts'
import { KeyWords, LastEdit } from '../kit/edits/last-edit.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { useShortcutScope } from '../kit/look/keys.ts'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { session } from '../kit/request/session.ts'
import { ProjectTab } from '../projects/public.tsx'
import css from './board.module.css'
import { BoardGrid } from './board-grid.tsx'
import type { BoardActions, CellPosition, Line } from './board-lines.ts'
import { useLiveBoard } from './board-live.ts'
import { createBoardLines } from './board-rows.tsx'
import { PhaseAside } from './phase-aside.tsx'
import { ScenarioChanges } from './scenario-changes.tsx'
import { useScenarioEdits } from './scenario-edits.ts'
import { ScenarioHead } from './scenario-head.tsx'
import { comparisonLines } from './scenario-sums.tsx'
import { addControls } from './small-board-add.tsx'
import { useTyping } from './small-board-typing.tsx'

/** Scenario board of a project beside today's plan. Contracts do not change until the scenario is applied. */
export function ScenarioPage() {
  return <ProjectTab title="Scenario">{(project) => <Scenario projectId={project.id} />}</ProjectTab>
}

function Scenario({ projectId }: { projectId: number }) {
  const { scenarioId } = useParams({ strict: false })
  const params = { id: Number(scenarioId) }
  useLiveBoard(projectId)
  const scenario = useRead(readScenario, { params }, { isQuiet: true })
  const reading = useRead(readScenarioBoard, { params }, { isQuiet: true, keepsOld: true })
  const error = scenario.error ?? reading.error
  if (error && !(scenario.data && reading.data))
    return <LoadError error={error} title="The scenario" onRetry={() => void Promise.all([scenario.refetch(), reading.refetch()])} />
  if (!scenario.data || !reading.data) return <Skeletons rows={14} columns={4} />
  const isOwn = scenario.data.createdBy?.id === session().user?.id
  return (
    <div className={css.page}>
      <ScenarioHead projectId={projectId} scenario={scenario.data} isOwn={isOwn} />
      {reading.data.board.rows.length === 0 ? (
        <EmptyState text="Nothing is planned in this project yet. A scenario changes the hours of its contracts." />
      ) : (
        <Planned id={params.id} isOwn={isOwn} answer={reading.data} />
      )}
    </div>
  )
}

function useScenarioRows(rows: readonly BoardRow[]) {
  return useMemo(() => {
    const contracts: BoardContractRow[] = []
    const phases = new Map<number, BoardPhaseRow>()
    const entries = new Map<string, BoardEntryRow>()
    const walk = (row: BoardRow) => {
      if (row.kind === 'contract') contracts.push(row)
      if (row.kind === 'phase') phases.set(row.id, row)
      if (row.kind === 'entry') entries.set(row.key, row)
      row.children.forEach(walk)
    }
    rows.forEach(walk)
    return { contracts, phases, entries }
  }, [rows])
}

/** Shows the contract's hours beside hours that the scenario changes. */
const withWas = (
  lines: readonly Line[],
  entries: ReadonlyMap<string, BoardEntryRow>,
  changes: readonly ShownChange[],
  months: readonly string[],
) =>
  lines.map((line) => {
    const record = entries.get(line.key)?.entry.recordId
    const change = changes.find(({ id, recordId }) => record !== undefined && (recordId === record || -id === record))
    if (!change || !line.cells) return line
    const cells = months.map((month, index) => {
      const [was, now] = [change.was[month] ?? 0, change.now[month] ?? 0]
      const cell = line.cells?.[index] ?? (was !== now ? { text: '0' } : undefined)
      return cell && was !== now
        ? { ...cell, excess: `${formatNumber(was)} →`, title: `Today ${formatNumber(was)} h in ${formatMonth(month)}` }
        : cell
    })
    return { ...line, cells }
  })

interface PlannedProps {
  id: number
  isOwn: boolean
  answer: ResponseOf<typeof readScenarioBoard>
}

function Planned({ id, isOwn, answer: { board, changes } }: PlannedProps) {
  const { columns, people } = board
  const { contracts, phases, entries } = useScenarioRows(board.rows)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [place, go] = useState<CellPosition>()
  const [adding, setAdding] = useState<BoardPhaseRow>()
  const edits = useScenarioEdits(id, phases, isOwn)
  const { typedAt } = edits
  const comparison = useRead(compareScenario, { params: { id } }, { isQuiet: true, keepsOld: true })
  const box = useRef<HTMLDivElement>(null)
  const toggle = useCallback(
    ({ key }: Line) =>
      setClosed((now) => {
        const next = new Set(now)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  const months = useMemo(() => columns.map(({ key }) => key), [columns])
  const lines = useMemo(() => {
    const contractLines = createBoardLines(contracts, {
      columns,
      unit: 'hours',
      people,
      isOpen: ({ key }) => !closed.has(key),
      isDetailed: true,
      // Records added by the scenario cannot be edited; they are removed and added again.
      isTyped: ({ entry }) => isOwn && entry.recordId > 0,
      typed: typedAt,
      aside: (row) => row.kind === 'phase' && <PhaseAside row={row} onAdd={isOwn ? setAdding : undefined} />,
    })
    return withWas(contractLines, entries, changes, months)
  }, [contracts, columns, people, closed, isOwn, typedAt, entries, changes, months])
  const foot = useMemo(() => (comparison.data ? comparisonLines(comparison.data.comparison) : []), [comparison.data])
  const focus = () => box.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus({ preventScroll: true })
  const typing = useTyping({ columns, people, lines, entryOf: (line) => entries.get(line.key), edits, go, focus })
  useShortcutScope('smallBoard', isOwn)
  const phaseOf = (line: Line) => [...phases.values()].find(({ key }) => key === line.key)
  const actions: BoardActions = {
    onKey(event, line, column) {
      if (typing.onKey(event, line, column)) return true
      const phase = isOwn && event.key === 'Insert' ? phaseOf(line) : undefined
      if (phase) setAdding(phase)
      return phase !== undefined
    },
    onCell: (line, column) => void typing.begin(line, column),
    onPointerDown: () => undefined,
    editor: typing.editor,
  }
  return (
    <>
      <div className={css.page} ref={box}>
        <BoardGrid label="Scenario" head="Contract, phase, person" {...{ columns, lines, foot, place, go, toggle, actions }} />
      </div>
      <ScenarioChanges scenarioId={id} isOwn={isOwn} changes={changes} contracts={contracts} onDrop={(change) => void edits.drop(change)} />
      {isOwn && (
        <LastEdit history={edits.history}>
          <KeyWords name="Enter">save</KeyWords>
          <KeyWords name="Tab">next month</KeyWords>
          <KeyWords name="Esc">cancel</KeyWords>
        </LastEdit>
      )}
      {adding && (
        <CallDialog
          call={addScenarioHours}
          resource={scenarios}
          opened
          onClose={() => setAdding(undefined)}
          title={`Add hours to ${adding.name}`}
          verb="Add hours"
          params={{ id }}
          preset={{ phaseId: adding.id }}
          start={{ months: [{ month: adding.phase.startDate.slice(0, 7), hours: 8 }] }}
          controls={addControls}
          sections={[
            ['Hours', ['type', 'userId', 'genericName', 'laborType']],
            ['Months', ['months']],
          ]}
        />
      )}
    </>
  )
}
