import { Checkbox, Select, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { categories } from '../../model/catalogue/categories.ts'
import { headerOf, importColumns } from '../../model/catalogue/equipment-columns.ts'
import {
  type ImportOutcome,
  type ImportProblem,
  importEquipment,
  type ReadAnswer,
  type ReadTable,
  readImport,
} from '../../model/catalogue/equipment-import.ts'
import { manufacturers } from '../../model/companies/manufacturers.ts'
import { listViewport } from '../kit/form/picker.tsx'
import { PageHead, Picker, ReasonButton, Strip } from '../kit/pages.tsx'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './equipment-import.module.css'
import { Counts, FileDrop, Problems, runImport, tellImported } from './import-parts.tsx'

type Mapping = Record<string, number>
const counted = (rows: number) => (rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`)
type Fixes = Record<string, Record<string, string> | null>

/** From a file of anybody's equipment to rows of the catalogue: choose, say what the columns mean, try, mend, take in. */
export function EquipmentImportPage() {
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [contents, setContents] = useState<ReadAnswer>()
  const [table, setTable] = useState<ReadTable>()
  const [mapping, setMapping] = useState<Mapping>({})
  const [manufactureId, setManufactureId] = useState<number | null>(null)
  const [categoryId, setCategoryId] = useState<number | null>(null)
  const [createManufacturers, setCreateManufacturers] = useState(false)
  const [fixes, setFixes] = useState<Fixes>({})
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const [busy, setBusy] = useState<'read' | 'try' | 'take'>()

  async function choose(chosen: File) {
    setFile(chosen)
    setContents(undefined)
    setTable(undefined)
    setFixes({})
    setOutcome(undefined)
    setBusy('read')
    try {
      const read = (await request(readImport, { file: chosen })) as unknown as ReadAnswer
      setContents(read)
      if (read.kind === 'tables') take(read.tables[0]!)
    } catch (error) {
      showError(error as Error)
    }
    setBusy(undefined)
  }
  function take(chosen: ReadTable) {
    setTable(chosen)
    setMapping(Object.fromEntries(chosen.columns.flatMap(({ meant }, at) => (meant ? [[meant, at]] : []))))
    setFixes({})
    setOutcome(undefined)
  }
  async function run(dryRun: boolean) {
    setBusy(dryRun ? 'try' : 'take')
    const answer = await runImport(importEquipment, {
      file,
      query: { dryRun },
      body: {
        table: table?.name,
        mapping: contents?.kind === 'tables' ? JSON.stringify(mapping) : undefined,
        fixes: JSON.stringify(fixes),
        manufactureId,
        categoryId,
        createManufacturers,
      },
    })
    setBusy(undefined)
    if (answer) setOutcome(answer)
    if (!answer || answer.dryRun || answer.failed > 0) return
    tellImported(answer)
    void navigate({ to: '/equipment' })
  }
  /** What was tried before says nothing about other answers. */
  const again = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      setOutcome(undefined)
    }
  }

  const isTable = contents?.kind === 'tables'
  const changes = (outcome?.created ?? 0) + (outcome?.updated ?? 0)
  const isReady = contents && (!isTable || mapping.model !== undefined)
  const left = Object.values(fixes).filter((fix) => fix === null).length
  return (
    <div className={css.page}>
      <PageHead crumbs={[{ label: 'Equipment', to: '/equipment' }]} title="Import equipment" />
      <div className={css.steps}>
        <section aria-labelledby="step-file">
          <h2 id="step-file">1. File</h2>
          <FileDrop
            accept=".xlsx,.csv,.txt,.yaml,.yml,.zip"
            hint="A sheet (.xlsx, .csv), device files of the NetBox library (.yaml) or a .zip of them. At most 10 MB and 5,000 rows."
            file={file}
            onFile={(chosen) => void choose(chosen)}
          />
          {busy === 'read' && <p className="dna-muted">Reading the file…</p>}
          {contents?.kind === 'devices' && (
            <p>
              {contents.total.toLocaleString('en-US')} {contents.total === 1 ? 'device' : 'devices'}:{' '}
              {contents.devices
                .slice(0, 5)
                .map(({ manufacturer, model }) => `${manufacturer} ${model}`.trim())
                .join(', ')}
              {contents.total > 5 && ' …'}
            </p>
          )}
        </section>
        {isTable && table && (
          <section aria-labelledby="step-columns">
            <h2 id="step-columns">2. Columns</h2>
            {contents.tables.length > 1 && (
              <Select
                label="Sheet"
                data={contents.tables.map(({ name }) => name)}
                value={table.name}
                allowDeselect={false}
                onChange={(name) => take(contents.tables.find((one) => one.name === name)!)}
                maw={320}
              />
            )}
            <p className={css.hint}>
              {counted(table.rows)} below row {table.headerRow}. Rows with a manufacturer and model that are in the catalogue change it;
              others are new. Without tags, tags are made from models.
            </p>
            <ColumnMap table={table} mapping={mapping} onChange={again(setMapping)} />
          </section>
        )}
        {contents && (
          <section aria-labelledby="step-rest">
            <h2 id="step-rest">{isTable ? '3' : '2'}. What the file does not say</h2>
            <div className={css.fields}>
              {isTable && (
                <Picker
                  of={manufacturers}
                  label="Manufacturer of rows without one"
                  value={manufactureId}
                  onChange={again((id) => setManufactureId(id as number | null))}
                />
              )}
              <Picker
                of={categories}
                label="Category of new rows without one"
                value={categoryId}
                onChange={again((id) => setCategoryId(id as number | null))}
              />
              {can('Manufacturers.Create') && (
                <Checkbox
                  size="xs"
                  className={css.check}
                  label="Create manufacturers that are missing"
                  checked={createManufacturers}
                  onChange={({ currentTarget }) => again(setCreateManufacturers)(currentTarget.checked)}
                />
              )}
            </div>
          </section>
        )}
        {contents && (
          <section aria-labelledby="step-try" aria-live="polite">
            <h2 id="step-try">{isTable ? '4' : '3'}. Try and import</h2>
            {isTable && mapping.model === undefined && <Strip tone="warning">Say which column holds the model.</Strip>}
            {outcome && <Counts outcome={outcome} />}
            {outcome && <NewNames outcome={outcome} />}
            {outcome && outcome.failed > 0 && (
              <Problems
                problems={outcome.errors}
                rowLabel={isTable ? 'Row' : 'File'}
                fix={{
                  valueOf: (problem) => fixes[problem.row]?.[keyOf(problem)],
                  onChange: (problem, text) => setFixes({ ...fixes, [problem.row]: { ...fixes[problem.row], [keyOf(problem)]: text } }),
                }}
                action={({ row }) => (
                  <UnstyledButton
                    className="dna-link"
                    onClick={() => {
                      const { [row]: now, ...rest } = fixes
                      setFixes(now === null ? rest : { ...fixes, [row]: null })
                    }}
                  >
                    {fixes[row] === null ? 'Left out' : 'Leave out'}
                  </UnstyledButton>
                )}
              />
            )}
            {left > 0 && <p className={css.hint}>{left === 1 ? 'One row is' : `${counted(left)} are`} left out.</p>}
            <div className={css.buttons}>
              <ReasonButton
                variant={outcome?.failed === 0 ? 'default' : 'filled'}
                reason={!isReady && (contents ? 'Say which column has the models' : 'The file is still being read')}
                loading={busy === 'try'}
                onClick={() => void run(true)}
              >
                {outcome ? 'Try again' : 'Try'}
              </ReasonButton>
              {outcome && outcome.failed === 0 && (
                <ReasonButton
                  reason={changes === 0 && 'The file says what the catalogue says already'}
                  loading={busy === 'take'}
                  onClick={() => void run(false)}
                >
                  {changes > 0 ? `Import ${counted(changes)}` : 'Nothing to import'}
                </ReasonButton>
              )}
            </div>
          </section>
        )}
      </div>
    </div>
  )
}

/** The key of the column a problem is about. */
const keyOf = ({ column }: ImportProblem) => importColumns.find((one) => headerOf(one) === column || one.header === column)?.key ?? column

function NewNames({ outcome }: { outcome: ImportOutcome }) {
  const lists: [string, string[] | undefined][] = [
    ['New manufacturers', outcome.newManufacturers],
    ['New product families', outcome.newFamilies],
  ]
  return lists.map(([label, names]) =>
    names?.length ? (
      <p key={label} className={css.hint}>
        {label}: {names.slice(0, 10).join(', ')}
        {names.length > 10 && ` and ${names.length - 10} more`}
      </p>
    ) : null,
  )
}

/** The columns of the sheet, each with examples and what it means for us. */
function ColumnMap({ table, mapping, onChange }: { table: ReadTable; mapping: Mapping; onChange: (mapping: Mapping) => void }) {
  const meaningOf = (at: number) => Object.keys(mapping).find((key) => mapping[key] === at) ?? null
  function set(at: number, key: string | null) {
    const rest = Object.fromEntries(Object.entries(mapping).filter(([other, place]) => place !== at && other !== key))
    onChange(key ? { ...rest, [key]: at } : rest)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.map} aria-label="Columns of the sheet" tabIndex={0}>
      <table aria-label="Columns">
        <thead>
          <tr>
            <th scope="col">Column of the file</th>
            <th scope="col" className={css.samples}>
              Examples
            </th>
            <th scope="col">Is our</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map(({ header, samples }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
            <tr key={at}>
              <th scope="row">{header || `Column ${at + 1}`}</th>
              <td className={css.samples}>{samples.join(' · ') || '–'}</td>
              <td>
                <Select
                  aria-label={`Meaning of ${header || `column ${at + 1}`}`}
                  size="xs"
                  placeholder="Not imported"
                  searchable
                  clearable
                  clearButtonProps={{ 'aria-label': `Clear the meaning of ${header}` }}
                  scrollAreaProps={{ viewportProps: listViewport }}
                  data={importColumns.map((column) => ({ value: column.key, label: column.header }))}
                  value={meaningOf(at)}
                  onChange={(key) => set(at, key)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
