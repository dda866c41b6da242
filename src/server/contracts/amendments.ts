import type { LaborType } from '../../model/access/enums.ts'
import { ActivityLogType } from '../../model/activity/enums.ts'
import { contractStateLabel } from '../../model/contracts/contract-steps.ts'
import {
  ConstructionPhaseType,
  ContractOrigin,
  ContractStatus,
  ContractType,
  FeeType,
  PhaseDateRangeType,
  type PhaseRecordType,
  ProposalType,
} from '../../model/contracts/enums.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { rangeOfMonth } from '../../model/planning/spread.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { ratesOfContract } from './contract-parts.ts'
import { addEvent } from './contract-steps.ts'
import { contracts } from './contracts.ts'
import { constructionPhasesTable, phaseRecordsTable } from './contracts-tables.ts'
import { recount, showChanged } from './open-contract.ts'
import { insertContractRates, nextContractNumber } from './project-contracts.ts'

/** Hours added to or removed from a month, with their own rates in cents. One amendment may affect several contracts. */
export interface AmendmentRecord {
  phaseType: ConstructionPhaseType
  month: string
  type: PhaseRecordType
  userId: string | null
  genericName: string | null
  laborType: LaborType
  /** Hundredths of an hour; negative if taken from the source. */
  hundredths: number
  sellRate: number
  costRate: number
  gaFeePercent: number
  sourceRecordId: number | null
}

interface Amendment {
  project: { id: number; number: string | null }
  type: typeof ContractType.Offer | typeof ContractType.Shift
  /** Name of the request, which users recognize. */
  name: string
  requestId: number
  records: readonly AmendmentRecord[]
  /** Contract whose eight rates are copied; they only prefill later edits. */
  ratesFrom: number
}

/**
 * Creates the automated contract of an approved request, approved and locked from the start (domain 9.5). The caller must have locked the
 * project and checked all balances.
 */
export async function makeAmendment(ctx: Context, amendment: Amendment): Promise<{ id: number; number: string }> {
  const { project, type, requestId, records } = amendment
  const [number, rates, isTaken] = await Promise.all([
    nextContractNumber(ctx, project, type),
    ratesOfContract(ctx, amendment.ratesFrom),
    isNameTaken(ctx, project.id, amendment.name),
  ])
  // Requests may share a name; contracts of a project may not.
  const name = isTaken ? `${amendment.name.slice(0, 170)} (${number})` : amendment.name
  const isOffer = type === ContractType.Offer
  const created = await contracts.create(
    ctx,
    { name, proposalType: ProposalType.AV },
    {
      columns: {
        projectId: project.id,
        number,
        type,
        origin: ContractOrigin.Automated,
        status: ContractStatus.Approved,
        isLocked: true,
        approvedById: ctx.actor.userId,
        approvedDate: new Date().toISOString(),
        resourceOfferId: isOffer ? requestId : null,
        shiftRequestId: isOffer ? null : requestId,
      },
      activityType: ActivityLogType.RelatedActions,
      title: isOffer ? 'Created by an approved offer' : 'Created by an approved shift request',
    },
  )
  insertContractRates(ctx, created.id, rates)
  await writeAmendedHours(ctx, created.id, records)
  addEvent(ctx, created.id, { action: 'Create', from: null, to: contractStateLabel(created), comment: null })
  const { rowVersion } = await recount(ctx, created.id)
  showChanged(ctx, { id: created.id, project: { id: project.id }, rowVersion })
  return { id: created.id, number }
}

async function isNameTaken(ctx: Context, projectId: number, name: string): Promise<boolean> {
  const [existing] = await ctx.rows(
    { id: is.number },
    'select id from contracts where project_id = $1 and dna_key(name) = dna_key($2) and not is_deleted limit 1',
    [projectId, name],
  )
  return existing !== undefined
}

async function writeAmendedHours(ctx: Context, contractId: number, records: readonly AmendmentRecord[]) {
  const keyOf = ({ month, phaseType }: AmendmentRecord) => `${month} ${phaseType}`
  const keys = [...new Set(records.map(keyOf))].sort()
  for (const [at, key] of keys.entries()) {
    const own = records.filter((record) => keyOf(record) === key)
    const [first] = own
    if (!first) continue
    const { startDate, endDate } = rangeOfMonth(first.month)
    const name = `${ConstructionPhaseType.get(first.phaseType).longLabel}, ${formatMonth(first.month)}`
    const phaseRow = {
      contractId,
      type: first.phaseType,
      name,
      dateRangeType: PhaseDateRangeType.Month,
      startDate,
      endDate,
      order: at + 1,
      feeType: FeeType.Hourly,
    }
    const phase = onlyRow(await ctx.insert(constructionPhasesTable, phaseRow, { returning: ['id'] }))
    const rows = own.map(({ month, phaseType, hundredths, ...record }) => ({ contractId, phaseId: phase.id, ...record, hours: hundredths }))
    ctx.sendInsert(phaseRecordsTable, rows)
  }
}
