import { ActionIcon, Button, Menu, NativeSelect, Popover } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import type { RowOf } from '../../../model/kit/resource.ts'
import type { Controls, Section } from '../form/controls.tsx'
import { FormDialog, removeRows } from '../form/dialogs.tsx'
import type { Params, Values } from '../form/form.ts'
import { Under } from '../form/picker.tsx'
import * as Icon from '../look/icons.ts'
import { recall, remember } from '../look/remembered.ts'
import { toast } from '../look/toasts.tsx'
import { type Cells, columnsOf, nameOfRow } from '../parts/columns.tsx'
import { EmptyState, Failure } from '../parts/small-parts.tsx'
import { DataTable, type RowKey } from '../parts/table.tsx'
import { callsOf, prefetchRow, useRead } from '../request/call.ts'
import { can } from '../request/can.ts'
import { type AnyCall, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'
import { Filters, type FiltersWords } from './filters.tsx'
import { queryOf, useListAddress } from './list-address.ts'
import { Foot, SelectionBar } from './list-foot.tsx'
import css from './list-page.module.css'
import { ColumnsList, KeysDialog, SearchInput, Tool, useKeys } from './list-tools.tsx'
import { PeekPanel } from './peek-panel.tsx'
import { RestoreDialog, restoreRow } from './restore-dialog.tsx'
import { useSavedViews, ViewTabs } from './saved-views.tsx'

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
  /** Deletes all that are selected in one call; answers whether it happened. One by one without it. */
  removeMany?: (rows: RowOf<R>[]) => Promise<boolean>
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
  /** Rows stand together, with the sums of each group that the answer carries beside its items. */
  grouping?: Grouping
  /** Usual widths of columns, in px. */
  columnWidths?: Record<string, number>
  /** For the dialog. */
  sections?: Section[]
  controls?: Controls
  preset?: Values
  /** With what the dialog has made or saved. */
  onSaved?: (row: RowOf<R>) => void
}

export interface Grouping {
  /** The filter that says by what; its choice is part of the address. */
  parameter: string
  /** What they stand together by until the person chooses. */
  start: string
  options: {
    value: string
    label: string /** None for a single group. */
    keyOf?: (row: any) => RowKey
    sort: string[] /** The column that says the same as the group. */
    hides?: string
  }[]
  /** Columns with a figure of the group. */
  sums: Record<string, (group: any) => ReactNode>
  /** The figures of everything. */
  total: (groups: any[]) => any
  /** What stands in the head of a group of cards. */
  words?: (group: any) => string
}

/** An address holds so many characters on its way; each id has its name before it. */
const longestIds = 12_000

/** A list of everything of one kind, made from its resource; the address says what it shows. */
export function ListPage<R extends Resource>(props: ListPageProps<R>) {
  // Rows that stay while new ones come must never be those of another project.
  return <List key={`${props.of.path} ${JSON.stringify(props.under ?? {})}`} {...props} />
}

/** What is deleted shows when and by whom, the latest first. */
function deletedOf(of: Resource): Resource {
  const columns = [...of.list.columns.slice(0, 5), 'deleteDate', 'deletedBy']
  return { ...of, list: { ...of.list, columns, sort: ['-deleteDate'] } }
}

function List<R extends Resource>(props: ListPageProps<R>) {
  const { of, under, create = 'page', isDeleted } = props
  const listed = useMemo(() => (isDeleted ? deletedOf(of) : of), [of, isDeleted])
  const searchKey = props.searchKey ?? 'q'
  const key = isDeleted ? `${of.path}:deleted` : of.path
  const views = useSavedViews(useLocation({ select: ({ pathname }) => pathname }))
  const {
    address,
    change,
    go,
    list: listName,
  } = useListAddress(listed, searchKey, { key, hasCards: props.card !== undefined && !isDeleted })
  const calls = callsOf(of)
  const call: AnyCall = props.call ?? (isDeleted ? calls.deleted! : calls.list)
  const { grouping } = props
  const by = grouping?.options.find(({ value }) => value === (address.filters[grouping.parameter]?.[0] ?? grouping.start))
  const query = { ...queryOf(by ? { ...address, sort: sortedBy(by.sort, address.sort) } : address), ...props.query }
  if (grouping && by) query[grouping.parameter as 'search'] = by.value
  const list = useRead(call, { params: under, query } as never, { keepsOld: true, isQuiet: true })
  const { items: rows, total, groups } = (list.data ?? {}) as { items?: any[]; total?: number; groups?: any[] }
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const hasCards = address.view === 'cards'
  const [density, setDensity] = useLocalStorage({ key: 'density', defaultValue: 'normal', getInitialValueInEffect: false })
  const shown = address.columns.filter((name) => name !== by?.hides)
  const [widths, setWidths] = useState<Record<string, number>>(() => recall(`widths:${key}`) ?? {})
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [allOf, setAllOf] = useState<string>()
  const [peeked, setPeeked] = useState<RowKey>()
  const [taken, setTaken] = useState<{ row: Values; problem: string }>()
  const [dialog, setDialog] = useState<{ row?: Values }>()
  const [hasHelp, setHelp] = useState(false)
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)

  const isDialog = create === 'dialog'
  const title = props.title ?? of.names.many
  const mayCreate = create !== 'no' && !isDeleted && of.permission.create !== undefined && can(of.permission.create)
  const mayDelete = !isDeleted && of.permission.delete !== undefined && can(of.permission.delete)
  const isNarrowed = address.search !== '' || Object.keys(address.filters).some((name) => name !== grouping?.parameter)
  const nameOf = (row: any) => nameOfRow(of, row)
  const hasPages = !isDeleted && !props.onOpen && (!isDialog || props.rowHref !== undefined)
  const hrefOf = (row: any) => (hasPages ? (props.rowHref ? props.rowHref(row) : `${of.route}/${row.id}`) : undefined)
  const add = () => (isDialog ? setDialog({}) : void navigate({ to: props.newHref ?? `${of.route}/new` }))
  const open = props.onOpen ?? (isDialog ? (row: any) => setDialog({ row }) : undefined)
  const clear = () => select(new Set())
  const { page: _, itemsPerPage: __, ...matching } = query as Values
  const mayExportSome = calls.export !== undefined && !isDeleted
  const maySelect = !isPhone && !isDeleted && (mayDelete || mayExportSome || props.selectionActions !== undefined)
  const mayPeek = !isDeleted && !props.onOpen && !props.call && can(calls.read.permission)
  const peekedRow = mayPeek && !hasCards ? rows?.find(({ id }) => id === peeked) : undefined

  function select(next: ReadonlySet<RowKey>, all?: string) {
    setSelected(next)
    setAllOf(all)
  }
  function show(keys: string[] | undefined) {
    if (!keys) resize({})
    change({ columns: keys ?? [], page: address.page }, true)
  }
  function resize(all: Record<string, number>) {
    const next = Object.fromEntries(Object.entries(all).filter(([name, width]) => props.columnWidths?.[name] !== width))
    remember(`widths:${key}`, Object.keys(next).length > 0 ? next : undefined)
    setWidths(next)
  }
  function exportSelected() {
    const ids = [...selected]
    // All that match are named by what they match, not one by one.
    if (allOf === JSON.stringify(matching)) void exportList()
    else if (String(ids).length + ids.length * 4 > longestIds)
      toast.error('These are too many rows to name one by one. Select fewer, or all that match.')
    else void exportList({ ids })
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
    if (await (props.removeMany && ids.length > 1 ? props.removeMany(chosen as never) : removeRows(of, chosen, under))) clear()
  }
  async function restore(row: any) {
    const problem = await restoreRow(of, row, under)
    if (problem) setTaken({ row, problem })
  }
  async function selectAll() {
    try {
      const all = (await request(calls.query, { params: under, query: matching } as never)) as unknown as { items: any[]; total: number }
      select(new Set(all.items.map(({ id }) => id)), all.total === all.items.length ? JSON.stringify(matching) : undefined)
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

  const onHover = (row: any) => hrefOf(row) && void prefetchRow(of, row.id, under?.id)
  const columns = columnsOf(listed, { cells: props.cells as never, hrefOf, onOpen: open, onHover, shown, isPhone, isDeleted })
  const groupOf = new Map(groups?.map((group) => [group.id, group]))
  for (const column of grouping && groups ? columns : []) {
    const figure = grouping!.sums[column.key]
    if (figure) column.sum = (_rows, key) => figure(key === undefined ? grouping!.total(groups!) : (groupOf.get(key) ?? {}))
  }
  const groupBy = by?.keyOf && groups ? { key: by.keyOf, group: (row: any) => groupOf.get(by.keyOf!(row)) } : undefined
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
      {mayPeek && (
        <Menu.Item leftSection={<Icon.IconEye size={16} />} onClick={() => setPeeked(row.id)}>
          Peek
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

  const columnList = <ColumnsList of={listed} {...{ show, isDeleted }} shown={address.columns} />
  const groupSwitch = grouping && by && (
    <NativeSelect
      aria-label="Group by"
      size={isPhone ? 'xs' : undefined}
      data={grouping.options.map(({ value, label }) => ({ value, label }))}
      value={by.value}
      onChange={({ currentTarget: { value } }) => change({ filters: { ...address.filters, [grouping.parameter]: [value] } })}
    />
  )
  const flip = () => setDensity(density === 'compact' ? 'normal' : 'compact')
  const tools = isPhone ? (
    <Popover position="bottom-end" width={240} trapFocus returnFocus>
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
          icon={hasCards ? <Icon.IconTable size={18} /> : <Icon.IconLayoutGrid size={18} />}
          onClick={() => change({ view: hasCards ? 'table' : 'cards', page: address.page }, true)}
        />
      )}
      <Popover position="bottom-end" width={240} trapFocus returnFocus>
        <Popover.Target>
          <Tool label="Columns Visibility" icon={<Icon.IconColumns3 size={18} />} />
        </Popover.Target>
        <Popover.Dropdown className={css.columns}>{columnList}</Popover.Dropdown>
      </Popover>
      <Tool label={density === 'compact' ? 'Normal rows' : 'Compact rows'} icon={<Icon.IconMenu2 size={18} />} onClick={flip} />
      {calls.export && !isDeleted && <Tool label="Export" icon={<Icon.IconFileExport size={18} />} onClick={() => void exportList()} />}
    </>
  )

  return (
    <Under value={under ?? {}}>
      <div className={css.page} ref={page}>
        <header className={css.titleRow}>
          <h1>{title}</h1>
          <span className={css.total} role="status">
            {total?.toLocaleString('en-US')}
          </span>
          <ViewTabs of={listed} list={listName} {...{ views, address, go, searchKey, isPhone }} />
          <span className={css.tools}>
            {props.actions}
            {!isPhone && groupSwitch}
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
            label={`Search ${(isDeleted ? `deleted ${of.names.many}` : title).toLowerCase()}`}
            value={address.search}
            onChange={(text) => change({ search: text }, true)}
          />
          <div className={css.chips}>
            {isPhone && groupSwitch}
            <Filters of={of} address={address} change={change} words={props.filters} />
          </div>
        </div>
        {rows?.length === 0 ? (
          total ? (
            <EmptyState text="There is nothing on this page any more." action="First page" onAction={() => change({ page: 1 })} />
          ) : isNarrowed ? (
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
          <Cards
            label={title}
            rows={rows}
            card={props.card as never}
            groupBy={groupBy && { keyOf: groupBy.key, groups: groups!, words: grouping?.words }}
          />
        ) : (
          <div className={css.beside}>
            <DataTable
              label={title}
              {...{ columns, rows, menu, nameOf }}
              groupBy={groupBy && ((row) => ({ key: groupBy.key(row), title: <GroupTitle {...groupBy.group(row)} /> }))}
              total={grouping && groups && groups.length > 0}
              sort={address.sort}
              onSort={(sort) => change({ sort })}
              selected={selected}
              onSelect={maySelect ? select : undefined}
              onPeek={mayPeek && !isPhone ? (row) => setPeeked(row.id) : undefined}
              isPeeking={peekedRow !== undefined}
              widths={isPhone ? undefined : { ...props.columnWidths, ...widths }}
              onWidths={isPhone ? undefined : resize}
              compact={density === 'compact' && !isPhone}
              tall={isPhone}
            />
            {peekedRow && (
              <PeekPanel
                of={of}
                row={peekedRow}
                href={hrefOf(peekedRow)}
                cells={props.cells as never}
                under={under}
                onClose={() => setPeeked(undefined)}
              />
            )}
          </div>
        )}
        {selected.size > 0 ? (
          <SelectionBar
            count={selected.size}
            total={total}
            onAll={() => void selectAll()}
            onExport={mayExportSome ? exportSelected : undefined}
            onDelete={mayDelete ? () => void remove([...selected]) : undefined}
            onClear={clear}
          >
            {props.selectionActions?.([...selected], clear)}
          </SelectionBar>
        ) : (
          // Nothing has no other pages.
          total !== 0 && <Foot {...{ address, change, total }} hasWhole={grouping !== undefined} />
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
            onSaved={props.onSaved as never}
          />
        )}
        {taken && <RestoreDialog of={of} {...taken} under={under} onClose={() => setTaken(undefined)} />}
        <KeysDialog opened={hasHelp} onClose={() => setHelp(false)} />
      </div>
    </Under>
  )
}

/** First what rows stand together by, then the order of the list. */
function sortedBy(first: string[], then: string[]): string[] {
  const plain = (key: string) => key.replace(/^-/, '')
  const own = (key: string) => then.find((one) => plain(one) === key) ?? key
  return [...first.map(own), ...then.filter((key) => !first.includes(plain(key)))]
}

const GroupTitle = ({ name, lines }: { name?: ReactNode; lines?: number }) => (
  <>
    {name ?? 'None'} {lines !== undefined && <span className={css.total}>{lines.toLocaleString('en-US')}</span>}
  </>
)

interface CardsProps {
  label: string
  rows: any[] | undefined
  card: (row: any) => ReactNode
  groupBy?: { keyOf: (row: any) => RowKey; groups: any[]; words?: (group: any) => string }
}

/** The rows as cards, three beside each other where there is room; in groups with heads that close them. */
function Cards({ label, rows, card, groupBy }: CardsProps) {
  const [closed, setClosed] = useState<ReadonlySet<RowKey>>(new Set())
  if (rows && groupBy) {
    const flip = (id: RowKey) => setClosed(closed.has(id) ? new Set([...closed].filter((one) => one !== id)) : new Set([...closed, id]))
    return (
      <div className={css.cardGroups}>
        {groupBy.groups
          .map((group) => ({ group, own: rows.filter((row) => groupBy.keyOf(row) === group.id) }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => {
            const isClosed = closed.has(group.id)
            const Chevron = isClosed ? Icon.IconChevronRight : Icon.IconChevronDown
            return (
              <section key={group.id} aria-label={group.name}>
                <h2 className={css.cardsHead}>
                  <button type="button" aria-expanded={!isClosed} onClick={() => flip(group.id)}>
                    <Chevron size={16} stroke={1.6} aria-hidden />
                    <GroupTitle {...group} />
                  </button>
                  {groupBy.words && <span className={css.cardsWords}>{groupBy.words(group)}</span>}
                </h2>
                {!isClosed && (
                  <ul className={css.cardsOf} aria-label={`${label}, ${group.name}`}>
                    {own.map((row) => (
                      <li key={row.id}>{card(row)}</li>
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
      </div>
    )
  }
  return (
    <ul className={css.cards} aria-label={label} aria-busy={!rows}>
      {rows
        ? rows.map((row) => <li key={row.id}>{card(row)}</li>)
        : // biome-ignore lint/suspicious/noArrayIndexKey: empty frames without identity
          Array.from({ length: 6 }, (_, at) => <li key={at} className={css.cardSkeleton} aria-hidden />)}
    </ul>
  )
}
