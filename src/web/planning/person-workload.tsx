import { Link, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { LaborType } from '../../model/access/enums.ts'
import type { BoardColumn } from '../../model/planning/boards.ts'
import { Granularity } from '../../model/planning/enums.ts'
import { readPersonWorkload, totalLoad, type WorkloadPhase, type WorkloadProject, workload } from '../../model/planning/workload.ts'
import { LaborCode } from '../access/public.tsx'
import { PageHead, Skeletons } from '../kit/pages.tsx'
import { LoadError, userName } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './board.module.css'
import { useBoardAddress } from './board-address.ts'
import { BoardGrid } from './board-grid.tsx'
import type { CellPosition, Line } from './board-lines.ts'
import { useLiveBoard } from './board-live.ts'
import { awayRanges, Square } from './board-rows.tsx'
import { BoardTools } from './board-tools.tsx'
import { convertHours, formatInUnit, type Unit } from './board-units.ts'
import { heatCell, workloadFoot } from './workload-lines.tsx'

export function PersonWorkloadPage() {
  const { id = '' } = useParams({ strict: false })
  const board = useBoardAddress(workload)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [place, go] = useState<CellPosition>()
  useLiveBoard()
  const query = useMemo(
    () => ({ ...board.span, granularity: board.byWeek ? Granularity.Week : Granularity.Month }),
    [board.byWeek, board.span],
  )
  const { data, error, refetch } = useRead(readPersonWorkload, { params: { id }, query }, { isQuiet: true, keepsOld: true })
  const { unit } = board
  useTitle(data && `Workload of ${userName(data.person.user)}`)
  const lines = useMemo(() => {
    if (!data) return []
    const { columns, person, projects } = data
    const totalLine: Line = {
      key: 'person',
      kind: 'person',
      depth: 0,
      name: userName(person.user),
      label: 'Load and capacity',
      aside: person.availabilityPercent < 100 && `${person.availabilityPercent}%`,
      cells: columns.map((column) => heatCell(person, column, unit)),
      away: awayRanges(person),
    }
    return [totalLine, ...projects.flatMap((project) => projectLines(project, columns, unit, !closed.has(project.key)))]
  }, [data, unit, closed])
  const toggle = useCallback(
    ({ key }: Line) =>
      setClosed((now) => {
        const next = new Set(now)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  const crumbs = [{ label: 'Workload', to: '/workload' }]
  if (!data)
    return (
      <div className={css.page}>
        <PageHead crumbs={crumbs} title="Workload" />
        {error ? <LoadError error={error} title="This person" onRetry={() => void refetch()} /> : <Skeletons rows={8} columns={4} />}
      </div>
    )
  const { columns, person } = data
  return (
    <div className={css.page}>
      <PageHead
        crumbs={crumbs}
        title={userName(person.user)}
        note={person.laborType === null ? undefined : LaborType.get(person.laborType).longLabel}
        actions={<BoardTools board={board} first={columns[0]?.key} />}
      />
      <BoardGrid
        label={`Workload of ${userName(person.user)}`}
        head="Project, phase"
        foot={workloadFoot(columns, person, unit)}
        {...{ columns, lines, place, go, toggle }}
        holidays={person.holidays.map(({ date }) => date)}
        hasNoLine
      />
    </div>
  )
}

const hourCells = (columns: readonly BoardColumn[], unit: Unit, hoursOf: (key: string) => number) =>
  columns.map(({ key, fullTimeHours }) => {
    const hours = hoursOf(key)
    return hours === 0 ? undefined : { text: formatInUnit(unit, convertHours(unit, hours, { fullTime: fullTimeHours })) }
  })

function projectLines(project: WorkloadProject, columns: readonly BoardColumn[], unit: Unit, isOpen: boolean): Line[] {
  const { key, name } = project
  const head: Line = {
    key,
    kind: 'contract',
    depth: 0,
    name,
    isOpen: project.phases.length > 0 ? isOpen : undefined,
    label: project.project ? (
      <Link to={`/projects/${project.project.id}/small-board`} className={css.link} tabIndex={-1}>
        {name}
      </Link>
    ) : (
      <span>{name}</span>
    ),
    aside: project.project?.number,
    cells: hourCells(columns, unit, (column) => totalLoad(project, column)),
  }
  return isOpen ? [head, ...project.phases.map((phase) => workloadPhaseLine(key, phase, columns, unit))] : [head]
}

const workloadPhaseLine = (project: string, phase: WorkloadPhase, columns: readonly BoardColumn[], unit: Unit): Line => ({
  key: `${project}-phase-${phase.phaseId}-${phase.laborType}`,
  kind: 'entry',
  depth: 2,
  name: `${phase.name}, ${phase.contract.number}`,
  label: (
    <>
      <Square type={phase.type} isTentative={phase.isTentative} />
      <span title={`${phase.contract.number} ${phase.contract.name}`}>
        {phase.name} <span className={css.count}>{phase.contract.number}</span>
      </span>
    </>
  ),
  aside: <LaborCode value={phase.laborType} />,
  cells: hourCells(columns, unit, (column) => phase.hours[column] ?? 0),
})
