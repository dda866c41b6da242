import type { Row } from '../../src/server/kit/request/context.ts'
import { approve, givenPlan } from './given-boards.ts'
import { givenProject } from './given-projects.ts'
import type { Caller, House } from './start.ts'

export const march = '2026-03'
export const april = '2026-04'
export const may = '2026-05'

/** An approved contract of a project with 80 hours nobody is named for, from March to April 2026: 40 in each month. */
export async function givenHours(house: House, records: Row[] = [{ hours: 80 }], project?: Row) {
  const of = project ?? (await givenProject(house))
  const plan = await givenPlan(house, of, records)
  await approve(house, plan.contract)
  return { project: of, ...plan, record: plan.records[0] as Row }
}

interface Wish {
  project: Row
  target: { userId: string }
  lines: Row[]
  by?: Caller
  more?: Row
}
/** A draft of an offer; of the administrator unless somebody else writes it. */
export async function givenOffer(house: House, { project, target, lines, by = house.admin, more = {} }: Wish): Promise<Row> {
  const body = { projectId: project.id, targetUserId: target.userId, lines, ...more }
  const answer = await by('POST', '/api/resourceOffers', body)
  if (answer.status !== 201) throw new Error(`An offer was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export const stepOf =
  (path: 'resourceOffers' | 'resourceShiftRequests') =>
  (row: Row, step: string, who: Caller, body: Row = {}) =>
    who('PUT', `/api/${path}/${row.id}/${step}`, body)
