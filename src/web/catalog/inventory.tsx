import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { equipments } from '../../model/catalog/equipment.ts'
import type { Field } from '../../model/kit/description.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { confirm } from '../kit/form/dialogs.tsx'
import { Filters } from '../kit/list/filters.tsx'
import { toListQuery } from '../kit/list/list-address.ts'
import list from '../kit/list/list-page.module.css'
import { IconTool, SearchInput } from '../kit/list/list-tools.tsx'
import { useListAddress } from '../kit/list/use-list-address.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconArrowBackUp, IconArrowForwardUp } from '../kit/look/icons.ts'
import { useShortcutScope, useShortcuts } from '../kit/look/keys.ts'
import { ReasonButton } from '../kit/look/reason-button.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, LoadError, Skeletons } from '../kit/parts/small-parts.tsx'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import css from './inventory.module.css'
import * as sheets from './inventory-edits.ts'
import { type Equipment, type GridColumn, gridColumns, type Known, nameOfCategory, type Sheet } from './inventory-edits.ts'
import { InventoryGrid } from './inventory-grid.tsx'
import { pageRange, useInventoryRows } from './inventory-rows.ts'
import { formatRowCount, useSaving } from './inventory-saving.ts'
import { cellAt, type Selection, selectedRange } from './inventory-selection.ts'
import { useKnown, useSheet } from './inventory-sheet.ts'
import { StaleRows } from './inventory-stale.tsx'
import { createWriting } from './inventory-writing.ts'

export function InventoryPage() {
  const { address, change: changeAddress } = useListAddress(equipments, 'q', { key: 'inventory', hasCards: false })
  const query = useMemo(() => {
    const { page: _, itemsPerPage: __, ...rest } = toListQuery(address)
    return rest
  }, [address])
  const [pages, setPages] = useState(pageRange(0, 40))
  const rows = useInventoryRows(query, pages)
  const total = useLast(rows.total)
  const names = useKnown()
  const state = useSheet()
  const { sheet } = state
  const queryKey = JSON.stringify(query)
  const [selection, select] = useGridSelection(queryKey)
  const grid = useRef<HTMLDivElement>(null)
  const toGrid = () => grid.current?.focus({ preventScroll: true })
  const search = useRef<HTMLInputElement>(null)
  const { saving, save } = useSaving(state, names.known, toGrid)
  const writing = createWriting(state, { rows, total: total ?? 0, names, selection, select })
  const counts = sheets.countEdits(sheet.edits)
  useLeaveQuestion(counts.rows > 0, state.discard)
  useShortcutScope('grid')
  useShortcuts({ search: () => search.current?.focus() })
  const onWindow = useCallback((first: number, last: number) => setPages(pageRange(first, last)), [])
  const active = rows.rowAt(selection.at)
  useLearned(selection, active, names.learn)

  async function askToDiscard() {
    const text = `${formatRowCount(counts.rows)} will go back to their last saved values.`
    if (await confirm({ title: 'Discard all changes?', text, verb: 'Discard', danger: true })) state.discard()
  }
  function showNextProblem() {
    const next = nextProblem(sheet, selection, rows.rowAt, total ?? 0)
    if (!next) return toast.info('The rows are not among those shown: clear the search and the filters to see them.')
    select(next)
    toGrid()
  }
  const { known } = names
  const choicesOf = useCallback((column: GridColumn, row: Equipment) => choicesIn(column, row, known), [known])

  return (
    <div className={css.page}>
      <header className={list.titleRow}>
        <h1>Equipment table</h1>
        <span className={list.total} role="status">
          {total?.toLocaleString('en-US')}
        </span>
        <span className={list.tools}>
          <IconTool label="Undo" icon={<IconArrowBackUp size={18} />} onClick={() => writing.step('undo')} />
          <IconTool label="Redo" icon={<IconArrowForwardUp size={18} />} onClick={() => writing.step('redo')} />
          {counts.rows > 0 && (
            <ReasonButton variant="default" onClick={() => void askToDiscard()} reason={saving && 'Saving…'}>
              Discard
            </ReasonButton>
          )}
        </span>
        <ReasonButton onClick={() => void save()} reason={saving ? 'Saving…' : counts.rows === 0 && 'Nothing has changed'} hint="Ctrl+S">
          {saving ? `Saving ${saving}` : counts.rows > 0 ? `Save ${formatRowCount(counts.rows)}` : 'Save'}
        </ReasonButton>
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers */}
      <div className={list.filterRow} role="search">
        <SearchInput
          inputRef={search}
          label="Search equipment"
          value={address.search}
          onChange={(text) => changeAddress({ search: text }, true)}
        />
        <div className={list.chips}>
          <Filters resource={equipments} address={address} change={changeAddress} />
        </div>
      </div>
      <StaleRows sheet={sheet} settle={(ids, keep) => state.change((now) => sheets.resolveStaleEdits(now, ids, keep, known))} />
      {total ? (
        <InventoryGrid
          key={queryKey}
          gridRef={grid}
          total={total}
          rowAt={rows.rowAt}
          edits={sheet.edits}
          {...{ selection, select, writing, onWindow, choicesOf }}
          sort={address.sort}
          onSort={(sort) => changeAddress({ sort })}
        />
      ) : (
        <NoRows
          isRead={total === 0}
          error={rows.error}
          retry={rows.retry}
          widen={
            address.search !== '' || Object.keys(address.filters).length > 0 ? () => changeAddress({ search: '', filters: {} }) : undefined
          }
        />
      )}
      <Foot counts={counts} selection={selection} onNextProblem={showNextProblem}>
        {active && sheet.edits.get(active.id)?.cells[gridColumns[selection.column]?.key ?? '']?.problem}
      </Foot>
    </div>
  )
}

/** Returns the previous value while the current one is undefined. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState<T>()
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

function useGridSelection(queryKey: string) {
  const [selection, select] = useState<Selection>(cellAt(0, 0))
  const [seen, setSeen] = useState(queryKey)
  if (queryKey !== seen) {
    setSeen(queryKey)
    select(cellAt(0, 0))
  }
  return [selection, select] as const
}

/** Preloads the editor's suggestions. */
function useLearned({ column }: Selection, active: Equipment | undefined, learn: (rows: Equipment[]) => Promise<void>) {
  const maker = gridColumns[column]?.field === 'productFamilyId' ? active?.manufacture.id : undefined
  useEffect(() => {
    if (maker !== undefined && active) void learn([active]).catch(() => undefined)
  }, [maker, active, learn])
}

function choicesIn(column: GridColumn, row: Equipment, known: Known): string[] | undefined {
  if (column.field === 'categoryId') return known.categories.map(nameOfCategory)
  if (column.field === 'productFamilyId') return known.familiesOf(row.manufacture.id).map(({ name }) => name)
  const fields: Record<string, Field> = equipments.fields
  return column.field && fields[column.field]?.options?.values.map(({ label }) => label)
}

/** Next invalid cell from the selection. After a new search or sort, its row may have moved or be hidden. */
function nextProblem(
  { edits }: Sheet,
  selection: Selection,
  rowAt: (at: number) => Equipment | undefined,
  total: number,
): Selection | undefined {
  function placeOf(id: number, at: number): number | undefined {
    if (rowAt(at)?.id === id) return at
    for (let rowIndex = 0; rowIndex < total; rowIndex++) if (rowAt(rowIndex)?.id === id) return rowIndex
    return undefined
  }
  const invalidCells = [...edits].flatMap(([id, { at, cells }]) => {
    const column = gridColumns.findIndex(({ key }) => cells[key]?.problem)
    const rowIndex = column < 0 ? undefined : placeOf(id, at)
    return rowIndex === undefined ? [] : [cellAt(rowIndex, column)]
  })
  return invalidCells.find(({ at }) => at > selection.at) ?? invalidCells[0]
}

interface NoRowsProps {
  isRead: boolean
  error: Error | undefined
  retry: () => void
  /** Clears a search or filter that narrows the list. */
  widen?: () => void
}

function NoRows({ isRead, error, retry, widen }: NoRowsProps) {
  if (error && !isRead) return <LoadError error={error} title="Equipment" onRetry={retry} />
  if (!isRead) return <Skeletons rows={12} columns={4} />
  if (!widen) return <EmptyState text="No equipment yet." />
  return <EmptyState text="No equipment matches this search and these filters." action="Clear search and filters" onAction={widen} />
}

interface FootProps {
  counts: ReturnType<typeof sheets.countEdits>
  selection: Selection
  onNextProblem: () => void
  children: ReactNode
}

function Foot({ counts, selection, onNextProblem, children }: FootProps) {
  const { top, bottom, left, right } = selectedRange(selection)
  return (
    <footer className={css.foot}>
      <span role="status">{counts.rows > 0 ? `${formatRowCount(counts.rows)} changed` : 'All changes are saved'}</span>
      {counts.problems > 0 && (
        <UnstyledButton className={css.reason} onClick={onNextProblem}>
          {formatCount(counts.problems, 'cell is', 'cells are')} not valid. Show the next
        </UnstyledButton>
      )}
      <span className={css.reason} role="status">
        {children}
      </span>
      <span className={css.keys}>
        {bottom > top || right > left
          ? `${formatNumber(bottom - top + 1)} × ${right - left + 1} cells`
          : 'F2 edits · Ctrl+D fills down · Ctrl+Z undoes · Ctrl+S saves'}
      </span>
    </footer>
  )
}
