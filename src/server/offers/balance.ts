import type { GivenOf } from '../../model/kit/call.ts'
import type { BalanceRow } from '../../model/offers/moved-hours.ts'
import type { readOfferBalance } from '../../model/offers/offer-calls.ts'
import { rangeOfMonths } from '../../model/planning/spread.ts'
import { balancesOf, sourceRecords } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { invalid } from '../kit/request/errors.ts'
import { getProject } from '../projects/public.ts'
import { checkForOthers } from './requests.ts'

type Asked = GivenOf<typeof readOfferBalance>['query']
type ForOthers = Parameters<typeof checkForOthers>[3]

/** Hours of a project that a person can give away or move, and those nobody is named for, with what is left of them month by month. */
export async function readBalance(ctx: Context, { projectId, userId, from, to }: Asked, forOthers: ForOthers) {
  const person = userId ?? ctx.actor.userId
  checkForOthers(ctx, person, undefined, forOthers)
  if (to < from) throw invalid({ to: ['The last month lies before the first.'] })
  const project = await getProject(ctx, projectId)
  const sources = await sourceRecords(ctx, { projectId: project.id, userId: person, range: rangeOfMonths(from, to) })
  const balances = await balancesOf(ctx, sources)
  const rows = sources.flatMap(
    ({ id, contractId, contractNumber, contractName, phaseType, phaseName, laborType, user, genericName }): BalanceRow[] => {
      const left = [...(balances.get(id) ?? [])].filter(([month, hundredths]) => hundredths > 0 && from <= month && month <= to)
      if (left.length === 0) return []
      return [
        {
          phaseRecordId: id,
          contractId,
          contract: { number: contractNumber, name: contractName },
          phaseType,
          phaseName,
          laborType,
          ...(user ? { user } : { genericName: genericName ?? 'Generic' }),
          months: Object.fromEntries(left.map(([month, hundredths]) => [month, hundredths / 100])),
        },
      ]
    },
  )
  return { rows }
}
