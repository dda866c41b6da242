import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { readWord } from '../../../test/kit/word.ts'
import { ProposalType } from '../../model/contracts/enums.ts'
import { ReportScope, ReportType } from '../../model/reports/enums.ts'
import { reportOffers } from '../../model/reports/report-calls.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const { AllSpaces, SelectedSpaces, SelectedLevels } = ReportScope

const requestReport = (project: AnyRow, body: AnyRow) => admin('POST', `/api/projects/${project.id}/Reports`, { scope: AllSpaces, ...body })

async function readReportCells(project: AnyRow, body: AnyRow) {
  const { body: task, status } = await requestReport(project, body)
  expect(status, JSON.stringify(task)).toBe(202)
  const { url, fileName } = await waitForFile(admin, task.id)
  const sheets = readWorkbook((await admin('GET', url)).body).map(({ name, rows }) => {
    const all = rows.map(({ values }) => values)
    const headEnds = all.findIndex(([label]) => label === 'Author') + 1
    return { name, head: all.slice(0, headEnds).filter(([label]) => label !== 'Revision'), rows: all.slice(headEnds) }
  })
  const revision = readWorkbook((await admin('GET', url)).body)[0]?.rows.find(({ values }) => values[0] === 'Revision')?.values[1]
  return { fileName: String(fileName), sheets, revision }
}

async function issued() {
  const project = await createProject(app, { installationFactor: 0.3 })
  const hall = await createSpace(app, project, { name: 'Hall', spaceNumber: '101', area: 500 })
  const lobby = await createSpace(app, project, { name: 'Lobby', spaceNumber: '102', area: 80 })
  const closed = await createSpace(app, project, { name: 'Closed', spaceNumber: '103' })
  const front = await createRow(app, `/api/spaces/${hall.id}/AreaGroups`, { name: 'Front wall' })
  const screen = await createProduct(app, {
    msrpPrice: 1500.05,
    partNumber: '98-X',
    description: 'Screen',
    powerSpecs: [{ type: 1, availability: 2, watts: 240, quantity: 1 }],
    networkPorts: [{ networkPortType: 3, quantity: 2 }],
    revitFamilyName: 'Screen',
  })
  const player = await createProduct(app, { msrpPrice: 80, isRackMountable: true, rackUnits: 1, weightLb: 4 })
  const line = await createLine(app, hall, screen, {
    quantity: 2,
    areaGroupId: front.id,
    label: 'A',
    notes: 'First',
    installerName: 'Crew',
  })
  await createLine(app, hall, player, { quantity: 2, provider: 'FBO', installer: 'IBO' })
  await createLine(app, lobby, player, { quantity: 1, unitPriceOverride: 75 })
  await createLine(app, closed, screen)
  await admin('PUT', `/api/spaces/${closed.id}/SetStatus`, { status: 4 })
  await admin('PUT', `/api/projects/${project.id}/Budget`, {
    clientBudget: 9000,
    laborFactor: 0.1,
    shippingPercent: 2,
    taxPercent: 6,
    contingencyPercent: 5,
  })
  const rack = await createRow(app, `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: hall.id, heightRU: 12, maxWeightLb: 3 })
  const units = (await admin('GET', `/api/projects/${project.id}/Units?itemsPerPage=50`)).body.items as AnyRow[]
  const [unit, other] = units.filter(({ equipment, space }) => equipment.id === player.id && space.id === hall.id)
  await app.sql('update space_equipment set rack_id = $1 where equipment_id = $2 and space_id = $3', [rack.id, player.id, hall.id])
  const placements = [{ unitId: unit!.id, startRU: 3 }]
  expect((await admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks: [{ rackId: rack.id, placements }] })).status).toBe(
    200,
  )
  const documents = `/api/projects/${project.id}/DrawingDocuments`
  await createRow(app, documents, { documentType: 3, number: 'T-1', dueDate: '2026-08-01' })
  await createRow(app, documents, { documentType: 1, associateType: 1, associateId: hall.id, number: 'I-1', revision: 'A' })
  const revision = await createRow(app, `/api/projects/${project.id}/Revisions`, {
    code: uniqueName('DD'),
    title: 'Design',
    issueDate: '2026-06-12',
  })
  return { project, hall, lobby, line, screen, player, rack, other: other!, revision }
}

/** Changes everything a report could wrongly read from current data. */
async function muchChanges({ project, hall, lobby, line, screen, player, rack, other }: Awaited<ReturnType<typeof issued>>) {
  const { id, tag, manufacture, category } = screen
  const body = {
    tag,
    model: uniqueName('Other'),
    manufactureId: manufacture.id,
    categoryId: category.id,
    msrpPrice: 9,
    description: 'Changed',
  }
  expect((await admin('PUT', `/api/equipments/${id}`, body)).status).toBe(200)
  const own = { quantity: 7, provider: 'GC', installer: 'AVV', label: 'B', notes: 'Second' }
  expect((await admin('PUT', `/api/spaces/${hall.id}/Equipment/${line.id}`, own)).status).toBe(200)
  await createLine(app, lobby, player, { quantity: 5 })
  await app.sql('update spaces set name = $2, area = 1 where id = $1', [hall.id, 'Renamed'])
  await app.sql('update projects set installation_factor = 0.9 where id = $1', [project.id])
  await admin('PUT', `/api/projects/${project.id}/Budget`, {
    clientBudget: 1,
    laborFactor: 0.5,
    shippingPercent: 9,
    taxPercent: 9,
    contingencyPercent: 9,
  })
  const placements = [{ unitId: other.id, startRU: 9 }]
  expect((await admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks: [{ rackId: rack.id, placements }] })).status).toBe(
    200,
  )
  await app.sql(`update drawing_documents set number = 'X-' || id, state = 2, revision = 'Z', due_date = null where project_id = $1`, [
    project.id,
  ])
}

async function readReportTexts(project: AnyRow, body: AnyRow) {
  const { body: task, status } = await requestReport(project, body)
  expect(status, JSON.stringify(task)).toBe(202)
  const { url, fileName, warnings } = await waitForFile(admin, task.id)
  const { headings, tables, paragraphs } = readWord((await admin('GET', url)).body)
  const isOfRevision = (text: string) => /^(Revision\t|Spaces, equipment and probable cost are from the revision)/.test(text)
  return {
    fileName: String(fileName),
    warnings,
    revision: paragraphs.filter(isOfRevision),
    content: { headings, tables, paragraphs: paragraphs.filter((text) => !isOfRevision(text)) },
  }
}

const asOf = ReportType.values.filter(({ value, format }) => format === 'xlsx' && reportOffers[value]?.options.includes('revisionId'))

it('matches the report of the issue day despite later changes, and names the revision', async () => {
  expect(asOf.map(({ label }) => label)).toEqual([
    'BOM',
    'Extended BOM',
    'PIF',
    'OPC',
    'Space List',
    'Drawing Sheet List',
    'Area Groups BOM',
    'Revit Families',
    'Rack Elevations',
  ])
  const job = await issued()
  const { project, revision } = job
  const reports = asOf.map(({ value }) => ({ reportType: value, sheetOptions: [...(reportOffers[value]?.sheets ?? [])] }))
  const day = new Map<number, Awaited<ReturnType<typeof readReportCells>>>()
  for (const body of reports) day.set(body.reportType, await readReportCells(project, body))
  await muchChanges(job)
  for (const body of reports) {
    const { label } = ReportType.get(body.reportType)
    const then = await readReportCells(project, { ...body, options: { revisionId: revision.id } })
    expect(then.sheets, label).toEqual(day.get(body.reportType)?.sheets)
    expect(then.revision).toBe(`${revision.code}, Design, issued 2026/06/12`)
    expect(then.fileName).toContain(`${label}, as of ${revision.code}`)
    const now = await readReportCells(project, body)
    expect(now.sheets, `${label} today`).not.toEqual(then.sheets)
    expect(now.revision).toBeUndefined()
  }
})

it('keeps narrative and proposal, except the fee, which follows the contract', async () => {
  await setDefaultRates(app)
  const job = await issued()
  const { project, hall, revision, screen } = job
  const { AV, RevitFamiliesSOW, FeeTables, Meta } = ProposalType
  const contractOf = async (proposalType: ProposalType, more: AnyRow = {}) => {
    const contract = await givenContract(app, project, { proposalType, ...more })
    await createPhaseRecord(app, contract, await createPhase(app, contract, { name: 'Work' }))
    return contract
  }
  const [av, sow] = [await contractOf(AV), await contractOf(RevitFamiliesSOW, { manufacturerId: screen.manufacture.id })]
  const cases = [
    { reportType: ReportType.BIN, options: {} },
    { reportType: ReportType.ClientProposal, options: { contractId: av.id, includeOPC: true } },
    { reportType: ReportType.ClientProposal, options: { contractId: sow.id } },
  ]
  const day = []
  for (const body of cases) day.push(await readReportTexts(project, body))
  await muchChanges(job)
  await app.sql('update spaces set description = $2 where id = $1', [hall.id, '<p>Another hall.</p>'])
  await app.sql('update racks set height_r_u = 44 where id = $1', [job.rack.id])
  const named = `Revision\t${revision.code}, Design, issued June 12, 2026`
  for (const [at, { reportType, options }] of cases.entries()) {
    const then = await readReportTexts(project, { reportType, options: { ...options, revisionId: revision.id } })
    expect(then.content).toEqual(day[at]?.content)
    expect(then.revision).toEqual(at === 0 ? [named] : [named, expect.stringMatching(/fees and dates are from the contract/)])
    expect([then.fileName, then.warnings]).toEqual([expect.stringContaining(`as of ${revision.code}`), []])
    const now = await readReportTexts(project, { reportType, options })
    expect(now.content).not.toEqual(then.content)
    expect(now.revision).toEqual([])
  }
  await createPhaseRecord(app, av, await createPhase(app, av, { name: 'Later' }))
  const amended = await readReportTexts(project, { reportType: 9, options: { contractId: av.id, revisionId: revision.id } })
  expect(amended.content.tables.find(({ title }) => title === 'Fee')?.rows.map(([name]) => name)).toContain('Later')
  for (const type of [FeeTables, Meta]) {
    const options = { contractId: (await contractOf(type)).id, revisionId: revision.id }
    expect((await requestReport(project, { reportType: 9, options })).body.fields).toEqual({
      'options.revisionId': [`A revision has no fees, so ${ProposalType.label(type)} cannot be based on one.`],
    })
    expect((await requestReport(project, { reportType: 9, options: { ...options, includeOPC: true } })).status).toBe(202)
  }
})

it('includes selected spaces and levels of the revision, and canceled ones on request', async () => {
  const job = await issued()
  const { project, lobby, hall, revision } = job
  await app.sql('update spaces set is_deleted = true where id = $1', [lobby.id])
  const namesOf = async (body: AnyRow) => {
    const { options, ...rest } = body
    const produced = await readReportCells(project, {
      reportType: ReportType.SpaceList,
      ...rest,
      options: { revisionId: revision.id, ...options },
    })
    return produced.sheets[0]?.rows.map((row) => row[3]).filter((name) => ['Hall', 'Lobby', 'Closed'].includes(String(name)))
  }
  expect(await namesOf({})).toEqual(['Hall', 'Lobby'])
  expect(await namesOf({ options: { includeCancelled: true } })).toEqual(['Hall', 'Lobby', 'Closed'])
  expect(await namesOf({ scope: SelectedSpaces, spaceIds: [lobby.id] })).toEqual(['Lobby'])
  expect(await namesOf({ scope: SelectedLevels, levelIds: [project.buildings[0].levels[0].id] })).toEqual(['Hall', 'Lobby'])
  const later = await createSpace(app, project)
  const refused = await requestReport(project, {
    reportType: 1,
    scope: SelectedSpaces,
    spaceIds: [hall.id, later.id],
    options: { revisionId: revision.id },
  })
  expect([refused.status, refused.body.fields]).toEqual([400, { spaceIds: ['Select at least one!'] }])
})

it('rejects unknown revisions and revisions with too little data', async () => {
  const { project, revision } = await issued()
  const other = await issued()
  const saying = async (body: AnyRow) => {
    const { status, body: responseBody } = await requestReport(project, body)
    return [status, responseBody.fields]
  }
  const options = { revisionId: other.revision.id }
  expect(await saying({ reportType: 1, options })).toEqual([400, { 'options.revisionId': ['Revision not found.'] }])
  await app.sql(`update revision_contents set contents = (contents::jsonb - 'products')::json where revision_id = $1`, [revision.id])
  expect(await saying({ reportType: 1, options: { revisionId: revision.id } })).toEqual([
    400,
    {
      'options.revisionId': [
        `${revision.code} does not hold enough for a report. Reports can be generated from revisions issued from now on.`,
      ],
    },
  ])
})
