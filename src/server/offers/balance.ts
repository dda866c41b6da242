import type { RequestOf } from '../../model/kit/call.ts'
import type { BalanceRow } from '../../model/offers/moved-hours.ts'
import type { readOfferBalance } from '../../model/offers/offer-calls.ts'
import { hoursLeft } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { getProject } from '../projects/public.ts'
import { checkForOthers } from './requests.ts'

type BalanceQuery = RequestOf<typeof readOfferBalance>['query']
type ForOthers = Parameters<typeof checkForOthers>[3]

/** Hours of a project that a person can offer or shift, and generic hours, with the remaining hours per month. */
export async function readBalance(ctx: Context, { projectId, userId, from, to }: BalanceQuery, forOthers: ForOthers) {
  const person = userId ?? ctx.actor.userId
  checkForOthers(ctx, person, undefined, forOthers)
  if (to < from) throw badRequest({ to: ['The last month is before the first.'] })
  const project = await getProject(ctx, projectId)
  const rows: BalanceRow[] = []
  for (const phase of await hoursLeft(ctx, { projectId: project.id, userId: person, from, to })) {
    const { contractId, contractNumber, contractName, phaseType, phaseName, records } = phase
    const contract = { number: contractNumber, name: contractName }
    for (const { id, laborType, user, genericName, months } of records) {
      if (hasNoMonths(months)) continue
      const owner = user ? { user } : { genericName: genericName ?? 'Generic' }
      rows.push({ phaseRecordId: id, contractId, contract, phaseType, phaseName, laborType, ...owner, months })
    }
  }
  return { rows }
}

function hasNoMonths(months: object) {
  for (const _ in months) return false
  return true
}
