import { ActionIcon, Button, Kbd, Menu, Modal, NativeSelect, Popover, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Resource, RowOf } from '../../model/kit/resource.ts'
import { callsOf, prefetchRow, refresh, useRead } from './call.ts'
import { can } from './can.ts'
import { type AnyCall, CallError, request } from './client.ts'
import { type Cells, columnsOf, fieldsToShow, nameOfRow } from './columns.tsx'
import type { Controls, Section } from './controls.tsx'
import { FormDialog, removeRows } from './dialogs.tsx'
import { showError } from './errors.ts'
import { Filters, type FiltersWords } from './filters.tsx'
import type { Params, Values } from './form.ts'
import * as Icon from './icons.ts'
import { pageSizes, queryOf, recall, remember, useListAddress } from './list-address.ts'
import css from './list-page.module.css'
import { Under } from './picker.tsx'
import { EmptyState } from './small-parts.tsx'
import table from './table.module.css'
import { DataTable, type RowKey } from './table.tsx'
import { toast } from './toasts.tsx'

export interface ListPageProps<R extends Resource> {
  of: R
  title?: string
  /** Functions for the special cells. */
  cells?: Cells<R>
  /** Buttons before the primary one. */
  actions?: ReactNode
  /** More `Menu.Item`s of a row. */
  rowMenu?: (row: RowOf<R>) => ReactNode
  /** More buttons of the bar that stands below while rows are selected. */
  selectionActions?: (ids: RowKey[], clear: () => void) => ReactNode
  filters?: FiltersWords
  /** Where a new one is made; `no` where it comes about in another way. */
  create?: 'page' | 'dialog' | 'no'
  /** Where the name of a row leads; nothing for a row without a page. */
  rowHref?: (row: RowOf<R>) => string | undefined
  /** Shows a row in place, as a side panel does, instead of leading to its page. */
  onOpen?: (row: RowOf<R>) => void
  /** Path parameters of the thing the rows belong to. */
  under?: Params
  /** What restricts the list and is not for people to change. */
  query?: Values
  /** Another call that answers such a page. */
  call?: AnyCall
  /** The deleted ones, to be restored. */
  isDeleted?: boolean
  /** `pq` in lists of projects. */
  searchKey?: 'q' | 'pq'
  /** Rows may also be shown as cards; the person's choice is remembered. */
  card?: (row: RowOf<R>) => ReactNode
  /** Where a new one is made, when not at `{route}/new`. */
  newHref?: string
  /** Why there is nothing yet, and what to do. */
  empty?: string
  /** For the dialog. */
  sections?: Section[]
  controls?: Controls
  preset?: Values
}

/** A list of everything of one kind, made from its resource; the address says what it shows. */
export function ListPage<R extends Resource>(props: ListPageProps<R>) {
  const { of, under, create = 'page', isDeleted } = props
  const { address, change } = useListAddress(of, props.searchKey ?? 'q')
  const calls = callsOf(of)
  const call: AnyCall = props.call ?? (isDeleted ? calls.deleted! : calls.list)
  const query = { ...queryOf(address), ...props.query }
  const list = useRead(call, { params: under, query } as never, { keepsOld: true, isQuiet: true })
  const { items: rows, total } = (list.data ?? {}) as { items?: any[]; total?: number }
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [view, setView] = useLocalStorage({ key: `view:${of.path}`, defaultValue: 'cards', getInitialValueInEffect: false })
  const hasCards = props.card !== undefined && !isDeleted && view === 'cards'
  const [density, setDensity] = useLocalStorage({ key: 'density', defaultValue: 'normal', getInitialValueInEffect: false })
  const [shown, setShown] = useState(() => recall<string[]>(`columns:${of.path}`) ?? of.list.columns)
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [dialog, setDialog] = useState<{ row?: Values }>()
  const [hasHelp, setHelp] = useState(false)
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)

  const isDialog = create === 'dialog'
  const title = props.title ?? of.names.many
  const mayCreate = create !== 'no' && !isDeleted && of.permission.create !== undefined && can(of.permission.create)
  const mayDelete = !isDeleted && of.permission.delete !== undefined && can(of.permission.delete)
  const isNarrowed = address.search !== '' || Object.keys(address.filters).length > 0
  const nameOf = (row: any) => nameOfRow(of, row)
  const hasPages = !isDeleted && !isDialog && !props.onOpen
  const hrefOf = (row: any) => (hasPages ? (props.rowHref ? props.rowHref(row) : `${of.route}/${row.id}`) : undefined)
  const add = () => (isDialog ? setDialog({}) : navigate({ to: props.newHref ?? `${of.route}/new` }))
  const open = props.onOpen ?? (isDialog ? (row: any) => setDialog({ row }) : undefined)
  const clear = () => setSelected(new Set())

  function show(keys: string[] | undefined) {
    remember(`columns:${of.path}`, keys)
    setShown(keys ?? of.list.columns)
  }
  async function exportList(more: Values = {}) {
    try {
      await request(calls.export as AnyCall, { params: under, query: { ...query, columns: shown, ...more } } as never)
      toast.success('The file is being made. You find it in the download center.')
    } catch (error) {
      showError(error)
    }
  }
  async function remove(ids: RowKey[]) {
    const chosen = ids.map((id) => rows?.find((row) => row.id === id) ?? { id })
    if (await removeRows(of, chosen, under)) clear()
  }
  async function restore(row: any) {
    try {
      await request(calls.restore as AnyCall, { params: { ...under, [of.parent ? 'itemId' : 'id']: row.id } } as never)
      toast.success(`${nameOf(row)} restored.`)
      await refresh(of.entity)
    } catch (error) {
      showError(error)
    }
  }
  async function selectAll() {
    try {
      const { page: _, itemsPerPage: __, ...matching } = query as Values
      const all = (await request(calls.query, { params: under, query: matching } as never)) as unknown as { items: any[] }
      setSelected(new Set(all.items.map(({ id }) => id)))
    } catch (error) {
      showError(error)
    }
  }

  useKeys({
    '/': () => search.current?.focus(),
    n: mayCreate ? add : undefined,
    '?': () => setHelp(true),
    ArrowDown: () => page.current?.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus(),
  })

  const columns = columnsOf(of, {
    cells: props.cells as never,
    hrefOf,
    onOpen: open,
    onHover: (row) => hrefOf(row) && prefetch(row),
    shown,
    isPhone,
  })
  const prefetch = (row: any) => void prefetchRow(of, row.id, under?.id)
  const menu = (row: any) => (
    <>
      {hrefOf(row) && (
        <>
          <Menu.Item component={Link} to={hrefOf(row)!}>
            Open
          </Menu.Item>
          <Menu.Item component="a" href={hrefOf(row)} target="_blank" leftSection={<Icon.IconExternalLink size={16} />}>
            Open in new tab
          </Menu.Item>
        </>
      )}
      {open && (
        <Menu.Item leftSection={<Icon.IconPencil size={16} />} onClick={() => open(row)}>
          {of.permission.update && can(of.permission.update) ? 'Edit' : 'Open'}
        </Menu.Item>
      )}
      {isDeleted && of.permission.restore && can(of.permission.restore) && (
        <Menu.Item leftSection={<Icon.IconRestore size={16} />} onClick={() => void restore(row)}>
          Restore
        </Menu.Item>
      )}
      {props.rowMenu?.(row)}
      {mayDelete && (
        <Menu.Item data-danger leftSection={<Icon.IconTrash size={16} />} onClick={() => void remove([row.id])}>
          Delete
        </Menu.Item>
      )}
    </>
  )

  const columnList = <ColumnsList {...{ of, shown, show }} />
  const flip = () => setDensity(density === 'compact' ? 'normal' : 'compact')
  const tools = isPhone ? (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label="More">
          <Icon.IconDotsVertical size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={css.columns}>
        {calls.export && !isDeleted && (
          <Button
            fullWidth
            variant="subtle"
            justify="start"
            leftSection={<Icon.IconFileExport size={16} />}
            onClick={() => void exportList()}
          >
            Export
          </Button>
        )}
        {columnList}
      </Popover.Dropdown>
    </Popover>
  ) : (
    <>
      {props.card && (
        <Tool
          label={hasCards ? 'Show as table' : 'Show as cards'}
          icon={hasCards ? <Icon.IconMenu2 size={18} /> : <Icon.IconLayoutDashboard size={18} />}
          onClick={() => setView(hasCards ? 'table' : 'cards')}
        />
      )}
      <Popover position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Tool label="Columns Visibility" icon={<Icon.IconColumns3 size={18} />} />
        </Popover.Target>
        <Popover.Dropdown className={css.columns}>{columnList}</Popover.Dropdown>
      </Popover>
      <Tool label={density === 'compact' ? 'Normal rows' : 'Compact rows'} icon={<Icon.IconMenu2 size={18} />} onClick={flip} />
      {calls.export && !isDeleted && <Tool label="Export" icon={<Icon.IconFileExport size={18} />} onClick={() => void exportList()} />}
    </>
  )

  const from = total ? (address.page - 1) * address.size + 1 : 0
  const to = Math.min(from + address.size - 1, total ?? 0)
  return (
    <Under value={under ?? {}}>
      <div className={css.page} ref={page}>
        <header className={css.titleRow}>
          <h1>{title}</h1>
          <span className={css.total} role="status">
            {total?.toLocaleString('en-US')}
          </span>
          <span className={css.tools}>
            {props.actions}
            {tools}
          </span>
          {mayCreate && (
            <Button leftSection={<Icon.IconPlus size={16} />} onClick={add}>
              New{!isPhone && ` ${of.names.one.toLowerCase()}`}
            </Button>
          )}
        </header>
        {/* biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers */}
        <div className={css.filterRow} role="search">
          <SearchInput
            inputRef={search}
            label={`Search ${title.toLowerCase()}`}
            value={address.search}
            onChange={(text) => change({ search: text }, true)}
          />
          <div className={css.chips}>
            <Filters of={of} address={address} change={change} words={props.filters} />
          </div>
        </div>
        {rows?.length === 0 ? (
          isNarrowed ? (
            <EmptyState
              text={`No ${of.names.many.toLowerCase()} match this search and these filters.`}
              action="Clear search and filters"
              onAction={() => change({ search: '', filters: {} })}
            />
          ) : (
            <EmptyState
              text={isDeleted ? 'Nothing has been deleted.' : (props.empty ?? `No ${of.names.many.toLowerCase()} yet.`)}
              action={mayCreate ? `New ${of.names.one.toLowerCase()}` : undefined}
              onAction={add}
            />
          )
        ) : list.error && !rows ? (
          <Failure error={list.error} title={title} onRetry={() => void list.refetch()} />
        ) : hasCards ? (
          <Cards label={title} rows={rows} card={props.card as never} />
        ) : (
          <DataTable
            label={title}
            {...{ columns, rows, menu, nameOf }}
            sort={address.sort}
            onSort={(sort) => change({ sort })}
            selected={selected}
            onSelect={isPhone || isDeleted ? undefined : setSelected}
            compact={density === 'compact' && !isPhone}
            tall={isPhone}
          />
        )}
        {selected.size > 0 ? (
          <div className={css.selection} role="toolbar" aria-label="Selection">
            <span>{selected.size.toLocaleString('en-US')} selected</span>
            {total !== undefined && selected.size < total && (
              <UnstyledButton className={css.action} onClick={() => void selectAll()}>
                Select all {total.toLocaleString('en-US')} matching
              </UnstyledButton>
            )}
            <span className={css.tools}>
              {props.selectionActions?.([...selected], clear)}
              {calls.export && 'ids' in calls.export.query && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<Icon.IconFileExport size={16} />}
                  onClick={() => void exportList({ ids: [...selected] })}
                >
                  Export
                </Button>
              )}
              {mayDelete && (
                <Button
                  size="xs"
                  variant="default"
                  color="red"
                  leftSection={<Icon.IconTrash size={16} />}
                  onClick={() => void remove([...selected])}
                >
                  Delete
                </Button>
              )}
            </span>
            <ActionIcon aria-label="Clear the selection" onClick={clear}>
              <Icon.IconX size={16} />
            </ActionIcon>
          </div>
        ) : (
          <footer className={css.foot}>
            <span>
              {total !== undefined &&
                total > 0 &&
                `${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
            </span>
            <span className={css.tools}>
              <NativeSelect
                className={css.sizes}
                aria-label="Rows a page"
                size="xs"
                data={pageSizes.map((size) => ({ value: String(size), label: `${size} rows` }))}
                value={address.size}
                onChange={(event) => change({ size: Number(event.currentTarget.value) })}
              />
              <ActionIcon aria-label="Previous page" disabled={address.page <= 1} onClick={() => change({ page: address.page - 1 })}>
                <Icon.IconChevronLeft size={16} />
              </ActionIcon>
              <ActionIcon aria-label="Next page" disabled={to >= (total ?? 0)} onClick={() => change({ page: address.page + 1 })}>
                <Icon.IconChevronRight size={16} />
              </ActionIcon>
            </span>
          </footer>
        )}
        {isDialog && (
          <FormDialog
            {...{ of, under }}
            sections={props.sections}
            controls={props.controls}
            preset={props.preset}
            opened={dialog !== undefined}
            id={dialog?.row?.id}
            onClose={() => setDialog(undefined)}
          />
        )}
        <Modal opened={hasHelp} onClose={() => setHelp(false)} title="Keys of this list" size={400}>
          <dl className={css.keys}>
            {keys.map(([key, words]) => (
              <div key={key}>
                <dt>
                  <Kbd>{key}</Kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </Modal>
      </div>
    </Under>
  )
}

const keys = [
  ['/', 'Search'],
  ['n', 'New'],
  ['↓ ↑', 'Move from row to row'],
  ['Enter', 'Open the row'],
  ['Space', 'Select the row, with Shift up to it'],
  ['?', 'Show these keys'],
]

/** Keys of a page; not while somebody types or a dialog is open. */
function useKeys(actions: Record<string, (() => void) | undefined>) {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target as HTMLElement
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const isTyping = target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"]')
      if (isTyping || document.querySelector('[role="dialog"]')) return
      const action = latest.current[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function SearchInput({
  inputRef,
  label,
  value,
  onChange,
}: {
  inputRef: React.RefObject<HTMLInputElement | null>
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const [told, setTold] = useState(value)
  const tell = useDebouncedCallback((next: string) => {
    setTold(next)
    onChange(next)
  }, 300)
  // Back, a link or "Clear" changed the address: the box follows.
  if (value !== told) {
    setTold(value)
    setText(value)
  }
  return (
    <TextInput
      ref={inputRef}
      className={css.search}
      size="xs"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon.IconSearch size={16} />}
      rightSection={<Kbd className={css.slash}>/</Kbd>}
      rightSectionPointerEvents="none"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        tell(event.currentTarget.value.trim())
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    />
  )
}

function Tool({ label, icon, ...rest }: { label: string; icon: ReactNode; onClick?: () => void; ref?: React.Ref<HTMLButtonElement> }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...rest}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

function ColumnsList({ of, shown, show }: { of: Resource; shown: string[]; show: (keys: string[] | undefined) => void }) {
  const fields = fieldsToShow(of)
  const locked = of.list.columns.includes(of.title) ? of.title : of.list.columns[0]
  const flip = (key: string) => show(Object.keys(fields).filter((one) => (one === key ? !shown.includes(one) : shown.includes(one))))
  return (
    <>
      <div className={css.columnsHead}>
        Columns Visibility
        <UnstyledButton className={css.action} onClick={() => show(undefined)}>
          Reset
        </UnstyledButton>
      </div>
      <div className={css.columnsList}>
        {Object.entries(fields).map(([key, { label }]) => (
          <label key={key}>
            <input
              type="checkbox"
              className={table.check}
              checked={shown.includes(key) || key === locked}
              disabled={key === locked}
              onChange={() => flip(key)}
            />
            {label}
          </label>
        ))}
      </div>
    </>
  )
}

/** What failed, and a way to try again. */
/** The rows as cards, three beside each other where there is room. */
function Cards({ label, rows, card }: { label: string; rows: any[] | undefined; card: (row: any) => ReactNode }) {
  return (
    <ul className={css.cards} aria-label={label} aria-busy={!rows}>
      {rows
        ? rows.map((row) => <li key={row.id}>{card(row)}</li>)
        : // biome-ignore lint/suspicious/noArrayIndexKey: empty frames without identity
          Array.from({ length: 6 }, (_, at) => <li key={at} className={css.cardSkeleton} aria-hidden />)}
    </ul>
  )
}

export function Failure({ error, title, onRetry }: { error: Error; title: string; onRetry: () => void }) {
  const status = error instanceof CallError ? error.status : undefined
  if (status === 403) return <EmptyState text={`You are not allowed to see ${title.toLowerCase()}.`} />
  if (status === 404) return <EmptyState text={error.message} />
  return <EmptyState text={`${title} could not be read: ${error.message}`} action="Try again" onAction={onRetry} />
}
