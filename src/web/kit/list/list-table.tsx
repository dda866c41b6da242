import type { ReactNode } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import type { RowOf } from '../../../model/kit/resource.ts'
import { resourceColumns, rowName, withInitialWidths } from '../parts/columns.tsx'
import { EmptyState } from '../parts/small-parts.tsx'
import { DataTable, type RowKey } from '../parts/table.tsx'
import { prefetchRow } from '../request/call.ts'
import { GroupTitle, withGroupTotals } from './list-grouping.tsx'
import type { Listing } from './list-listing.ts'
import type { ListNavigation, ListRights } from './list-navigation.ts'
import css from './list-page.module.css'
import type { ListPageProps } from './list-props.ts'
import type { Selection, useColumnWidths } from './list-selection.ts'
import { PeekPanel } from './peek-panel.tsx'

interface TableProps<R extends Resource> extends ReturnType<typeof useColumnWidths> {
  props: ListPageProps<R>
  listing: Listing
  rights: ListRights
  navigation: ListNavigation<R>
  choice: Selection
  menu: (row: RowOf<R>) => ReactNode
  isCompact: boolean
  peeked: RowKey | undefined
  onPeek: (id: RowKey | undefined) => void
}

export function ListTable<R extends Resource>({ props, listing, rights, navigation, choice, menu, ...more }: TableProps<R>) {
  const { resource, grouping, under } = props
  const { listed, rows, groups, by, shown, address, change, title, isPhone, isDeleted } = listing
  const { hrefOf, open } = navigation
  const onHover = (row: RowOf<R>) => hrefOf(row) && void prefetchRow(resource, row.id, under?.id)
  const builtColumns = resourceColumns(listed, { cells: props.cells, hrefOf, onOpen: open, onHover, shown, isPhone, isDeleted })
  const columns = isPhone ? builtColumns : withInitialWidths(builtColumns, props.columnWidths)
  const keyOf = groups && by?.keyOf
  const groupOf = new Map(groups?.map((group) => [group.id, group]))
  const peeked = rights.mayPeek ? rows?.find(({ id }) => id === more.peeked) : undefined
  return (
    <div className={css.beside}>
      <DataTable
        label={title}
        columns={withGroupTotals(columns, grouping, groups)}
        {...{ rows, menu }}
        nameOf={(row) => rowName(resource, row)}
        groupBy={keyOf && ((row) => ({ key: keyOf(row), title: <GroupTitle {...groupOf.get(keyOf(row))} /> }))}
        total={grouping && groups && groups.length > 0}
        sort={address.sort}
        onSort={(sort) => change({ sort })}
        selected={choice.selected}
        onSelect={rights.maySelect ? choice.select : undefined}
        onPeek={rights.mayPeek && !isPhone ? (row) => more.onPeek(row.id) : undefined}
        isPeeking={peeked !== undefined}
        widths={isPhone ? undefined : more.widths}
        onWidths={isPhone ? undefined : more.resize}
        compact={more.isCompact}
        tall={isPhone}
      />
      {peeked && (
        <PeekPanel
          resource={resource}
          row={peeked}
          href={hrefOf(peeked)}
          cells={props.cells}
          under={under}
          onClose={() => more.onPeek(undefined)}
        />
      )}
    </div>
  )
}

interface NoRowsProps {
  listing: Listing
  names: Resource['names']
  empty?: string
  onNew?: () => void
}

export function NoRows({ listing, names, empty, onNew }: NoRowsProps) {
  const { total, isNarrowed, isDeleted, change } = listing
  const many = lowerCaseName(names.many)
  if (total) return <EmptyState text="There is nothing left on this page." action="First page" onAction={() => change({ page: 1 })} />
  if (isNarrowed)
    return (
      <EmptyState
        text={`No ${many} match this search and these filters.`}
        action="Clear search and filters"
        onAction={() => change({ search: '', filters: {} })}
      />
    )
  return (
    <EmptyState
      text={isDeleted ? 'Nothing has been deleted.' : (empty ?? `No ${many} yet.`)}
      action={onNew && `New ${lowerCaseName(names.one)}`}
      onAction={onNew}
    />
  )
}
