import { ContractType } from '../../model/contracts/enums.ts'
import { addMonths, monthOf } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { RequestedHours } from '../../model/offers/moved-hours.ts'
import type { shiftRequests } from '../../model/offers/shift-requests.ts'
import { type AmendmentRecord, dnaDefaults, makeAmendment, type SourceRecord } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { balancesFor, checkBalances, type MovedPart, movedBoard, type Problems, problemOfSource, sourcesById } from './moved-lines.ts'

export type Shift = RowOf<typeof shiftRequests>
export type ShiftLine = Shift['lines'][number]

/** User whose hours move; falls back to the creator. */
const requesterId = ({ requesterUser, createdBy }: Shift) => requesterUser?.id ?? createdBy?.id ?? ''

interface ShiftRequest {
  projectId: number
  requesterUserId: string
  lines: readonly ShiftLine[]
}

export async function readShiftLines(ctx: Context, { projectId, requesterUserId, lines }: ShiftRequest) {
  const sources = await sourcesById(ctx, [...new Set(lines.map(({ phaseRecordId }) => phaseRecordId))])
  const { maxMonthsAhead } = (await dnaDefaults(ctx)).shiftRequests
  const latest = addMonths(monthOf(new Date().toISOString()), maxMonthsAhead)
  const problems: Problems = {}
  for (const [at, { phaseRecordId, fromMonth, toMonth }] of lines.entries()) {
    const problem = problemOfSource(sources.get(phaseRecordId), projectId, requesterUserId)
    if (problem) problems[`lines[${at}].phaseRecordId`] = [problem]
    if (fromMonth === toMonth) problems[`lines[${at}].toMonth`] = ['Hours must move to another month.']
    else if (toMonth > latest)
      problems[`lines[${at}].toMonth`] = [`Hours can be moved at most ${formatCount(maxMonthsAhead, 'month')} ahead.`]
  }
  return { sources, problems }
}

const wantedHours = (lines: readonly ShiftLine[]): RequestedHours[] =>
  lines.map(({ phaseRecordId, fromMonth, hours }) => ({ recordId: phaseRecordId, month: fromMonth, hundredths: centsOf(hours) }))

/** Checks before approval that the lines are still valid and the hours available (domain 9.5). */
export async function checkShift(ctx: Context, shift: Shift) {
  const lineRequest = { projectId: shift.project.id, requesterUserId: requesterId(shift), lines: shift.lines }
  const { sources, problems } = await readShiftLines(ctx, lineRequest)
  const [problem] = Object.values(problems).flat()
  if (problem) throw conflict(problem)
  checkBalances(wantedHours(shift.lines), sources, await balancesFor(ctx, sources))
  return sources
}

/** Moves a person's hours from one month to another at unchanged rates. */
function shiftedHoursRecords({ fromMonth, toMonth, hours }: ShiftLine, source: SourceRecord): AmendmentRecord[] {
  const { id, type, userId, genericName, laborType, phaseType, sellRate, costRate, gaFeePercent } = source
  const same = { type, userId, genericName, laborType, phaseType, sellRate, costRate, gaFeePercent }
  return [
    { ...same, month: fromMonth, hundredths: -centsOf(hours), sourceRecordId: id },
    { ...same, month: toMonth, hundredths: centsOf(hours), sourceRecordId: null },
  ]
}

/** Creates a request's automated contract. The caller has checked that the hours are available. */
export function makeShiftContract(
  ctx: Context,
  shift: Shift,
  project: { id: number; number: string | null },
  sources: ReadonlyMap<number, SourceRecord>,
) {
  const records = shift.lines.flatMap((line) => {
    const source = sources.get(line.phaseRecordId)
    return source ? shiftedHoursRecords(line, source) : []
  })
  const ratesFrom = sources.get(shift.lines[0]?.phaseRecordId ?? 0)?.contractId ?? 0
  return makeAmendment(ctx, { project, type: ContractType.Shift, name: shift.name, requestId: shift.id, records, ratesFrom })
}

export async function boardOfShift(ctx: Context, shift: Shift, isDone: boolean) {
  const sources = await sourcesById(
    ctx,
    shift.lines.map(({ phaseRecordId }) => phaseRecordId),
  )
  const requester = requesterId(shift)
  const parts = shift.lines.flatMap((line): MovedPart[] => {
    const source = sources.get(line.phaseRecordId)
    if (!source) return []
    const { contractId, contractNumber, contractName, phaseType, laborType } = source
    const contract = { id: contractId, number: contractNumber, name: contractName }
    const same = { key: `record ${line.phaseRecordId}`, contract, phaseType, laborType, source }
    return [
      { ...same, month: line.fromMonth, hours: -line.hours },
      { ...same, month: line.toMonth, hours: line.hours },
    ]
  })
  const ofPerson = shift.lines.flatMap(({ phaseRecordId, fromMonth, toMonth, hours }) =>
    sources.get(phaseRecordId)?.userId === requester
      ? [
          { month: fromMonth, hours: -hours },
          { month: toMonth, hours },
        ]
      : [
          { month: fromMonth, hours: 0 },
          { month: toMonth, hours: 0 },
        ],
  )
  return movedBoard(ctx, { personId: requester, parts, ofPerson, isDone })
}
