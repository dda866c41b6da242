import type { CableLabel } from './connections.ts'

export interface LabelSheet {
  key: string
  label: string
  columns: number
  rows: number
  widthIn: number
  heightIn: number
  topIn: number
  leftIn: number
  gapIn: number
}
export const labelSheets = [
  {
    key: '14',
    label: 'Letter, 1.33 x 4.00 in, 14',
    columns: 2,
    rows: 7,
    widthIn: 4,
    heightIn: 1.333,
    topIn: 0.83,
    leftIn: 0.16,
    gapIn: 0.18,
  },
  {
    key: '30',
    label: 'Letter, 1.00 x 2.63 in, 30',
    columns: 3,
    rows: 10,
    widthIn: 2.625,
    heightIn: 1,
    topIn: 0.5,
    leftIn: 0.19,
    gapIn: 0.125,
  },
  {
    key: '80',
    label: 'Letter, 0.50 x 1.75 in, 80',
    columns: 4,
    rows: 20,
    widthIn: 1.75,
    heightIn: 0.5,
    topIn: 0.5,
    leftIn: 0.3,
    gapIn: 0.3,
  },
] as const satisfies readonly LabelSheet[]

/** Splits the labels into pages; positions before `startAt` stay empty on a partly used sheet. */
export function paginateLabels(labels: readonly CableLabel[], { columns, rows }: Pick<LabelSheet, 'columns' | 'rows'>, startAt: number) {
  const perSheet = columns * rows
  const all: (CableLabel | null)[] = [...Array.from({ length: Math.min(perSheet, Math.max(1, startAt)) - 1 }, () => null), ...labels]
  return Array.from({ length: Math.ceil(all.length / perSheet) }, (_, index) => all.slice(index * perSheet, (index + 1) * perSheet))
}

/** Escapes quotes, and prefixes text that a spreadsheet would interpret as a formula. */
const csvCell = (text: string) => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const labelsCsv = (labels: readonly CableLabel[]) =>
  [
    'Number,This end,Other end',
    ...labels.map(({ lines: [here = '', number = '', there = ''] }) => [number, here, there].map(csvCell).join(',')),
  ]
    .map((line) => `${line}\r\n`)
    .join('')
