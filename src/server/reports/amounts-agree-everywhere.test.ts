import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { activateProject, createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { readWord } from '../../../test/kit/word.ts'
import { ReportScope, ReportType } from '../../model/reports/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const { BOM, OPC, ClientProposal } = ReportType

async function downloadReport(project: AnyRow, reportType: number, options: AnyRow = {}): Promise<Buffer> {
  const body = { reportType, scope: ReportScope.AllSpaces, options }
  const { body: task, status } = await admin('POST', `/api/projects/${project.id}/Reports`, body)
  expect(status, JSON.stringify(task)).toBe(202)
  return (await admin('GET', (await waitForFile(admin, task.id)).url)).body
}
const amount = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''))

/** Asserts that the reports match the project's pages to the cent and returns the sums. */
async function agreed(project: AnyRow, contract: AnyRow) {
  const rowsOf = (file: Buffer) => readWorkbook(file)[0]?.rows.map(({ values }) => values) ?? []
  const bom = rowsOf(await downloadReport(project, BOM))
  const column = bom.find((values) => values.includes('Extended MSRP'))?.indexOf('Extended MSRP') ?? -1
  const opc = rowsOf(await downloadReport(project, OPC))
  const word = readWord(await downloadReport(project, ClientProposal, { contractId: contract.id, includeOPC: true }))
  const last = (title: string) =>
    word.tables
      .find((table) => table.title === title)
      ?.rows.at(-1)
      ?.at(-1)
  const papers = {
    card: bom.find((values) => values[1] === 'Total')?.[column],
    estimate: opc.find(([label]) => label === 'Total')?.[2],
    estimateOfProposal: amount(last('Opinion of probable cost')),
    fee: amount(last('Fee')),
  }
  const { estimate } = (await admin('GET', `/api/projects/${project.id}/Budget`)).body
  const { sums } = (await admin('GET', `/api/contracts/${contract.id}`)).body
  expect(papers).toEqual({
    card: (await admin('GET', `/api/projects/${project.id}`)).body.totalPrice,
    estimate: estimate.total,
    estimateOfProposal: estimate.total,
    fee: sums.totalRevenue,
  })
  return papers
}

it('matches the pages in proposal, estimate and BOM after replacing, closing and reopening', async () => {
  await setDefaultRates(app)
  const project = await createProject(app, { installationFactor: 0.3 })
  const budget = { clientBudget: 9000, laborFactor: 0.1, shippingPercent: 2, taxPercent: 6.25, contingencyPercent: 5 }
  expect((await admin('PUT', `/api/projects/${project.id}/Budget`, budget)).status).toBe(200)
  const room = await createSpace(app, project)
  const [display, next] = [await createProduct(app, { msrpPrice: 1234.56 }), await createProduct(app, { msrpPrice: 777.77 })]
  await createLine(app, room, display, { quantity: 3 })
  await createLine(app, room, await createProduct(app, { msrpPrice: 33.33 }), { quantity: 7, provider: 'FBO', installer: 'IBO' })
  const contract = await givenContract(app, project)
  await createPhaseRecord(app, contract, await createPhase(app, contract), { hours: 12.25 })
  const fixed = await createPhase(app, contract, { type: 2, name: uniqueName('Fixed'), feeType: 2, fee: 5000.01 })
  await createPhaseRecord(app, contract, fixed)
  const spent = { category: 0, description: 'Flights', date: '2026-03-05', revenue: 500.5, cost: 400 }
  await createRow(app, `/api/contracts/${contract.id}/DirectExpenses`, spent)
  const costs = async (product: AnyRow, cents: number) =>
    app.sql('update equipments set msrp_price = $2 where id = $1', [product.id, cents])

  const first = await agreed(project, contract)
  // 3 x 1,234.56 and 7 x 33.33 are 3,936.99, plus three tenths for installation; 12.25 h at 180.00, the fixed fee, and the flights.
  expect(first).toMatchObject({ card: 5118.09, fee: 7705.51 })

  const swap = { equipmentId: display.id, newEquipmentId: next.id, projectIds: [project.id] }
  const { token } = (await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, dryRun: true })).body
  expect((await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, token })).status).toBe(200)
  const replaced = await agreed(project, contract)
  expect(replaced).toMatchObject({ card: 3336.61, fee: first.fee })

  expect((await activateProject(app, project)).status).toBe(200)
  expect((await admin('PUT', `/api/projects/${project.id}/Close`, {})).status).toBe(200)
  await costs(next, 99_999)
  expect(await agreed(project, contract)).toEqual(replaced)

  expect((await admin('PUT', `/api/projects/${project.id}/Reopen`, {})).status).toBe(200)
  // 3 x 999.99 and 233.31 are 3,233.28.
  expect(await agreed(project, contract)).toMatchObject({ card: 4203.26, fee: first.fee })
})
