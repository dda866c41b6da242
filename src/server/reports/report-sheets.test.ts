import { expect, it } from 'vitest'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { equipments } from '../catalog/public.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import type { Sheet } from '../tools/sheet.ts'
import { sheetOfList } from './list-export.ts'
import { sheetOfQuote } from './master-quote.ts'
import { bookOfReport } from './report-book.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const fixtures = '../../../test/fixtures/report-sheets'

const [me] = await app.sql('select id, role_id from users where id = $1', [admin.userId])
const author: Actor = {
  userId: me!.id,
  sessionId: null,
  firstName: 'Ann',
  lastName: 'Author',
  isExternal: false,
  held: new Set(internalPermissions),
  roleId: me!.role_id,
}
const runAsAuthor = <T>(run: (ctx: Context) => Promise<T>) => app.product.work(run, author)

const job = await (async () => {
  const categories = await app.sql('select id, number from categories')
  const categoryId = (number: number) => categories.find((category) => category.number === number)!.id
  const maker = await createRow(app, '/api/Manufactures', { name: 'Northlight' })
  const other = await createRow(app, '/api/Manufactures', { name: 'Acoustic 9' })
  const family = await createRow(app, `/api/Manufactures/${maker.id}/ProductFamilies`, { name: 'Vista' })
  const product = (tag: string, model: string, number: number, more: Row) =>
    createRow(app, '/api/equipments', { tag, model, manufactureId: maker.id, categoryId: categoryId(number), ...more })
  const display = await product('DIS-1', '=2+3 Display', 30, {
    msrpPrice: 1500,
    partNumber: 'NL-98',
    productFamilyId: family.id,
    description: '98" display',
  })
  const wall = await product('DIS-2', 'Wall 10', 30, { msrpPrice: 12_999.99, partNumber: 'NL-10' })
  const small = await product('DIS-3', 'Wall 9', 30, { msrpPrice: 0.1 })
  const speaker = await product('SPK-1', 'Speaker', 12, { msrpPrice: 250.5, manufactureId: other.id })
  const client = await createRow(app, '/api/clients', { name: 'Library Trust', abbreviatedName: 'LIB' })
  const project = await createRow(app, '/api/projects', { name: 'Library', clientId: client.id, installationFactor: 0.3 })
  const [{ id: levelId }] = project.buildings[0].levels
  const room = (name: string, more: Row = {}) =>
    createRow(app, '/api/spaces', { projectId: project.id, levelId, name, spaceNumber: `N ${name}`, ...more })
  const hall = await room('Hall 10', { area: 1250.25, capacity: 80 })
  const lobby = await room('Lobby 9', { area: 90.5 })
  const canceled = await room('Closed off')
  const line = (space: Row, { id }: Row, quantity: number, more: Row = {}) =>
    createRow(app, `/api/spaces/${space.id}/Equipment`, { equipmentId: id, quantity, ...more })
  const [front] = (await admin('GET', `/api/spaces/${hall.id}`)).body.areaGroups
  await line(hall, display, 2, { areaGroupId: front.id })
  await line(hall, display, 1, { unitPriceOverride: 1400.05 })
  await line(hall, wall, 3, { provider: 'FBO', installer: 'IBO' })
  await line(hall, small, 7, { isExisting: true })
  await line(lobby, display, 1)
  await line(lobby, speaker, 4, { provider: 'FBO', installer: 'AVV', isExisting: true })
  await line(canceled, speaker, 1)
  await app.sql('update space_equipment set frozen_unit_price = 24000 where equipment_id = $1 and space_id = $2', [speaker.id, lobby.id])
  await app.sql('update equipments set availability = $2 where id = $1', [small.id, EquipmentAvailability.Discontinued])
  await app.sql('update spaces set status = $2 where id = $1', [canceled.id, SpaceStatus.Cancelled])
  await admin('PUT', '/api/appSettings/general.companyName', { value: 'Halden Consult' })
  return { project, hall, client }
})()

const today = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
const unpacked = ({ rows, packed }: Sheet) => {
  const chunks = (packed?.chunks ?? []).map((chunk) => JSON.parse(new TextDecoder().decode(chunk)))
  return [...rows, ...chunks.flat()].map((row) => (Array.isArray(row) ? { values: row } : row))
}
function sheetText(sheet: Sheet): string {
  const { name, columns, preamble = [], rows: _, packed: __, ...page } = sheet
  const lines = [
    `sheet ${JSON.stringify(name)} ${JSON.stringify(page)}`,
    ...preamble.map((values) => `above ${JSON.stringify(values)}`),
    ...columns.map(({ header, kind = 'text', width, align = '' }) => `column ${JSON.stringify(header)} ${kind} ${width} ${align}`.trim()),
    ...unpacked(sheet).map(({ values, style = 'plain', outline = 0 }) => `row ${style} ${outline} ${JSON.stringify(values)}`),
  ]
  return lines.join('\n').replaceAll(today, '<today>').replaceAll(job.project.number, '<number>')
}
const now = new RegExp(`${today.replaceAll('/', '-')}T[\\d:.]+Z`, 'g')
const serializeSheets = (sheets: Sheet[]) => `${sheets.map(sheetText).join('\n\n')}\n`.replace(now, '<now>')

for (const groupBy of ['category', 'provider', 'manufacturer'])
  for (const hidePrices of [false, true])
    it(`writes a bill of materials by ${groupBy}${hidePrices ? ' without prices' : ''}`, async () => {
      const options = { groupBy, hidePrices, includeCancelled: groupBy === 'provider' }
      const { sheets } = await runAsAuthor((ctx) =>
        bookOfReport(ctx, job.project.id, { reportType: 1, scope: 1, sheetOptions: [0, 1], options }),
      )
      await expect(serializeSheets(sheets)).toMatchFileSnapshot(`${fixtures}/bom-by-${groupBy}${hidePrices ? '-without-prices' : ''}.txt`)
    })

it('writes the quote for a space', async () => {
  const sheet = await runAsAuthor((ctx) => sheetOfQuote(ctx, job.hall.id, {}))
  await expect(serializeSheets([sheet])).toMatchFileSnapshot(`${fixtures}/master-quote.txt`)
})

it('writes a bill of materials and a quote for rooms without equipment', async () => {
  await app.sql('update space_equipment set is_deleted = true')
  const { sheets: bom } = await runAsAuthor((ctx) => bookOfReport(ctx, job.project.id, { reportType: 1, scope: 1, sheetOptions: [0, 1] }))
  const quote = await runAsAuthor((ctx) => sheetOfQuote(ctx, job.hall.id, {}))
  await app.sql('update space_equipment set is_deleted = false')
  await expect(serializeSheets([...bom, quote])).toMatchFileSnapshot(`${fixtures}/without-equipment.txt`)
})

it('writes lists with the requested columns, or those of the page', async () => {
  await app.sql(`update equipments set create_date = '2026-03-04 05:06:07Z'`)
  const columns = [
    'tag',
    'model',
    'manufacture',
    'category',
    'availability',
    'msrpPrice',
    'isRackMountable',
    'watts',
    'createDate',
    'createdBy',
  ]
  const list = (parameters: Parameters<typeof sheetOfList>[2]) => runAsAuthor((ctx) => sheetOfList(ctx, equipments, parameters, 100))
  const sheets = [await list({ query: { sortBy: ['tag'] }, columns }), await list({ query: { search: 'wall', sortBy: ['model'] } })]
  const ids = new Map(unpacked(sheets[0]!).map(({ values }, index) => [values[0], index + 1]))
  const text = serializeSheets(sheets).replace(/^(row \w+ \d \[)(\d+)/gm, (_, start, id) => `${start}${ids.get(Number(id))}`)
  await expect(text).toMatchFileSnapshot(`${fixtures}/lists.txt`)
})
