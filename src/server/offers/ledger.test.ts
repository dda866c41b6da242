import { beforeAll, describe, expect, it } from 'vitest'
import { approveContract, createPlan, flattenRows, summaryByType } from '../../../test/kit/fixtures/boards.ts'
import { createPhase, createPhaseRecord, givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { april, createContractWithHours, createOffer, march, may, offerLine, offerTransition } from '../../../test/kit/fixtures/offers.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { LaborType } from '../../model/access/enums.ts'
import { internalPermissions } from '../../model/permissions.ts'
import type { BoardAnswer } from '../../model/planning/boards.ts'
import type { AnyRow } from '../kit/request/context.ts'

/** Tests hours over time and the amendment ledger (domain 9.5). */
const app = await startApp()
const { admin } = app
const { SC, C, VI } = LaborType
const takeOffer = offerTransition('resourceOffers')
const takeShift = offerTransition('resourceShiftRequests')
const person = () => app.signInAs(internalPermissions, { isNew: true })
const [ana, ben, manager] = [await person(), await person(), await person()]
beforeAll(() =>
  setDefaultRates(app, [
    { laborType: SC, sellRate: 180, costRate: 75, gaFeePercent: 10 },
    { laborType: VI, sellRate: 150, costRate: 60, gaFeePercent: 10 },
  ]),
)

const balanceQuery = (project: AnyRow) => ({ projectId: project.id, from: march, to: may })
const contractStep = (id: number, step: string) => admin('PUT', `/api/contracts/${id}/${step}`, {})
const steps = async (id: number, ...names: string[]) => {
  for (const name of names) {
    const { status, body } = await contractStep(id, name)
    expect([name, status, body.message]).toEqual([name, 200, undefined])
  }
}
async function accepted(project: AnyRow, lines: AnyRow[], target: Caller = ana): Promise<AnyRow> {
  const offer = await createOffer(app, { project, target, lines })
  for (const [step, caller] of [
    ['Submit', admin],
    ['Accept', target],
  ] as const)
    expect(await takeOffer(offer, step, caller)).toMatchObject({ status: 200 })
  return offer
}
async function approved(project: AnyRow, lines: AnyRow[], target: Caller = ana): Promise<AnyRow> {
  const offer = await accepted(project, lines, target)
  const { status, body } = await takeOffer(offer, 'Approve', manager)
  expect([status, body.message]).toEqual([200, undefined])
  return (await admin('GET', `/api/contracts/${body.contractId}`)).body
}
async function submittedShift(project: AnyRow, record: AnyRow, hours: number, toMonth = may, caller: Caller = ana): Promise<AnyRow> {
  const lines = [{ phaseRecordId: record.id, fromMonth: march, toMonth, hours }]
  const { body } = await caller('POST', '/api/resourceShiftRequests', { name: 'Later', projectId: project.id, reason: 'Away', lines })
  expect((await takeShift(body, 'Submit', caller)).status).toBe(200)
  return body
}
const remainingHours = async (project: AnyRow, record: AnyRow, caller: Caller = admin) =>
  (await caller('GET', '/api/resourceOffers/Balance', undefined, { query: balanceQuery(project) })).body.rows.find(
    ({ phaseRecordId }: AnyRow) => phaseRecordId === record.id,
  )?.months ?? {}

async function onBoard(project: AnyRow) {
  const query = { from: march, to: may }
  const { rows }: BoardAnswer = (await admin('GET', `/api/boards/SmallBoard/${project.id}`, undefined, { query })).body
  const hours: Record<string, number> = {}
  for (const row of flattenRows(rows))
    for (const [month, cell] of Object.entries(row.kind === 'entry' ? row.cells : {})) {
      const owner = row.kind === 'entry' ? (row.entry.user?.id === ana.userId ? 'Ana' : row.entry.genericName) : ''
      hours[`${owner} ${month}`] = (hours[`${owner} ${month}`] ?? 0) + (cell.hours ?? 0)
    }
  return Object.fromEntries(Object.entries(hours).filter(([, sum]) => sum !== 0))
}
async function readBoardMoney(project: AnyRow) {
  const query = { from: march, to: may }
  const rows = summaryByType((await admin('GET', `/api/boards/SmallBoard/${project.id}/Summary`, undefined, { query })).body)
  const valuesOf = (type: number) => [march, april, may].map((month) => Number(rows.get(type)?.values[month] ?? 0))
  return { revenue: valuesOf(-2), cost: valuesOf(-3) }
}
const workloadOfAna = async () => {
  const { people } = (await admin('GET', '/api/workload', undefined, { query: { from: march, to: may } })).body
  const { firm = {} } = people.find(({ user }: AnyRow) => user.id === ana.userId) ?? {}
  return [march, april, may].map((month) => firm[month] ?? 0)
}

it('L1: keeps balance, board, workload and money equal to the cent after each step and undo', async () => {
  await admin('PUT', `/api/users/${ana.userId}/LaborRates`, { rates: [{ laborType: VI, costRate: 90 }] })
  const records = [{ hours: 80, laborType: VI, genericName: 'Generic VI' }]
  const { project, record } = await createContractWithHours(app, records)
  const atFirst = { [`Generic VI ${march}`]: 40, [`Generic VI ${april}`]: 40 }
  expect(await onBoard(project)).toEqual(atFirst)
  expect(await readBoardMoney(project)).toEqual({ revenue: [6000, 6000, 0], cost: [2640, 2640, 0] })

  const offer = await approved(project, [offerLine(record, 30)])
  expect(await remainingHours(project, record)).toEqual({ [march]: 10, [april]: 40 })
  const offered = { [`Generic VI ${march}`]: 10, [`Generic VI ${april}`]: 40, [`Ana ${march}`]: 30 }
  expect(await onBoard(project)).toEqual(offered)
  expect(await workloadOfAna()).toEqual([30, 0, 0])
  // 30 h at 90 instead of 60, each plus 10%.
  expect(await readBoardMoney(project)).toEqual({ revenue: [6000, 6000, 0], cost: [3630, 2640, 0] })

  const { items } = (await admin('GET', `/api/contracts/${offer.id}/Phases`)).body
  const own = items[0].records.find(({ hours }: AnyRow) => hours > 0)
  const shift = await submittedShift(project, own, 12)
  const { contractId } = (await takeShift(shift, 'Approve', manager)).body
  const shifted = { ...offered, [`Ana ${march}`]: 18, [`Ana ${may}`]: 12 }
  expect(await onBoard(project)).toEqual(shifted)
  expect(await workloadOfAna()).toEqual([18, 0, 12])
  expect(await remainingHours(project, own, ana)).toEqual({ [march]: 18 })
  expect(await readBoardMoney(project)).toEqual({ revenue: [4200, 6000, 1800], cost: [2442, 2640, 1188] })

  expect((await contractStep(offer.id, 'Archive')).body.message).toBe(
    `The contract cannot be archived: ${project.number}-S01 Later uses its hours.`,
  )
  await steps(contractId, 'Archive')
  expect(await onBoard(project)).toEqual(offered)
  await steps(offer.id, 'Archive')
  expect(await onBoard(project)).toEqual(atFirst)
  expect(await workloadOfAna()).toEqual([0, 0, 0])
  expect(await readBoardMoney(project)).toEqual({ revenue: [6000, 6000, 0], cost: [2640, 2640, 0] })

  // The shift uses hours of the offer, so it cannot be unarchived first.
  expect((await contractStep(contractId, 'Unarchive')).body.message).toBe(
    `There would not be enough hours in Mar 2026: ${project.number}-S01 Later uses them.`,
  )
  await steps(offer.id, 'Unarchive')
  await steps(contractId, 'Unarchive')
  expect(await onBoard(project)).toEqual(shifted)
})

it('L2: amends several contracts at their own rates; the first line sets the main rates', async () => {
  const project = await createProject(app)
  const dear = await createPlan(app, project, [{ hours: 80, sellRate: 210, costRate: 99 }])
  const rates = [{ laborType: SC, sellRate: 200, costRate: 80, gaFeePercent: 20 }]
  expect((await admin('PUT', `/api/contracts/${dear.contract.id}/LaborRates`, { rates })).status).toBe(200)
  await approveContract(app, dear.contract)
  const usual = await createContractWithHours(app, undefined, project)
  const [first = {}] = dear.records
  const approvedRow = await approved(project, [offerLine(first, 5), offerLine(usual.record, 7)])
  const { items } = (await admin('GET', `/api/contracts/${approvedRow.id}/Phases`)).body
  expect(items).toHaveLength(1)
  const storedRecords = items[0].records.map(({ hours, sellRate, costRate, gaFeePercent, sourceRecordId }: AnyRow) => [
    hours,
    sellRate,
    costRate,
    gaFeePercent,
    sourceRecordId,
  ])
  expect(storedRecords).toEqual([
    [-5, 210, 99, 20, first.id],
    [5, 210, 80, 20, null],
    [-7, 180, 75, 10, usual.record.id],
    [7, 180, 75, 10, null],
  ])
  const own = (await admin('GET', `/api/contracts/${approvedRow.id}/LaborRates`)).body.items
  expect(own.find(({ laborType }: AnyRow) => laborType === SC)).toEqual(rates[0])
  expect((await admin('GET', `/api/contracts/${approvedRow.id}/ActivityLogs`)).body.items.at(-1)).toMatchObject({
    type: 3,
    title: 'Created by an approved offer',
  })
})

describe('L3: rejected edit that would leave too few hours', () => {
  const range = { type: 3, startDate: '2026-03-01', endDate: '2026-04-30' }
  const hours = { type: 1, laborType: SC, hours: 80 }

  it('names the request for every edit and month', async () => {
    const { project, contract, phase, record } = await createContractWithHours(app)
    const inMarch = await approved(project, [offerLine(record, 30)])
    const inApril = await approved(project, [offerLine(record, 10, april)], ben)
    await steps(contract.id, 'Unlock')
    const at = `/api/contracts/${contract.id}/Phases/${phase.id}`
    const board = `/api/boards/SmallBoard/${project.id}`
    const its = `${at}/Records/${record.id}`
    const before = (await admin('GET', `/api/contracts/${contract.id}/Phases`)).body.items
    const { rowVersion } = before[0]
    const [{ rowVersion: ofRecord }] = before[0].records
    const named = ({ number, name }: AnyRow) => `${number} ${name}`
    const short = (month: string, by: AnyRow) => `There would not be enough hours in ${month} 2026: ${named(by)} uses them.`
    const uses = (label: string) => `${label}: ${named(inMarch)} uses its hours.`
    const allocations = (first: number, second: number) => [
      { month: march, hours: first },
      { month: april, hours: second },
    ]
    const entry = `${board}/Entries/${record.id}`
    const edits: [method: 'PUT' | 'DELETE', path: string, body: AnyRow | undefined, message: string][] = [
      ['PUT', its, { ...hours, hours: 59 }, short('Mar', inMarch)],
      ['PUT', its, { ...hours, allocations: allocations(29, 51) }, short('Mar', inMarch)],
      ['PUT', its, { ...hours, allocations: allocations(75, 5) }, short('Apr', inApril)],
      ['PUT', `${entry}/Month`, { month: march, hours: 29, rowVersion: ofRecord }, short('Mar', inMarch)],
      ['PUT', `${entry}/Hours`, { hours: 80, allocations: allocations(71, 9), rowVersion: ofRecord }, short('Apr', inApril)],
      ['PUT', at, { ...range, startDate: '2026-03-25' }, short('Mar', inMarch)],
      ['PUT', at, { type: 3, dateRangeType: 2, startMonth: april, endMonth: may }, short('Mar', inMarch)],
      ['PUT', `${board}/Phases/${phase.id}/Range`, { startDate: '2026-03-01', endDate: '2026-03-31', rowVersion }, short('Apr', inApril)],
      ['PUT', its, { ...hours, type: 0, userId: ana.userId }, uses('The hours cannot be given to someone else')],
      ['PUT', its, { ...hours, laborType: C }, uses('The hours cannot be given to someone else')],
      ['PUT', at, { ...range, type: 4 }, uses('The phase type cannot be changed')],
      ['DELETE', its, undefined, uses('The hours cannot be deleted')],
      ['DELETE', `${entry}?rowVersion=${ofRecord}`, undefined, uses('The hours cannot be deleted')],
      ['DELETE', at, undefined, uses(`${phase.name} cannot be deleted`)],
      ['PUT', `/api/contracts/${contract.id}/Unapprove`, {}, uses('The approval cannot be withdrawn')],
      ['PUT', `/api/contracts/${contract.id}/Archive`, {}, uses('The contract cannot be archived')],
    ]
    for (const [method, path, body, message] of edits) {
      const answer = await admin(method, path, body)
      expect([path, body, answer.status, answer.body.message]).toEqual([path, body, 409, message])
    }
    expect((await admin('GET', `/api/contracts/${contract.id}/Phases`)).body.items).toEqual(before)

    // Changes that move no hours are allowed: fees, rates, notes, names, more hours.
    const free: [path: string, body: AnyRow][] = [
      [at, { ...range, name: 'CD 50 %', feeType: 2, fee: 9000 }],
      [its, { ...hours, hours: 90, sellRate: 190, note: 'By the new team' }],
      [`/api/contracts/${contract.id}/LaborRates`, { rates: [{ laborType: SC, sellRate: 185 }] }],
    ]
    for (const [path, body] of free) expect([path, (await admin('PUT', path, body)).status]).toEqual([path, 200])
    expect(await remainingHours(project, record)).toEqual({ [march]: 15, [april]: 35 })
  })

  it('applies to children moved with their parent', async () => {
    const project = await createProject(app)
    const contract = await givenContract(app, project)
    const parent = await createPhase(app, contract)
    const child = await createPhase(app, contract, { parentPhaseId: parent.id, startDate: '2026-03-01' })
    const record = await createPhaseRecord(app, contract, child, { hours: 80 })
    await approveContract(app, contract)
    const { number, name } = await approved(project, [offerLine(record, 30)])
    await steps(contract.id, 'Unlock')
    const at = `/api/contracts/${contract.id}/Phases/${parent.id}`
    const moved = { type: 3, startDate: '2026-06-01', endDate: '2026-07-31' }
    expect((await admin('PUT', at, { ...moved, moveChildren: true })).body.message).toBe(
      `There would not be enough hours in Mar 2026: ${number} ${name} uses them.`,
    )
    expect((await admin('DELETE', `${at}?option=1`)).body.message).toBe(
      `${parent.name} cannot be deleted: ${number} ${name} uses its hours.`,
    )
    expect((await admin('PUT', at, moved)).status).toBe(200)
    expect((await admin('DELETE', `${at}?option=2`)).status).toBe(200)
    expect(await remainingHours(project, record)).toEqual({ [march]: 10, [april]: 40 })
  })

  it('names all requests that use the hours of that month, and no others', async () => {
    const { project, contract, phase, record } = await createContractWithHours(app)
    const both = [await approved(project, [offerLine(record, 20)]), await approved(project, [offerLine(record, 15)], ben)]
    await approved(project, [offerLine(record, 1, april)])
    await steps(contract.id, 'Unlock')
    const fewer = await admin('PUT', `/api/contracts/${contract.id}/Phases/${phase.id}/Records/${record.id}`, { ...hours, hours: 60 })
    expect(fewer.body.message).toBe(
      `There would not be enough hours in Mar 2026: ${both.map(({ number, name }) => `${number} ${name}`).join(', ')} use them.`,
    )
  })
})

it('L4: restores an archived amendment only while its hours exist and are still available', async () => {
  const { project, contract, phase, record } = await createContractWithHours(app)
  const approvedRow = await approved(project, [offerLine(record, 30)])
  const its = `/api/contracts/${contract.id}/Phases/${phase.id}/Records/${record.id}`
  const hours = { type: 1, laborType: SC, hours: 80 }
  const refused = async () =>
    expect(await contractStep(approvedRow.id, 'Unarchive')).toMatchObject({
      status: 409,
      body: { message: `There would not be enough hours in Mar 2026: ${approvedRow.number} ${approvedRow.name} uses them.` },
    })
  const comesBack = () => steps(approvedRow.id, 'Unarchive', 'Archive')
  await steps(approvedRow.id, 'Archive')
  await steps(contract.id, 'Archive')
  await refused()
  await steps(contract.id, 'Unarchive')
  await comesBack()
  await steps(contract.id, 'Unapprove')
  await refused()
  await approveContract(app, contract)
  await comesBack()
  await steps(contract.id, 'Unlock')
  for (const change of [{ laborType: C }, { type: 0, userId: ana.userId }]) {
    expect((await admin('PUT', its, { ...hours, ...change })).status).toBe(200)
    await refused()
  }
  await admin('PUT', its, hours)
  await comesBack()
  expect((await admin('DELETE', its)).status).toBe(200)
  await refused()
  expect((await admin('GET', `/api/contracts/${approvedRow.id}`)).body.isArchived).toBe(true)
})

describe('L5: concurrent requests', () => {
  const both = async (...answers: ReturnType<typeof admin>[]) => (await Promise.all(answers)).sort((a, b) => a.status - b.status)

  it('never spend the same hours for an offer and a shift request', async () => {
    const { project, record } = await createContractWithHours(app)
    const offer = await accepted(project, [offerLine(record, 30)])
    const shift = await submittedShift(project, record, 30)
    const [won, lost] = await both(takeOffer(offer, 'Approve', manager), takeShift(shift, 'Approve', manager))
    expect([won?.status, lost?.status, lost?.body.message]).toEqual([200, 409, expect.stringContaining('Only 10 h are left in Mar 2026')])
    expect((await remainingHours(project, record))[march]).toBe(10)
  })

  it('allow only one of an approval and an edit that removes the hours', async () => {
    const { project, contract, phase, record } = await createContractWithHours(app)
    const offer = await accepted(project, [offerLine(record, 30)])
    await steps(contract.id, 'Unlock')
    const its = `/api/contracts/${contract.id}/Phases/${phase.id}/Records/${record.id}`
    const edit = admin('PUT', its, { type: 1, laborType: SC, hours: 40 })
    const [won, lost] = await both(takeOffer(offer, 'Approve', manager), edit)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect([10, 20]).toContain((await remainingHours(project, record))[march])
  })
})

it('L6: rejects copying an automated contract', async () => {
  const { project, record } = await createContractWithHours(app)
  const approvedRow = await approved(project, [offerLine(record, 30)])
  const copy = await admin('POST', `/api/projects/${project.id}/Contracts`, { name: 'Copy', copyFromContractId: approvedRow.id })
  expect([copy.status, copy.body.fields]).toEqual([400, { copyFromContractId: ['An automated contract cannot be copied.'] }])
})
