import { Button, UnstyledButton } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { categories } from '../../model/catalogue/categories.ts'
import { equipments as of } from '../../model/catalogue/equipment.ts'
import { bulkUpdateEquipment, mostBulkRows } from '../../model/catalogue/equipment-calls.ts'
import { productFamilies } from '../../model/companies/product-families.ts'
import type { Field } from '../../model/kit/description.ts'
import { confirm } from '../kit/form/dialogs.tsx'
import { Filters } from '../kit/list/filters.tsx'
import { queryOf, useListAddress } from '../kit/list/list-address.ts'
import list from '../kit/list/list-page.module.css'
import { SearchInput, Tool, useKeys } from '../kit/list/list-tools.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconArrowBackUp, IconArrowForwardUp } from '../kit/look/icons.ts'
import { ReasonButton } from '../kit/look/reason-button.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, Failure, Skeletons } from '../kit/parts/small-parts.tsx'
import { callsOf, queryClient, readOptions, refresh, useRead } from '../kit/request/call.ts'
import { type AnyCall, CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import { session } from '../kit/request/session.ts'
import css from './inventory.module.css'
import * as sheets from './inventory-edits.ts'
import { type Equipment, type GridColumn, gridColumns, type Known, nameOfCategory, type Sheet } from './inventory-edits.ts'
import { InventoryGrid, rangeOf, type Selection } from './inventory-grid.tsx'
import { mostRowsAtOnce, showSaved, useInventoryRows } from './inventory-rows.ts'

const familiesCall = callsOf(productFamilies).typeHead as AnyCall
const draftName = () => `draft:${session().user?.id}:inventory`

/** What was typed before a reload or a lost session. */
function readDraft(): Sheet {
  try {
    const edits = JSON.parse(sessionStorage.getItem(draftName()) ?? '[]')
    return { ...sheets.emptySheet, edits: new Map(edits) }
  } catch {
    return sheets.emptySheet
  }
}

/** Names in cells: categories at once, the families of a manufacturer when one of its rows is edited. */
function useKnown() {
  const { data } = useRead(callsOf(categories).typeHead, { query: { all: true } }, { isQuiet: true })
  const families = useRef(new Map<number, { id: number; name: string }[]>())
  const all = data?.items
  const known = useMemo((): Known => ({ categories: (all ?? []) as never, familiesOf: (id) => families.current.get(id) ?? [] }), [all])
  const learn = useCallback(async (rows: Equipment[]) => {
    const makers = [...new Set(rows.map((row) => row.manufacture.id))].filter((id) => !families.current.has(id))
    for (const id of makers) {
      const { items } = (await queryClient.fetchQuery(readOptions(familiesCall, { params: { id }, query: { all: true } } as never))) as any
      families.current.set(
        id,
        items.filter((one: { id: number }) => one.id > 0),
      )
    }
  }, [])
  return { known, learn }
}

/** What has been typed, with its history and its draft. */
function useSheet() {
  const [sheet, setSheet] = useState(readDraft)
  const latest = useRef(sheet)
  const change = useCallback((next: (sheet: Sheet) => Sheet) => {
    latest.current = next(latest.current)
    setSheet(latest.current)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (sheet.edits.size === 0) sessionStorage.removeItem(draftName())
      else
        try {
          sessionStorage.setItem(draftName(), JSON.stringify([...sheet.edits]))
        } catch {
          // A draft of many thousand rows is larger than the browser keeps; the question before leaving still guards it.
        }
    }, 300)
    return () => clearTimeout(timer)
  }, [sheet])
  return { sheet, latest, change }
}

/** The catalogue as a spreadsheet: every cell in its place, all changes saved together. */
export function InventoryPage() {
  const { address, change: changeAddress } = useListAddress(of, 'q', { key: 'inventory', hasCards: false })
  const query = useMemo(() => {
    const { page: _, itemsPerPage: __, ...rest } = queryOf(address)
    return rest
  }, [address])
  const [view, setView] = useState({ first: 0, last: 40 })
  const rows = useInventoryRows(query, view.first, view.last)
  const [lastTotal, setLastTotal] = useState<number>()
  if (rows.total !== undefined && rows.total !== lastTotal) setLastTotal(rows.total)
  const total = rows.total ?? lastTotal
  const { known, learn } = useKnown()
  const { sheet, latest, change } = useSheet()
  const [selection, setSelection] = useState<Selection>({ at: 0, column: 0, toAt: 0, toColumn: 0 })
  const [saving, setSaving] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const counts = sheets.countsOf(sheet.edits)
  const isDirty = counts.rows > 0

  // Another search shows other rows: the first cell of them is where one stands.
  const place = JSON.stringify(query)
  const [seenPlace, setSeenPlace] = useState(place)
  if (place !== seenPlace) {
    setSeenPlace(place)
    setSelection({ at: 0, column: 0, toAt: 0, toColumn: 0 })
  }

  const discard = useCallback(() => {
    sessionStorage.removeItem(draftName())
    change(() => sheets.emptySheet)
  }, [change])
  useLeaveQuestion(isDirty, discard)
  useKeys({ '/': () => search.current?.focus() })
  const onWindow = useCallback((first: number, last: number) => setView({ first, last }), [])

  /** Writes texts into a rectangle of cells; rows that were not read yet are read first. */
  const writeTexts = async (at: number, column: number, texts: string[][]) => {
    const rowsBelow = (total ?? 0) - at
    const fitting = texts.slice(0, Math.min(rowsBelow, mostRowsAtOnce))
    if (fitting.length < texts.length) toast.info(`${formatNumber(texts.length - fitting.length)} rows did not fit and were left out.`)
    try {
      const there = fitting.length === 1 && rows.rowAt(at) ? [rows.rowAt(at)!] : await rows.readRows(at, at + fitting.length - 1)
      const touched = gridColumns.slice(column, column + (fitting[0]?.length ?? 0))
      if (touched.some(({ field }) => field === 'productFamilyId')) await learn(there)
      const changes = there.flatMap((row, down) =>
        touched.map((one, right) => ({ row, at: at + down, column: one, text: fitting[down]![right] ?? '' })),
      )
      change((now) => sheets.write(now, changes, known))
      if (texts.length > 1 || texts[0]!.length > 1) {
        const { toAt, toColumn } = { toAt: at + fitting.length - 1, toColumn: column + touched.length - 1 }
        setSelection({ at, column, toAt, toColumn, isStill: true })
      }
    } catch (error) {
      showError(error)
    }
  }
  const { top, bottom, left, right } = rangeOf(selection)
  const clear = () =>
    void writeTexts(
      top,
      left,
      Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => '')),
    )
  async function fillDown() {
    const source = top === bottom ? top - 1 : top
    if (source < 0) return
    try {
      const [row] = await rows.readRows(source, source)
      if (!row) return
      const texts = gridColumns.slice(left, right + 1).map((column) => sheets.shownText(row, column, latest.current.edits.get(row.id)))
      await writeTexts(
        source + 1,
        left,
        Array.from({ length: bottom - source }, () => texts),
      )
      setSelection({ ...selection })
    } catch (error) {
      showError(error)
    }
  }
  function step(of: 'undo' | 'redo') {
    const last = (of === 'undo' ? sheet.done : sheet.undone).at(-1)
    if (!last) return
    change((now) => (of === 'undo' ? sheets.undo(now, known) : sheets.redo(now, known)))
    const column = gridColumns.indexOf(last[0]!.column)
    setSelection({ at: last[0]!.at, column, toAt: last[0]!.at, toColumn: column })
  }

  /** Sends what is good, five hundred rows at a time; what is refused is marked and keeps nothing else back. */
  async function save() {
    if (saving) return
    const wanted = new Set(sheets.savable(latest.current.edits).rows.map(({ id }) => id))
    if (wanted.size === 0) {
      if (counts.stale > 0 || counts.problems > 0) toast.info('There is nothing that could be saved yet: see the marked cells.')
      return
    }
    let saved = 0
    try {
      for (;;) {
        const { rows: all, sent } = sheets.savable(latest.current.edits)
        const piece = all.filter(({ id }) => wanted.has(id)).slice(0, mostBulkRows)
        if (piece.length === 0) break
        setSaving(`${formatNumber(saved)} of ${formatNumber(wanted.size)}`)
        try {
          const { items } = await request(bulkUpdateEquipment, { body: { rows: piece as never } })
          saved += items.length
          for (const { id } of piece) wanted.delete(id)
          showSaved(items)
          change((now) => sheets.settle(now, items, sent, known))
          void refresh('changeSets')
        } catch (error) {
          if (!mark(error, piece)) throw error
        }
      }
    } catch (error) {
      showError(error)
    } finally {
      setSaving(undefined)
      const left = sheets.countsOf(latest.current.edits)
      if (saved > 0)
        toast.success(
          `${formatNumber(saved)} ${saved === 1 ? 'row' : 'rows'} saved.${left.rows > 0 ? ` ${formatNumber(left.rows)} still to be looked at.` : ''}`,
        )
      grid.current?.focus({ preventScroll: true })
    }
  }
  /** Puts what the server said to the rows and cells it was about. Answers whether it was about any. */
  function mark(error: unknown, piece: { id: number }[]): boolean {
    if (!(error instanceof CallError)) return false
    const body = error.body as { detail?: string; current?: Equipment[] }
    if (error.status === 409 && body.detail === 'stale' && body.current?.length) {
      change((now) => sheets.outdate(now, body.current!))
      return true
    }
    const reasons = Object.entries(error.fields ?? {}).flatMap(([path, [problem]]) => {
      const [, at, key] = /^rows\[(\d+)\]\.(\w+)/.exec(path) ?? []
      const row = at === undefined ? undefined : piece[Number(at)]
      return row ? [{ id: row.id, key: key!, problem: problem! }] : []
    })
    change((now) => sheets.refuse(now, reasons))
    return reasons.length > 0
  }
  useSaveKey(() => void save())

  async function askToDiscard() {
    const text = `${formatNumber(counts.rows)} ${counts.rows === 1 ? 'row' : 'rows'} will be as they were saved last.`
    if (await confirm({ title: 'Discard all changes?', text, verb: 'Discard', danger: true })) discard()
  }
  /** Where a row stands now: another search or order has moved it, if it shows it at all. */
  const placeOf = (id: number, at: number): number | undefined => {
    if (rows.rowAt(at)?.id === id) return at
    for (let place = 0; place < (total ?? 0); place++) if (rows.rowAt(place)?.id === id) return place
    return undefined
  }
  const nextProblem = () => {
    const bad = [...sheet.edits]
      .filter(([, { cells }]) => Object.values(cells).some(({ problem }) => problem))
      .flatMap(([id, edit]) => {
        const place = placeOf(id, edit.at)
        return place === undefined ? [] : [{ place, cells: edit.cells }]
      })
    if (bad.length === 0) return toast.info('The rows are not among those shown: clear the search and the filters to see them.')
    const next = bad.find(({ place }) => place > selection.at) ?? bad[0]!
    const column = gridColumns.findIndex(({ key }) => next.cells[key]?.problem)
    setSelection({ at: next.place, column, toAt: next.place, toColumn: column })
    grid.current?.focus({ preventScroll: true })
  }

  const choicesOf = useCallback(
    (column: GridColumn, row: Equipment) => {
      if (column.field === 'categoryId') return known.categories.map(nameOfCategory)
      if (column.field === 'productFamilyId') return known.familiesOf(row.manufacture.id).map(({ name }) => name)
      return (of.fields as Record<string, Field>)[column.field!]?.options?.values.map(({ label }) => label)
    },
    [known],
  )
  const active = rows.rowAt(selection.at)
  const activeKey = gridColumns[selection.column]!.field === 'productFamilyId' ? active?.manufacture.id : undefined
  useEffect(() => {
    // What the editor will offer is there before it opens.
    if (activeKey !== undefined && active) void learn([active]).catch(() => undefined)
  }, [activeKey, active, learn])

  const isNarrowed = address.search !== '' || Object.keys(address.filters).length > 0
  return (
    <div className={css.page}>
      <header className={list.titleRow}>
        <h1>Equipment table</h1>
        <span className={list.total} role="status">
          {total?.toLocaleString('en-US')}
        </span>
        <span className={list.tools}>
          <Tool label="Undo" icon={<IconArrowBackUp size={18} />} onClick={() => step('undo')} />
          <Tool label="Redo" icon={<IconArrowForwardUp size={18} />} onClick={() => step('redo')} />
          {isDirty && (
            <ReasonButton variant="default" onClick={() => void askToDiscard()} reason={saving && 'Saving…'}>
              Discard
            </ReasonButton>
          )}
        </span>
        <ReasonButton onClick={() => void save()} reason={saving ? 'Saving…' : !isDirty && 'Nothing has changed'} hint="Ctrl+S">
          {saving ? `Saving ${saving}` : isDirty ? `Save ${formatNumber(counts.rows)} ${counts.rows === 1 ? 'row' : 'rows'}` : 'Save'}
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
          <Filters of={of} address={address} change={changeAddress} />
        </div>
      </div>
      <Stale sheet={sheet} settle={(ids, keep) => change((now) => sheets.resolve(now, ids, keep, known))} />
      {rows.error && total === undefined ? (
        <Failure error={rows.error} title="Equipment" onRetry={rows.retry} />
      ) : total === undefined ? (
        <Skeletons rows={12} columns={4} />
      ) : total === 0 ? (
        isNarrowed ? (
          <EmptyState
            text="No equipment matches this search and these filters."
            action="Clear search and filters"
            onAction={() => changeAddress({ search: '', filters: {} })}
          />
        ) : (
          <EmptyState text="No equipment yet." />
        )
      ) : (
        <InventoryGrid
          key={place}
          gridRef={grid}
          total={total}
          rowAt={rows.rowAt}
          edits={sheet.edits}
          selection={selection}
          select={setSelection}
          onWindow={onWindow}
          onTexts={(at, column, texts) => void writeTexts(at, column, texts)}
          onFillDown={() => void fillDown()}
          onClear={clear}
          onUndo={() => step('undo')}
          onRedo={() => step('redo')}
          onMissing={(from, to) => {
            if (to - from >= mostRowsAtOnce) return toast.info(`At most ${formatNumber(mostRowsAtOnce)} rows can be copied at once.`)
            void rows.readRows(from, to).then(() => toast.info('The rows have been read now; copy once more.'), showError)
          }}
          choicesOf={choicesOf}
          sort={address.sort}
          onSort={(sort) => changeAddress({ sort })}
        />
      )}
      <footer className={css.foot}>
        <span role="status">
          {isDirty ? `${formatNumber(counts.rows)} ${counts.rows === 1 ? 'row' : 'rows'} changed` : 'All changes are saved'}
        </span>
        {counts.problems > 0 && (
          <UnstyledButton className={css.reason} onClick={nextProblem}>
            {formatNumber(counts.problems)} {counts.problems === 1 ? 'cell is' : 'cells are'} not valid. Show the next
          </UnstyledButton>
        )}
        <span className={css.reason} role="status">
          {active && sheet.edits.get(active.id)?.cells[gridColumns[selection.column]!.key]?.problem}
        </span>
        <span className={css.keys}>
          {bottom > top || right > left
            ? `${formatNumber(bottom - top + 1)} × ${right - left + 1} cells`
            : 'F2 edits · Ctrl+D fills down · Ctrl+Z undoes · Ctrl+S saves'}
        </span>
      </footer>
    </div>
  )
}

const shownStale = 20

/** Rows somebody else has changed meanwhile, named, each with the two ways out. */
function Stale({ sheet, settle }: { sheet: Sheet; settle: (ids: number[], keep: 'mine' | 'theirs') => void }) {
  const stale = [...sheet.edits].filter(([, { newer }]) => newer)
  if (stale.length === 0) return null
  const ids = stale.map(([id]) => id)
  return (
    <section className={css.stale} aria-label="Rows somebody else has changed">
      <b>{stale.length === 1 ? 'One row was' : `${formatNumber(stale.length)} rows were`} changed by somebody else and not saved.</b>
      {stale.length > 1 && (
        <>
          <Button size="compact-xs" variant="default" onClick={() => settle(ids, 'mine')}>
            Keep all of mine
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => settle(ids, 'theirs')}>
            Take all of theirs
          </Button>
        </>
      )}
      <ul>
        {stale.slice(0, shownStale).map(([id, { newer, base, cells }]) => (
          <li key={id}>
            <b>{newer!.model}</b>
            <span>
              {gridColumns
                .map((column) => ({ column, theirs: sheets.textOf(newer!, column), was: sheets.textOf(base, column) }))
                .filter(({ theirs, was, column }) => theirs !== was || cells[column.key])
                .map(({ column, theirs, was }) => {
                  const mine = cells[column.key]?.text
                  const parts = [theirs !== was && `theirs “${theirs}”`, mine !== undefined && `mine “${mine}”`].filter(Boolean)
                  return `${column.label}: ${parts.join(', ')}`
                })
                .join('; ')}
            </span>
            <Button size="compact-xs" variant="default" aria-label={`Keep mine: ${newer!.model}`} onClick={() => settle([id], 'mine')}>
              Keep mine
            </Button>
            <Button size="compact-xs" variant="default" aria-label={`Take theirs: ${newer!.model}`} onClick={() => settle([id], 'theirs')}>
              Take theirs
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useSaveKey(save: () => void) {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
