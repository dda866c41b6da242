import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { categories } from '../../model/catalog/categories.ts'
import { CadIntegrationResult, IntegrationAction, IntegrationRequestState } from '../../model/integrations/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { CadCounts } from '../../model/wire-cad/cad-requests.ts'
import { cadRequests } from '../../model/wire-cad/cad-requests.ts'
import { changeCadItems, listCadItems } from '../../model/wire-cad/request-calls.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, Panel, Picker } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { RowKey } from '../kit/parts/table.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { cadItemColumns } from './cad-item-columns.tsx'
import { CadItemDialog, type CadItemRow } from './cad-item-dialog.tsx'
import type { CadRequest } from './cad-texts.tsx'
import css from './wire-cad.module.css'

const pageSize = 50

interface Narrowed {
  results?: CadIntegrationResult[]
  actions?: IntegrationAction[]
  isFailed?: boolean
  isUncategorized?: boolean
}
interface View {
  key: string
  label: string
  count: keyof CadCounts
  query: Narrowed
}
const { FullyLinked, PartiallyLinked, Match, NoMatch } = CadIntegrationResult
const views: View[] = [
  { key: 'all', label: 'All items', count: 'total', query: {} },
  { key: 'linked', label: 'Fully linked', count: 'fullyLinked', query: { results: [FullyLinked] } },
  { key: 'partial', label: 'Partially linked', count: 'partiallyLinked', query: { results: [PartiallyLinked] } },
  { key: 'match', label: 'Match', count: 'match', query: { results: [Match] } },
  { key: 'none', label: 'No match', count: 'noMatch', query: { results: [NoMatch] } },
  { key: 'uncategorized', label: 'Without category', count: 'uncategorized', query: { isUncategorized: true } },
  { key: 'failed', label: 'Failed', count: 'failed', query: { isFailed: true } },
]

function useItems(request: CadRequest) {
  const [viewKey, setView] = useState('all')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const [page, setPage] = useState(1)
  const view = views.find(({ key }) => key === viewKey)
  const narrowed = { ...view?.query, search: search || null }
  const reading = useRead(
    listCadItems,
    { params: { id: request.id }, query: { ...narrowed, page, itemsPerPage: pageSize } },
    { keepsOld: true, isQuiet: true },
  )
  const { refetch } = reading
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed the request may have changed its items
  useEffect(() => void refetch(), [request.rowVersion, request.updateDate])
  const total = reading.data?.total ?? 0
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (reading.data && page > last) setPage(last)
  return {
    reading,
    narrowed,
    total,
    page,
    last,
    setPage,
    viewKey,
    typed,
    choose: (key: string) => {
      setView(key)
      setPage(1)
    },
    type: (searchText: string) => {
      setTyped(searchText)
      setPage(1)
    },
  }
}

export function CadItemsPanel({ request }: { request: CadRequest }) {
  const items = useItems(request)
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [open, setOpen] = useState<CadItemRow>()
  const isDraft = request.state === IntegrationRequestState.Draft && can(changeCadItems.permission)
  const change = useCall(changeCadItems, { invalidates: [cadRequests, listCadItems] })
  const { data, error, refetch } = items.reading
  const item = (id: number, changes: { action?: IntegrationAction; chosenEquipmentId?: number; chosenCategoryId?: number }) => {
    const { action = null, chosenEquipmentId = null, chosenCategoryId = null } = changes
    const items = [{ id, action, chosenEquipmentId, chosenCategoryId }]
    change.mutate({ params: { id: request.id }, body: { items, all: null, rowVersion: null } })
  }
  return (
    <Panel title="Items" note={formatNumber(request.counts.total)} isFlush>
      <div className={css.bar}>
        <NativeSelect
          aria-label="Which items"
          data={views
            .filter(({ key, count }) => key === 'all' || key === items.viewKey || request.counts[count] > 0)
            .map(({ key, label, count }) => ({ value: key, label: `${label} (${formatNumber(request.counts[count])})` }))}
          value={items.viewKey}
          onChange={(event) => {
            items.choose(event.currentTarget.value)
            setSelected(new Set())
          }}
        />
        <TextInput
          aria-label="Search items"
          placeholder="Search"
          value={items.typed}
          onChange={(event) => items.type(event.currentTarget.value)}
        />
      </div>
      {isDraft && items.total > 0 && (
        <BulkBar request={request} ids={[...selected].map(Number)} items={items} onDone={() => setSelected(new Set())} />
      )}
      {error && !data ? (
        <LoadError error={error} title="The items" onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <p className={css.bar}>{request.counts.total === 0 ? 'There are no items yet.' : 'No items match.'}</p>
      ) : (
        <DataTable
          label="Items"
          columns={cadItemColumns({
            isDraft,
            hasProject: request.project !== null,
            isApproved: request.state === IntegrationRequestState.Approved,
            onOpen: setOpen,
            onChange: item,
          })}
          rows={data?.items}
          nameOf={({ cadManufacturer, cadModel }) => `${cadManufacturer} ${cadModel}`}
          selected={isDraft ? selected : undefined}
          onSelect={isDraft ? setSelected : undefined}
        />
      )}
      {items.last > 1 && (
        <nav className={css.pages} aria-label="Pages of items">
          <Button size="xs" variant="default" disabled={items.page <= 1} onClick={() => items.setPage(items.page - 1)}>
            Previous
          </Button>
          <span>
            Page {formatNumber(items.page)} of {formatNumber(items.last)}
          </span>
          <Button size="xs" variant="default" disabled={items.page >= items.last} onClick={() => items.setPage(items.page + 1)}>
            Next
          </Button>
        </nav>
      )}
      <CadItemDialog item={open} onClose={() => setOpen(undefined)} />
    </Panel>
  )
}

interface BulkProps {
  request: CadRequest
  ids: number[]
  items: ReturnType<typeof useItems>
  onDone: () => void
}

/** Sets an action or category for many items. Incompatible items are skipped and reported. */
function BulkBar({ request, ids, items, onDone }: BulkProps) {
  const [action, setAction] = useState('')
  const [category, setCategory] = useState<number | null>(null)
  const { mutate, isPending } = useCall(changeCadItems, {
    invalidates: [cadRequests, listCadItems],
    onDone({ changed, skipped }) {
      const parts = [`${formatCount(changed, 'item')} changed`, skipped > 0 && `${formatNumber(skipped)} left as they are`].filter(Boolean)
      toast.success(`${parts.join(', ')}.`)
      setAction('')
      setCategory(null)
      onDone()
    },
  })
  const { results = null, actions = null, isFailed = null, isUncategorized = null, search } = items.narrowed
  const count = ids.length || items.total
  const chosen = IntegrationAction.values.find(({ value }) => String(value) === action)?.value ?? null
  const apply = () =>
    mutate({
      params: { id: request.id },
      body: {
        items: null,
        all: {
          results,
          actions,
          isFailed,
          isUncategorized,
          search,
          ids: ids.length > 0 ? ids : null,
          action: chosen,
          chosenCategoryId: category,
        },
        rowVersion: null,
      },
    })
  return (
    <section className={css.bar} aria-label="Many items at once">
      <NativeSelect
        label="Action"
        data={[{ value: '', label: 'As it is' }, ...IntegrationAction.values.map(({ value, label }) => ({ value: String(value), label }))]}
        value={action}
        onChange={(event) => setAction(event.currentTarget.value)}
      />
      <Picker
        resource={categories}
        label="Category of new equipment"
        value={category}
        onChange={(id) => setCategory(id === null ? null : Number(id))}
      />
      <Button disabled={chosen === null && category === null} loading={isPending} onClick={apply}>
        Apply to {ids.length > 0 ? formatCount(count, 'selected item') : `all ${formatCount(count, 'item')}`}
      </Button>
    </section>
  )
}
