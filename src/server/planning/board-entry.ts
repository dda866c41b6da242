import { ConstructionPhaseType, ContractStatus, ContractType } from '../../model/contracts/enums.ts'
import { type Board, type BoardEntryDetail, seenLaborTypes } from '../../model/planning/boards.ts'
import { spreadOverMonths, toSpreadRecord } from '../../model/planning/spread.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { createStatementValues, recordColumns, recordRow } from './board-contents.ts'

const row = {
  ...recordRow,
  phaseType: is.choice(ConstructionPhaseType),
  phaseName: is.text,
  startDate: is.date,
  endDate: is.date,
  contractId: is.number,
  contractNumber: is.text,
  contractName: is.text,
  contractType: is.choice(ContractType),
  contractStatus: is.choice(ContractStatus),
  projectId: is.number,
  projectNumber: orNull(is.text),
  projectName: is.text,
}

/** Returns an entry, or undefined if it is not on the user's board. */
export async function findEntry(ctx: Context, board: Board, recordId: number, projectId?: number): Promise<BoardEntryDetail | undefined> {
  const p = createStatementValues()
  const conditions = [
    `r.id = ${p.add(recordId)}`,
    `r.labor_type = any(${p.add(seenLaborTypes(board, ctx.actor.held))}::smallint[])`,
    'visible(p)',
    ...(projectId === undefined ? [] : [`p.id = ${p.add(projectId)}`]),
    ...(board === 'MyBoard' ? [`r.user_id = ${p.add(ctx.actor.userId)}`] : []),
  ]
  const [found] = await ctx.rows(
    row,
    `select ${recordColumns}, ph.type as "phaseType", ph.name as "phaseName", ph.start_date, ph.end_date,
       c.id as "contractId", c.number as "contractNumber", c.name as "contractName", c.type as "contractType", c.status as "contractStatus",
       p.id as "projectId", p.number as "projectNumber", p.name as "projectName"
     from planned_records r join planned_phases ph on ph.id = r.phase_id join planned_contracts c on c.id = r.contract_id
       join living_projects p on p.id = c.project_id left join people u on u.id = r.user_id
     where ${conditions.join(' and ')}`,
    p.values,
  )
  if (!found) return undefined
  const {
    id,
    hours,
    contractNumber,
    contractName,
    contractType,
    contractStatus,
    projectId: project,
    projectNumber,
    projectName,
    ...entry
  } = found
  return {
    ...entry,
    recordId: id,
    totalHours: hours / 100,
    months: spreadOverMonths(toSpreadRecord(found), found).map(({ key, hundredths }) => ({ month: key, hours: hundredths / 100 })),
    contract: { id: entry.contractId, number: contractNumber, name: contractName, type: contractType, status: contractStatus },
    project: { id: project, number: projectNumber ?? '', name: projectName },
  }
}

export async function getEntry(ctx: Context, board: Board, recordId: number, projectId?: number): Promise<BoardEntryDetail> {
  const entry = await findEntry(ctx, board, recordId, projectId)
  if (!entry) throw notFound('Entry')
  return entry
}
