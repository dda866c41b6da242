import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { approveContract, createPlan } from './given-boards.ts'
import { createProject } from './given-projects.ts'
import type { Caller, TestApp } from './start.ts'

export const march = '2026-03'
export const april = '2026-04'
export const may = '2026-05'

/** Creates an approved contract with 80 unassigned hours from March to April 2026, 40 in each month. */
export async function createContractWithHours(house: TestApp, records: AnyRow[] = [{ hours: 80 }], project?: AnyRow) {
  const of = project ?? (await createProject(house))
  const plan = await createPlan(house, of, records)
  await approveContract(house, plan.contract)
  return { project: of, ...plan, record: plan.records[0] as AnyRow }
}

interface Wish {
  project: AnyRow
  target: { userId: string }
  lines: AnyRow[]
  by?: Caller
  more?: AnyRow
}
/** Creates a draft offer, by the administrator by default. */
export async function createOffer(house: TestApp, { project, target, lines, by = house.admin, more = {} }: Wish): Promise<AnyRow> {
  const body = { projectId: project.id, targetUserId: target.userId, lines, ...more }
  const answer = await by('POST', '/api/resourceOffers', body)
  if (answer.status !== 201) throw new Error(`An offer was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export const offerTransition =
  (path: 'resourceOffers' | 'resourceShiftRequests') =>
  (row: AnyRow, step: string, who: Caller, body: AnyRow = {}) =>
    who('PUT', `/api/${path}/${row.id}/${step}`, body)
