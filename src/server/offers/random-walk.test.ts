import { expect, it } from 'vitest'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createContractWithHours, offerTransition } from '../../../test/kit/fixtures/offers.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { remainingHours } from '../../model/contracts/balance.ts'
import { monthsFrom } from '../../model/kit/dates.ts'
import { internalPermissions } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const people = await Promise.all([1, 2, 3].map(() => app.signInAs(internalPermissions, { isNew: true })))
const findCaller = (id: string | undefined) => people.find(({ userId }) => userId === id) ?? admin
const months = monthsFrom('2026-03', '2026-08')

/** Seeded, so that a failure can be reproduced. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const upTo = (most: number) => Math.floor(next() * most)
  const oneOf = <T>(all: readonly T[]): T | undefined => all[upTo(all.length)]
  return { upTo, oneOf }
}

interface Kept {
  id: number
  contract: number
  source: number | null
  hours: number
  first: string
  last: string
}
const records = () =>
  app.sql<Kept>(
    `select r.id, r.contract_id as contract, r.source_record_id as source, r.hours::int as hours, p.start_date::text as first, p.end_date::text as last
     from phase_records r join construction_phases p on p.id = r.phase_id join contracts c on c.id = r.contract_id
     where c.status = 3 and not c.is_archived and not c.is_deleted order by r.id`,
  )
const inPhase = ({ hours, first, last }: Kept) => ({ hundredths: hours, range: { startDate: first, endDate: last } })

/** Returns violations of the invariants: hours moved twice, or taken from inactive contracts. */
async function overdrawn(): Promise<string[]> {
  const all = await records()
  const ids = new Set(all.map(({ id }) => id))
  const fromNothing = all.filter(({ source, hours }) => hours < 0 && !ids.has(source ?? 0)).map(({ id }) => `${id} takes what is not there`)
  const tooMuch = all
    .filter(({ hours }) => hours > 0)
    .flatMap((record) => {
      const takenEntries = all.filter(({ source, hours }) => source === record.id && hours < 0)
      return [...remainingHours(inPhase(record), takenEntries.map(inPhase))].flatMap(([month, left]) =>
        left < 0 ? [`${record.id} ${month} ${left}`] : [],
      )
    })
  return [...fromNothing, ...tooMuch]
}

it('never assigns hours twice and preserves the total over 2,000 random actions', async () => {
  await setDefaultRates(app)
  const { upTo, oneOf } = randomFrom(20_261)
  const project = await createProject(app)
  const plans = [
    await createContractWithHours(app, undefined, project),
    await createContractWithHours(app, [{ hours: 80 }, { userId: people[0]?.userId, hours: 60 }], project),
  ]
  const [offers, shifts]: [AnyRow[], AnyRow[]] = [[], []]
  const sources = async () => (await records()).filter(({ hours }) => hours > 0)
  const hours = () => (1 + upTo(40)) / 2
  const actions: (() => Promise<{ status: number; body: AnyRow } | undefined>)[] = [
    async () => {
      const [record, source, target] = [oneOf(await sources()), oneOf(people), oneOf(people)]
      const lines = [
        upTo(5) === 0
          ? { contractId: oneOf(plans)?.contract.id, phaseType: 3, laborType: 2, month: oneOf(months), hours: hours() }
          : { phaseRecordId: Number(record?.id), month: oneOf(months), hours: hours() },
      ]
      const body = { projectId: project.id, sourceUserId: source?.userId, targetUserId: target?.userId, lines }
      const created = await (source ?? admin)('POST', '/api/resourceOffers', body)
      if (created.status === 201) offers.push(created.body)
      return created
    },
    async () => {
      const [record, person] = [oneOf(await sources()), oneOf(people)]
      const lines = [{ phaseRecordId: Number(record?.id), fromMonth: oneOf(months), toMonth: oneOf(months), hours: hours() }]
      const created = await (person ?? admin)('POST', '/api/resourceShiftRequests', {
        name: 'Walk',
        projectId: project.id,
        reason: 'Walk',
        lines,
      })
      if (created.status === 201) shifts.push(created.body)
      return created
    },
    ...['Submit', 'Submit', 'Accept', 'Accept', 'Approve', 'Approve', 'Reject', 'Recall', 'Revise'].map((step) => async () => {
      const offer = oneOf(offers.slice(-6))
      const owner =
        step === 'Accept' ? offer?.targetUser.id : ['Approve', 'Reject'].includes(step) ? oneOf(people)?.userId : offer?.sourceUser.id
      return offer && offerTransition('resourceOffers')(offer, step, findCaller(owner), { comment: 'Walk' })
    }),
    ...['Submit', 'Submit', 'Approve', 'Approve', 'Reject', 'Revise'].map((step) => async () => {
      const shift = oneOf(shifts.slice(-6))
      return shift && offerTransition('resourceShiftRequests')(shift, step, findCaller(shift.requesterUser.id), { comment: 'Walk' })
    }),
    async () => {
      const contracts = await app.sql('select id from contracts where project_id = $1 order by id', [project.id])
      return admin('PUT', `/api/contracts/${oneOf(contracts)?.id}/${oneOf(['Archive', 'Unarchive', 'Unarchive', 'Unlock'])}`, {})
    },
    async () => {
      const plan = oneOf(plans)
      const body = { type: 1, laborType: 2, hours: 20 + upTo(80) }
      return admin('PUT', `/api/contracts/${plan?.contract.id}/Phases/${plan?.phase.id}/Records/${plan?.record.id}`, body)
    },
  ]
  const counted = new Map<number, number>()
  for (let index = 0; index < 2000; index++) {
    const answer = await oneOf(actions)?.()
    if (answer) counted.set(answer.status, (counted.get(answer.status) ?? 0) + 1)
    expect(answer?.status ?? 200, JSON.stringify(answer?.body)).toBeLessThan(500)
    if (index % 100 === 99) expect(await overdrawn(), `after ${index + 1} actions`).toEqual([])
  }
  // A run without approvals would prove nothing.
  expect(counted.get(200) ?? 0).toBeGreaterThan(50)
  const [sums] = await app.sql(
    `select sum(r.hours)::int as all, sum(r.hours) filter (where c.type = 1)::int as contracts,
       coalesce((select sum((line ->> 'hours')::numeric * 100) from resource_offers o join contracts oc on oc.id = o.contract_id,
         jsonb_array_elements(o.lines) line where not oc.is_archived and line ->> 'phaseRecordId' is null), 0)::int as added
     from phase_records r join contracts c on c.id = r.contract_id where c.status = 3 and not c.is_archived and not c.is_deleted`,
  )
  expect(sums?.all).toBe(sums?.contracts + sums?.added)
})
