import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCategory, createManufacturer } from '../../../test/kit/fixtures/catalog.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { createTestWorkbook } from '../../../test/kit/workbook.ts'
import { createZip } from '../../../test/kit/zip.ts'

const app = await startApp()
type Row = Record<string, any>
const devices = join(import.meta.dirname, '../../../test/fixtures/devices')
const deviceFiles = Object.fromEntries(
  readdirSync(devices)
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => [name, readFileSync(join(devices, name))]),
)

function form(data: Buffer | string, name: string, fields: Row = {}) {
  const sent = new FormData()
  for (const [key, value] of Object.entries(fields)) sent.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  sent.append('file', new Blob([new Uint8Array(Buffer.from(data))]), name)
  return sent
}
const readFile = (data: Buffer | string, name: string) => app.admin('POST', '/api/equipments/Import/Read', form(data, name))
const importFile = (
  data: Buffer | string,
  name: string,
  fields: Row = {},
  { dryRun = false, caller = app.admin }: { dryRun?: boolean; caller?: Caller } = {},
) => caller('POST', '/api/equipments/Import', form(data, name, fields), { query: dryRun ? { dryRun } : {} })
const findEquipment = async (search: string) => {
  const { items } = (await app.admin('GET', '/api/equipments', undefined, { query: { search } })).body
  return items.length === 1 ? (await app.admin('GET', `/api/equipments/${items[0].id}`)).body : items
}
const total = async () => (await app.admin('GET', '/api/equipments')).body.total

let category: Row
let maker: Row
beforeAll(async () => {
  category = await createCategory(app)
  maker = await createManufacturer(app, { name: 'Müller & Söhne' })
})

describe('custom sheet', () => {
  it('is read as text in every common encoding, with recognized columns', async () => {
    const head = 'Brand;Model Number;SKU;List Price;Weight;Remarks;Colour'
    const line = 'Müller & Söhne;"AX ""1""; blue";0012;"$1,200.50";3.5;"two\nlines";red'
    const columnKeys = ['manufacturer', 'model', 'partNumber', 'msrpPrice', 'weightLb', 'notes', null]
    const text = `${head}\r\n${line}\r\n\r\n`
    for (const data of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text.replaceAll(';', '\t').replace('AX ""1""\t blue', 'AX ""1""; blue')}`, 'utf16le'),
      Buffer.from(text, 'latin1'),
    ]) {
      const { status, body } = await readFile(data, 'list.csv')
      expect(status, JSON.stringify(body)).toBe(200)
      const [table] = body.tables
      expect(table).toMatchObject({ headerRow: 1, rows: 1 })
      expect(table.columns.map((column: Row) => column.meant)).toEqual(columnKeys)
      expect(table.columns[0].samples).toEqual(['Müller & Söhne'])
      expect(table.columns[1].samples).toEqual(['AX "1"; blue'])
    }
  })

  it('converts weights by the unit column and rejects unknown units', async () => {
    const sheet = (unit: string) =>
      `vendor,model,weight,weight_unit\nMüller & Söhne,Heavy ${unit},2,${unit}\nMüller & Söhne,Plain ${unit},2,\n`
    const mapping = { manufacturer: 0, model: 1, weightLb: 2, weightUnit: 3 }
    const { body } = await readFile(sheet('kg'), 'weights.csv')
    expect(body.tables[0].columns.map((column: Row) => column.meant)).toEqual(Object.keys(mapping))
    expect((await importFile(sheet('kg'), 'weights.csv', { mapping, categoryId: category.id })).status).toBe(200)
    expect([(await findEquipment('Heavy kg')).weightLb, (await findEquipment('Plain kg')).weightLb]).toEqual([4.41, 2])
    const refused = await importFile(sheet('stone'), 'weights.csv', { mapping, categoryId: category.id })
    expect(refused.body.errors).toMatchObject([{ row: 2, column: 'Weight (lb)', value: '2 stone' }])
  })

  it('reads decimal commas where they are clear, and names both readings where they are not', async () => {
    const mapping = { manufacturer: 0, model: 1, msrpPrice: 2, weightLb: 3, weightUnit: 4 }
    const fields = { mapping, categoryId: category.id }
    const thousands = 'vendor,model,msrp,weight,weight_unit\nMüller & Söhne,LA-100,"1299,00","1,200",kg\n'
    expect((await importFile(thousands, 'a.csv', fields)).body).toMatchObject({ created: 1 })
    expect(await findEquipment('LA-100')).toMatchObject({ msrpPrice: 1299, weightLb: 2645.55 })
    const commas = 'vendor;model;msrp;weight;weight_unit\nMüller & Söhne;LA-102;1.012,35;2,205;kg\n'
    expect((await importFile(commas, 'b.csv', fields)).body).toMatchObject({ created: 1 })
    expect(await findEquipment('LA-102')).toMatchObject({ msrpPrice: 1012.35, weightLb: 4.86 })
    const unclear = await importFile('vendor;model;msrp;weight;weight_unit\nMüller & Söhne;LA-103;1.234;2;kg\n', 'c.csv', fields)
    const message = expect.stringContaining('1.234 can mean 1,234 or 1.234')
    expect(unclear.body.errors).toMatchObject([{ row: 2, value: '1.234', message }])
  })

  it('finds the header row below a title in a workbook, and skips hidden sheets', async () => {
    const book = createTestWorkbook([
      { name: 'Secret', state: 'hidden', rows: [['Model']] },
      { name: 'Preisliste', rows: [['Price list 2026'], [], ['Make', 'Model', 'MSRP'], ['Any', '1', 2]] },
    ])
    const { body } = await readFile(book, 'list.xlsx')
    expect(body.tables).toMatchObject([{ name: 'Preisliste', headerRow: 3, rows: 1 }])
  })

  it('reports all problems at once, also for rows with an unknown manufacturer', async () => {
    const csv = `Make,Model,Price,Cat.,Series\nNobody Inc,Y,cheap,Nonsense,Line\n,Z,1,${category.number},\nNobody Inc,,2,${category.number},\n`
    const { status, body } = await importFile(csv, 'a.csv', {
      mapping: { manufacturer: 0, model: 1, msrpPrice: 2, category: 3, productFamily: 4 },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ failed: 3, created: 0 })
    expect(body.errors.map(({ row, column, message }: Row) => [row, column, message])).toEqual([
      [2, 'Manufacturer*', 'There is no manufacturer "Nobody Inc".'],
      [2, 'MSRP (USD)*', 'Only numbers are valid'],
      [2, 'Category No.*', 'There is no category Nonsense.'],
      [3, 'Manufacturer*', 'This field is required!'],
      [4, 'Manufacturer*', 'There is no manufacturer "Nobody Inc".'],
      [4, 'Model*', 'This field is required!'],
    ])
    const seen = await readFile(csv, 'a.csv')
    expect(seen.body.tables[0].columns.map(({ meant }: Row) => meant)).toEqual([
      'manufacturer',
      'model',
      'msrpPrice',
      'category',
      'productFamily',
    ])
  })

  it('can be previewed, fixed and imported, and changes nothing the second time', async () => {
    const model = uniqueName('שלום X')
    const csv = `Make,Model,Price,Category,Series,RU\nMüller & Söhne,${model},much,${category.number},Line A,1\nNobody Inc,Y,2,${category.name},,\nmüller & söhne,=1+1 ${model},3,,line a,\n`
    const mapping = { manufacturer: 0, model: 1, msrpPrice: 2, category: 3, productFamily: 4 }
    const before = await total()
    const first = await importFile(csv, 'a.csv', { mapping }, { dryRun: true })
    expect(first.status).toBe(400)
    expect(first.body).toMatchObject({ dryRun: true, failed: 3, created: 0 })
    expect(first.body.errors).toMatchObject([
      { row: 2, column: 'MSRP (USD)*', message: 'Only numbers are valid', value: 'much', name: `Müller & Söhne ${model}` },
      { row: 3, column: 'Manufacturer*', message: 'There is no manufacturer "Nobody Inc".', value: 'Nobody Inc' },
      { row: 4, column: 'Category No.*', message: 'This field is required!' },
    ])
    const mended = { mapping, fixes: { 2: { msrpPrice: '1.5' }, 3: null }, categoryId: category.id }
    expect((await importFile(csv, 'a.csv', mended, { dryRun: true })).body).toMatchObject({
      dryRun: true,
      created: 2,
      failed: 0,
      newFamilies: ['Line A'],
    })
    expect(await total()).toBe(before)
    const done = await importFile(csv, 'a.csv', mended)
    expect([done.status, done.body]).toMatchObject([
      200,
      { created: 2, updated: 0, unchanged: 0, newManufacturers: [], newFamilies: ['Line A'] },
    ])
    expect(await total()).toBe(before + 2)
    expect(await findEquipment(`=1+1 ${model}`)).toMatchObject({
      model: `=1+1 ${model}`,
      manufacture: { id: maker.id },
      msrpPrice: 3,
      productFamily: { name: 'Line A' },
    })
    expect((await importFile(csv, 'a.csv', mended)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2, changeSetId: null })
    expect((await app.admin('POST', `/api/changeSets/${done.body.changeSetId}/Undo`, {})).status).toBeLessThan(300)
    expect(await total()).toBe(before)
  })

  it('creates manufacturers only on request and with permission', async () => {
    const name = uniqueName('New Maker')
    const csv = `Make,Model\n${name},A\n${name.toUpperCase()},B\n`
    const fields = { mapping: { manufacturer: 0, model: 1 }, categoryId: category.id, createManufacturers: true }
    const importer = await app.signInAs(['Equipments.Create', 'Equipments.Update', 'Equipments.View'])
    expect((await importFile(csv, 'a.csv', fields, { caller: importer })).status).toBe(403)
    expect((await importFile(csv, 'a.csv', fields)).body).toMatchObject({ created: 2, newManufacturers: [name] })
    expect((await app.admin('GET', '/api/Manufactures', undefined, { query: { search: name } })).body.total).toBe(1)
    const noMaker = await importFile('Model\nC\n', 'a.csv', { mapping: { model: 0 }, categoryId: category.id })
    expect(noMaker.body.errors).toMatchObject([{ row: 2, column: 'Manufacturer*', message: 'This field is required!' }])
    expect(
      (await importFile('Model\nC\n', 'a.csv', { mapping: { model: 0 }, categoryId: category.id, manufactureId: maker.id })).body.created,
    ).toBe(1)
  })

  it('rejects files that are not sheets or do not match', async () => {
    const refused = async (answer: Promise<Row>, status: number, messagePattern: RegExp) => {
      const { status: was, body } = await answer
      expect([was, body.errors.join(' ')]).toEqual([status, expect.stringMatching(messagePattern)])
    }
    await refused(readFile(Buffer.from([1, 0, 2, 0, 3]), 'a.csv'), 415, /neither a workbook nor a text/)
    await refused(readFile('', 'a.csv'), 400, /empty/)
    await refused(readFile('a,"b\n', 'a.csv'), 400, /quote that begins in line 1 does not end/)
    await refused(readFile(`Model\n${'x\n'.repeat(5051)}`, 'a.csv'), 413, /The sheet "a\.csv" has more than 5,000 rows\./)
    await refused(readFile(Array.from({ length: 101 }, (_, index) => `c${index}`).join(','), 'a.csv'), 413, /has more than 100 columns/)
    await refused(readFile(Buffer.alloc(11 * 1024 * 1024, 'x'), 'a.csv'), 413, /10 MB/)
    const csv = 'Model\nA\n'
    await refused(importFile(csv, 'a.csv', { mapping: {} }), 400, /column that holds the model/)
    await refused(importFile(csv, 'a.csv', { mapping: 'no json' }), 400, /not valid/)
    await refused(importFile(csv, 'a.csv', { mapping: { nothing: 0 } }), 400, /not valid/)
    await refused(importFile(csv, 'a.csv', { mapping: { model: 0, tag: 0 } }), 400, /listed twice/)
    await refused(importFile(csv, 'a.csv', { mapping: { model: 0 }, fixes: { 2: 5 } }), 400, /not valid/)
    await refused(importFile(csv, 'a.csv', { mapping: { model: 0 }, table: 'Other' }), 400, /not in the file/)
    expect((await importFile(csv, 'a.csv', { mapping: { model: 0 }, manufactureId: 999_999_999 })).status).toBe(404)
  })
})

describe('device files', () => {
  const fields = () => ({ categoryId: category.id, createManufacturers: true })

  it('create equipment with power, network, PoE and console ports; a repeat changes nothing', async () => {
    const zip = createZip(Object.fromEntries(Object.entries(deviceFiles).map(([name, data]) => [`devices/${name}`, data])))
    expect((await readFile(zip, 'devices.zip')).body).toMatchObject({ kind: 'devices', total: Object.keys(deviceFiles).length })
    const trial = await importFile(zip, 'devices.zip', fields(), { dryRun: true })
    expect(trial.body.errors ?? [], JSON.stringify(trial.body.errors)).toEqual([])
    const { body } = await importFile(zip, 'devices.zip', fields())
    expect(body).toMatchObject({ created: Object.keys(deviceFiles).length, failed: 0 })
    expect(await findEquipment('USW-Pro-24-PoE')).toMatchObject({
      tag: 'UNIFI-SWITCH-24-PRO-POE-GEN2',
      isRackMountable: true,
      rackUnits: 1,
      category: { id: category.id },
      manufacture: { name: 'Ubiquiti' },
      networkPorts: expect.arrayContaining([expect.objectContaining({ networkPortType: 3, isPoESource: true, poeType: 2, quantity: 16 })]),
      powerSpecs: [
        { type: 1, availability: 2, watts: 450, quantity: 1 },
        { type: 1, availability: 1, watts: 450, plug: 'UBIQUITI-SMARTPOWER' },
      ],
      watts: 450,
    })
    expect(await findEquipment('bullet m2')).toMatchObject({
      isRackMountable: false,
      weightLb: 0.4,
      partNumber: 'bullet m2',
      wirelessProtocols: [4],
      networkPorts: [{ networkPortType: 3, quantity: 1, isPoESource: false }],
      powerSpecs: [{ type: 3, availability: 2, poeType: null }],
    })
    const { ports } = await findEquipment('Catalyst 9200-24P')
    expect(ports.map((port: Row) => [port.name, port.direction, port.connectorPhysicalType.name])).toEqual([
      ['Console', 1, 'RJ45'],
      ['usb', 1, 'USB Mini-B'],
      ['Console', 2, 'RJ45'],
      ['usb', 2, 'USB Mini-B'],
    ])
    expect(await findEquipment('AP7811B')).toMatchObject({ rackUnits: 2, powerSpecs: [{ plug: 'NEMA-L6-30P', watts: null }] })
    expect((await importFile(zip, 'devices.zip', fields())).body).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: Object.keys(deviceFiles).length,
    })
    const single = await importFile(deviceFiles['Bullet-M2.yaml']!, 'Bullet-M2.yaml', {})
    expect([single.status, single.body]).toMatchObject([200, { unchanged: 1 }])
  })

  const patchPanel = (model: string) => `manufacturer: Panel & Co
model: ${model}
interfaces:
  - {name: a1, type: 400gbase-x-osfp}
  - {name: a2, type: 800gbase-x-qsfpdd}
  - {name: a3, type: 100gbase-x-sfpdd}
  - {name: a4, type: 100gbase-x-dsfp}
  - {name: s1, type: other}
  - {name: s2, type: other}
  - {name: vlan1, type: virtual}
console-ports:
  - {name: con, type: usb-a}
  - {name: aux, type: other}
rear-ports:
  - {name: '1', type: 8p8c}
  - {name: '2', type: splice}
front-ports:
  - {name: '1', type: 8p8c, rear_port: '1'}
  - {name: '2', type: lc, rear_port: '2'}
power-outlets:
  - {name: '1', type: iec-60320-c13}
  - {name: '2', type: iec-60320-c19}
`
  const leftOut = [
    'power outlet 1: named 1 (power outlet)',
    '2 interfaces of type other: s1, s2',
    '1 console port of type other: aux',
    '1 rear port of type splice: 2',
    '1 power outlet of type iec-60320-c19: 2',
    'rear_port of 2 front ports',
  ]

  it('import matching ports, and list the others in the result of the row', async () => {
    const model = uniqueName('Panel')
    const { body } = await importFile(patchPanel(model), 'a.yaml', fields())
    expect(body).toMatchObject({ created: 1, rows: [{ row: 1, action: 'Create', leftOut }] })
    const { ports, networkPorts } = await findEquipment(model)
    expect(networkPorts.map(({ label }: Row) => label)).toEqual(['OSFP', 'QSFP-DD 800G', 'SFP-DD', 'DSFP'])
    expect(ports.map((port: Row) => [port.name, port.direction, port.connectorPhysicalType.name, port.gender, port.label])).toEqual([
      ['con', 1, 'USB A', null, null],
      ['1', 1, 'RJ45', null, 'Rear'],
      ['con', 2, 'USB A', null, null],
      ['1', 2, 'RJ45', null, 'Front'],
      ['2', 2, 'LC Duplex', null, 'Front'],
      ['1 (power outlet)', 2, 'IEC C13', 2, null],
    ])
    expect((await importFile(patchPanel(model), 'a.yaml', fields())).body).toMatchObject({
      unchanged: 1,
      rows: [{ action: 'None', changes: [], leftOut }],
    })
  })

  it('add ports to equipment without any, and can be undone', async () => {
    const model = uniqueName('Bare panel')
    const bare = patchPanel(model).split('console-ports')[0]!
    expect((await importFile(bare, 'a.yaml', fields())).body).toMatchObject({ created: 1 })
    const { body } = await importFile(patchPanel(model), 'a.yaml', fields())
    expect(body).toMatchObject({ updated: 1, rows: [{ action: 'Update', changes: [{ label: 'Ports', from: null, to: '6 ports' }] }] })
    expect((await findEquipment(model)).ports).toHaveLength(6)
    expect((await app.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`, {})).status).toBe(201)
    expect((await findEquipment(model)).ports).toHaveLength(0)
  })

  it('keep existing ports, and list the ones missing there', async () => {
    const model = uniqueName('Drawn')
    const text = `${patchPanel(model).split('interfaces:')[0]}console-ports:\n  - {name: CON, type: usb-a}\n`
    expect((await importFile(text, 'a.yaml', fields())).body).toMatchObject({ created: 1, rows: [{ leftOut: [] }] })
    const { body } = await importFile(patchPanel(model), 'a.yaml', fields())
    const missing = '3 ports in addition to those drawn: 1, 2, 1 (power outlet)'
    expect(body).toMatchObject({ updated: 1, rows: [{ leftOut: [...leftOut, missing] }] })
    expect((await findEquipment(model)).ports).toHaveLength(2)
  })

  it('preview changes field by field', async () => {
    const model = uniqueName('Told')
    const yaml = (watts: number, units: number) =>
      `manufacturer: Panel & Co\nmodel: ${model}\nu_height: ${units}\npower-ports:\n  - {name: p, type: iec-60320-c14, maximum_draw: ${watts}}\n`
    const first = await importFile(yaml(100, 1), 'a.yaml', fields(), { dryRun: true })
    expect(first.body.rows).toMatchObject([{ row: 1, name: 'a.yaml', action: 'Create' }])
    expect(first.body.rows[0].changes).toContainEqual({ field: 'rackUnits', label: 'Rack units', from: null, to: '1' })
    await importFile(yaml(100, 1), 'a.yaml', fields())
    const { body } = await importFile(yaml(150, 2), 'a.yaml', fields(), { dryRun: true })
    expect(body).toMatchObject({ updated: 1, moreRows: 0 })
    expect(body.rows[0].changes).toEqual([
      { field: 'rackUnits', label: 'Rack units', from: '1', to: '2' },
      { field: 'powerSpecs', label: 'Power', from: 'AC, Required, 100 W, IEC-60320-C14', to: 'AC, Required, 150 W, IEC-60320-C14' },
    ])
    expect((await findEquipment(model)).rackUnits).toBe(1)
  })

  it('reject a duplicate in an archive, and the rest too unless partial import is chosen', async () => {
    const [one, two, maker] = [uniqueName('Twice'), uniqueName('Once'), uniqueName('Only of the refused')]
    const zip = createZip({
      'a.yaml': `manufacturer: Panel & Co\nmodel: ${one}\n`,
      'b.yaml': `manufacturer: Panel & Co\nmodel: ${one.toUpperCase()}\n`,
      'c.yaml': `manufacturer: Panel & Co\nmodel: ${two}\n`,
      'd.yaml': `manufacturer: ${maker}\nmodel: ''\n`,
      'e.yaml': `manufacturer: ${maker}\nmodel: ${'x'.repeat(300)}\n`,
    })
    const all = await importFile(zip, 'd.zip', fields())
    expect([all.status, all.body]).toMatchObject([400, { created: 0, failed: 3, failedRows: [2, 4, 5] }])
    const how = { ...fields(), takeTheRest: true }
    const trial = await importFile(zip, 'd.zip', how, { dryRun: true })
    expect([trial.status, trial.body]).toMatchObject([200, { dryRun: true, created: 2, failed: 3 }])
    const before = await total()
    const { status, body } = await importFile(zip, 'd.zip', how)
    expect([status, body]).toMatchObject([200, { created: 2, failed: 3, failedRows: [2, 4, 5] }])
    expect(body.errors).toContainEqual(expect.objectContaining({ row: 2, message: 'The same model is in row 1.' }))
    expect(await total()).toBe(before + 2)
    expect((await app.admin('GET', '/api/Manufactures', undefined, { query: { search: maker } })).body.total).toBe(0)
    const again = await importFile(createZip({ 'd.yaml': '- list' }), 'd.zip', how)
    expect([again.status, again.body]).toMatchObject([400, { failed: 1, created: 0 }])
  })

  it('are undone together with the manufacturer they created, and redone with it', async () => {
    const maker = uniqueName('Made by import')
    const found = async () => (await app.admin('GET', '/api/Manufactures', undefined, { query: { search: maker } })).body.total
    const { body } = await importFile(`manufacturer: ${maker}\nmodel: Z1\n`, 'a.yaml', fields())
    expect(body).toMatchObject({ created: 1, newManufacturers: [maker] })
    expect(await found()).toBe(1)
    const undone = await app.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`, {})
    expect([undone.status, undone.body]).toMatchObject([201, { deletedCount: 2, keptCount: 0 }])
    expect(await found()).toBe(0)
    expect((await app.admin('POST', `/api/changeSets/${undone.body.id}/Undo`, {})).body).toMatchObject({ restoredCount: 2, keptCount: 0 })
    expect(await found()).toBe(1)
  })

  it('keep a manufacturer that is used elsewhere since', async () => {
    const maker = uniqueName('Used since')
    const { body } = await importFile(`manufacturer: ${maker}\nmodel: Z1\n`, 'a.yaml', fields())
    await importFile(`manufacturer: ${maker}\nmodel: Z2\n`, 'b.yaml', fields())
    const undone = await app.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`, {})
    expect([undone.status, undone.body]).toMatchObject([201, { deletedCount: 1, keptCount: 1 }])
    expect((await app.admin('GET', '/api/Manufactures', undefined, { query: { search: maker } })).body.total).toBe(1)
  })

  it('with console ports are undone completely', async () => {
    const renamed = String(deviceFiles['C9200-24P.yaml']).replace(/^model: .*$/m, 'model: Taken back 24')
    const { body } = await importFile(renamed, 'device.yaml', fields())
    expect(body).toMatchObject({ created: 1, failed: 0 })
    expect((await findEquipment('Taken back 24')).ports).toHaveLength(4)
    const undone = await app.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`, {})
    expect([undone.status, undone.body]).toMatchObject([201, { deletedCount: 1, keptCount: 0 }])
  })

  it('keep part numbers and models as written', async () => {
    const yaml =
      "manufacturer: Octal & Co\nmodel: 0123\npart_number: 00720/10\nu_height: 1.5\nweight: '2'\nweight_unit: oz\ncomments: |\n  first\n  second\n"
    expect((await importFile(yaml, 'a.yaml', fields())).body).toMatchObject({ created: 1 })
    expect(await findEquipment('00720/10')).toMatchObject({
      model: '0123',
      partNumber: '00720/10',
      rackUnits: 1.5,
      weightLb: 0.13,
      notes: 'first\nsecond',
    })
    const changed = await importFile(yaml.replace("'2'", '32'), 'a.yaml', fields())
    expect(changed.body).toMatchObject({ created: 0, updated: 1 })
    expect(await findEquipment('00720/10')).toMatchObject({ weightLb: 2 })
  })

  it('treat names like constructor as unknown', async () => {
    const yaml =
      'manufacturer: Octal & Co\nmodel: constructor\n__proto__: {polluted: 1}\nweight: 3\nweight_unit: constructor\ninterfaces:\n' +
      ['constructor', '__proto__', 'toString']
        .map((type) => `  - {name: ${type}, type: ${type}, poe_mode: pd, poe_type: ${type}}\n`)
        .join('') +
      'console-ports:\n  - {name: a, type: constructor}\n'
    const { body } = await importFile(yaml, 'a.yaml', fields())
    expect(body, JSON.stringify(body)).toMatchObject({ created: 1, errors: [] })
    expect(await findEquipment('constructor')).toMatchObject({ weightLb: null, networkPorts: [], wirelessProtocols: [] })
    expect(({} as Row).polluted).toBeUndefined()
  })

  it('report each broken file, and then import none', async () => {
    const before = await total()
    const zip = createZip({
      'a.yaml': 'manufacturer: A\nmodel: [1',
      'b.yml': 'model: only',
      'c.yaml': '- list',
      'd.yaml': 'manufacturer: Good\nmodel: Good',
      '__MACOSX/._d.yaml': 'x',
      'README.md': 'x',
    })
    const { status, body } = await importFile(zip, 'd.zip', fields())
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      { row: 1, name: 'a.yaml', message: expect.stringMatching(/^The file is not valid YAML/) },
      { row: 2, name: 'b.yml', message: 'A device needs a manufacturer and a model.' },
      { row: 3, name: 'c.yaml', message: 'This file does not describe a device.' },
    ])
    expect(await total()).toBe(before)
    const left = { 1: null, 2: { manufacturer: 'Never' }, 3: null }
    expect((await importFile(zip, 'd.zip', { ...fields(), fixes: { ...left, 2: null } })).body).toMatchObject({ created: 1 })
  })

  it('reject an archive that unpacks too large through repeated aliases', async () => {
    const file = (name: string) => `manufacturer: A\nmodel: ${name}\ncomments: &a ${'x'.repeat(200_000)}\nmore: [${'*a,'.repeat(15)}]`
    const bomb = createZip(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.yaml`, file(`M${n}`)])))
    expect(bomb.length).toBeLessThan(20_000)
    for (const answer of [await readFile(bomb, 'bomb.zip'), await importFile(bomb, 'bomb.zip', fields())])
      expect(answer).toMatchObject({ status: 413, body: { errors: ['The archive unpacks to too much.'] } })
  })

  it('limit aliases, depth and size', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`)
      .join('\n')}\nmanufacturer: A\nmodel: B\n`
    const began = Date.now()
    for (const yaml of [bomb, `model: ${'['.repeat(20_000)}`, `a: ${'x'.repeat(300_000)}`]) {
      const { status, body } = await importFile(yaml, 'bomb.yaml', fields())
      expect(status).toBe(400)
      expect(body.errors[0].message).toMatch(/not valid YAML|nested too deeply|too large/)
    }
    expect(Date.now() - began).toBeLessThan(timeoutMs(5000))
  })
})

it('require both permissions', async () => {
  for (const held of [['Equipments.Create'], ['Equipments.Update']] as const) {
    const person = await app.signInAs([...held])
    expect((await importFile('Model\nA\n', 'a.csv', {}, { caller: person })).status).toBe(403)
    expect((await person('POST', '/api/equipments/Import/Read', form('x', 'a.csv'))).status).toBe(403)
  }
})
