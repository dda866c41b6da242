import { beforeAll, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { readWord } from '../../../test/kit/word.ts'
import { internalPermissions, type Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const SC = 2
const C = 3

let project: AnyRow
let room: AnyRow
beforeAll(async () => {
  await setDefaultRates(app, [
    { laborType: SC, sellRate: 180, costRate: 75, gaFeePercent: 10 },
    { laborType: C, sellRate: 121.35, costRate: 61.11, gaFeePercent: 10 },
  ])
  project = await createProject(app)
  room = await createSpace(app, project, { spaceNumber: '201', area: 900 })
})

const requestProposal = (contract: AnyRow, options: object = {}, caller = admin) =>
  caller('POST', `/api/projects/${contract.project.id}/Reports`, {
    reportType: 9,
    scope: 1,
    options: { contractId: contract.id, ...options },
  })
async function proposal(contract: AnyRow, options: object = {}) {
  const { body, status } = await requestProposal(contract, options)
  expect(status, JSON.stringify(body)).toBe(202)
  const task = await waitForFile(admin, body.id)
  return { task, word: readWord((await admin('GET', task.url)).body) }
}
const sums = async (contract: AnyRow) => (await admin('GET', `/api/contracts/${contract.id}`)).body.sums
const amount = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''))

async function givenFees(more: AnyRow = {}) {
  const contract = await givenContract(app, project, { name: uniqueName('Lecture halls'), scope: '<p>Two halls.</p>', ...more })
  const phase = async (values: AnyRow, ...records: AnyRow[]) => {
    const createdPhase = await createPhase(app, contract, values)
    for (const record of records) await createPhaseRecord(app, contract, createdPhase, record)
    return createdPhase
  }
  const sd = await phase({ type: 1, name: 'Schematic' }, { hours: 40, laborType: SC }, { hours: 12.25, laborType: C })
  await phase({ type: 1, name: 'Survey', parentPhaseId: sd.id }, { hours: 8, laborType: C })
  await phase({ type: 2, name: 'Development', feeType: 2, fee: 5000 }, { hours: 10, laborType: SC })
  await phase({ type: 3, name: 'Documents', feeType: 3, fee: 3000 }, { hours: 30, laborType: SC })
  await phase({ type: 7, name: 'Site visits' }, { hours: 6, laborType: SC })
  await phase({ type: 6, name: 'Winter break' })
  await createRow(app, `/api/contracts/${contract.id}/DirectExpenses`, {
    category: 0,
    description: 'Flights',
    date: '2026-03-05',
    revenue: 500,
    cost: 417.77,
  })
  return contract
}

it('lists the price of each phase, to the cent of the contract, without costs', async () => {
  const contract = await givenFees({ proposalType: 1, validUntilDate: '2026-12-31' })
  const { task, word } = await proposal(contract)
  expect(task.warnings).toEqual([])
  const fee = word.tables.find(({ title }) => title === 'Fee')
  const { totalRevenue, laborRevenue, totalCost } = await sums(contract)
  expect(fee?.rows).toEqual([
    ['Phase', 'SC', 'C', 'Hours', 'Fee, USD'],
    ['Schematic', '40', '12.25', '52.25', '8,686.54'],
    ['Survey', '–', '8', '8', '970.80'],
    ['Development\nFixed fee', '10', '–', '10', '5,000.00'],
    ['Documents\nNot to exceed 3,000.00', '30', '–', '30', '3,000.00'],
    ['Labor', '80', '20.25', '100.25', '17,657.34'],
    ['Travel', '', '', '', '500.00'],
    ['Total fee', '', '', '100.25', '18,157.34'],
    ['Not in contract: Site visits', '6', '–', '6', '–'],
  ])
  expect([amount(fee?.rows[5]?.at(-1)), amount(fee?.rows[7]?.at(-1))]).toEqual([laborRevenue, totalRevenue])
  expect(word.words).toContain('Winter break: March 2, 2026 to April 30, 2026, without work.')
  expect(word.words).toContain('December 31, 2026')
  for (const cost of ['417.77', '75.00', '61.11', totalCost.toLocaleString('en-US'), '180.00', '121.35'])
    expect(word.words).not.toContain(cost)
  expect(word.headings.map(({ text }) => text)).toEqual([
    'Understanding',
    'Services',
    'Spaces',
    'Deliverables',
    'Fee',
    'Schedule',
    'Assumptions',
    'Terms',
    'Acceptance',
  ])
  expect(word.tables.find(({ title }) => title === 'Spaces of this proposal')?.rows[1]?.slice(0, 1)).toEqual([`201 ${room.name}`])
  expect(word.words).not.toContain('{{')
})

it('omits the schedule on request, and adds rates and the probable cost of the budget', async () => {
  const contract = await givenFees()
  await createLine(app, room, await createProduct(app, { msrpPrice: 1234.56 }), { quantity: 3 })
  const { word } = await proposal(contract, { includeSchedule: false, includeRates: true, includeOPC: true })
  expect(word.headings.map(({ text }) => text)).not.toContain('Schedule')
  expect(word.tables.find(({ title }) => title === 'Hourly rates')?.rows.slice(1)).toEqual([
    ['SC', 'Senior Consultants', '180.00'],
    ['C', 'Consultants', '121.35'],
  ])
  const { estimate } = (await admin('GET', `/api/projects/${project.id}/Budget`)).body
  const cost = word.tables.find(({ title }) => title === 'Opinion of probable cost')?.rows.at(-1)?.[1]
  expect(estimate.total).toBeGreaterThan(0)
  expect(amount(cost)).toBe(estimate.total)
})

it('splits a combined proposal by discipline, with parts that sum to the contract', async () => {
  const contract = await givenContract(app, project, { proposalType: 5, combinedProposalTypes: [1, 3] })
  for (const [discipline, hours] of [
    [1, 40],
    [3, 20],
    [2, 5],
    [null, 7],
  ]) {
    const phase = await createPhase(app, contract, { discipline, name: uniqueName('Phase') })
    await createPhaseRecord(app, contract, phase, { hours })
  }
  const { word } = await proposal(contract)
  expect(word.headings.filter(({ level }) => level === 1).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Audio-visual systems', 'Security systems', 'General', 'Total']),
  )
  const parts = word.tables.find(({ title }) => title === 'Fees of all parts')?.rows
  expect(parts?.slice(1)).toEqual([
    ['Audio-visual systems', '40', '7,200.00'],
    ['Security systems', '20', '3,600.00'],
    ['General', '12', '2,160.00'],
    ['Total fee', '72', '12,960.00'],
  ])
  expect((await sums(contract)).totalRevenue).toBe(12_960)
})

it('writes telecom, fee-table, umbrella and Revit family proposals', async () => {
  const own = await createProject(app)
  const hall = await createSpace(app, own)
  const contractOf = async (proposalType: number, more: AnyRow = {}) => {
    const contract = await givenContract(app, own, { proposalType, ...more })
    await createPhaseRecord(app, contract, await createPhase(app, contract, { name: 'Work' }))
    return contract
  }
  const telecom = await contractOf(2)
  expect((await proposal(telecom)).word.words).toContain('telecommunications')
  const fees = await contractOf(4)
  const { word: tables } = await proposal(fees)
  expect(tables.headings.map(({ text }) => text)).toEqual(['Fee'])
  const { word: scheduled } = await proposal(fees, { includeSchedule: true })
  expect(scheduled.headings.map(({ text }) => text)).toEqual(['Fee', 'Schedule'])
  const known = await createProduct(app, { revitFamilyName: 'Known' })
  const product = await createProduct(app, { manufactureId: known.manufacture.id })
  const other = await createProduct(app)
  for (const item of [known, product, other]) await createLine(app, hall, item, { quantity: 2 })
  const { word: sow } = await proposal(await contractOf(6, { manufacturerId: known.manufacture.id }))
  const families = sow.tables.find(({ title }) => title === 'Products without a Revit family')?.rows.slice(1)
  expect(families?.map(([, model, , state, quantity]) => [model, state, quantity]).toSorted()).toEqual(
    [
      [known.model, 'Name only', '2'],
      [product.model, 'Missing', '2'],
    ].toSorted(),
  )
  const { word: umbrella } = await proposal(await contractOf(3))
  const proposals = umbrella.tables.find(({ title }) => title === 'Proposals of the project')?.rows
  expect(proposals?.slice(1).map((cells) => [cells[2], cells[4]])).toEqual([
    ['Telecom', '7,200.00'],
    ['Fee Tables', '7,200.00'],
    ["SOW for a manufacturer's Revit families", '7,200.00'],
    ['', '21,600.00'],
  ])
  expect(proposals?.[0]).toEqual(['Proposal', 'Name', 'Type', 'Status', 'Fee, USD'])
  expect(proposals?.[1]).toEqual([telecom.number, telecom.name, 'Telecom', 'Draft', '7,200.00'])
  // The umbrella proposal has no fee, and no proposal shows costs: 40 hours at 75.00 plus a tenth.
  expect(umbrella.tables.map(({ title }) => title)).not.toContain('Fee')
  for (const { words } of [tables, sow, umbrella]) expect(words).not.toMatch(/3,300\.00|75\.00|82\.50/)
  expect(sow.tables.find(({ title }) => title === 'Fee')?.rows.at(-1)).toEqual(['Total fee', '', '40', '7,200.00'])
})

it('previews chapters with their tables and rows as generated', async () => {
  const cases: [AnyRow, object][] = [
    [await givenFees(), {}],
    [await givenFees({ proposalType: 4 }), {}],
    [await givenFees({ proposalType: 4 }), { includeSchedule: true, includeRates: true, includeOPC: true }],
    [await givenFees({ proposalType: 5, combinedProposalTypes: [1, 2] }), { includeRates: true }],
  ]
  for (const [contract, options] of cases) {
    const { word } = await proposal(contract, options)
    const query = { reportType: 9, scope: 1, contractId: contract.id, ...options }
    const { body, status } = await admin('GET', `/api/projects/${project.id}/Reports/Preview`, undefined, { query })
    expect(status, JSON.stringify(body)).toBe(200)
    const [first, ...chapters] = body.chapters
    expect(first).toMatchObject({ tables: 0, rows: 0 })
    expect(word.words).toContain(first.name)
    expect(chapters.map(({ name }: AnyRow) => name)).toEqual(word.headings.filter(({ level }) => level === 1).map(({ text }) => text))
    const sum = (key: 'tables' | 'rows') => chapters.reduce((total: number, chapter: AnyRow) => total + chapter[key], 0)
    expect(sum('tables')).toBe(word.tables.length)
    expect(sum('rows')).toBe(word.tables.reduce((total, { rows, heads }) => total + rows.length - heads, 0))
  }
})

it('prints the firm texts with placeholders', async () => {
  const contract = await givenFees()
  const put = (key: string, value: string | null) => admin('PUT', `/api/appSettings/${key}`, { value })
  await put('proposal.av', 'We look forward to {{Project.Name}}.\n\n- First\n- {{secret}}')
  await put('proposal.terms', 'Thirty days.')
  const { task, word } = await proposal(contract)
  expect(word.paragraphs).toContain(`We look forward to ${project.name}.`)
  expect(word.paragraphs).toContain('Thirty days.')
  expect(task.warnings).toEqual(['Unknown placeholder: {{secret}}'])
  await put('proposal.av', null)
  await put('proposal.terms', null)
})

it('requires the permission of each figure', async () => {
  const contract = await givenFees()
  const without = (...missing: Permission[]) => app.signInAs(internalPermissions.filter((name) => !missing.includes(name)))
  const readWithout = async (permission: Permission, options: object = {}) =>
    (await requestProposal(contract, options, await without(permission))).body
  expect(await readWithout('ProjectReports.ClientProposal')).toMatchObject({ detail: 'ProjectReports.ClientProposal' })
  expect(await readWithout('ProjectContracts.View')).toMatchObject({ detail: 'ProjectContracts.View' })
  expect(await readWithout('ProjectContracts.ViewRevenueSums')).toMatchObject({ detail: 'ProjectContracts.ViewRevenueSums' })
  expect(await readWithout('ProjectContracts.ViewLaborSellRates', { includeRates: true })).toMatchObject({ errorType: 'Forbidden' })
  expect(await readWithout('ProjectReports.OPC', { includeOPC: true })).toMatchObject({ detail: 'ProjectReports.OPC' })
  expect((await requestProposal(contract, {}, await without('ProjectContracts.ViewLaborSellRates'))).status).toBe(202)
  expect((await requestProposal(contract, { hidePrices: true })).status).toBe(400)
  expect((await requestProposal(contract, { contractId: null })).body.fields).toEqual({ 'options.contractId': ['This field is required!'] })
  const elsewhere = await givenContract(app, await createProject(app))
  expect((await requestProposal(contract, { contractId: elsewhere.id })).body.fields).toEqual({
    'options.contractId': ['Contract not found.'],
  })
})
