import { expect, it } from 'vitest'
import { activateProject, createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { centsOf } from '../../model/kit/money.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { type Derivation, howOpinion, howRowsAddUp, howTotalBecomesOpinion, howTotalPrice } from '../../model/projects/money.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const { Opportunity, Closed } = ProjectStage

async function readPath(path: string): Promise<AnyRow> {
  const { status, body } = await admin('GET', `/api/${path}`)
  expect(status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
  return body
}
async function putPath(path: string, body: object = {}): Promise<AnyRow> {
  const answer = await admin('PUT', `/api/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

async function readSheet(task: AnyRow): Promise<unknown[][]> {
  await expect.poll(async () => (await readPath(`DownloadCenter/${task.id}`)).status).toBe(2)
  const { body } = await admin('GET', (await readPath(`DownloadCenter/${task.id}`)).url)
  return readWorkbook(body)[0]!.rows.map(({ values }) => values)
}
async function readBillTotals(project: AnyRow, room?: AnyRow): Promise<AnyRow> {
  const scope = room ? { scope: 2, spaceIds: [room.id] } : { scope: 1 }
  const { body: task } = await admin('POST', `/api/projects/${project.id}/Reports`, { reportType: 1, ...scope })
  const rows = await readSheet(task)
  const amountOf = (label: string) => rows.find((values) => String(values[1]).startsWith(label))![12]
  return { msrp: amountOf('Grand total'), installation: amountOf('Installation'), total: amountOf('Total') }
}

function checkedParts({ parts, total }: Derivation) {
  expect(parts.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(centsOf(total))
  return Object.fromEntries(parts.map(({ label, amount }) => [label, amount]))
}

/** Creates every kind of line: catalog price, agreed price, owner-furnished, owner-installed, or both, existing, and without a price. */
async function givenEveryKind(room: AnyRow) {
  const [display, speaker, mount, computer, lectern, screen, cable] = await Promise.all(
    [0.67, 1.1, 0.45, 1249.99, 0.39, 0.8, 0].map((msrpPrice) => createProduct(app, { msrpPrice })),
  )
  const kinds: [AnyRow, AnyRow][] = [
    [display!, { quantity: 3 }],
    [speaker!, { quantity: 2, unitPriceOverride: 0.95 }],
    [mount!, { quantity: 5, installer: 'IBO' }],
    [computer!, { provider: 'FBO' }],
    [lectern!, { quantity: 2, provider: 'FBO', installer: 'IBO' }],
    [screen!, { isExisting: true }],
    [cable!, { quantity: 40 }],
  ]
  for (const [product, line] of kinds) await createLine(app, room, product, line)
  return { display: display! }
}

// 2.01 + 1.90 + 2.25 + 1,249.99 + 0.78 + 0.80 + 0.00
const msrp = 1257.73
// × 0.35 is 440.2055; line by line 0.70 + 0.67 + 0.79 + 437.50 + 0.27 + 0.28, of which the owner installs 0.79 and 0.27.
const [installation, total] = [440.21, 1697.94]

async function expectOneAnswer(project: AnyRow, room: AnyRow) {
  const sums = { msrp, installation, total }
  const { items } = await readPath(`projects?ids=${project.id}&stages=${Opportunity}&stages=${Closed}`)
  for (const card of [items[0], await readPath(`projects/${project.id}`), await readPath(`projects/${project.id}/LiveOverview`)])
    expect(card).toMatchObject({ totalMsrpPrice: msrp, totalPrice: total })
  expect((await readPath(`spaces?projectId=${project.id}&groupBy=level`)).groups[0]).toMatchObject({ totalMsrpPrice: msrp })

  const panel = (await readPath(`spaces/${room.id}`)).budget
  const { buildings, project: projectTotal } = await readPath(`projects/${project.id}/SpaceBudgets`)
  for (const part of [panel, projectTotal, buildings[0], buildings[0].levels[0]])
    expect(part).toMatchObject({
      totalMsrpPrice: msrp,
      installation,
      total,
      hardware: 6.16,
      ownerFurnished: 1251.57,
      ownerInstalled: 1.06,
      probableCost: 445.31,
    })

  const quote = await readPath(`spaces/${room.id}/MasterQuotes`)
  expect(quote).toMatchObject({ sums, installationFactor: 0.35 })
  const { body: task } = await admin('GET', `/api/spaces/${room.id}/MasterQuotes/Export`)
  expect((await readSheet(task)).at(-1)!.slice(9)).toEqual([msrp, installation, total])
  expect(await readBillTotals(project)).toEqual(sums)
  expect(await readBillTotals(project, room)).toEqual(sums)

  const budget = await readPath(`projects/${project.id}/Budget`)
  expect(budget.estimate).toMatchObject({ totalMsrpPrice: msrp, totalPrice: total, hardware: 6.16, installation: 439.15, total: 445.31 })
  expect(budget.estimate).toMatchObject({ ownerFurnished: 1251.57, ownerInstalled: 1.06 })

  expect(checkedParts(howTotalPrice({ totalMsrpPrice: panel.totalMsrpPrice, installationFactor: panel.installationFactor }))).toEqual({
    'Equipment, MSRP': msrp,
    Installation: installation,
  })
  expect(checkedParts(howRowsAddUp(quote.items, quote.installationFactor))).toEqual({ 'Equipment, MSRP': msrp, Installation: installation })
  expect(checkedParts(howOpinion(budget.estimate, { installationFactor: budget.installationFactor }))).toEqual({
    Hardware: 6.16,
    Installation: 439.15,
  })
  expect(checkedParts(howTotalBecomesOpinion(budget.estimate))).toEqual({
    'Total with installation': total,
    'Owner-furnished or existing': -1251.57,
    'Installed by the owner': -1.06,
  })
}

it('shows the same project amount everywhere, for every kind of line', async () => {
  const project = await createProject(app, { installationFactor: 0.35 })
  const room = await createSpace(app, project)
  const { display } = await givenEveryKind(room)
  const upper = (await admin('POST', `/api/buildings/${project.buildings[0].id}/Levels`, { name: 'Upper' })).body
  const cancelled = await createSpace(app, project, { levelId: upper.id })
  await createLine(app, cancelled, display, { quantity: 7 })
  await putPath(`spaces/${cancelled.id}/SetStatus`, { status: SpaceStatus.Cancelled })
  await expectOneAnswer(project, room)

  await activateProject(app, project)
  await putPath(`projects/${project.id}/Close`)
  await app.sql('update equipments set msrp_price = msrp_price + 12345 where id = $1', [display.id])
  await expectOneAnswer(project, room)
})

it('rounds half a cent of installation up everywhere, despite floating-point error', async () => {
  // 3.30 × 0.35 is 1.155.
  expect(Math.round(330 * 0.35)).toBe(115)
  const project = await createProject(app, { installationFactor: 0.35 })
  const room = await createSpace(app, project)
  await createLine(app, room, await createProduct(app, { msrpPrice: 3.3 }))
  const sums = { msrp: 3.3, installation: 1.16, total: 4.46 }
  expect(await readBillTotals(project)).toEqual(sums)
  expect((await readPath(`spaces/${room.id}/MasterQuotes`)).sums).toEqual(sums)
  expect((await readPath(`spaces/${room.id}`)).budget).toMatchObject({ installation: 1.16, total: 4.46, probableCost: 4.46 })
  expect(await readPath(`projects/${project.id}`)).toMatchObject({ totalPrice: 4.46 })
  expect((await readPath(`projects/${project.id}/Budget`)).estimate).toMatchObject({ installation: 1.16, total: 4.46, totalPrice: 4.46 })
})

it('rounds each part of a project once, and reports where rows differ from the total', async () => {
  const project = await createProject(app, { installationFactor: 0.25 })
  const upper = (await admin('POST', `/api/buildings/${project.buildings[0].id}/Levels`, { name: 'Upper' })).body
  const rooms = [await createSpace(app, project), await createSpace(app, project, { levelId: upper.id })]
  // Each row's installation is half a cent.
  for (const room of rooms) for (let n = 0; n < 2; n++) await createLine(app, room, await createProduct(app, { msrpPrice: 0.02 }))
  const { buildings, project: projectTotal } = await readPath(`projects/${project.id}/SpaceBudgets`)
  expect(buildings[0].levels.map(({ total }: AnyRow) => total)).toEqual([0.05, 0.05])
  expect([buildings[0].total, projectTotal.total, (await readPath(`projects/${project.id}`)).totalPrice]).toEqual([0.1, 0.1, 0.1])
  const quote = await readPath(`spaces/${rooms[0]!.id}/MasterQuotes`)
  expect(quote.items.map(({ totalPrice }: AnyRow) => totalPrice)).toEqual([0.03, 0.03])
  expect(quote.sums).toEqual({ msrp: 0.04, installation: 0.01, total: 0.05 })
  expect(checkedParts(howRowsAddUp(quote.items, quote.installationFactor))).toEqual({
    'Equipment, MSRP': 0.04,
    Installation: 0.02,
    'Rounding, line by line': -0.01,
  })
  // The opinion of probable cost adds up lines: four half cents become four cents.
  const { estimate } = await readPath(`projects/${project.id}/Budget`)
  expect(estimate).toMatchObject({ totalPrice: 0.1, installation: 0.04, total: 0.12 })
  expect(checkedParts(howTotalBecomesOpinion(estimate))).toEqual({ 'Total with installation': 0.1, 'Rounding, line by line': 0.02 })
})
