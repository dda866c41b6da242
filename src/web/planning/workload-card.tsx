import { ActionIcon, Kbd, Menu, Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, type ContractStatus } from '../../model/contracts/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { BoardColumn } from '../../model/planning/boards.ts'
import type { Granularity } from '../../model/planning/enums.ts'
import { utilization } from '../../model/planning/working-time.ts'
import {
  freeHours,
  readPersonWorkload,
  totalLoad,
  type WorkloadPerson,
  type WorkloadPhase,
  type WorkloadProject,
} from '../../model/planning/workload.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconDots } from '../kit/look/icons.ts'
import { AvatarFace, userName } from '../kit/parts/avatar.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './board.module.css'
import { HeatBar } from './board-line.tsx'
import { Square } from './board-rows.tsx'
import { columnName } from './board-scale.ts'
import { type CellHours, useRequestWays, WayItems } from './cell-requests.tsx'
import { workloadHeat } from './workload-lines.tsx'

interface CardProps {
  person: WorkloadPerson
  column: BoardColumn
  query: { granularity: Granularity; contractStatuses?: ContractStatus[] }
  people: readonly WorkloadPerson[]
  onClose: () => void
  onMatch: (hours: CellHours) => void
  children: ReactNode
}

export function WorkloadCard({ person, column, query, people, onClose, onMatch, children }: CardProps) {
  const { user } = person
  const cellLabel = `${userName(user)}, ${columnName(column)}`
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="right"
      offset={10}
      width="min(400px, calc(100vw - 16px))"
      withinPortal
      trapFocus
      // The popover has its own accessible name; the number beside it is not a label.
      withRoles={false}
    >
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={cellLabel} className={css.card} data-autofocus tabIndex={-1}>
        <div className={css.cardHead}>
          <AvatarFace user={user} size={24} />
          <h2>{userName(user)}</h2>
          <span>{columnName(column)}</span>
        </div>
        <Load person={person} column={column} />
        <Projects person={person} column={column} query={query} onMatch={onMatch} />
        <Candidates person={person} column={column} people={people} />
        <div className={css.cardFoot}>
          <Link to={`/workload/${user.id}`} className={css.way}>
            Open {user.firstName}’s months
          </Link>
          <Kbd size="xs">Esc</Kbd>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Load({ person, column: { key, startDate, endDate } }: Pick<CardProps, 'person' | 'column'>) {
  const heat = workloadHeat(person, key)
  const [load, capacity, left] = [totalLoad(person, key), person.capacity[key] ?? 0, freeHours(person, key)]
  const holidays = person.holidays.filter(({ date }) => startDate <= date && date <= endDate)
  const away = person.absences.some((absence) => absence.fromDate <= endDate && absence.toDate >= startDate)
  const why = [...(holidays.length > 0 ? [formatCount(holidays.length, 'holiday')] : []), ...(away ? ['away'] : [])]
  return (
    <section>
      <p>
        <span>Load and capacity</span>
        <span>
          <b className={left < 0 ? css.over : undefined}>{formatNumber(load)}</b> / {formatNumber(capacity)} h
        </span>
      </p>
      {heat && <HeatBar heat={heat} />}
      <p>
        <span className={left < 0 ? css.over : css.free}>
          {formatNumber(Math.abs(left))} h {left < 0 ? 'over' : 'left'}
        </span>
        <span title={holidays.map(({ name }) => name).join(', ') || undefined}>
          {formatNumber(person.firm[key] ?? 0)} firm, {formatNumber(person.tentative[key] ?? 0)} tentative
          {why.length > 0 && `, ${why.join(', ')}`}
        </span>
        <span className={left < 0 ? css.over : undefined}>{capacity > 0 && `${formatNumber(utilization(load, capacity) * 100, 0)}%`}</span>
      </p>
    </section>
  )
}

/** Phases with hours in the column. For a project the user may not see, only the total. */
const projectParts = (project: WorkloadProject, key: string) =>
  project.project === null
    ? [{ id: project.key, hours: totalLoad(project, key) }]
    : project.phases.flatMap((phase) => {
        const hours = phase.hours[key] ?? 0
        return hours === 0 ? [] : [{ id: `record-${phase.recordId}`, hours, phase }]
      })

function Projects({ person, column: { key, startDate }, query, onMatch }: Pick<CardProps, 'person' | 'column' | 'query' | 'onMatch'>) {
  const { id } = person.user
  const columnQuery = { ...query, from: startDate, to: startDate }
  const { data, error } = useRead(readPersonWorkload, { params: { id }, query: columnQuery }, { isQuiet: true, keepsOld: true })
  if (error) return <section>The projects could not be read. {error.message}</section>
  if (!data) return <section aria-busy>…</section>
  const lines = data.projects.flatMap((project) =>
    projectParts(project, key).map((part) => ({ project, ...part, phase: 'phase' in part ? part.phase : undefined })),
  )
  return (
    <section>
      {lines.length === 0 && 'No hours.'}
      <ul>
        {lines.map(({ id: line, project, phase, hours }) => (
          <li key={line}>
            {phase && (
              <>
                <Square type={phase.type} isTentative={phase.isTentative} />
                <small>{ConstructionPhaseType.label(phase.type)}</small>
              </>
            )}
            {project.project ? (
              <Link to={`/projects/${project.project.id}/small-board`} className={css.link}>
                {project.name}
              </Link>
            ) : (
              <span>{project.name}</span>
            )}
            {phase && <small>{phase.contract.number}</small>}
            <b>{formatNumber(hours)}</b>
            {phase && project.project && (
              <PhaseMenu phaseOfCell={{ person, project: project.project, phase, column: key }} onMatch={onMatch} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PhaseOfCell {
  person: WorkloadPerson
  project: { id: number }
  phase: WorkloadPhase
  column: string
}
/** Actions on a phase's hours. For an overbooked user, only the excess is offered. */
function PhaseMenu({
  phaseOfCell: { person, project, phase, column },
  onMatch,
}: {
  phaseOfCell: PhaseOfCell
  onMatch: CardProps['onMatch']
}) {
  const over = -freeHours(person, column)
  const cellHours = {
    projectId: project.id,
    recordId: phase.recordId,
    column,
    hours: phase.hours[column] ?? 0,
    user: person.user,
    isTentative: phase.isTentative,
    label: userName(person.user),
  }
  const requestWays = useRequestWays((hours) => onMatch({ ...hours, hours: over > 0 ? Math.min(hours.hours, over) : hours.hours }))(
    cellHours,
  )
  if (requestWays.length === 0) return null
  return (
    <Menu withinPortal={false} position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Actions for ${formatNumber(cellHours.hours)} h of ${phase.name}`}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <WayItems requestWays={requestWays} hasKeys={false} />
      </Menu.Dropdown>
    </Menu>
  )
}

const mostCandidates = 3
function Candidates({ person, column: { key }, people }: Pick<CardProps, 'person' | 'column' | 'people'>) {
  const { laborType } = person
  if (laborType === null || freeHours(person, key) >= 0) return null
  const free = people
    .filter((item) => item.laborType === laborType && item.user.id !== person.user.id && !item.isSuspended && freeHours(item, key) > 0)
    .toSorted((a, b) => freeHours(b, key) - freeHours(a, key))
  return (
    <section>
      <h3>People who could take over, {LaborType.label(laborType)}</h3>
      {free.length === 0 && 'No one with this labor type has time left.'}
      <ul>
        {free.slice(0, mostCandidates).map((item) => (
          <li key={item.user.id}>
            <AvatarFace user={item.user} size={24} />
            <span>{userName(item.user)}</span>
            {item.availabilityPercent < 100 && <small>{item.availabilityPercent}%</small>}
            <b className={css.free}>{formatNumber(freeHours(item, key))} h left</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
