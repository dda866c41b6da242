import { Button, FileButton, TextInput } from '@mantine/core'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { changeSets, undoChangeSet } from '../../model/activity/change-sets.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import type { ImportedRow, ImportOutcome, ImportProblem } from '../../model/catalog/equipment-import.ts'
import { manufacturers } from '../../model/companies/manufacturers.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { IconUpload } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { type AnyCall, CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './import-parts.module.css'

export function saveBlob(name: string, blob: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Returns the result of an import, even if it was rejected because of its rows. Throws any other error. */
export async function runImport(call: AnyCall, args: object): Promise<ImportOutcome> {
  try {
    return (await request(call, args)) as ImportOutcome
  } catch (error) {
    const body = error instanceof CallError ? (error.body as Partial<ImportOutcome> | undefined) : undefined
    if (body && typeof body.failed === 'number') return body as ImportOutcome
    throw error
  }
}

const mostShown = 200

/** Refetches what an import or its undo changes. */
export function readImportedAgain() {
  for (const resource of [equipments, manufacturers, changeSets]) void invalidateEntity(resource.entity)
}

export async function undoImport(changeSetId: number): Promise<boolean> {
  try {
    await request(undoChangeSet, { params: { id: changeSetId } })
    toast.success('The import was undone.')
    return true
  } catch (error) {
    showError(error)
    return false
  } finally {
    readImportedAgain()
  }
}

export const importedText = ({ created, updated, failed }: ImportOutcome) =>
  `${countText(created, 'created')}, ${countText(updated, 'updated')}${failed > 0 ? `, ${countText(failed, 'left out')}` : ''}.`

export function toastImported(outcome: ImportOutcome) {
  const { changeSetId } = outcome
  readImportedAgain()
  toast.success(importedText(outcome), { duration: 12_000, undo: changeSetId ? () => void undoImport(changeSetId) : undefined })
}
const countText = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}`

export function FileDrop({ accept, hint, file, onFile }: { accept: string; hint: string; file?: File; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  const reset = useRef<() => void>(null)
  /** Resets the input, so that the same file can be chosen again after a fix. */
  function take(chosen: File | null) {
    reset.current?.()
    if (chosen) onFile(chosen)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button
    <div
      className={css.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileButton accept={accept} resetRef={reset} onChange={take}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} />}>
            {file ? 'Choose another file' : 'Choose file'}
          </Button>
        )}
      </FileButton>
      <span className={css.hint}>{file ? file.name : hint}</span>
    </div>
  )
}

export function Counts({ outcome }: { outcome: ImportOutcome }) {
  const { created, updated, unchanged, failed } = outcome
  const parts: [string, number][] = [
    ['New', created],
    ['Changed', updated],
    ['Unchanged', unchanged],
    ['With problems', failed],
  ]
  return (
    <dl className={css.counts} aria-label="Outcome">
      {parts.map(([label, count]) => (
        <div key={label} data-bad={(label === 'With problems' && count > 0) || undefined}>
          <dt>{label}</dt>
          <dd>{count.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  )
}

const textOrDash = (value: string | null) => value ?? '–'

export function Rows({ outcome: { rows, moreRows }, rowLabel }: { outcome: ImportOutcome; rowLabel: string }) {
  const [shown, setShown] = useState(mostShown)
  if (rows.length === 0) return null
  const more = Math.max(0, rows.length - shown) + moreRows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.problems} aria-label="Changes" tabIndex={0}>
      <table aria-label="Changes">
        <thead>
          <tr>
            <th scope="col">{rowLabel}</th>
            <th scope="col">Equipment</th>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        {rows.slice(0, shown).map((row) => (
          <RowChanges key={row.row} row={row} />
        ))}
      </table>
      {rows.length > shown && (
        <Button variant="default" size="xs" mt={8} onClick={() => setShown(shown + mostShown)}>
          Show {Math.min(mostShown, rows.length - shown)} more
        </Button>
      )}
      {more > 0 && <p className={css.hint}>and {formatCount(more, 'more row', 'more rows')}</p>}
    </section>
  )
}

const actions = { Create: 'New', Update: 'Changed', None: 'Unchanged' }
function RowChanges({ row: { row, name, action, changes, leftOut } }: { row: ImportedRow }) {
  const lines = [
    ...changes.map(({ field, label, from, to }) => ({ key: field, label, from: textOrDash(from), to: textOrDash(to), isLost: false })),
    ...leftOut.map((text) => ({ key: text, label: 'Not imported', from: text, to: '', isLost: true })),
  ]
  const shown = lines.length > 0 ? lines : [{ key: '', label: '–', from: '', to: '', isLost: false }]
  return (
    <tbody>
      {shown.map(({ key, label, from, to, isLost }, index) => (
        <tr key={key}>
          {index === 0 && (
            <>
              <td className={css.number} rowSpan={shown.length}>
                {row}
              </td>
              <td rowSpan={shown.length}>
                {name || '–'} <span className="dna-muted">{actions[action]}</span>
              </td>
            </>
          )}
          <td>{label}</td>
          {isLost ? (
            <td colSpan={2} className={css.lost}>
              {from}
            </td>
          ) : (
            <>
              <td className={css.value}>{from}</td>
              <td className={css.value}>{to}</td>
            </>
          )}
        </tr>
      ))}
    </tbody>
  )
}

interface ProblemsProps {
  problems: ImportProblem[]
  rowLabel?: string
  fix?: { valueOf: (problem: ImportProblem) => string | undefined; onChange: (problem: ImportProblem, text: string) => void }
  action?: (problem: ImportProblem) => ReactNode
}
export function Problems({ problems, rowLabel = 'Row', fix, action }: ProblemsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.problems} aria-label="Problems" tabIndex={0}>
      <table aria-label="Problems">
        <thead>
          <tr>
            <th scope="col">{rowLabel}</th>
            <th scope="col">Equipment</th>
            <th scope="col">Column</th>
            <th scope="col">{fix ? 'Value' : 'Cell'}</th>
            <th scope="col">Problem</th>
            {action && <td />}
          </tr>
        </thead>
        <tbody>
          {problems.slice(0, mostShown).map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell may have two problems
            <tr key={`${problem.row} ${problem.column} ${index}`}>
              <td className={css.number}>{problem.row}</td>
              <td>{problem.name || '–'}</td>
              <td>{problem.column || '–'}</td>
              <td>
                {fix && problem.column ? (
                  <TextInput
                    size="xs"
                    aria-label={`${problem.column} of row ${problem.row}`}
                    value={fix.valueOf(problem) ?? problem.value ?? ''}
                    onChange={({ currentTarget }) => fix.onChange(problem, currentTarget.value)}
                  />
                ) : (
                  (problem.value ?? '–')
                )}
              </td>
              <td className={css.message}>{problem.message}</td>
              {action && <td>{action(problem)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {problems.length > mostShown && <p className={css.hint}>and {(problems.length - mostShown).toLocaleString('en-US')} more</p>}
    </section>
  )
}
