import type { ValueIn } from '../kit/description.ts'
import type { RowOf } from '../kit/resource.ts'
import { PowerSpecType } from './enums.ts'
import { equipments } from './equipment.ts'

const { fields } = equipments
type FieldKey = keyof typeof fields
type Answered = RowOf<typeof equipments>
type PartOf<K extends 'powerSpecs' | 'networkPorts'> = keyof ValueIn<(typeof fields)[K]>[number] & string
type OneValue = string | number | boolean | null
type CellKey = { [K in FieldKey & keyof Answered]: Answered[K] extends OneValue | OneValue[] ? K : never }[FieldKey & keyof Answered]
type FoundKey = (keyof Answered & ('id' | 'rowVersion' | 'productFamily' | 'category')) | 'manufacturer' | 'weightUnit' | 'imageAddress'
type PowerKey = 'acVoltage' | 'acCurrent' | 'acWatts' | 'dcVoltage' | 'dcCurrent' | 'poeType'
type NetworkKey = `networkPort${1 | 2}${'Type' | 'Quantity'}`
export type ColumnKey = CellKey | FoundKey | PowerKey | NetworkKey

interface ColumnDefinition<K extends ColumnKey = ColumnKey> {
  key: K
  header: string
  isRequired?: boolean
  alike?: string[]
  width?: number
}
interface PlainColumn extends ColumnDefinition<CellKey> {
  kind: 'field'
  field: CellKey
}
export interface PowerColumn extends ColumnDefinition<PowerKey> {
  kind: 'power'
  field: 'powerSpecs'
  supply: PowerSpecType
  part: PartOf<'powerSpecs'>
}
export interface NetworkColumn extends ColumnDefinition<NetworkKey> {
  kind: 'network'
  field: 'networkPorts'
  port: number
  part: PartOf<'networkPorts'>
}
interface FoundColumn extends ColumnDefinition<FoundKey> {
  kind: 'id' | 'rowVersion' | 'manufacturer' | 'weightUnit' | 'imageAddress' | 'family' | 'category'
  field?: FieldKey & ('manufactureId' | 'productFamilyId' | 'categoryId')
}
export type EquipmentColumn = PlainColumn | PowerColumn | NetworkColumn | FoundColumn

const fieldColumn = (key: CellKey, header: string, more: Partial<ColumnDefinition<CellKey>> = {}): PlainColumn => ({
  key,
  header,
  kind: 'field',
  field: key,
  ...more,
})
const { AC, DC, PoE } = PowerSpecType
const power = (key: PowerKey, header: string, supply: PowerSpecType, part: PartOf<'powerSpecs'>): PowerColumn => ({
  key,
  header,
  kind: 'power',
  field: 'powerSpecs',
  supply,
  part,
})
const network = (key: NetworkKey, header: string, port: number, part: PartOf<'networkPorts'>): NetworkColumn => ({
  key,
  header,
  kind: 'network',
  field: 'networkPorts',
  port,
  part,
  width: header.endsWith('Type') ? 22 : 10,
})

/** Columns of the manufacturer's workbook, in order. Imports of other sheets recognize the same columns. */
export const equipmentColumns: readonly EquipmentColumn[] = [
  { key: 'id', header: 'Id', kind: 'id', width: 10 },
  { key: 'rowVersion', header: 'Row Version', kind: 'rowVersion', width: 10 },
  fieldColumn('tag', 'Tag', { isRequired: true, alike: ['symbol', 'drawing tag'], width: 14 }),
  fieldColumn('model', 'Model', {
    isRequired: true,
    alike: ['model number', 'model no', 'model name', 'product', 'product name'],
    width: 26,
  }),
  fieldColumn('partNumber', 'Part Number', { alike: ['part no', 'part #', 'sku', 'mpn', 'item number'], width: 18 }),
  fieldColumn('description', 'Description', { alike: ['details', 'product description'], width: 44 }),
  {
    key: 'productFamily',
    header: 'Product Family',
    kind: 'family',
    field: 'productFamilyId',
    alike: ['family', 'series', 'product line'],
    width: 22,
  },
  {
    key: 'category',
    header: 'Category No.',
    kind: 'category',
    field: 'categoryId',
    isRequired: true,
    alike: ['category', 'category number', 'cat', 'cat no', 'type'],
    width: 12,
  },
  fieldColumn('availability', 'Availability', { alike: ['status', 'lifecycle'], width: 16 }),
  fieldColumn('msrpPrice', 'MSRP (USD)', {
    isRequired: true,
    alike: ['msrp', 'list price', 'price', 'list', 'msrp usd', 'unit price'],
    width: 14,
  }),
  fieldColumn('priceDate', 'Price Date', { alike: ['price as of', 'effective date'], width: 12 }),
  fieldColumn('url', 'URL', { alike: ['web page', 'website', 'link', 'product page'], width: 30 }),
  fieldColumn('defaultProvider', 'Provider', { width: 10 }),
  fieldColumn('defaultInstaller', 'Installer', { width: 10 }),
  fieldColumn('widthIn', 'Width (in)', { alike: ['width'], width: 11 }),
  fieldColumn('heightIn', 'Height (in)', { alike: ['height'], width: 11 }),
  fieldColumn('depthIn', 'Depth (in)', { alike: ['depth'], width: 11 }),
  fieldColumn('weightLb', 'Weight (lb)', { alike: ['weight', 'weight lbs'], width: 11 }),
  fieldColumn('isRackMountable', 'Rack Mountable', { alike: ['rack mount', 'rackmount'], width: 12 }),
  fieldColumn('rackUnits', 'RU', { alike: ['rack units', 'rack height', 'u height', 'u'], width: 8 }),
  fieldColumn('rackAccessory', 'Rack Accessory', { alike: ['accessory', 'rack accessory type'], width: 14 }),
  fieldColumn('diagonalIn', 'Diagonal (in)', { alike: ['diagonal', 'screen size', 'display size'], width: 11 }),
  fieldColumn('dispersionDegrees', 'Dispersion (deg)', { alike: ['dispersion', 'coverage angle', 'nominal dispersion'], width: 13 }),
  fieldColumn('fieldOfViewDegrees', 'Field of View (deg)', { alike: ['field of view', 'fov', 'angle of view'], width: 15 }),
  fieldColumn('poeBudgetWatts', 'PoE Budget (W)', { alike: ['poe budget', 'poe power budget'], width: 12 }),
  fieldColumn('stockLengthFt', 'Stock Length (ft)', { alike: ['stock length', 'spool length', 'reel length'], width: 14 }),
  fieldColumn('heatLoadWatts', 'Heat Load (W)', { alike: ['heat', 'heat load', 'thermal load'], width: 12 }),
  power('acVoltage', 'AC Voltage', AC, 'voltage'),
  power('acCurrent', 'AC Current', AC, 'currentAmps'),
  power('acWatts', 'AC Watts', AC, 'watts'),
  power('dcVoltage', 'DC Voltage', DC, 'voltage'),
  power('dcCurrent', 'DC Current', DC, 'currentAmps'),
  { ...power('poeType', 'PoE Type', PoE, 'poeType'), width: 28 },
  network('networkPort1Type', 'Network Port 1 Type', 0, 'networkPortType'),
  network('networkPort1Quantity', 'Network Port 1 Qty', 0, 'quantity'),
  network('networkPort2Type', 'Network Port 2 Type', 1, 'networkPortType'),
  network('networkPort2Quantity', 'Network Port 2 Qty', 1, 'quantity'),
  fieldColumn('wirelessProtocols', 'Wi-Fi', { alike: ['wifi', 'wireless'], width: 24 }),
  fieldColumn('revitFamilyName', 'Revit Family', { width: 20 }),
  fieldColumn('revitTypeName', 'Revit Type', { width: 20 }),
  fieldColumn('notes', 'Notes', { alike: ['comments', 'remarks'], width: 40 }),
]

/** Fields without a sheet column, with the reason; every other field has a column. */
export const notInSheets: Partial<Record<FieldKey, string>> = {
  internalNotes: 'never leaves the firm',
  manufactureId: 'the workbook is of one manufacturer; other sheets say it in a column of their own',
  industryType: 'decided by the firm, not by the maker',
  imageUrl: 'a picture; imports give the address that it is loaded from',
  ports: 'rows of their own, made from device files',
  cableSpec: 'a separate group on the page of a cable',
  revitFamilyFileId: 'a file',
  wireCadLink: 'given by the CAD tool',
  technicalDocuments: 'files and addresses with a kind of their own',
}

export const manufacturerColumn: EquipmentColumn = {
  key: 'manufacturer',
  header: 'Manufacturer',
  kind: 'manufacturer',
  field: 'manufactureId',
  isRequired: true,
  alike: ['make', 'brand', 'vendor', 'mfr', 'mfg', 'maker'],
}
/** Unit of the sheet's weights; defaults to pounds. */
const weightUnitColumn: EquipmentColumn = {
  key: 'weightUnit',
  header: 'Weight Unit',
  kind: 'weightUnit',
  alike: ['unit of weight', 'weight uom'],
}
/** Address of a picture on the web. A job loads it for products without a picture. */
const imageAddressColumn: EquipmentColumn = {
  key: 'imageAddress',
  header: 'Image Address',
  kind: 'imageAddress',
  alike: ['image', 'image url', 'image link', 'picture', 'picture url', 'photo', 'photo url', 'thumbnail', 'thumbnail url'],
}
export const importColumns: readonly EquipmentColumn[] = [
  manufacturerColumn,
  ...equipmentColumns.filter(({ kind }) => kind !== 'id' && kind !== 'rowVersion'),
  weightUnitColumn,
  imageAddressColumn,
]

export const columnHeader = ({ header, isRequired }: EquipmentColumn) => (isRequired ? `${header}*` : header)

const normalizeHeader = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[*_.:#()[\]/-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Units that a header may name beside the measure: `Weight (kg)`. */
const unitAtEnd = / (kg|kgs|kilograms?|g|grams?|oz|ounces?|lbs?|pounds?|mm|cm|m|in|inch|inches|ft|feet)$/
export const unitOfHeader = (header: string): string | undefined => unitAtEnd.exec(normalizeHeader(header))?.[1]

const wordsOf = ({ key, header, alike = [] }: EquipmentColumn) => [key, header, ...alike].map(normalizeHeader)
const ownHeaders = new Map(
  importColumns
    .flatMap((column) =>
      wordsOf(column)
        .slice(0, 2)
        .map((text) => [text, column] as const),
    )
    .reverse(),
)
/** Other headers by column: several columns may share one, such as `type`. */
const otherHeaders = importColumns.flatMap((column) =>
  wordsOf(column)
    .slice(2)
    .map((text) => [text, column] as const),
)

const columnsAlike = (text: string) => otherHeaders.filter(([other]) => other === text).map(([, column]) => column)
/** Texts under which a header is looked up: as it is, and without its unit. */
const spellings = (header: string) => {
  const text = normalizeHeader(header)
  return [text, text.replace(unitAtEnd, '')].filter((spelling, at, all) => spelling !== '' && all.indexOf(spelling) === at)
}
export const isKnownHeader = (header: string) =>
  spellings(header).some((text) => ownHeaders.has(text) || otherHeaders.some(([other]) => other === text))

/** Suggests the column for each foreign header; each column is suggested once. */
export function suggestColumns(headers: string[]): (string | null)[] {
  const usedColumns = new Set<ColumnKey>()
  const suggested: (string | null)[] = headers.map(() => null)
  for (const isExact of [true, false])
    headers.forEach((header, index) => {
      if (suggested[index]) return
      const candidates = spellings(header).flatMap((text) => (isExact ? (ownHeaders.get(text) ?? []) : columnsAlike(text)))
      const found = candidates.find((column) => !usedColumns.has(column.key))
      if (!found) return
      usedColumns.add(found.key)
      suggested[index] = found.key
    })
  return suggested
}
