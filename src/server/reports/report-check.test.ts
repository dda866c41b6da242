import { beforeAll, expect, it } from 'vitest'
import { givenContract } from '../../../test/kit/fixtures/contracts.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { ReportType } from '../../model/reports/enums.ts'

const app = await startApp()
type Finding = { kind: string; severity: number; text: string; link: string | null; count: number | null }
const { BOM, OPC, ClientProposal, RackElevations, DrawingSheetList } = ReportType

let project: any
let room: any
beforeAll(async () => {
  project = await createProject(app)
  room = await createSpace(app, project)
})
async function check(reportType: ReportType, query = {}, caller = app.admin): Promise<Finding[]> {
  const { status, body } = await caller('GET', `/api/projects/${project.id}/Reports/Check`, undefined, { query: { reportType, ...query } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const kinds = (found: Finding[]) => found.map(({ kind, count }) => [kind, count])

it('names what is missing in the settings, with a link for those who may see them', async () => {
  const found = await check(OPC)
  expect(kinds(found)).toEqual([
    ['firm', null],
    ['logo', null],
    ['terms', null],
    ['revision', null],
  ])
  expect(found.slice(0, 3).every(({ severity, link }) => severity === 2 && link === '/app-settings')).toBe(true)
  expect(found[3]).toMatchObject({ severity: 1, link: `/projects/${project.id}/revisions` })
  const reader = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectReports.OPC'])
  expect((await check(OPC, {}, reader)).slice(0, 3).map(({ link }) => link)).toEqual([null, null, null])
})

it('counts lines without a price, old prices, and discontinued products', async () => {
  const old = await createProduct(app, { msrpPrice: 100, priceDate: '2024-01-02' })
  const gone = await createProduct(app, { msrpPrice: 200 })
  const unpriced = await createProduct(app, { msrpPrice: 0 })
  for (const product of [old, gone, unpriced, await createProduct(app, { msrpPrice: 0 })]) await createLine(app, room, product)
  await app.admin('PUT', `/api/equipments/${gone.id}`, { availability: 3 })
  const ofLines = (found: Finding[]) =>
    kinds(found.filter(({ kind }) => ['expiredPrices', 'unpriced', 'discontinued', 'unplaced'].includes(kind)))
  const all = [
    ['expiredPrices', 1],
    ['unpriced', 2],
    ['discontinued', 1],
  ]
  expect(ofLines(await check(BOM))).toEqual(all)
  expect(ofLines(await check(BOM, { hidePrices: true }))).toEqual([['discontinued', 1]])
  expect(ofLines(await check(DrawingSheetList))).toEqual([])
  expect((await check(BOM)).find(({ kind }) => kind === 'unpriced')?.text).toBe('2 lines have no price and count as zero.')
  await app.admin('PUT', '/api/appSettings/reports.priceDays', { value: 3650 })
  expect(ofLines(await check(BOM))).toEqual(all.slice(1))
  await app.admin('PUT', '/api/appSettings/reports.priceDays', { value: 365 })
})

it('counts rack devices in no rack', async () => {
  const device = await createProduct(app, { isRackMountable: true, rackUnits: 1 })
  await createLine(app, room, device, { quantity: 3 })
  expect((await check(RackElevations)).find(({ kind }) => kind === 'unplaced')).toMatchObject({
    count: 3,
    text: '3 rack devices are in no rack.',
    link: `/projects/${project.id}/racks`,
  })
})

it('names the expired validity of a proposal, and requires the permissions of the report', async () => {
  const contract = await givenContract(app, project, { proposalType: 1, validUntilDate: '2026-01-31' })
  const find = async () => (await check(ClientProposal, { contractId: contract.id })).find(({ kind }) => kind === 'validity')
  expect(await find()).toMatchObject({
    text: 'The proposal was valid until January 31, 2026.',
    link: `/manage-contracts/${contract.id}/details`,
  })
  await app.admin('PUT', `/api/contracts/${contract.id}`, { validUntilDate: null })
  expect((await find())?.text).toBe('The proposal has no date until which it is valid.')
  await app.admin('PUT', `/api/contracts/${contract.id}`, { validUntilDate: '2099-12-31' })
  expect(await find()).toBeUndefined()
  const reader = await app.signInAs(['Projects.View', 'ProjectReports.View'])
  const refused = await reader('GET', `/api/projects/${project.id}/Reports/Check`, undefined, { query: { reportType: OPC } })
  expect(refused.status).toBe(403)
})

it('reports whether the design has changed since the last revision', async () => {
  const revisionText = async () => (await check(BOM)).find(({ kind }) => kind === 'revision')?.text
  expect(await revisionText()).toBe('No revision has been issued; the paper shows the design of today.')
  const { body: issued } = await app.admin('POST', `/api/projects/${project.id}/Revisions`, {
    code: 'R1',
    title: 'First',
    issueDate: '2026-11-01',
  })
  expect(issued.code).toBe('R1')
  expect(await revisionText()).toBeUndefined()
  await createLine(app, room, await createProduct(app))
  expect(await revisionText()).toBe('The design has changed since R1 was issued.')
  expect((await check(BOM, { revisionId: issued.id })).map(({ kind }) => kind)).not.toContain('revision')
})

it('marks a paper without the name of a firm as a draft', async () => {
  const found = await check(BOM)
  expect(found[0]?.text).toBe('The name of your firm is not set, so the paper is marked Draft.')
  await app.admin('PUT', '/api/appSettings/general.companyName', { value: 'Halden Consult' })
  expect((await check(BOM)).map(({ kind }) => kind)).not.toContain('firm')
})
