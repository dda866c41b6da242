import { ConstructionPhaseType, ContractType, PhaseRecordType } from '../../model/contracts/enums.ts'
import { centsOf } from '../../model/kit/money.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { messages } from '../../model/kit/rules.ts'
import type { RequestedHours } from '../../model/offers/moved-hours.ts'
import type { resourceOffers } from '../../model/offers/resource-offers.ts'
import {
  type AmendmentRecord,
  amendableContracts,
  dnaDefaults,
  makeAmendment,
  ratesOfContract,
  ratesOfUser,
  type SourceRecord,
} from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { balancesFor, checkBalances, type MovedPart, movedBoard, type Problems, problemOfSource, sourcesById } from './moved-lines.ts'

export type Offer = RowOf<typeof resourceOffers>
/** User whose hours are offered; falls back to the creator. */
const offeredUserId = ({ sourceUser, createdBy }: Offer) => sourceUser?.id ?? createdBy?.id ?? ''
export type OfferLine = Offer['lines'][number]

interface OfferRequest {
  projectId: number
  sourceUserId: string
  lines: readonly OfferLine[]
}

const distinctIds = (lines: readonly OfferLine[], key: 'phaseRecordId' | 'contractId') => [
  ...new Set(lines.flatMap((line) => line[key] ?? [])),
]

/** Returns the lines to store, with their source records, and the validation errors. */
export async function readLines(ctx: Context, { projectId, sourceUserId, lines }: OfferRequest) {
  const sources = await sourcesById(ctx, distinctIds(lines, 'phaseRecordId'))
  // A record determines its contract; added hours depend on the chosen contract and the defaults.
  const others = lines.filter(({ phaseRecordId }) => phaseRecordId === null || !sources.has(phaseRecordId))
  const open = new Map(
    (await amendableContracts(ctx, distinctIds(others, 'contractId'))).map((amendableContract) => [
      amendableContract.id,
      amendableContract,
    ]),
  )
  const isAnyAdded = others.some(({ phaseRecordId }) => phaseRecordId === null)
  const allowAdditionalHours = isAnyAdded && (await dnaDefaults(ctx)).resourceOffers.allowAdditionalHours
  const problems: Problems = {}
  const reportProblem = (at: number, key: keyof OfferLine, message: string) => {
    problems[`lines[${at}].${key}`] = [message]
  }
  const read = lines.map((line, index): OfferLine => {
    if (line.phaseRecordId === null) {
      const contract = line.contractId === null ? undefined : open.get(line.contractId)
      if (!allowAdditionalHours) reportProblem(index, 'phaseRecordId', 'Hours can only be moved, not added.')
      else if (line.contractId === null) reportProblem(index, 'contractId', messages.required)
      else if (contract?.projectId !== projectId)
        reportProblem(index, 'contractId', 'Hours can only be added to approved contracts of this project.')
      if (line.phaseType === null) reportProblem(index, 'phaseType', messages.required)
      else if (line.phaseType === ConstructionPhaseType.Pause) reportProblem(index, 'phaseType', 'A phase on hold has no hours.')
      if (line.laborType === null) reportProblem(index, 'laborType', messages.required)
      return line
    }
    const source = sources.get(line.phaseRecordId)
    const problem = problemOfSource(source, projectId, sourceUserId)
    if (problem) reportProblem(index, 'phaseRecordId', problem)
    return source ? { ...line, contractId: source.contractId, phaseType: source.phaseType, laborType: source.laborType } : line
  })
  return { lines: read, sources, contracts: open, problems }
}

const wantedHours = (lines: readonly OfferLine[]): RequestedHours[] =>
  lines.flatMap(({ phaseRecordId, month, hours }) =>
    phaseRecordId === null ? [] : [{ recordId: phaseRecordId, month, hundredths: centsOf(hours) }],
  )

/** Checks before each approval that the lines are still valid and the hours available (domain 9.5). */
export async function checkHours(ctx: Context, offer: Offer) {
  const lineRequest = { projectId: offer.project.id, sourceUserId: offeredUserId(offer), lines: offer.lines }
  const { sources, problems } = await readLines(ctx, lineRequest)
  const [problem] = Object.values(problems).flat()
  if (problem) throw conflict(problem)
  checkBalances(wantedHours(offer.lines), sources, await balancesFor(ctx, sources))
  return sources
}

/** The records that subtract hours from the source and add them to the target, at the rates of domain 9.5. */
function movedHoursRecords(line: OfferLine, source: SourceRecord, targetId: string, ownCostRate: number | undefined): AmendmentRecord[] {
  const { phaseType, laborType, sellRate, costRate, gaFeePercent } = source
  const hundredths = centsOf(line.hours)
  const same = { phaseType, laborType, month: line.month, sellRate, gaFeePercent }
  return [
    {
      ...same,
      type: source.type,
      userId: source.userId,
      genericName: source.genericName,
      hundredths: -hundredths,
      costRate,
      sourceRecordId: source.id,
    },
    {
      ...same,
      type: PhaseRecordType.AssignedUser,
      userId: targetId,
      genericName: null,
      hundredths,
      costRate: ownCostRate ?? source.contractCostRate,
      sourceRecordId: null,
    },
  ]
}

/** Adds hours at the rates of the line's contract. */
async function addedHoursRecord(
  ctx: Context,
  line: OfferLine,
  targetId: string,
  ownCostRate: number | undefined,
): Promise<AmendmentRecord> {
  const { contractId, phaseType, laborType } = line
  const rates = contractId === null ? [] : await ratesOfContract(ctx, contractId)
  const rate = rates.find((item) => item.laborType === laborType)
  if (!rate || phaseType === null || laborType === null) throw conflict('Hours can only be added to approved contracts of this project.')
  return {
    phaseType,
    laborType,
    month: line.month,
    type: PhaseRecordType.AssignedUser,
    userId: targetId,
    genericName: null,
    hundredths: centsOf(line.hours),
    sellRate: centsOf(rate.sellRate),
    costRate: ownCostRate ?? centsOf(rate.costRate),
    gaFeePercent: rate.gaFeePercent,
    sourceRecordId: null,
  }
}

/** Creates an offer's automated contract. The caller has checked that the hours are available. */
export async function makeContract(
  ctx: Context,
  offer: Offer,
  project: { id: number; number: string | null },
  sources: Map<number, SourceRecord>,
) {
  const own = await ratesOfUser(ctx, offer.targetUser.id)
  const records: AmendmentRecord[] = []
  for (const line of offer.lines) {
    const costRate = own.find(({ laborType }) => laborType === line.laborType)?.costRate ?? undefined
    const ownCents = costRate === undefined ? undefined : centsOf(costRate)
    const source = line.phaseRecordId === null ? undefined : sources.get(line.phaseRecordId)
    if (source) records.push(...movedHoursRecords(line, source, offer.targetUser.id, ownCents))
    else records.push(await addedHoursRecord(ctx, line, offer.targetUser.id, ownCents))
  }
  const ratesFrom = offer.lines[0]?.contractId ?? 0
  return makeAmendment(ctx, { project, type: ContractType.Offer, name: offer.name ?? '', requestId: offer.id, records, ratesFrom })
}

export async function loadOfferBoard(ctx: Context, offer: Offer, isDone: boolean) {
  const { sources, contracts } = await readLines(ctx, {
    projectId: offer.project.id,
    sourceUserId: offeredUserId(offer),
    lines: offer.lines,
  })
  const parts = offer.lines.flatMap((line): MovedPart[] => {
    const source = sources.get(line.phaseRecordId ?? 0)
    const contract = contracts.get(line.contractId ?? 0)
    if (line.phaseType === null || line.laborType === null) return []
    return [
      {
        key: line.phaseRecordId === null ? `added ${line.contractId} ${line.phaseType} ${line.laborType}` : `record ${line.phaseRecordId}`,
        contract: {
          id: line.contractId ?? 0,
          number: source?.contractNumber ?? contract?.number ?? '',
          name: source?.contractName ?? contract?.name ?? '',
        },
        phaseType: line.phaseType,
        laborType: line.laborType,
        source,
        month: line.month,
        hours: line.phaseRecordId === null ? line.hours : -line.hours,
      },
    ]
  })
  return movedBoard(ctx, { personId: offer.targetUser.id, parts, ofPerson: offer.lines, isDone })
}
