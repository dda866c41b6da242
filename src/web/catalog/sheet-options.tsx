import { Select } from '@mantine/core'
import { CellSeparator, TextEncoding } from '../../model/catalog/sheet-options.ts'
import { Strip } from '../kit/pages.tsx'
import css from './import-parts.module.css'

/** Options that the user chose for reading a file; absent ones are detected. */
export interface SheetChoices {
  table?: string
  headerRow?: number
  separator?: string
  encoding?: string
}
interface Reading {
  name: string
  headerRow: number
  firstRows: { row: number; text: string }[]
  separator: string | null
  encoding: string | null
}
interface Props {
  reading: Reading
  sheets: readonly string[]
  onChange: (choices: SheetChoices) => void
}

const noHeaders = { value: '0', label: 'No header row' }
const choicesOf = ({ values }: { values: readonly { value: string | number; label: string }[] }) =>
  values.map(({ value, label }) => ({ value: String(value), label }))

/** Shows how a file was read, and reads it another way. Separator and encoding belong to text files only. */
export function SheetOptions({ reading, sheets, onChange }: Props) {
  const { name, headerRow, firstRows, separator, encoding } = reading
  const text = { ...(separator && { separator }), ...(encoding && { encoding }) }
  const common = { size: 'xs', allowDeselect: false } as const
  // Bytes that the encoding cannot decode become the replacement character.
  const isUnreadable = encoding !== null && firstRows.some(({ text: words }) => words.includes('\ufffd'))
  return (
    <>
      <div className={css.options}>
        {sheets.length > 1 && (
          <Select {...common} label="Sheet" data={[...sheets]} value={name} onChange={(table) => onChange({ table: table ?? name })} />
        )}
        <Select
          {...common}
          label="Header row"
          className={css.wide}
          data={[
            noHeaders,
            ...firstRows.map(({ row, text: words }) => ({ value: String(row), label: `Row ${row}: ${words}`.slice(0, 90) })),
          ]}
          value={String(headerRow)}
          onChange={(row) => onChange({ ...text, table: name, headerRow: Number(row) })}
        />
        {separator && (
          <Select
            {...common}
            label="Separator"
            data={choicesOf(CellSeparator)}
            value={separator}
            onChange={(next) => onChange({ ...text, separator: next ?? separator })}
          />
        )}
        {encoding && (
          <Select
            {...common}
            label="Encoding"
            data={choicesOf(TextEncoding)}
            value={encoding}
            onChange={(next) => onChange({ ...text, encoding: next ?? encoding })}
          />
        )}
      </div>
      {isUnreadable && <Strip tone="warning">Some characters cannot be read in this encoding. Choose another encoding.</Strip>}
    </>
  )
}

const mostAbove = 3
/** Rows above the headers that look like data are not imported, so they are named. */
export function RowsAbove({ rows }: { rows: readonly { row: number; text: string }[] }) {
  if (rows.length === 0) return null
  const named = rows.slice(0, mostAbove).map(({ row, text }) => `row ${row} (${text.slice(0, 80)})`)
  const more = rows.length > mostAbove ? ` and ${rows.length - mostAbove} more` : ''
  return (
    <Strip tone="warning">
      <span>
        Not imported because above the headers: {named.join(', ')}
        {more}.
      </span>
    </Strip>
  )
}
