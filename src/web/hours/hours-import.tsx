import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { undoChangeSet } from '../../model/activity/change-sets.ts'
import { CellSeparator, TextEncoding } from '../../model/catalog/sheet-options.ts'
import { actualHours, type HoursOutcome, type HoursProblem, importedColumns, importHours } from '../../model/hours/actual-hours.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { FileDrop, RowsAbove, type SheetChoices, SheetOptions } from '../catalog/public.tsx'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { ReasonButton } from '../kit/look/reason-button.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './hours.module.css'

/** Runs an import. Returns the outcome even if rows were rejected with validation errors; other errors are rethrown. */
async function requestImport(file: File, choices: SheetChoices, dryRun: boolean): Promise<HoursOutcome | undefined> {
  const { table, headerRow } = choices
  const separator = CellSeparator.has(choices.separator) ? choices.separator : undefined
  const encoding = TextEncoding.has(choices.encoding) ? choices.encoding : undefined
  try {
    return await request(importHours, { file, query: { dryRun, table, headerRow, separator, encoding } })
  } catch (error) {
    const body: unknown = error instanceof CallError ? error.body : undefined
    if (isHoursOutcome(body)) return body
    showError(error)
    return undefined
  }
}
const isHoursOutcome = (body: unknown): body is HoursOutcome => typeof body === 'object' && body !== null && 'failed' in body

function showOutcome({ created, updated, changeSetId }: HoursOutcome) {
  const again = () => void invalidateEntity(actualHours.entity)
  again()
  const undo = async () => {
    try {
      if (changeSetId !== null) await request(undoChangeSet, { params: { id: changeSetId } })
      toast.success('The import was undone.')
    } catch (error) {
      showError(error)
    }
    again()
  }
  const parts = [
    created > 0 && `${formatCount(created, 'entry', 'entries')} imported`,
    updated > 0 && `${formatCount(updated, 'entry', 'entries')} changed`,
  ]
  toast.success(`${parts.filter(Boolean).join(', ')}.`, { duration: 12_000, undo: changeSetId === null ? undefined : () => void undo() })
}

export function HoursImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Import hours" size={760} keepMounted={false}>
      <ImportHours onClose={onClose} />
    </Modal>
  )
}

const columns = Object.values(importedColumns).map(({ header, isRequired }) => (isRequired ? `${header}*` : header))

/** Runs a dry run first. The import is enabled only if every row is valid. */
function ImportHours({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [outcome, setOutcome] = useState<HoursOutcome>()
  const [isBusy, setBusy] = useState(false)
  const [choices, setChoices] = useState<SheetChoices>({})
  async function go(chosen: File, dryRun: boolean, asked = choices) {
    setBusy(true)
    const answer = await requestImport(chosen, asked, dryRun)
    setBusy(false)
    setOutcome(answer)
    if (!answer || answer.dryRun || answer.failed > 0) return
    showOutcome(answer)
    onClose()
  }
  function choose(chosen: File) {
    setFile(chosen)
    setOutcome(undefined)
    setChoices({})
    void go(chosen, true, {})
  }
  function readAgain(asked: SheetChoices) {
    setChoices(asked)
    if (file) void go(file, true, asked)
  }
  const changes = (outcome?.created ?? 0) + (outcome?.updated ?? 0)
  const isGood = outcome !== undefined && outcome.failed === 0
  return (
    <>
      <FileDrop accept=".xlsx,.csv" hint="A workbook or a CSV file, at most 10 MB and 5,000 rows." file={file} onFile={choose} />
      <p className={css.hint}>
        Columns: {columns.join(', ')}. Those with * are required. Person is an e-mail address or a name; empty means you. Project and
        contract are numbers or names, a phase is its name or code.
      </p>
      <div aria-live="polite">
        {isBusy && !outcome && <p className="dna-muted">Reading the file…</p>}
        {file && !outcome && !isBusy && (
          <Button variant="default" mt={8} onClick={() => void go(file, true)}>
            Read the file again
          </Button>
        )}
        {outcome && <SheetOptions reading={outcome.reading} sheets={outcome.reading.sheets} onChange={readAgain} />}
        {outcome && <RowsAbove rows={outcome.reading.rowsAbove} />}
        {outcome && isGood && (
          <p>
            {changes === 0
              ? 'Everything in the file is already here.'
              : `${formatCount(outcome.created, 'new entry', 'new entries')} with ${formatNumber(outcome.hours)} h, ${outcome.updated} changed, ${outcome.unchanged} here already.`}
          </p>
        )}
        {outcome && !isGood && (
          <>
            <p>Nothing is imported while there are problems. Fix them in the file and choose it again.</p>
            <Problems problems={outcome.errors} />
          </>
        )}
      </div>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {isGood && changes === 0 ? 'Close' : 'Cancel'}
        </Button>
        <ReasonButton
          reason={
            !file || !outcome
              ? 'Choose a file first'
              : !isGood
                ? 'Fix the rows with problems in the file first'
                : changes === 0 && 'Everything in the file is already here'
          }
          loading={isBusy}
          onClick={() => file && void go(file, false)}
        >
          {isGood && changes > 0 ? `Import ${formatCount(changes, 'entry', 'entries')}` : 'Import'}
        </ReasonButton>
      </DialogFoot>
    </>
  )
}

const mostShown = 200
function Problems({ problems }: { problems: readonly HoursProblem[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.problems} aria-label="Problems" tabIndex={0}>
      <table aria-label="Problems">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Cell</th>
            <th scope="col">Problem</th>
          </tr>
        </thead>
        <tbody>
          {problems.slice(0, mostShown).map(({ row, column, value, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{row}</td>
              <td>{column}</td>
              <td>{value ?? '–'}</td>
              <td className={css.bad}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problems.length > mostShown && <p className={css.hint}>and {(problems.length - mostShown).toLocaleString('en-US')} more</p>}
    </section>
  )
}
