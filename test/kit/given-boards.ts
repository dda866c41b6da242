import { LaborType } from '../../src/model/access/enums.ts'
import type { Permission } from '../../src/model/permissions.ts'
import { permissionNames } from '../../src/model/permissions.ts'
import { type Board, type BoardRow, type BoardSummary, boards } from '../../src/model/planning/boards.ts'
import type { Row } from '../../src/server/kit/request/context.ts'
import { givenContract, givenPhase, givenRecord } from './given-contracts.ts'
import type { House } from './start.ts'

/** Every permission of a board but those that are named. */
export const allOf = (board: Board, ...but: string[]): Permission[] =>
  permissionNames.filter((name) => name.startsWith(`${board}.`) && !but.includes(name.slice(board.length + 1)))
export const allBoards = boards.flatMap((board) => allOf(board))

export const typeName = (type: LaborType) => `ViewLaborType${LaborType.get(type).permissionSuffix}`

export const approve = async (house: House, contract: Row) => {
  for (const step of ['SendForApproval', 'Approve']) {
    const answer = await house.admin('PUT', `/api/contracts/${contract.id}/${step}`, {})
    if (answer.status !== 200) throw new Error(`${step} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
}

/** A contract of a project with one phase from March to April 2026, and records in it. */
export async function givenPlan(house: House, project: Row, records: readonly Row[] = [{}], phaseMore: Row = {}) {
  const contract = await givenContract(house, project)
  const phase = await givenPhase(house, contract, { startDate: '2026-03-01', endDate: '2026-04-30', ...phaseMore })
  const made: Row[] = []
  for (const more of records) made.push(await givenRecord(house, contract, phase, more))
  return { contract, phase, records: made }
}

/** Every row of a board, whatever stands below what. */
export const flat = (rows: readonly BoardRow[]): BoardRow[] => rows.flatMap((row) => [row, ...flat(row.children)])

/** The summary by labor type or pseudo type. */
export const byType = ({ rows }: BoardSummary) => new Map<number, BoardSummary['rows'][number]>(rows.map((row) => [row.laborType, row]))
