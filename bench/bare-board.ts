import { ContractStatus } from '../src/model/contracts/enums.ts'
import { ProjectStage } from '../src/model/projects/enums.ts'

const [isOpen, isApproved] = [`p.stage in (${ProjectStage.Opportunity}, ${ProjectStage.Active})`, `c.status = ${ContractStatus.Approved}`]
/**
 * Loads one page of the BigBoard in one statement: projects by client with approved phases in these months, with all levels below. Hours of
 * a record are spread over its months by weekdays; each part is rounded and the last month takes the remainder.
 */
const statement = `
  with seen as (
    select p.id, p.name, p.number, p.stage, p.client_id, p.project_manager_id, p.associate_consultant_id from projects p
    where not p.is_deleted and ${isOpen} and exists (
      select from contracts c join construction_phases ph on ph.contract_id = c.id
      where c.project_id = p.id and not c.is_deleted and not c.is_archived and ${isApproved} and ph.end_date >= $1::date and ph.start_date <= $2::date)),
  page as (select s.*, k.name as client, row_number() over (order by k.name collate natural_order, k.id, s.name collate natural_order, s.id) as place
    from seen s left join clients k on k.id = s.client_id order by place limit $3 offset $4)
  select (select count(*)::int from seen), p.id, p.name, p.number, p.stage, p.client_id, p.client,
    m.id, m.first_name, m.last_name, m.avatar_url, m.is_suspended, m.is_external_user, a.id, a.first_name, a.last_name, a.avatar_url, a.is_suspended, a.is_external_user,
    c.id, c.number, c.name, c.type, c.status, c.is_locked, c.row_version,
    ph.id, ph.parent_phase_id, ph.type, ph.name, ph.date_range_type, ph.start_date, ph.end_date, ph.row_version,
    array(select r.hours::int from phase_records r where r.phase_id = ph.id order by r.id)
  from page p left join users m on m.id = p.project_manager_id left join users a on a.id = p.associate_consultant_id
    join contracts c on c.project_id = p.id and not c.is_deleted and not c.is_archived and ${isApproved}
    join construction_phases ph on ph.contract_id = c.id and ph.end_date >= $1::date and ph.start_date <= $2::date
  order by p.place, c.number collate natural_order, c.id, ph."order", ph.id`

const dayMs = 86_400_000
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs
const formatDay = (days: number) => new Date(days * dayMs).toISOString().slice(0, 10)
/** Counts weekdays (Monday to Friday) before a day number, relative to a fixed Monday. */
const weekdaysBefore = (days: number) => Math.floor((days + 3) / 7) * 5 + Math.min((days + 3) % 7, 5)
const weekdays = (first: number, last: number) => weekdaysBefore(last + 1) - weekdaysBefore(first)
const monthColumns = (from: string, to: string) => {
  const all: { key: string; first: number; last: number }[] = []
  for (let [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]; ; month++) {
    if (month === 13) [year, month] = [year + 1, 1]
    const key = `${year}-${String(month).padStart(2, '0')}`
    if (key > to.slice(0, 7)) return all
    all.push({ key, first: Date.UTC(year, month - 1, 1) / dayMs, last: Date.UTC(year, month, 0) / dayMs })
  }
}

type Cells = Record<string, { phases: object[]; hours: number; tentativeHours: number }>
interface Row {
  cells: Cells
  hours: number
  tentativeHours: number
  children: Row[]
}
const createRow = (head: object): Row => Object.assign(head, { cells: {}, hours: 0, tentativeHours: 0, children: [] })

export function bareBoard(query: URLSearchParams) {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const columns = monthColumns(from, to)
  const columnKeys = new Set(columns.map(({ key }) => key))
  const limit = Number(query.get('itemsPerPage') ?? 50)
  return {
    text: statement,
    values: [formatDay(columns[0]?.first ?? 0), formatDay(columns.at(-1)?.last ?? 0), limit, (Number(query.get('page') ?? 1) - 1) * limit],
    shown: (rows: unknown[][]) => ({
      columns: columns.map(({ key, first, last }) => {
        const workingDays = weekdays(first, last)
        return { key, startDate: formatDay(first), endDate: formatDay(last), workingDays, fullTimeHours: workingDays * 8 }
      }),
      rows: groupProjectRows(rows, columnKeys),
      total: rows[0]?.[0] ?? 0,
      isPartial: false,
      people: [],
    }),
  }
}

export const personAt = (row: unknown[], at: number) =>
  row[at] === null
    ? null
    : {
        id: row[at],
        firstName: row[at + 1],
        lastName: row[at + 2],
        avatarUrl: row[at + 3],
        isSuspended: row[at + 4],
        isExternalUser: row[at + 5],
      }

function groupProjectRows(rows: unknown[][], columnKeys: Set<string>) {
  const projects: Row[] = []
  let [project, contract] = [createRow({}), createRow({})]
  let [projectId, contractId]: unknown[] = []
  for (const row of rows) {
    if (row[1] !== projectId) {
      projectId = row[1]
      const client = row[5] ? { id: row[5], name: row[6] } : null
      const group = client ? { key: `client-${client.id}`, name: client.name } : { key: 'client-none', name: 'No client' }
      const is = {
        id: row[1],
        name: row[2],
        number: row[3] ?? '',
        stage: row[4],
        client,
        projectManager: personAt(row, 7),
        associateConsultant: personAt(row, 13),
      }
      project = createRow({ key: `project-${row[1]}`, kind: 'project', id: row[1], name: row[2], project: is, group })
      projects.push(project)
    }
    if (row[19] !== contractId) {
      contractId = row[19]
      const is = {
        id: row[19],
        number: row[20],
        type: row[22],
        status: row[23],
        isLocked: row[24],
        isEditable: !row[24],
        rowVersion: row[25],
      }
      contract = createRow({ key: `contract-${row[19]}`, kind: 'contract', id: row[19], name: row[21], isTentative: false, contract: is })
      project.children.push(contract)
    }
    const [first, last] = [String(row[31]), String(row[32])]
    const is = {
      id: row[26],
      contractId: row[19],
      parentPhaseId: row[27],
      type: row[28],
      dateRangeType: row[30],
      startDate: first,
      endDate: last,
      rowVersion: row[33],
    }
    const phase = createRow({
      key: `phase-${row[26]}`,
      kind: 'phase',
      id: row[26],
      name: row[29],
      contractType: row[22],
      isTentative: false,
      phase: is,
    })
    contract.children.push(phase)
    addHours(
      [phase, contract, project],
      { phaseId: row[26], contractId: row[19], type: row[28], isTentative: false },
      monthColumns(first, last),
      first,
      last,
      row[34] as number[],
      columnKeys,
    )
  }
  for (const item of projects) convertToHours(item)
  return projects
}

function addHours(
  into: Row[],
  bar: object,
  all: ReturnType<typeof monthColumns>,
  from: string,
  to: string,
  records: number[],
  columnKeys: Set<string>,
) {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const weights = all.map((month) => weekdays(Math.max(month.first, first), Math.min(month.last, last)))
  const sum = weights.reduce((value, other) => value + other, 0)
  const rest = weights.findLastIndex((weight) => weight > 0)
  const parts = new Array<number>(all.length).fill(0)
  for (const hours of records) {
    let left = hours
    for (let at = 0; at <= rest; at++) {
      const part = at === rest ? left : Math.min(Math.floor((2 * hours * weights[at]! + sum) / (2 * sum)), left)
      left -= part
      parts[at]! += part
    }
  }
  for (const [at, { key }] of all.entries()) {
    if (!columnKeys.has(key)) continue
    for (const row of into) {
      row.cells[key] ??= { phases: [], hours: 0, tentativeHours: 0 }
      const cell = row.cells[key]
      cell.phases.push(bar)
      cell.hours += parts[at]!
      row.hours += parts[at]!
    }
  }
}

function convertToHours(row: Row) {
  row.hours /= 100
  const keys = Object.keys(row.cells).sort()
  row.cells = Object.fromEntries(keys.map((key) => [key, row.cells[key]!]))
  for (const key of keys) row.cells[key]!.hours /= 100
  for (const child of row.children) convertToHours(child)
}
