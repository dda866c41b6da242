import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import type { equipments } from '../src/model/catalog/equipment.ts'
import type { RowOf } from '../src/model/kit/resource.ts'
import { readCells } from '../src/web/catalog/clipboard-cells.ts'
import { emptySheet, gridColumns, writeTexts } from '../src/web/catalog/inventory-edits.ts'
import { pdfProblem } from '../src/web/files/pdf-problem.ts'
import { parseHours } from '../src/web/planning/hours-text.ts'
import { createEquipment, createRole, createUser } from './kit/fixtures/catalog.ts'
import { createProject, createSpace } from './kit/fixtures/projects.ts'
import { openPdf } from './kit/pdf-text.ts'
import { startApp } from './kit/start.ts'

const app = await startApp()
const folder = join(import.meta.dirname, 'fixtures/import-cases')
type Row = Record<string, any>

let categoryId: number
beforeAll(async () => {
  const [category] = await app.sql('select id from categories where number = 10 and not is_deleted')
  categoryId = category?.id ?? (await app.admin('POST', '/api/categories', { name: 'Loudspeakers', number: 10 })).body.id
  await createUser(app, { email: 'admin@example.com', roleId: (await createRole(app)).id }).catch(() => undefined)
  await createProject(app, { name: 'PROJECT-NUMBER' })
})

const form = (data: Buffer, name: string, fields: Row = {}, field = 'file') => {
  const sent = new FormData()
  for (const [key, value] of Object.entries(fields)) sent.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  sent.append(field, new Blob([new Uint8Array(data)]), name)
  return sent
}
const findEquipment = async (model: string) => {
  const { items } = (await app.admin('GET', '/api/equipments', undefined, { query: { search: model } })).body
  const found = items.find((item: Row) => item.model === model)
  return found && (await app.admin('GET', `/api/equipments/${found.id}`)).body
}
const texts = (body: Row) => JSON.stringify(body)

/** Imports like the page: reads the file, accepts the suggested columns, and sends the file again. */
async function importLikeThePage(data: Buffer, name: string, expected: Row) {
  const read = await app.admin('POST', '/api/equipments/Import/Read', form(data, name))
  expect(read.status, texts(read.body)).toBe(200)
  const tables: Row[] = read.body.tables ?? []
  const table = tables.find((item) => item.problem === null)
  if (expected.headerRow) expect(table?.headerRow).toBe(expected.headerRow)
  if (expected.table) expect(table?.name).toBe(expected.table)
  for (const [sheet, problem] of Object.entries(expected.problems ?? {}))
    expect(tables.find((item) => item.name === sheet)?.problem).toBe(problem)
  const meanings: [string, number][] = (table?.columns ?? []).flatMap(({ meant }: Row, at: number) => (meant ? [[meant, at]] : []))
  const fields = { ...(table && { table: table.name, mapping: Object.fromEntries(meanings) }), categoryId, createManufacturers: true }
  return app.admin('POST', '/api/equipments/Import', form(data, name, fields))
}

const actions: Record<string, (expected: Row, read: (file: string) => Buffer) => Promise<void>> = {
  async import(expected, read) {
    const { status, body } = await importLikeThePage(read(expected.file), expected.file, expected)
    if (expected.errors) {
      expect([status, body.errors]).toMatchObject([400, expected.errors])
      expect(body.errors).toHaveLength(expected.errors.length)
      return
    }
    expect(status, texts(body)).toBe(200)
    for (const [model, values] of Object.entries(expected.equipment)) expect(await findEquipment(model)).toMatchObject(values as Row)
    const leftOut = body.rows.flatMap((row: Row) => row.leftOut)
    for (const fact of expected.leftOut ?? []) expect(leftOut).toContainEqual(expect.stringContaining(fact))
  },

  async read({ file, refused }, read) {
    const { status, body } = await app.admin('POST', '/api/equipments/Import/Read', form(read(file), file))
    expect([status, body.errors?.[0]]).toEqual([refused.status, expect.stringContaining(refused.message)])
  },

  async hours({ file, hours }, read) {
    const { status, body } = await app.admin('POST', '/api/actualHours/Import', form(read(file), file))
    expect(status, texts(body)).toBe(200)
    expect([body.created, body.hours]).toEqual([hours.length, hours.reduce((sum: number, item: number) => sum + item, 0)])
    await app.sql('delete from actual_hours')
  },

  async paste({ file, column: key, values }, read) {
    const column = gridColumns.find((item) => item.key === key)!
    const rows = (await Promise.all(values.map(() => createEquipment(app)))) as RowOf<typeof equipments>[]
    const lines = readCells(read(file).toString())
    const changes = rows.map((row, at) => ({ row, at, column, text: lines[at]?.[0] ?? '' }))
    const { edits } = writeTexts(emptySheet, changes, { categories: [], familiesOf: () => [] })
    expect(rows.map(({ id }) => edits.get(id)?.cells[key]?.value)).toEqual(values)
  },

  async planHours({ text, value }) {
    expect(parseHours(text)).toBe(value)
  },

  async logo({ file, pixel, refused }, read) {
    const { status, body } = await app.admin('POST', '/api/Manufactures/Image', form(read(file), file, {}, 'image'))
    if (refused) return expect([status, body.errors?.[0]]).toEqual([refused.status, expect.stringContaining(refused.message)])
    expect(status, texts(body)).toBe(200)
    const stored = await app.call('GET', body.url)
    const { data, info } = await sharp(stored.body).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([40, 20])
    const at = (4 * info.width + 4) * 4
    expect([...data.subarray(at, at + 4)]).toEqual(pixel)
  },

  async viewer({ file, message }, read) {
    const { promise } = await openPdf(read(file))
    const problem = await promise.then(pdfProblem, (error: unknown) => pdfProblem({ error }))
    expect(problem).toBe(message)
  },

  async addTwice({ first, second, lines }) {
    const project = await createProject(app)
    const space = await createSpace(app, project)
    const { id: equipmentId } = await createEquipment(app)
    for (const line of [first, second]) {
      const { status, body } = await app.admin('POST', `/api/spaces/${space.id}/Equipment`, { equipmentId, ...line })
      expect(status, texts(body)).toBe(201)
    }
    const query = { spaceIds: space.id, sortBy: 'id' }
    const { items } = (await app.admin('GET', `/api/projects/${project.id}/Equipment`, undefined, { query })).body
    expect(items).toMatchObject(lines)
  },
}

it.each(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
)('gives the expected result for %s', async (name) => {
  const read = (file: string) => readFileSync(join(folder, name, file))
  const expected = JSON.parse(read('expected.json').toString())
  await actions[expected.action]!(expected, read)
})
