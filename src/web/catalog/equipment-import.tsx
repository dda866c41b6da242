import { Button, Checkbox, Select, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { categories } from '../../model/catalog/categories.ts'
import { importColumns } from '../../model/catalog/equipment-columns.ts'
import { type ImportOutcome, type ReadTable, sampleImport } from '../../model/catalog/equipment-import.ts'
import { manufacturers } from '../../model/companies/manufacturers.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { listViewport } from '../kit/form/picker.tsx'
import { PageHead, Picker, ReasonButton, Strip } from '../kit/pages.tsx'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { StarterOffer } from '../starter/public.tsx'
import css from './equipment-import.module.css'
import { type Importing, type Mapping, useImporting } from './equipment-importing.ts'
import { Counts, FileDrop, importedText, Problems, Rows, saveBlob, undoImport } from './import-parts.tsx'
import { RowsAbove, type SheetChoices, SheetOptions } from './sheet-options.tsx'

export function EquipmentImportPage() {
  const importing = useImporting()
  const { contents, isTable, imported } = importing
  return (
    <div className={css.page}>
      <PageHead crumbs={[{ label: 'Equipment', to: '/equipment' }]} title="Import equipment" />
      <div className={css.steps}>
        {imported ? (
          <Imported
            outcome={imported}
            rowLabel={isTable ? 'Row' : 'File'}
            hasPictures={importing.mapping.imageAddress !== undefined}
            onAnother={importing.another}
          />
        ) : (
          <>
            <StarterOffer />
            <FileStep importing={importing} />
          </>
        )}
        {!imported && isTable && <ColumnsStep importing={importing} />}
        {!imported && contents && <RestStep importing={importing} number={isTable ? 3 : 2} />}
        {!imported && contents && <TryStep importing={importing} number={isTable ? 4 : 3} />}
      </div>
    </div>
  )
}

function FileStep({ importing: { file, contents, busy, isFailed, choose } }: { importing: Importing }) {
  return (
    <section aria-labelledby="step-file">
      <h2 id="step-file">1. File</h2>
      <FileDrop
        accept=".xlsx,.csv,.txt,.yaml,.yml,.zip"
        hint="A sheet (.xlsx, .csv), device files of the NetBox library (.yaml) or a .zip of them. At most 10 MB and 5,000 rows."
        file={file}
        onFile={(chosen) => void choose(chosen)}
      />
      {!file && <KnownColumns />}
      {busy === 'read' && <p className="dna-muted">Reading the file…</p>}
      {isFailed && file && (
        <Button variant="default" mt={8} onClick={() => void choose(file)}>
          Read the file again
        </Button>
      )}
      {contents?.kind === 'devices' && (
        <p>
          {formatCount(contents.total, 'device')}:{' '}
          {contents.devices
            .slice(0, 5)
            .map(({ manufacturer, model }) => `${manufacturer} ${model}`.trim())
            .join(', ')}
          {contents.total > 5 && ' …'}
        </p>
      )}
    </section>
  )
}

/** Shown before a file is chosen: what a sheet may contain, and a workbook to start from. */
function KnownColumns() {
  const [isSaving, setSaving] = useState(false)
  async function save() {
    setSaving(true)
    try {
      saveBlob('Equipment to import.xlsx', await request(sampleImport, {}))
    } catch (error) {
      showError(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <p className={css.hint}>
        Any order and any of these columns. Only the model is required.{' '}
        <UnstyledButton className="dna-link" disabled={isSaving} onClick={() => void save()}>
          Sample workbook
        </UnstyledButton>
      </p>
      <ul className={css.columns} aria-label="Columns that are understood">
        {importColumns.map(({ key, header }) => (
          <li key={key}>{header}</li>
        ))}
      </ul>
    </>
  )
}

interface ImportedProps {
  outcome: ImportOutcome
  rowLabel: string
  hasPictures: boolean
  onAnother: () => void
}

function Imported({ outcome, rowLabel, hasPictures, onAnother }: ImportedProps) {
  const [isUndone, setUndone] = useState(false)
  const { changeSetId } = outcome
  return (
    <section aria-labelledby="step-imported" aria-live="polite">
      <h2 id="step-imported">{isUndone ? 'The import was undone' : 'Imported'}</h2>
      {!isUndone && <p className={css.hint}>{importedText(outcome)}</p>}
      {!isUndone && hasPictures && (
        <p className={css.hint}>
          Pictures are now loaded from their addresses. If one cannot be loaded, the activity of the product gives the reason.
        </p>
      )}
      {!isUndone && <NewNames outcome={outcome} />}
      {!isUndone && outcome.failed > 0 && <Problems problems={outcome.errors} rowLabel={rowLabel} />}
      <div className={css.buttons}>
        <Button component={Link} to="/equipment" c="var(--dna-on-accent)">
          Look at the equipment
        </Button>
        <Button variant="default" onClick={onAnother}>
          Import another file
        </Button>
        {changeSetId != null && !isUndone && (
          <Button variant="default" onClick={() => void undoImport(changeSetId).then(setUndone)}>
            Undo
          </Button>
        )}
      </div>
    </section>
  )
}

function ColumnsStep({ importing: { contents, table, take, read, mapping, setMapping } }: { importing: Importing }) {
  if (contents?.kind !== 'tables' || !table) return null
  /** Another sheet is already read; anything else means reading the file again. */
  function change(choices: SheetChoices) {
    const other =
      contents?.kind === 'tables' && choices.headerRow === undefined && contents.tables.find(({ name }) => name === choices.table)
    if (other && !other.problem) take(other)
    else if (!other) void read(choices)
  }
  return (
    <section aria-labelledby="step-columns">
      <h2 id="step-columns">2. Columns</h2>
      <SheetOptions reading={table} sheets={contents.tables.filter(({ problem }) => !problem).map(({ name }) => name)} onChange={change} />
      {contents.tables.map(({ name, problem }) => problem && <Strip key={name} tone="warning">{`${problem} It is not offered.`}</Strip>)}
      <RowsAbove rows={table.rowsAbove} />
      <p className={css.hint}>
        {formatCount(table.rows, 'row')} {table.headerRow > 0 ? `below row ${table.headerRow}` : 'without headers'}. A row whose
        manufacturer and model are in the catalog changes that product; any other row is new. Missing tags are generated from models.
      </p>
      <ColumnMap table={table} mapping={mapping} onChange={setMapping} />
    </section>
  )
}

function RestStep({ importing: { isTable, rest, setRest }, number }: { importing: Importing; number: number }) {
  return (
    <section aria-labelledby="step-rest">
      <h2 id="step-rest">{number}. Values missing from the file</h2>
      <div className={css.fields}>
        {isTable && (
          <Picker
            resource={manufacturers}
            label="Manufacturer of rows without one"
            value={rest.manufactureId}
            onChange={(id) => setRest({ manufactureId: id })}
          />
        )}
        <Picker
          resource={categories}
          label="Category of new rows without one"
          value={rest.categoryId}
          onChange={(id) => setRest({ categoryId: id })}
        />
        {can('Manufacturers.Create') && (
          <Checkbox
            size="xs"
            className={css.check}
            label="Create manufacturers that are missing"
            checked={rest.createManufacturers}
            onChange={({ currentTarget }) => setRest({ createManufacturers: currentTarget.checked })}
          />
        )}
      </div>
    </section>
  )
}

function TryStep({ importing, number }: { importing: Importing; number: number }) {
  const { outcome, isTable, lacksModel, leftOut, busy, run, rest, setRest } = importing
  const changes = (outcome?.created ?? 0) + (outcome?.updated ?? 0)
  const isReady = outcome !== undefined && (outcome.failed === 0 || rest.takeTheRest)
  const rowLabel = isTable ? 'Row' : 'File'
  return (
    <section aria-labelledby="step-try" aria-live="polite">
      <h2 id="step-try">{number}. Trial and import</h2>
      {lacksModel && <Strip tone="warning">Choose the column that holds the model.</Strip>}
      {importing.problem && <Strip tone="warning">{`${importing.problem} Nothing was imported; try again.`}</Strip>}
      {outcome && <Counts outcome={outcome} />}
      {outcome && <NewNames outcome={outcome} />}
      {outcome && outcome.failed > 0 && (
        <Problems
          problems={outcome.errors}
          rowLabel={rowLabel}
          fix={{ valueOf: importing.fixOf, onChange: importing.fix }}
          action={({ row }) => (
            <UnstyledButton className="dna-link" onClick={() => importing.leaveOut(row)}>
              {importing.isLeftOut(row) ? 'Left out' : 'Leave out'}
            </UnstyledButton>
          )}
        />
      )}
      {leftOut > 0 && <p className={css.hint}>{formatCount(leftOut, 'row is', 'rows are')} left out.</p>}
      {outcome && outcome.failed > 0 && (
        <Checkbox
          size="xs"
          className={css.check}
          label="Leave out rows with problems and import the others"
          checked={rest.takeTheRest}
          onChange={({ currentTarget }) => setRest({ takeTheRest: currentTarget.checked })}
        />
      )}
      {outcome && <Rows outcome={outcome} rowLabel={rowLabel} />}
      <div className={css.buttons}>
        <ReasonButton
          variant={isReady ? 'default' : 'filled'}
          reason={lacksModel && 'Choose the column that holds the model'}
          loading={busy === 'try'}
          onClick={() => void run(true)}
        >
          {outcome ? 'Run the trial again' : 'Run the trial'}
        </ReasonButton>
        {isReady && (
          <ReasonButton
            reason={
              changes === 0 && (outcome.unchanged > 0 ? 'Everything in the file is already in the catalog' : 'Every row has a problem')
            }
            loading={busy === 'take'}
            onClick={() => void run(false)}
          >
            {changes > 0 ? `Import ${formatCount(changes, 'row')}` : 'Nothing to import'}
          </ReasonButton>
        )}
      </div>
    </section>
  )
}

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

function ColumnMap({ table, mapping, onChange }: { table: ReadTable; mapping: Mapping; onChange: (mapping: Mapping) => void }) {
  const meaningOf = (at: number) => Object.keys(mapping).find((key) => mapping[key] === at) ?? null
  function set(at: number, key: string | null) {
    const rest = Object.fromEntries(Object.entries(mapping).filter(([other, position]) => position !== at && other !== key))
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
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map(({ header, samples }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
            <tr key={index}>
              <th scope="row">{header || `Column ${index + 1}`}</th>
              <td className={css.samples}>{samples.join(' · ') || '–'}</td>
              <td>
                <Select
                  aria-label={`Meaning of ${header || `column ${index + 1}`}`}
                  size="xs"
                  placeholder="Not imported"
                  searchable
                  clearable
                  clearButtonProps={{ 'aria-label': `Clear the meaning of ${header}` }}
                  scrollAreaProps={{ viewportProps: listViewport }}
                  data={importColumns.map((column) => ({ value: column.key, label: column.header }))}
                  value={meaningOf(index)}
                  onChange={(key) => set(index, key)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
