import type { categories } from '../../model/catalog/categories.ts'
import {
  EquipmentAvailability,
  InstallerCode,
  NetworkPortType,
  PoEType,
  PowerSpecAvailability,
  type PowerSpecType,
  ProviderCode,
  WirelessProtocol,
} from '../../model/catalog/enums.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import {
  type ColumnKey,
  type EquipmentColumn,
  equipmentColumns,
  type NetworkColumn,
  type PowerColumn,
} from '../../model/catalog/equipment-columns.ts'
import { noProductFamily } from '../../model/companies/product-families.ts'
import type { Field, ValueIn } from '../../model/kit/description.ts'
import type { Enumeration } from '../../model/kit/enumeration.ts'
import { json } from '../../model/kit/field.ts'
import { type DecimalNotation, notANumber, parseNumberText } from '../../model/kit/number-text.ts'
import { messages } from '../../model/kit/rules.ts'
import { type ReadCell, readCellText } from '../tools/cell-formats.ts'
import { assignField, type EquipmentRow, type Written } from './equipment.ts'

/** Cell text that clears the value; an empty cell does not. */
export const clearing = '-'

type Plain = string | number | boolean | null
type PowerSpec = ValueIn<typeof equipments.fields.powerSpecs>[number]
type NetworkPort = ValueIn<typeof equipments.fields.networkPorts>[number]
/** Required parts of a port; each has its own sheet column. */
type PortNeed = keyof NetworkPort & ('networkPortType' | 'quantity')
type BegunPort = Omit<NetworkPort, PortNeed> & { [K in PortNeed]: NetworkPort[K] | null }
export type BegunPorts = (BegunPort | null)[]

export interface Lookups {
  familyId(manufactureId: number, name: string): number | undefined
  category(text: string): { id: number; isCable: boolean } | undefined
}

function partField(field: Field, part: string): Field {
  const found = field.fields?.[part]
  if (!found) throw new Error(`${field.label} has no part ${part}`)
  return found
}
const isBlankCell = (cell: ReadCell | undefined) => cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')
const numberOfCategory: keyof typeof categories.fields = 'number'
const powerSpecIndex = (specs: PowerSpec[], type: PowerSpecType) => specs.findIndex((spec) => spec.type === type)

/** Formats a value so that the import can read it again. */
export function formatCell(column: EquipmentColumn, row: EquipmentRow): Plain {
  switch (column.kind) {
    case 'id':
      return row.id
    case 'rowVersion':
      return row.rowVersion
    case 'manufacturer':
      return row.manufacture.name
    case 'weightUnit':
    case 'imageAddress':
      return null
    case 'family':
      return row.productFamily?.name ?? null
    case 'category': {
      const number = row.category[numberOfCategory]
      return typeof number === 'number' ? number : null
    }
    case 'power': {
      const value = row.powerSpecs[powerSpecIndex(row.powerSpecs, column.supply)]?.[column.part] ?? null
      return column.part === 'poeType' && value !== null ? PoEType.label(value) : value
    }
    case 'network': {
      const value = row.networkPorts[column.port]?.[column.part] ?? null
      return column.part === 'networkPortType' && value !== null ? NetworkPortType.label(value) : value
    }
    case 'field': {
      const value = row[column.field]
      const { options }: Field = equipments.fields[column.field]
      const inWords = (plain: Plain) => (options && plain !== null ? options.label(plain) : plain)
      if (Array.isArray(value)) return value.map(inWords).join('; ') || null
      return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : inWords(value)
    }
  }
}

export function isAsExported(column: EquipmentColumn, row: EquipmentRow, cell: ReadCell): boolean {
  const written = formatCell(column, row)
  if (written === null) return isBlankCell(cell)
  // Characters a sheet cannot store were removed on export.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a sheet loses
  const cleanText = (text: string) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/g, '').trim()
  return cleanText(readCellText(cell)) === cleanText(String(written))
}

function findEnumValue(options: Enumeration, text: string): unknown {
  const same = (item: unknown) => String(item ?? '').toLowerCase() === text.toLowerCase()
  return options.values.find(({ value, label, longLabel }) => same(label) || same(value) || same(longLabel))?.value
}

const isNumeric = ({ kind }: Field) => kind === 'money' || kind === 'number' || kind === 'integer'

/** The format of a number may show a unit: `480 mm` in a column of inches is not 480. */
const showsOtherUnit = (shown: string, { unit = '' }: Field) => {
  const letters = shown.replace(/[^a-z"'°]/gi, '').toLowerCase()
  return letters !== '' && letters !== unit.toLowerCase()
}

/** A cell that is no number stays a text, which the field rejects. A currency is accepted only for money. */
function parseNumberCell(cell: ReadCell, field: Field, decimals: DecimalNotation): unknown {
  if (typeof cell === 'number') return cell
  const text = readCellText(cell)
  if (typeof cell === 'object' && cell !== null && 'number' in cell && !showsOtherUnit(cell.shown, field)) return cell.number
  if (field.kind !== 'money' && /[$a-z]/i.test(text)) return text
  const { value } = parseNumberText(text, decimals)
  return value ?? text
}

/** Describes a number with two readings. Other texts are left to the field. */
function ambiguousNumber(column: EquipmentColumn, cell: ReadCell, decimals: DecimalNotation): string | undefined {
  if (typeof cell !== 'string' || !isNumeric(columnField(column))) return undefined
  const { problem } = parseNumberText(cell, decimals)
  return problem === notANumber ? undefined : problem
}

const noField: Field = json()
function columnField(column: EquipmentColumn): Field {
  if (column.kind === 'field') return equipments.fields[column.field]
  if (column.kind === 'power') return partField(equipments.fields.powerSpecs, column.part)
  return column.kind === 'network' ? partField(equipments.fields.networkPorts, column.part) : noField
}

const truths = new Map([
  ...['yes', 'y', 'true', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
])

/** Converts a cell to a plain field value; an invalid one is passed on and rejected by the field. */
function plainValue(field: Field, cell: ReadCell, decimals: DecimalNotation): unknown {
  const text = readCellText(cell)
  if (field.kind === 'boolean') return truths.get(text.toLowerCase()) ?? text
  if (isNumeric(field)) return parseNumberCell(cell, field, decimals)
  if (field.kind === 'date' && cell instanceof Date) return text.slice(0, 10)
  const { options } = field
  if (field.kind === 'choice') return (options && findEnumValue(options, text)) ?? text
  if (field.kind === 'choices')
    return splitAtCommas(text)
      .map((part) => part.trim())
      .filter(Boolean)
      .map((item) => (options && findEnumValue(options, item)) ?? item)
  return text
}

/** `Rack, Wall (in, on); Floor` → three items: commas inside parentheses do not separate. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let end = text.length
  let parenthesis = ''
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text.charAt(at)
    if (character === '(' || character === ')') parenthesis = character
    const isBetween = character === ';' || character === '\n' || (character === ',' && parenthesis !== ')')
    if (!isBetween) continue
    parts.push(text.slice(at + 1, end))
    end = at
  }
  return [...parts, text.slice(0, end)].reverse()
}

export function takeCell(
  column: EquipmentColumn,
  cell: ReadCell,
  values: Written,
  ports: BegunPorts,
  lookups: Lookups,
  decimals: DecimalNotation,
): string | undefined {
  const isCleared = readCellText(cell) === clearing
  const text = readCellText(cell)
  if (isCleared && column.isRequired) return messages.required
  const ambiguous = ambiguousNumber(column, cell, decimals)
  if (ambiguous) return ambiguous
  switch (column.kind) {
    case 'id':
    case 'rowVersion':
    case 'manufacturer':
    case 'weightUnit':
      return undefined
    case 'imageAddress':
      return isCleared ? undefined : checkField(equipments.fields.url, text, () => undefined)
    case 'family': {
      if (isCleared || text.toLowerCase() === noProductFamily.name.toLowerCase()) values.productFamilyId = null
      else {
        const id = lookups.familyId(values.manufactureId ?? 0, text)
        if (id === undefined) return `There is no product family "${text.slice(0, 100)}".`
        values.productFamilyId = id
      }
      return undefined
    }
    case 'category': {
      const found = lookups.category(text)
      if (!found) return `There is no category ${text.slice(0, 100)}.`
      values.categoryId = found.id
      return undefined
    }
    case 'power':
      return takePower(column, isCleared ? null : cell, values, decimals)
    case 'network':
      return takeNetworkPort(column, isCleared ? null : cell, ports, decimals)
    case 'field': {
      const field: Field = equipments.fields[column.field]
      const empty = field.kind === 'choices' ? [] : null
      return takeField(column.field, isCleared ? empty : plainValue(field, cell, decimals), values)
    }
  }
}

export function takeField(key: keyof Written, value: unknown, values: Written): string | undefined {
  const field: Field = equipments.fields[key]
  return checkField(field, value, (clean) => assignField(values, key, clean))
}

function checkField<T>(field: Field<T>, value: unknown, keep: (clean: T) => void): string | undefined {
  let problem: string | undefined
  const clean = field.check(value, (message) => {
    problem ??= message
  })
  if (problem === undefined) keep(clean)
  return problem
}

/** Applies a cell to the first supply of its kind, which is created with the first value and removed with the last. */
function takePower({ supply: type, part }: PowerColumn, cell: ReadCell, values: Written, decimals: DecimalNotation): string | undefined {
  const field = partField(equipments.fields.powerSpecs, part)
  const specs = [...(values.powerSpecs ?? [])]
  const at = powerSpecIndex(specs, type)
  return checkField(field, cell === null ? null : plainValue(field, cell, decimals), (value) => {
    const spec: PowerSpec = { ...(specs[at] ?? newSupply(type)), [part]: value }
    const isEmpty = factsOfSupply.every((fact) => spec[fact] === null)
    if (at < 0) {
      if (value !== null) specs.push(spec)
    } else if (isEmpty) specs.splice(at, 1)
    else specs[at] = spec
    values.powerSpecs = specs
  })
}

/** A supply without any of these values is removed. */
const factsOfSupply: readonly (keyof PowerSpec)[] = ['voltage', 'currentAmps', 'watts', 'poeType', 'plug']

const newSupply = (type: PowerSpecType): PowerSpec => ({
  type,
  availability: PowerSpecAvailability.Required,
  voltage: null,
  currentAmps: null,
  watts: null,
  poeType: null,
  plug: null,
  quantity: 1,
})

function takeNetworkPort(
  { port: at, part }: NetworkColumn,
  cell: ReadCell,
  ports: BegunPorts,
  decimals: DecimalNotation,
): string | undefined {
  while (ports.length <= at) ports.push(null)
  if (cell === null) {
    // A port requires a type and a quantity.
    ports[at] = null
    return undefined
  }
  const port = ports[at] ?? { networkPortType: null, quantity: null, label: null, isPoESource: false, poeType: null }
  const field = partField(equipments.fields.networkPorts, part)
  return checkField(field, plainValue(field, cell, decimals), (value) => {
    ports[at] = { ...port, [part]: value }
  })
}

/** Finishes a row and removes emptied ports. Returns the missing part of an incomplete port. */
export function finishPorts(ports: BegunPorts, values: Written): { at: number; part: PortNeed } | undefined {
  const completePorts: NetworkPort[] = []
  for (const [at, port] of ports.entries()) {
    if (!port) continue
    const { networkPortType, quantity } = port
    if (networkPortType === null) return { at, part: 'networkPortType' }
    if (quantity === null) return { at, part: 'quantity' }
    completePorts.push({ ...port, networkPortType, quantity })
  }
  values.networkPorts = completePorts
  return undefined
}

const yesOrNo = equipmentColumns.filter((column) => column.kind === 'field' && equipments.fields[column.field].kind === 'boolean')

export interface CategoryName {
  number: number
  name: string
}
export function listColumns(
  families: string[],
  categories: CategoryName[],
): { header: string; values: Plain[]; columnKeys: ColumnKey[] }[] {
  const labels = (options: Enumeration) => options.values.map(({ label }) => label)
  return [
    { header: 'Product Family', values: [noProductFamily.name, ...families], columnKeys: ['productFamily'] },
    { header: 'Category No.', values: categories.map(({ number }) => number), columnKeys: ['category'] },
    { header: 'Category', values: categories.map(({ name }) => name), columnKeys: [] },
    { header: 'Availability', values: labels(EquipmentAvailability), columnKeys: ['availability'] },
    { header: 'Provider', values: labels(ProviderCode), columnKeys: ['defaultProvider'] },
    { header: 'Installer', values: labels(InstallerCode), columnKeys: ['defaultInstaller'] },
    { header: 'PoE Type', values: labels(PoEType), columnKeys: ['poeType'] },
    { header: 'Network Port Type', values: labels(NetworkPortType), columnKeys: ['networkPort1Type', 'networkPort2Type'] },
    { header: 'Wi-Fi', values: labels(WirelessProtocol), columnKeys: ['wirelessProtocols'] },
    ...yesOrNo.map(({ key, header }) => ({ header, values: ['Yes', 'No'], columnKeys: [key] })),
  ]
}

export const isEmptyCell = isBlankCell
