import { LaborType } from '../../src/model/access/enums.ts'
import type { Permission } from '../../src/model/permissions.ts'
import { permissionNames } from '../../src/model/permissions.ts'
import { type Board, type BoardRow, type BoardSummary, boards } from '../../src/model/planning/boards.ts'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { createPhase, createPhaseRecord, givenContract } from './given-contracts.ts'
import type { TestApp } from './start.ts'

export const boardPermissions = (board: Board, ...but: string[]): Permission[] =>
  permissionNames.filter((name) => name.startsWith(`${board}.`) && !but.includes(name.slice(board.length + 1)))
export const allBoardPermissions = boards.flatMap((board) => boardPermissions(board))

export const typeName = (type: LaborType) => `ViewLaborType${LaborType.get(type).permissionSuffix}`

export const approveContract = async (house: TestApp, contract: AnyRow) => {
  for (const step of ['SendForApproval', 'Approve']) {
    const answer = await house.admin('PUT', `/api/contracts/${contract.id}/${step}`, {})
    if (answer.status !== 200) throw new Error(`${step} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
}

export async function createPlan(house: TestApp, project: AnyRow, records: readonly AnyRow[] = [{}], phaseMore: AnyRow = {}) {
  const contract = await givenContract(house, project)
  const phase = await createPhase(house, contract, { startDate: '2026-03-01', endDate: '2026-04-30', ...phaseMore })
  const made: AnyRow[] = []
  for (const more of records) made.push(await createPhaseRecord(house, contract, phase, more))
  return { contract, phase, records: made }
}

export const flattenRows = (rows: readonly BoardRow[]): BoardRow[] => rows.flatMap((row) => [row, ...flattenRows(row.children)])

export const summaryByType = ({ rows }: BoardSummary) =>
  new Map<number, BoardSummary['rows'][number]>(rows.map((row) => [row.laborType, row]))
