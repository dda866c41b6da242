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
import { is } from '../kit/sql/row-types.ts'
import { ratesOfContract } from './contract-parts.ts'
import { addEvent } from './contract-steps.ts'
import { contracts } from './contracts.ts'
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
    const phases = await ctx.rows(
      { id: is.number },
      `insert into construction_phases (contract_id, type, name, date_range_type, start_date, end_date, "order", fee_type)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [contractId, first.phaseType, name, PhaseDateRangeType.Month, startDate, endDate, at + 1, FeeType.Hourly],
    )
    const rows = own.map((amendmentRecord) => ({
      phase: phases[0]?.id,
      type: amendmentRecord.type,
      person: amendmentRecord.userId,
      generic: amendmentRecord.genericName,
      labor: amendmentRecord.laborType,
      hours: amendmentRecord.hundredths,
      sell: amendmentRecord.sellRate,
      cost: amendmentRecord.costRate,
      ga: amendmentRecord.gaFeePercent,
      source: amendmentRecord.sourceRecordId,
    }))
    ctx.send(
      `insert into phase_records (contract_id, phase_id, type, user_id, generic_name, labor_type, hours, sell_rate, cost_rate, ga_fee_percent,
         source_record_id)
       select $1, phase, type, person, generic, labor, hours, sell, cost, ga, source from jsonb_to_recordset($2) as x(phase bigint,
         type smallint, person uuid, generic text, labor smallint, hours bigint, sell bigint, cost bigint, ga numeric, source bigint)`,
      [contractId, JSON.stringify(rows)],
    )
  }
}
