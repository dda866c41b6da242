import { type ColumnKey, columnHeader, importColumns } from '../../model/catalog/equipment-columns.ts'
import { sampleImport } from '../../model/catalog/equipment-import.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import type { Workbook } from '../tools/sheet.ts'
import { sendBook } from './sent-file.ts'

type Sample = Partial<Record<ColumnKey, string | number>>
const samples: Sample[] = [
  {
    manufacturer: 'Example Audio',
    model: 'Mixer 16',
    partNumber: 'MX16-US',
    description: 'Digital mixer, 16 inputs',
    category: 14,
    msrpPrice: 1299,
    isRackMountable: 'Yes',
    rackUnits: 2,
    weightLb: 11.5,
    acVoltage: 120,
    acWatts: 45,
  },
  {
    manufacturer: 'Example Displays',
    model: 'View 75',
    description: 'Commercial display, 75 in, 4K',
    category: 30,
    msrpPrice: 2499.5,
    diagonalIn: 75,
    widthIn: 66.1,
    heightIn: 37.9,
    depthIn: 2.4,
    weightLb: 80,
    acVoltage: 120,
    acWatts: 190,
  },
]

/** Columns of the samples first, then the others. */
const columns = [...importColumns].sort((a, b) => Number(isUsed(b.key)) - Number(isUsed(a.key)))
function isUsed(key: ColumnKey) {
  return samples.some((sample) => key in sample)
}

type Column = (typeof columns)[number]
const listed = [
  { header: 'Column', width: 24, value: ({ header }: Column) => header },
  { header: 'Also understood', width: 60, value: ({ alike = [] }: Column) => alike.join(', ') },
  { header: 'Required', width: 10, value: ({ isRequired }: Column) => (isRequired ? 'Yes' : null) },
]

const book: Workbook = {
  sheets: [
    {
      name: 'Equipment',
      columns: columns.map((column) => ({ header: columnHeader(column), width: column.width ?? 18 })),
      rows: samples.map((sample) => columns.map(({ key }) => sample[key] ?? null)),
      freeze: true,
    },
    {
      name: 'Columns',
      columns: listed.map(({ header, width }) => ({ header, width })),
      rows: columns.map((column) => listed.map(({ value }) => value(column))),
      freeze: true,
    },
  ],
}

export const sampleRoutes: Route[] = [defineRoute(sampleImport, async () => sendBook('Equipment to import.xlsx', book))]
