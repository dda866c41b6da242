import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { QueryOf } from '../../../model/kit/call.ts'
import type { Resource } from '../../../model/kit/description.ts'
import type { Page } from '../../../model/kit/resource.ts'
import { type CellRenderers, resourceColumns, rowName } from '../parts/columns.tsx'
import { Panel } from '../parts/panel.tsx'
import { EmptyState, LoadError } from '../parts/small-parts.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { useRead } from '../request/call.ts'
import type { AnyCall } from '../request/client.ts'
import type { Search } from '../request/filter-search.ts'
import css from './rows-panel.module.css'

interface Props<R extends Resource, C extends AnyCall> {
  title: string
  of?: R
  call: C
  params?: Record<string, string | number>
  query?: QueryOf<C>
  shown?: string[]
  columns?: Column[]
  cells?: CellRenderers<R>
  hrefOf?: (row: any) => string | undefined
  more?: Column[]
  empty: string
  all?: { to: string; search: Search }
}

const first = 10

export function RowsPanel<R extends Resource, C extends AnyCall>(props: Props<R, C>) {
  const { title, of, call, params, query, shown, empty } = props
  const [size, setSize] = useState(first)
  const read = useRead<AnyCall>(call, { params, query: { ...query, itemsPerPage: size } }, { keepsOld: true, isQuiet: true })
  const { items, total = 0 } = (read.data ?? {}) as Partial<Page<any>>
  const columns = [...(props.columns ?? resourceColumns(of!, { shown, cells: props.cells, hrefOf: props.hrefOf })), ...(props.more ?? [])]
  return (
    <Panel title={title} note={items && total.toLocaleString('en-US')} isFlush>
      {read.error && !items ? (
        <LoadError error={read.error} title={title} onRetry={() => void read.refetch()} />
      ) : items?.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <div className={css.table}>
          <DataTable label={title} columns={columns} rows={items} nameOf={(row) => (of ? rowName(of, row) : row.name)} skeletonRows={3} />
        </div>
      )}
      {items && items.length < total && (
        <div className={css.foot}>
          {props.all ? (
            <Link to={props.all.to} search={props.all.search} className="dna-link">
              Show all {total.toLocaleString('en-US')}
            </Link>
          ) : (
            <Button variant="default" size="compact-sm" loading={read.isFetching} onClick={() => setSize(Math.min(200, size + 50))}>
              Show more
            </Button>
          )}
        </div>
      )}
    </Panel>
  )
}

export const quantityColumn: Column = {
  key: 'quantity',
  label: 'Quantity',
  width: 96,
  align: 'right',
  cell: ({ quantity }) => quantity?.toLocaleString('en-US'),
}
