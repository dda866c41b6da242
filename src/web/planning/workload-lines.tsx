import { Link } from '@tanstack/react-router'
import type { BoardColumn } from '../../model/planning/boards.ts'
import { fullness } from '../../model/planning/working-time.ts'
import {
  freeHours,
  summedWorkload,
  totalLoad,
  type WorkloadGroup,
  type WorkloadPerson,
  type WorkloadSums,
} from '../../model/planning/workload.ts'
import { LaborCode } from '../access/public.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { AvatarFace, userName } from '../kit/parts/avatar.tsx'
import css from './board.module.css'
import type { BoardCell, Heat, Line } from './board-lines.ts'
import { awayRanges } from './board-rows.tsx'
import { columnName } from './board-scale.ts'
import { convertHours, sumIn, type Unit } from './board-units.ts'

/** Utilization of a column. Returns undefined if there is neither capacity nor load. */
export function workloadHeat(sums: WorkloadSums, key: string): Heat | undefined {
  const [load, capacity] = [totalLoad(sums, key), sums.capacity[key] ?? 0]
  const scaleMax = Math.max(load, capacity)
  if (scaleMax <= 0) return undefined
  const share = (hours: number | undefined) => (Math.max(0, hours ?? 0) / scaleMax) * 100
  return { tone: fullness(load, capacity), firm: share(sums.firm[key]), tentative: share(sums.tentative[key]) }
}

/** Formats a load: `150 firm, 28 tentative, 18 h over`. */
function describeLoad(sums: WorkloadSums, key: string): string {
  const left = freeHours(sums, key)
  const parts = [`${formatNumber(sums.firm[key] ?? 0)} firm`, `${formatNumber(sums.tentative[key] ?? 0)} tentative`]
  return `${parts.join(', ')}, ${left < 0 ? `${formatNumber(-left)} h over` : `${formatNumber(left)} h left`}`
}

export function heatCell(sums: WorkloadSums, { key, fullTimeHours, ...column }: BoardColumn, unit: Unit): BoardCell | undefined {
  const heat = workloadHeat(sums, key)
  if (!heat) return undefined
  const capacity = sums.capacity[key] ?? 0
  const shown = (hours: number) => {
    return sumIn(unit, convertHours(unit, hours, { fullTime: fullTimeHours, capacity }))
  }
  return {
    text: shown(totalLoad(sums, key)),
    small: unit === 'percent' ? '%' : ` / ${shown(capacity)}`,
    heat,
    title: `${columnName({ key, fullTimeHours, ...column })}: ${describeLoad(sums, key)}`,
  }
}

interface Drawing {
  columns: readonly BoardColumn[]
  unit: Unit
  isOpen: (key: string) => boolean
}
export const lineKey = (group: WorkloadGroup, { user }: WorkloadPerson) => `${group.key}-${user.id}`

export const workloadLines = (groups: readonly WorkloadGroup[], drawing: Drawing): Line[] =>
  groups.flatMap((group) => {
    const isOpen = drawing.isOpen(group.key)
    return [workloadGroupLine(group, isOpen, drawing), ...(isOpen ? group.people.map((person) => personLine(group, person, drawing)) : [])]
  })

function workloadGroupLine({ key, name, lead, people }: WorkloadGroup, isOpen: boolean, { columns, unit }: Drawing): Line {
  const keys = columns.map((column) => column.key)
  const sums = summedWorkload(keys, people)
  return {
    key,
    kind: 'group',
    depth: 0,
    name,
    isOpen,
    label: (
      <>
        <span>{name}</span> <span className={css.count}>{people.length}</span>
      </>
    ),
    aside: lead ? `Lead ${userName(lead)}` : undefined,
    cells: columns.map((column) => ({
      text: sumIn(
        unit,
        convertHours(unit, totalLoad(sums, column.key), { fullTime: column.fullTimeHours, capacity: sums.capacity[column.key] }),
      ),
    })),
  }
}

function personLine(group: WorkloadGroup, person: WorkloadPerson, { columns, unit }: Drawing): Line {
  const { user, availabilityPercent, laborType } = person
  return {
    key: lineKey(group, person),
    kind: 'person',
    depth: 1,
    name: userName(user),
    label: (
      <span className={css.person}>
        <AvatarFace user={user} size={24} />
        <Link to={`/workload/${user.id}`} className={css.link} tabIndex={-1}>
          {userName(user)}
        </Link>
        {availabilityPercent < 100 && <span className={css.count}>{availabilityPercent}%</span>}
      </span>
    ),
    aside: laborType !== null && <LaborCode value={laborType} />,
    cells: columns.map((column) => heatCell(person, column, unit)),
    away: awayRanges({ ...person, holidays: [] }),
  }
}

export function workloadFoot(columns: readonly BoardColumn[], sums: WorkloadSums, unit: Unit): Line[] {
  const line = (key: string, label: string, aside: string, hoursOf: (column: string) => number, isStrong = false): Line => ({
    key,
    kind: 'sum',
    depth: 0,
    name: label,
    label,
    aside,
    isStrong,
    cells: columns.map((column) => {
      const hours = hoursOf(column.key)
      const base = { fullTime: column.fullTimeHours, capacity: sums.capacity[column.key] }
      return { text: sumIn(unit, convertHours(unit, hours, base)), isOver: isStrong && hours < 0, title: `${formatNumber(hours)} h` }
    }),
  })
  return [
    line('workload-firm', 'Firm', 'approved contracts', (key) => sums.firm[key] ?? 0),
    line('workload-tentative', 'Tentative', 'not approved yet', (key) => sums.tentative[key] ?? 0),
    line('workload-capacity', 'Capacity', 'net of holidays, absences', (key) => sums.capacity[key] ?? 0),
    line('workload-left', 'Available', '', (key) => freeHours(sums, key), true),
  ]
}
