import { expect, it } from 'vitest'
import { connectorPhysicalTypes } from '../src/model/catalog/connector-physical-types.ts'
import { ConnectorGender, PinStyle } from '../src/model/catalog/enums.ts'
import { optional, percent } from '../src/model/kit/field.ts'
import type { Permission } from '../src/model/permissions.ts'
import { planUndo } from '../src/server/activity/change-set-plan.ts'
import type { KeptRow } from '../src/server/activity/change-sets.ts'
import { connectorPhysicalTypesTable as table } from '../src/server/catalog/connector-physical-types.ts'
import { diffRows } from '../src/server/kit/entity/audit.ts'
import type { AnyRow, Context } from '../src/server/kit/request/context.ts'
import { serve } from '../src/server/kit/resource/serve.ts'
import { sheetOfList } from '../src/server/reports/list-export.ts'
import { startApp } from './kit/start.ts'
import { uniqueName } from './kit/unique-names.ts'

// No entity has a masked field yet, so this masks two fields of the connectors.
const mask: Permission = 'ProjectContracts.ViewLaborCostRates'
const masked = serve({
  resource: {
    ...connectorPhysicalTypes,
    list: { ...connectorPhysicalTypes.list, columns: [...connectorPhysicalTypes.list.columns, 'pinCount'] },
    fields: {
      ...connectorPhysicalTypes.fields,
      pinCount: { ...optional(percent('Pins')), mask },
      availableGenders: { ...connectorPhysicalTypes.fields.availableGenders, mask },
    },
  },
  table,
  computed: { usedCount: '0' },
})

const app = await startApp()
/** Runs in a transaction as a user with every permission, or with every permission except the mask. */
const as = <T>(sees: boolean, run: (ctx: Context) => Promise<T>): Promise<T> =>
  app.product.work((ctx) => {
    const held = { has: (name: Permission) => sees || name !== mask } as unknown as ReadonlySet<Permission>
    return run({ ...ctx, actor: { ...ctx.actor, held } })
  })
const { Male, Female } = ConnectorGender
const body = () => ({
  name: uniqueName('Plug'),
  pinCount: 7,
  availableGenders: [Male, Female],
  pinStyle: PinStyle.Normal,
  isNetwork: false,
})
const stored = async (id: number) =>
  (
    await app.sql('select pin_count as "pinCount", available_genders as "availableGenders" from connector_physical_types where id = $1', [
      id,
    ])
  )[0]

it('are not in the response, and stay when the visible fields are sent back', async () => {
  const row = await as(true, (ctx) => masked.create(ctx, body()))
  const shown = await as(false, (ctx) => masked.get(ctx, row.id))
  expect(shown).not.toHaveProperty('pinCount')
  expect(shown).not.toHaveProperty('availableGenders')
  const same = { name: row.name, pinStyle: PinStyle.Normal, isNetwork: false, notes: 'seen' }
  // Mimics a form, which sends the body without the masked fields or with their defaults.
  for (const more of [{}, { pinCount: null, availableGenders: [] }]) {
    const answer = await as(false, (ctx) => masked.update(ctx, row.id, { ...same, ...more }))
    expect(answer).toMatchObject({ name: row.name, notes: 'seen' })
    expect(answer).not.toHaveProperty('pinCount')
    expect(await stored(row.id)).toEqual({ pinCount: 7, availableGenders: [1, 2] })
  }
})

it('are rejected with any value, even the current one, and on create', async () => {
  const row = await as(true, (ctx) => masked.create(ctx, body()))
  const refused = { status: 403, body: { detail: mask } }
  await expect(as(false, (ctx) => masked.update(ctx, row.id, { ...body(), pinCount: 8 }))).rejects.toMatchObject(refused)
  await expect(as(false, (ctx) => masked.update(ctx, row.id, { ...body(), pinCount: 7, availableGenders: [Male] }))).rejects.toMatchObject(
    refused,
  )
  // Even the correct value is rejected with the same error, or it could be found by trying.
  for (const right of [{ pinCount: 7 }, { availableGenders: [Male, Female] }, { pinCount: 7, availableGenders: [Male, Female] }])
    await expect(
      as(false, (ctx) => masked.update(ctx, row.id, { ...body(), pinCount: null, availableGenders: [], ...right })),
    ).rejects.toMatchObject(refused)
  await expect(as(false, (ctx) => masked.create(ctx, body()))).rejects.toMatchObject(refused)
  expect(await stored(row.id)).toEqual({ pinCount: 7, availableGenders: [1, 2] })
  const created = await as(false, (ctx) => masked.create(ctx, { ...body(), pinCount: null, availableGenders: [] }))
  expect(await stored(created.id)).toEqual({ pinCount: null, availableGenders: [] })
})

it('are excluded from lists and exports, and cannot be sorted by', async () => {
  const { name } = await as(true, (ctx) => masked.create(ctx, body()))
  const listed = (sees: boolean, query: AnyRow = {}) => as(sees, (ctx) => masked.list(ctx, { search: name, ...query }, { isWhole: true }))
  expect((await listed(true)).items[0]).toMatchObject({ name, pinCount: 7 })
  expect((await listed(false)).items[0]).toMatchObject({ name })
  expect((await listed(false)).items[0]).not.toHaveProperty('pinCount')
  // Requesting the column by name does not reveal it.
  expect((await listed(true, { columns: ['pinCount'] })).items[0]).toHaveProperty('pinCount', 7)
  expect((await listed(false, { columns: ['pinCount'] })).items[0]).not.toHaveProperty('pinCount')
  expect((await listed(true, { sortBy: ['pinCount'] })).total).toBe(1)
  await expect(listed(false, { sortBy: ['pinCount'] })).rejects.toMatchObject({ status: 403 })
  const headers = async (sees: boolean) =>
    (await as(sees, (ctx) => sheetOfList(ctx, masked, { query: { search: name }, columns: ['name', 'pinCount'] }, 10))).columns.map(
      ({ header }) => header,
    )
  expect(await headers(true)).toEqual(expect.arrayContaining(['Name', 'Pins (%)']))
  expect(await headers(false)).not.toContain('Pins (%)')
})

it('are logged as changed, without values', () => {
  const { changes } = diffRows(masked.resource, { name: 'A', pinCount: 3 }, { name: 'B', pinCount: 7 })
  expect(changes).toEqual([
    { field: 'name', label: 'Name', from: 'A', to: 'B' },
    { field: 'pinCount', label: 'Pins', from: null, to: null },
  ])
})

it('are not undone without the permission, and no reason reveals their value', async () => {
  const row = await as(true, (ctx) => masked.create(ctx, { ...body(), notes: 'new' }))
  const change = (after: AnyRow): KeptRow => ({
    id: 1,
    action: 'Update',
    entity: connectorPhysicalTypes.entity,
    entityId: String(row.id),
    name: row.name,
    projectId: null,
    place: null,
    before: { pinCount: 3, notes: 'old' },
    after,
    kept: null,
  })
  const decided = async (sees: boolean, after: AnyRow) => {
    const [step] = await as(sees, (ctx) => planUndo(ctx, masked as never, [change(after)], false))
    return { values: step!.values, reasons: step!.kept.map(({ field, reason }) => [field, reason]) }
  }
  const asSet = { pinCount: 7, notes: 'new' }
  expect(await decided(true, asSet)).toEqual({ values: { pinCount: 3, notes: 'old' }, reasons: [] })
  expect(await decided(false, asSet)).toEqual({ values: { notes: 'old' }, reasons: [['pinCount', 'You are not allowed to change it.']] })
  expect(await decided(false, { pinCount: 5, notes: 'new' })).toEqual({
    values: { notes: 'old' },
    reasons: [['pinCount', 'Changed since.']],
  })
})
