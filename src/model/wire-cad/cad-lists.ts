import { formatCount } from '../kit/plural.ts'
import { type CadItem, type CadPort, type CadReading, mergeItems } from './cad-items.ts'
import { deviceIn, directionsIn, distinctPorts, genderIn, guidIn, itemNamed, measureIn, parseText } from './cad-values.ts'

interface SheetRow {
  number: number
  values: readonly unknown[]
}

const mostRowsAbove = 20
/** Alternative names of item fields: with and without the prefix `cad`, and as in the Systems grid. */
const words: Readonly<Record<string, string>> = {
  manufacturername: 'manufacturer',
  equipmentname: 'model',
  quantity: 'quantity',
  qty: 'quantity',
  guid: 'wirecadid',
  id: 'wirecadid',
}
function columnKey(header: unknown): string {
  const plain = (parseText(header, 60) ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')
  const known = plain.startsWith('cad') ? plain.slice(3) : plain
  return words[known] ?? known
}

type FieldReader = (key: string) => unknown
const gridKeys = ['sysname', 'sysnum', 'alias', 'location', 'elevation'] as const

/** Reads a project's Systems grid, one row per device, or a list of items; undefined for any other table. */
export function readTable(rows: readonly SheetRow[]): CadReading | undefined {
  const at = rows.slice(0, mostRowsAbove).findIndex(({ values }) => {
    const keys = new Set(values.map(columnKey))
    return keys.has('manufacturer') && keys.has('model')
  })
  const head = rows[at]
  if (!head) return undefined
  const columnIndexes = new Map<string, number>()
  for (const [columnIndex, header] of head.values.entries()) {
    const key = columnKey(header)
    if (key && !columnIndexes.has(key)) columnIndexes.set(key, columnIndex)
  }
  const isGrid = gridKeys.some((key) => columnIndexes.has(key))
  const items: CadItem[] = []
  const lost: number[] = []
  for (const { number, values } of rows.slice(at + 1)) {
    const readValue: FieldReader = (key) => values[columnIndexes.get(key) ?? -1]
    const item = isGrid ? deviceItem(readValue) : listedItem(readValue)
    if (item) items.push(item)
    else lost.push(number)
  }
  const notes = lost.length > 0 ? [`${formatCount(lost.length, 'row')} without manufacturer or name left out: ${rowList(lost)}.`] : []
  return { items: mergeItems(items), notes }
}

const rowList = (rows: readonly number[]) => `${rows.slice(0, 5).join(', ')}${rows.length > 5 ? ' and more' : ''}`

function deviceItem(readValue: FieldReader): CadItem | undefined {
  const item = itemNamed(readValue('manufacturer'), readValue('model'))
  return item && { ...item, wireCadId: guidIn(readValue('wirecadid')), cadQuantity: 1, devices: [deviceIn(readValue)] }
}

function listedItem(readValue: FieldReader): CadItem | undefined {
  const item = itemNamed(readValue('manufacturer'), readValue('model'))
  if (!item) return undefined
  const { notes } = item
  const quantity = parseText(readValue('quantity'), 20)
  const isCount = quantity !== null && /^[0-9]{1,6}$/.test(quantity)
  if (quantity && !isCount) notes.push(`Quantity "${quantity}" was not understood.`)
  const devices = devicesIn(readValue('devices'))
  return {
    ...item,
    wireCadId: guidIn(readValue('wirecadid')),
    cadDescription: parseText(readValue('description'), 1000),
    cadType: parseText(readValue('type'), 200),
    cadWeightLb: measureIn(readValue('weightlb') ?? readValue('weight'), null, 'lb', 'Weight', notes),
    cadHeightIn: measureIn(readValue('heightin') ?? readValue('height'), null, 'in', 'Height', notes),
    cadWidthIn: measureIn(readValue('widthin') ?? readValue('width'), null, 'in', 'Width', notes),
    cadDepthIn: measureIn(readValue('depthin') ?? readValue('depth'), null, 'in', 'Depth', notes),
    cadWatts: measureIn(readValue('watts') ?? readValue('power'), null, 'W', 'Power', notes),
    cadVoltage: measureIn(readValue('voltage'), null, 'V', 'Voltage', notes),
    cadPorts: portsIn(readValue('ports'), notes),
    cadQuantity: isCount ? Number(quantity) : devices.length > 0 ? devices.length : null,
    devices,
  }
}

function fieldLookup(value: unknown): FieldReader | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const known = new Map(Object.entries(value).map(([key, one]) => [columnKey(key), one]))
  return (key) => known.get(key)
}

/** A text cell may contain a JSON list. */
function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return []
  try {
    const read: unknown = JSON.parse(value)
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

const devicesIn = (value: unknown) =>
  listIn(value).flatMap((item) => {
    const readValue = fieldLookup(item)
    return readValue ? [deviceIn(readValue)] : []
  })

function portsIn(value: unknown, notes: string[]): CadPort[] {
  const rows = listIn(value)
  const ports = rows.flatMap((row): CadPort[] => {
    const readValue = fieldLookup(row)
    const name = parseText(readValue?.('name'), 60)
    if (!readValue || !name) return []
    const like = {
      name,
      connector: parseText(readValue('connector'), 100),
      signalType: parseText(readValue('signaltype'), 100),
      gender: genderIn(readValue('gender')),
    }
    return directionsIn(readValue('direction')).map((direction) => ({ direction, ...like }))
  })
  const lost = rows.length - new Set(ports.map(({ name }) => name)).size
  if (rows.length > 0 && ports.length === 0) notes.push(`${formatCount(lost, 'port')} not understood.`)
  return distinctPorts(ports, notes)
}

/** Reads items of a JSON file or of the bridge's response: a list, or an object that contains one. */
export function readItems(value: unknown): CadReading | undefined {
  const readValue = fieldLookup(value)
  const rows = Array.isArray(value) ? value : [readValue?.('items'), readValue?.('equipment'), readValue?.('devices')].find(Array.isArray)
  if (!Array.isArray(rows)) return undefined
  const items: CadItem[] = []
  const lost: number[] = []
  for (const [at, row] of rows.entries()) {
    const saidRow = fieldLookup(row)
    const isDevice = saidRow && gridKeys.some((key) => saidRow(key) !== undefined)
    const item = saidRow && (isDevice ? deviceItem(saidRow) : listedItem(saidRow))
    if (item) items.push(item)
    else lost.push(at + 1)
  }
  if (items.length === 0 && rows.length > 0) return undefined
  const notes =
    lost.length > 0 ? [`${formatCount(lost.length, 'entry', 'entries')} without manufacturer or name left out: ${rowList(lost)}.`] : []
  return { items: mergeItems(items), notes }
}
