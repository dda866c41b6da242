import { expect, it } from 'vitest'
import { createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { createRandom } from '../../../test/kit/random.ts'
import { startApp } from '../../../test/kit/start.ts'
import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { centsOf, dollarsOf } from '../../model/kit/money.ts'
import { computeTotalPrice, lineAmounts, sumLines } from '../../model/projects/money.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()

const below = createRandom(20_260_101)
const randomItem = <T>(values: readonly T[]) => values[below(values.length)]!
/** Prices in cents: zero, small ones (many half cents), list prices, and the maximum. */
const randomCents = () =>
  randomItem([() => 0, () => below(100), () => below(1_000_000), () => below(1_000_000), () => 9_999_999_999 - below(9)])()
const randomFactor = () => randomItem([0.25, 0.125, 0.005, 0.3333, 0, 5, below(50_001) / 10_000, below(10_001) / 10_000])
const perhaps = (cents: number) => (below(3) === 0 ? cents : null)
const codes = { providers: ProviderCode.values.map(({ value }) => value), installers: InstallerCode.values.map(({ value }) => value) }

const lineCount = 100_000

/** Inserts rooms with various factors and a catalog with various prices directly, because there are too many for API calls. */
async function givenLines() {
  const product = await createProduct(app)
  const products = await app.sql<{ id: number; cents: number }>(
    `insert into equipments (tag, model, manufacture_id, category_id, industry_type, availability, msrp_price, is_rack_mountable)
     select e.tag, e.model || ' ' || x.at, e.manufacture_id, e.category_id, e.industry_type, e.availability, x.cents, e.is_rack_mountable
     from equipments e, jsonb_to_recordset($2) as x(at int, cents bigint) where e.id = $1 returning id, msrp_price as cents`,
    [product.id, JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ at: index, cents: randomCents() })))],
  )
  const rooms: { id: number; projectId: number; factor: number }[] = []
  for (let n = 0; n < 24; n++) {
    const project = await createProject(app, { installationFactor: randomFactor() })
    const { id } = await createSpace(app, project)
    rooms.push({ id, projectId: project.id, factor: project.installationFactor })
  }
  const lines = Array.from({ length: lineCount }, (_, index) => {
    const [room, { id: equipmentId, cents: msrp }] = [randomItem(rooms), randomItem(products)]
    const responsibility = { provider: randomItem(codes.providers), installer: randomItem(codes.installers), isExisting: below(9) === 0 }
    const prices = { agreed: perhaps(randomCents()), frozen: perhaps(randomCents()), msrp }
    const isDear = Math.max(prices.agreed ?? 0, prices.frozen ?? 0, msrp) > 1_000_000
    // High quantities of expensive products are rare, because sums above $90 trillion exceed the precision of a number.
    const most = below(isDear ? 500 : 4) === 0 ? 9999 : 12
    return { at: index, room, equipmentId, quantity: 1 + below(most), ...responsibility, ...prices }
  })
  const rows = lines.map(({ room, ...line }) => ({ ...line, projectId: room.projectId, spaceId: room.id }))
  await app.product.work(async (ctx) => {
    // Disables triggers, which would take minutes row by row; the sums are computed once.
    await ctx.run('set local session_replication_role = replica')
    await ctx.run(
      `insert into space_equipment (project_id, space_id, equipment_id, quantity, provider, installer, is_existing, unit_price_override, frozen_unit_price, label)
       select x."projectId", x."spaceId", x."equipmentId", x.quantity, x.provider, x.installer, x."isExisting", x.agreed, x.frozen, x.at::text
       from jsonb_to_recordset($1) as x(at int, "projectId" bigint, "spaceId" bigint, "equipmentId" bigint, quantity int, provider text, installer text,
         "isExisting" boolean, agreed bigint, frozen bigint)`,
      [JSON.stringify(rows)],
    )
    await ctx.run('set local session_replication_role = origin')
    await ctx.run('select sum_spaces($1)', [rooms.map(({ id }) => id)])
  })
  return { rooms, lines }
}

/** Exact reference with big integers; rounds halves away from zero. */
const exactInstallation = (cents: number, factor: number) =>
  Number((BigInt(cents) * BigInt(Math.round(factor * 10_000)) * 2n + 10_000n) / 20_000n)

it(`calculates ${lineCount.toLocaleString('en-US')} random lines in SQL exactly as the model does`, async () => {
  const { rooms, lines } = await givenLines()
  const rows = await app.sql(
    `select a.unit_price, a.amount, a.installation, a.is_owner_furnished, a.is_owner_installed, a.is_existing
     from line_amounts a join space_equipment l on l.id = a.id where a.space_id = any($1) order by l.label::int`,
    [rooms.map(({ id }) => id)],
  )
  expect(rows).toHaveLength(lineCount)
  const failures: unknown[] = []
  let halves = 0
  const priced = lines.map((line, index) => {
    const { quantity, provider, installer, isExisting, agreed, frozen, msrp, room } = line
    const model = { quantity, provider, installer, isExisting, msrpPrice: dollarsOf(msrp) }
    const modelLine = { ...model, unitPriceOverride: dollarsOf(agreed), frozenUnitPrice: dollarsOf(frozen) }
    const amounts = lineAmounts(modelLine, room.factor)
    const row = rows[index] as AnyRow
    const amount = quantity * (agreed ?? frozen ?? msrp)
    if ((BigInt(amount) * BigInt(Math.round(room.factor * 10_000))) % 10_000n === 5000n) halves++
    const same =
      centsOf(amounts.unitPrice) === row.unit_price &&
      centsOf(amounts.amount) === row.amount &&
      row.amount === amount &&
      centsOf(amounts.installation) === row.installation &&
      row.installation === exactInstallation(amount, room.factor) &&
      amounts.isOwnerFurnished === row.is_owner_furnished &&
      amounts.isOwnerInstalled === row.is_owner_installed &&
      isExisting === row.is_existing
    if (!same) failures.push({ line, said: amounts, row })
    return { roomId: room.id, ...modelLine }
  })
  expect(failures.slice(0, 3)).toEqual([])
  // Ensures the test covered half cents.
  expect(halves).toBeGreaterThan(1000)

  for (const { id, projectId, factor } of rooms) {
    const sums = sumLines(priced.filter(({ roomId }) => roomId === id))
    const [stored] = await app.sql(
      'select s.total_msrp_price as space, p.total_msrp_price as project from spaces s join projects p on p.id = s.project_id where s.id = $1',
      [id],
    )
    expect(stored).toEqual({ space: centsOf(sums.totalMsrpPrice), project: centsOf(sums.totalMsrpPrice) })
    const { body } = await app.admin('GET', `/api/projects/${projectId}`)
    expect([body.equipmentCount, body.totalMsrpPrice, body.totalPrice]).toEqual([
      sums.equipmentCount,
      sums.totalMsrpPrice,
      computeTotalPrice(sums.totalMsrpPrice, factor),
    ])
  }
})

it('has no row for a deleted line', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const { id: equipmentId } = await createProduct(app)
  const { body: line } = await app.admin('POST', `/api/spaces/${room.id}/Equipment`, { equipmentId, quantity: 2 })
  const ids = async () => (await app.sql('select id from line_amounts where project_id = $1', [project.id])).map(({ id }) => id)
  expect(await ids()).toEqual([line.id])
  expect((await app.admin('DELETE', `/api/spaces/${room.id}/Equipment/${line.id}`)).status).toBe(204)
  expect(await ids()).toEqual([])
})
