import { createPhase, createRecord } from '../../model/contracts/construction-phases.ts'
import { contractStepCalls, createContract } from '../../model/contracts/contract-calls.ts'
import type { ContractStepName } from '../../model/contracts/contract-steps.ts'
import { createContractExpense } from '../../model/contracts/direct-expenses.ts'
import { writeDefaultRates } from '../../model/contracts/dna-defaults.ts'
import { ContractStatus, FeeType, PhaseRecordType, ProposalType } from '../../model/contracts/enums.ts'
import { writeUserRates } from '../../model/contracts/labor-rates.ts'
import type { BodyOf } from '../../model/kit/call.ts'
import type { Context } from '../kit/request/context.ts'
import { demoFirm, onDay } from './firm.ts'
import type { DemoPhase, staffed } from './firm-contracts.ts'
import { type Invoke, stepCall } from './invoke.ts'

type DemoContract = ReturnType<typeof staffed>
interface Known {
  people: Map<string, string>
  companies: Map<string, number>
  today: string
  feeShare?: number
}

export async function makeRates(call: Invoke, people: Map<string, string>) {
  await call(writeDefaultRates, { body: { rates: demoFirm.laborRates } })
  for (const { key, laborType, costRate } of demoFirm.people) {
    const usual = demoFirm.laborRates.find((rate) => rate.laborType === laborType)?.costRate
    if (costRate !== usual)
      await call(writeUserRates, { params: { id: people.get(key)! }, body: { rates: [{ laborType, sellRate: null, costRate }] } })
  }
}

export async function makeContracts(call: Invoke, ctx: Context, projectId: number, contracts: readonly DemoContract[], known: Known) {
  for (const contract of contracts) {
    const { id } = await call(createContract, {
      params: { id: projectId },
      body: {
        name: contract.name,
        proposalType: contract.proposalType,
        combinedProposalTypes: contract.proposalType === ProposalType.Combined ? [1, 2] : [],
        validUntilDate: contract.signedDay === null ? onDay(known.today, 60) : onDay(known.today, contract.signedDay + 30),
      },
    })
    for (const phase of contract.phases) await makePhase(call, id, phase, null, { ...known, feeShare: contract.feeShare })
    for (const { category, description, day, revenue, cost, company } of contract.expenses)
      await call(createContractExpense, {
        params: { id },
        body: {
          category,
          description,
          date: onDay(known.today, day),
          revenue,
          cost,
          subContractorId: company ? known.companies.get(company) : null,
        },
      })
    await bringToState(call, ctx, id, contract, known.today)
  }
}

/** Percent complete as a lead would estimate it: elapsed time, somewhat too optimistic or pessimistic, rounded to 5. */
function estimatePercentComplete({ name, startDay, endDay }: DemoPhase): number | null {
  if (startDay >= 0) return null
  if (endDay < 0) return 100
  const hope = 0.85 + (name.length % 4) / 10
  return Math.min(95, Math.round(((-startDay / Math.max(1, endDay - startDay)) * hope * 100) / 5) * 5)
}

function fixedFee({ records }: DemoPhase, share: number | undefined): Pick<BodyOf<typeof createPhase>, 'feeType' | 'fee'> {
  if (share === undefined || records.length === 0) return {}
  const rateOf = (laborType: number) => demoFirm.laborRates.find((rate) => rate.laborType === laborType)?.sellRate ?? 0
  const byTheHour = records.reduce((sum, { laborType, hours }) => sum + hours * rateOf(laborType), 0)
  return { feeType: FeeType.Fixed, fee: Math.round((byTheHour * share) / 100) * 100 }
}

async function makePhase(call: Invoke, contractId: number, phase: DemoPhase, parentPhaseId: number | null, known: Known) {
  const { phase: createdPhase } = await call(createPhase, {
    params: { id: contractId },
    body: {
      type: phase.type,
      name: phase.name,
      parentPhaseId,
      startDate: onDay(known.today, phase.startDay),
      endDate: onDay(known.today, phase.endDay),
      percentComplete: estimatePercentComplete(phase),
      ...fixedFee(phase, known.feeShare),
    },
  })
  for (const { person, laborType, hours } of phase.records)
    await call(createRecord, {
      params: { id: contractId, phaseId: createdPhase.id },
      body: {
        type: person ? PhaseRecordType.AssignedUser : PhaseRecordType.GenericEntry,
        userId: person && known.people.get(person),
        laborType,
        hours,
      },
    })
  for (const child of phase.children) await makePhase(call, contractId, child, createdPhase.id, known)
}

async function bringToState(
  call: Invoke,
  ctx: Context,
  id: number,
  { status, isLocked, isArchived, signedDay }: DemoContract,
  today: string,
) {
  const take = (step: ContractStepName) => call(stepCall(contractStepCalls, step), { params: { id } })
  const { Draft, Approved } = ContractStatus
  if (status !== Draft) await take('SendForApproval')
  if (status === Approved) await take('Approve')
  if (status === Approved && !isLocked) await take('Unlock')
  if (status === Draft && isLocked) await take('Lock')
  if (isArchived) await take('Archive')
  if (signedDay === null) return
  const signed = onDay(today, signedDay)
  await ctx.run(
    `update contracts set create_date = $2::date - interval '12 days', sent_for_approval_date = $2::date - interval '4 days',
       approved_date = $2::date + interval '11 hours', update_date = least(now(), $2::date + interval '2 days') where id = $1`,
    [id, signed],
  )
  await ctx.run(
    `update contract_events set date = $2::date + interval '11 hours' +
       case action when 'Create' then -interval '12 days' when 'SendForApproval' then -interval '4 days' when 'Approve' then interval '0' else interval '1 day' end
     where contract_id = $1`,
    [id, signed],
  )
}
