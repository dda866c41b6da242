import {
  EquipmentAvailability,
  InstallerCode,
  NetworkPortType,
  PoEType,
  PowerSpecAvailability,
  ProviderCode,
  WirelessProtocol,
} from '../../model/catalogue/enums.ts'
import { equipments as of } from '../../model/catalogue/equipment.ts'
import { type EquipmentColumn, equipmentColumns, type NetworkColumn, type PowerColumn } from '../../model/catalogue/equipment-columns.ts'
import { noProductFamily } from '../../model/companies/product-families.ts'
import type { Field } from '../../model/kit/description.ts'
import type { Enumeration } from '../../model/kit/enumeration.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Row } from '../kit/request/context.ts'
import type { ReadCell } from '../tools/sheet-reading.ts'

/** What an empty cell is not: this one empties the value. */
export const clearing = '-'

type Plain = string | number | boolean | null
/** Families and categories by what people write into a cell. */
export interface Lookups {
  familyId(manufactureId: number, name: string): number | undefined
  category(text: string): { id: number; isCable: boolean } | undefined
}

/** The field of one part of a row's list. */
function partField(field: Field, part: string): Field {
  const found = field.fields?.[part]
  if (!found) throw new Error(`${field.label} has no part ${part}`)
  return found
}
const isMissing = (cell: ReadCell | undefined) => cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')
const day = (date: Date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10))
/** A cell as a person reads it. */
export const textOf = (cell: ReadCell | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return day(cell)
  return typeof cell === 'string' ? cell.trim() : String(cell)
}

const supply = (specs: Row[], type: number) => specs.findIndex((spec) => spec.type === type)
const wirelessText = (protocols: WirelessProtocol[]) => protocols.map((one) => WirelessProtocol.label(one)).join('; ')

/** What the workbook shows of a row, in the way the import reads it again. */
export function cellOf(column: EquipmentColumn, row: Row): Plain {
  switch (column.kind) {
    case 'id':
      return row.id
    case 'rowVersion':
      return row.rowVersion
    case 'manufacturer':
      return row.manufacture?.name ?? null
    case 'weightUnit':
      return null
    case 'family':
      return row.productFamily?.name ?? null
    case 'category':
      return row.category?.number ?? null
    case 'power': {
      const value = row.powerSpecs?.[supply(row.powerSpecs, column.supply)]?.[column.part] ?? null
      return column.part === 'poeType' && value !== null ? PoEType.label(value) : value
    }
    case 'network': {
      const value = row.networkPorts?.[column.port]?.[column.part] ?? null
      return column.part === 'networkPortType' && value !== null ? NetworkPortType.label(value) : value
    }
    case 'field': {
      const value = row[column.field] ?? null
      if (column.field === 'wirelessProtocols') return wirelessText(value ?? []) || null
      if (typeof value === 'boolean') return value ? 'Yes' : 'No'
      const { options }: Field = of.fields[column.field]
      return options && value !== null ? options.label(value) : value
    }
  }
}

/** Whether a cell still says what the export wrote. */
export function isAsExported(column: EquipmentColumn, row: Row, cell: ReadCell): boolean {
  const written = cellOf(column, row)
  if (written === null) return isMissing(cell)
  // What a sheet cannot hold was left out when it was written.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a sheet loses
  const kept = (text: string) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/g, '').trim()
  return kept(textOf(cell)) === kept(String(written))
}

/** A value of an enumeration by its label, its value or its long name. */
function chosen(options: Enumeration, text: string): unknown {
  const same = (one: unknown) => String(one ?? '').toLowerCase() === text.toLowerCase()
  return options.values.find(({ value, label, longLabel }) => same(label) || same(value) || same(longLabel))?.value
}

function numberIn(cell: ReadCell, isMoney: boolean): unknown {
  if (typeof cell === 'number') return cell
  const text = textOf(cell).replace(isMoney ? /^(USD|US\$|\$)\s*/i : /^$/, '')
  const bare = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : text
}

const truths = new Map([
  ...['yes', 'y', 'true', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
])

/** A cell as the value of a plain field; what does not fit stays what it is and is refused by the field. */
function plainValue(field: Field, cell: ReadCell): unknown {
  const text = textOf(cell)
  if (field.kind === 'boolean') return truths.get(text.toLowerCase()) ?? text
  if (field.kind === 'money' || field.kind === 'number' || field.kind === 'integer') return numberIn(cell, field.kind === 'money')
  const { options } = field
  if (field.kind === 'choice') return (options && chosen(options, text)) ?? text
  if (field.kind === 'choices')
    return partsOf(text)
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => (options && chosen(options, one)) ?? one)
  return text
}

/** `Rack, Wall (in, on); Floor` → three: a comma inside parentheses parts nothing. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let end = text.length
  let parenthesis = ''
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text.charAt(at)
    if (sign === '(' || sign === ')') parenthesis = sign
    const isBetween = sign === ';' || sign === '\n' || (sign === ',' && parenthesis !== ')')
    if (!isBetween) continue
    parts.push(text.slice(at + 1, end))
    end = at
  }
  return [...parts, text.slice(0, end)].reverse()
}

/** Takes a cell into the values of a row. Answers what is wrong with it. */
export function takeCell(column: EquipmentColumn, cell: ReadCell, values: Row, look: Lookups): string | undefined {
  const isCleared = textOf(cell) === clearing
  const text = textOf(cell)
  if (isCleared && column.isRequired) return messages.required
  switch (column.kind) {
    case 'id':
    case 'rowVersion':
    case 'manufacturer':
    case 'weightUnit':
      return undefined
    case 'family': {
      if (isCleared || text.toLowerCase() === noProductFamily.name.toLowerCase()) values.productFamilyId = null
      else {
        const id = look.familyId(values.manufactureId, text)
        if (id === undefined) return `There is no product family "${text.slice(0, 100)}".`
        values.productFamilyId = id
      }
      return undefined
    }
    case 'category': {
      const found = look.category(text)
      if (!found) return `There is no category ${text.slice(0, 100)}.`
      values.categoryId = found.id
      return undefined
    }
    case 'power':
      return takePower(column, isCleared ? null : cell, values)
    case 'network':
      return takeNetworkPort(column, isCleared ? null : cell, values)
    case 'field': {
      const field: Field = of.fields[column.field]
      const empty = field.kind === 'choices' ? [] : null
      return checked(field, isCleared ? empty : plainValue(field, cell), (value) => {
        values[column.field] = value
      })
    }
  }
}

function checked(field: Field, value: unknown, keep: (value: unknown) => void): string | undefined {
  let problem: string | undefined
  const clean = field.check(value, (message) => {
    problem ??= message
  })
  if (problem === undefined) keep(clean)
  return problem
}

/** The first supply of its kind; it comes with the first value and goes with the last. */
function takePower({ supply: type, part }: PowerColumn, cell: ReadCell, values: Row): string | undefined {
  const field = partField(of.fields.powerSpecs, part)
  const specs: Row[] = [...values.powerSpecs]
  const at = supply(specs, type)
  return checked(field, cell === null ? null : plainValue(field, cell), (value) => {
    const spec = { ...(specs[at] ?? newSupply(type)), [part]: value }
    const isEmpty = !['voltage', 'currentAmps', 'watts', 'poeType', 'plug'].some((one) => spec[one] !== null)
    if (at < 0) {
      if (value !== null) specs.push(spec)
    } else if (isEmpty) specs.splice(at, 1)
    else specs[at] = spec
    values.powerSpecs = specs
  })
}

const newSupply = (type: number): Row => ({
  type,
  availability: PowerSpecAvailability.of.Required,
  voltage: null,
  currentAmps: null,
  watts: null,
  poeType: null,
  plug: null,
  quantity: 1,
})

function takeNetworkPort({ port: at, part }: NetworkColumn, cell: ReadCell, values: Row): string | undefined {
  const ports: (Row | null)[] = [...values.networkPorts]
  while (ports.length <= at) ports.push(null)
  const field = partField(of.fields.networkPorts, part)
  const port: Row = ports[at] ?? { networkPortType: null, quantity: null, label: null, isPoESource: false, poeType: null }
  if (cell === null) {
    // Without a type or a number there is no port.
    ports[at] = null
    values.networkPorts = ports
    return undefined
  }
  return checked(field, plainValue(field, cell), (value) => {
    ports[at] = { ...port, [part]: value }
    values.networkPorts = ports
  })
}

/** Ends the reading of a row: ports that were emptied go, half ones are a problem. Answers the column it is a problem of. */
export function finishPorts(values: Row): { key: string; message: string } | undefined {
  for (const [at, port] of values.networkPorts.entries()) {
    if (!port || at > 1) continue
    if (port.networkPortType === null) return { key: `networkPort${at + 1}Type`, message: messages.required }
    if (port.quantity === null) return { key: `networkPort${at + 1}Quantity`, message: messages.required }
  }
  values.networkPorts = values.networkPorts.filter(Boolean)
  return undefined
}

const yesOrNo = equipmentColumns.filter((column) => column.kind === 'field' && of.fields[column.field].kind === 'boolean')

export interface CategoryName {
  number: number
  name: string
}
/** The sheet "Lists" and which column of the main sheet chooses from which of it. */
export function listColumns(families: string[], categories: CategoryName[]): { header: string; values: Plain[]; of: string[] }[] {
  const labels = (options: Enumeration) => options.values.map(({ label }) => label)
  return [
    { header: 'Product Family', values: [noProductFamily.name, ...families], of: ['productFamily'] },
    { header: 'Category No.', values: categories.map(({ number }) => number), of: ['category'] },
    { header: 'Category', values: categories.map(({ name }) => name), of: [] },
    { header: 'Availability', values: labels(EquipmentAvailability), of: ['availability'] },
    { header: 'Provider', values: labels(ProviderCode), of: ['defaultProvider'] },
    { header: 'Installer', values: labels(InstallerCode), of: ['defaultInstaller'] },
    { header: 'PoE Type', values: labels(PoEType), of: ['poeType'] },
    { header: 'Network Port Type', values: labels(NetworkPortType), of: ['networkPort1Type', 'networkPort2Type'] },
    { header: 'Wi-Fi', values: labels(WirelessProtocol), of: ['wirelessProtocols'] },
    ...yesOrNo.map(({ key, header }) => ({ header, values: ['Yes', 'No'], of: [key] })),
  ]
}

export const isEmptyCell = isMissing
