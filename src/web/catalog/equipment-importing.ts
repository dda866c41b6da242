import { useState } from 'react'
import { columnHeader, importColumns } from '../../model/catalog/equipment-columns.ts'
import {
  type ImportOutcome,
  type ImportProblem,
  importEquipment,
  type ReadAnswer,
  type ReadTable,
  readImport,
} from '../../model/catalog/equipment-import.ts'
import { CellSeparator, TextEncoding } from '../../model/catalog/sheet-options.ts'
import { manufacturers } from '../../model/companies/manufacturers.ts'
import type { BodyOf } from '../../model/kit/call.ts'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { readImportedAgain, runImport } from './import-parts.tsx'
import type { SheetChoices } from './sheet-options.tsx'

export type Mapping = Record<string, number>
/** Fixes by row of the file; null leaves the row out. */
type Fixes = Record<string, Record<string, string> | null>
interface Rest {
  manufactureId: number | null
  categoryId: number | null
  createManufacturers: boolean
  takeTheRest: boolean
}

/** Only what was chosen is sent; the server detects the rest. */
const readingBody = ({ table, headerRow, separator, encoding }: SheetChoices): BodyOf<typeof readImport> => ({
  table,
  headerRow,
  separator: CellSeparator.has(separator) ? separator : undefined,
  encoding: TextEncoding.has(encoding) ? encoding : undefined,
})

/** The first of the sheets with the most columns that were recognized, because a workbook often begins with a cover sheet. */
const fullestTable = (tables: readonly ReadTable[]) => {
  const meantCount = ({ columns }: ReadTable) => columns.filter(({ meant }) => meant).length
  const readable = tables.filter(({ problem }) => problem === null)
  const most = Math.max(...readable.map(meantCount))
  return readable.find((table) => meantCount(table) === most)
}

const problemColumnKey = ({ column }: ImportProblem) =>
  importColumns.find((importColumn) => columnHeader(importColumn) === column || importColumn.header === column)?.key ?? column

export function useImporting() {
  const [file, setFile] = useState<File>()
  const [choices, setChoices] = useState<SheetChoices>({})
  const [contents, setContents] = useState<ReadAnswer>()
  const [table, setTable] = useState<ReadTable>()
  const [mapping, setMapping] = useState<Mapping>({})
  const [given, setRest] = useState<Partial<Rest>>({})
  const mayCreate = can({ all: ['Manufacturers.View', 'Manufacturers.Create'] })
  const makers = useRead(resourceCalls(manufacturers).list, { query: { itemsPerPage: 1 } }, { isQuiet: true, enabled: mayCreate })
  // An empty catalog lacks every manufacturer of the file, so they are created by default.
  const usual = { manufactureId: null, categoryId: null, createManufacturers: makers.data?.total === 0, takeTheRest: false }
  const rest: Rest = { ...usual, ...given }
  const [fixes, setFixes] = useState<Fixes>({})
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const [isFailed, setFailed] = useState(false)
  const [imported, setImported] = useState<ImportOutcome>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'read' | 'try' | 'take'>()
  const isTable = contents?.kind === 'tables'

  /** Reads a file, or the same one another way. */
  async function choose(chosen: File, asked: SheetChoices = {}) {
    setFile(chosen)
    setImported(undefined)
    setProblem(undefined)
    setChoices(asked)
    setContents(undefined)
    setTable(undefined)
    setFixes({})
    setOutcome(undefined)
    setFailed(false)
    setBusy('read')
    try {
      const read = await request(readImport, { file: chosen, body: readingBody(asked) })
      setContents(read)
      if (read.kind === 'tables') take(asked.table ? read.tables.find(({ name }) => name === asked.table) : fullestTable(read.tables))
    } catch (error) {
      showError(error)
      setFailed(true)
    }
    setBusy(undefined)
  }
  function take(chosen: ReadTable | undefined) {
    setTable(chosen)
    setMapping(Object.fromEntries(chosen?.columns.flatMap(({ meant }, index) => (meant ? [[meant, index]] : [])) ?? []))
    setFixes({})
    setOutcome(undefined)
  }
  async function run(dryRun: boolean) {
    setBusy(dryRun ? 'try' : 'take')
    setProblem(undefined)
    try {
      const answer = await runImport(importEquipment, {
        file,
        query: { dryRun },
        body: {
          ...readingBody(choices),
          table: table?.name,
          headerRow: isTable ? (table?.headerRow ?? null) : null,
          mapping: isTable ? JSON.stringify(mapping) : undefined,
          fixes: JSON.stringify(fixes),
          ...rest,
        },
      })
      setOutcome(answer)
      if (answer.dryRun || (answer.failed > 0 && !rest.takeTheRest)) return
      readImportedAgain()
      setImported(answer)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(undefined)
    }
  }

  return {
    file,
    contents,
    table,
    isTable,
    mapping,
    rest,
    outcome,
    busy,
    another() {
      setFile(undefined)
      setContents(undefined)
      setImported(undefined)
    },
    /** A sheet needs a column for the model. */
    lacksModel: isTable && mapping.model === undefined,
    leftOut: Object.values(fixes).filter((fix) => fix === null).length,
    isFailed,
    imported,
    /** Message of a trial or import that the server could not run. */
    problem,
    choose,
    read: (asked: SheetChoices) => file && choose(file, asked),
    take,
    run,
    // A new mapping invalidates the previous dry run.
    setMapping(next: Mapping) {
      setMapping(next)
      setOutcome(undefined)
    },
    setRest(part: Partial<Rest>) {
      setRest({ ...given, ...part })
      // Skipping bad rows does not affect the good ones, so the dry run remains valid.
      if (part.takeTheRest === undefined) setOutcome(undefined)
    },
    fixOf: (problem: ImportProblem) => fixes[problem.row]?.[problemColumnKey(problem)],
    fix: (problem: ImportProblem, text: string) =>
      setFixes({ ...fixes, [problem.row]: { ...fixes[problem.row], [problemColumnKey(problem)]: text } }),
    isLeftOut: (row: ImportProblem['row']) => fixes[row] === null,
    leaveOut(row: ImportProblem['row']) {
      const { [row]: now, ...others } = fixes
      setFixes(now === null ? others : { ...fixes, [row]: null })
    },
  }
}
export type Importing = ReturnType<typeof useImporting>
