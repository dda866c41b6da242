import { useEffect, useRef, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import type { RowOf } from '../../../model/kit/resource.ts'
import { FormDialog } from '../form/dialogs.tsx'
import type { Values } from '../form/form.ts'
import { PathParamsContext } from '../form/picker-names.ts'
import { useShortcuts } from '../look/keys.ts'
import { LoadError } from '../parts/small-parts.tsx'
import type { RowKey } from '../parts/table.tsx'
import { lazyDialog } from '../request/lazy-part.ts'
import { Cards } from './list-cards.tsx'
import { ListFooter, SelectionBar } from './list-footer.tsx'
import { GroupSwitch, ListHead, ListSearch, ListTools, useDensity } from './list-head.tsx'
import { useListing } from './list-listing.ts'
import { RowItems } from './list-menu.tsx'
import { listRights, useListNavigation } from './list-navigation.ts'
import css from './list-page.module.css'
import type { ListPageProps } from './list-props.ts'
import { useColumnWidths, useListSelection } from './list-selection.ts'
import { ListTable, NoRows } from './list-table.tsx'
import { restoreRow } from './restore-row.ts'

const RestoreDialog = lazyDialog(() => import('./restore-dialog.tsx'))

export type { Grouping } from './list-grouping.tsx'

export function ListPage<R extends Resource>(props: ListPageProps<R>) {
  // Remounts per parent, so rows of another project never appear as placeholder data.
  return <List key={`${props.resource.path} ${JSON.stringify(props.under ?? {})}`} {...props} />
}

function List<R extends Resource>(props: ListPageProps<R>) {
  const { resource, under, grouping, onRows } = props
  const listing = useListing(props)
  const { address, change, rows, total, groups, by, title, isPhone, hasCards } = listing
  const rights = listRights(props, listing)
  const navigation = useListNavigation(props)
  const choice = useListSelection(props, listing)
  const { widths, resize } = useColumnWidths(listing.key)
  const density = useDensity()
  useEffect(() => onRows?.(rows ?? []), [onRows, rows])
  const [peeked, setPeeked] = useState<RowKey>()
  const [conflict, setTaken] = useState<{ row: Values; problem: Record<string, string[]> }>()
  const search = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)
  useShortcuts({
    search: () => search.current?.focus(),
    add: rights.mayCreate ? navigation.add : undefined,
    firstRow: () => page.current?.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus(),
  })

  async function restore(row: RowOf<R>) {
    const problem = await restoreRow(resource, row, under)
    if (problem) setTaken({ row, problem })
  }
  const { open } = navigation
  const menu = (row: RowOf<R>) => (
    <RowItems
      href={navigation.hrefOf(row)}
      open={open && { label: rights.mayUpdate ? 'Edit' : 'Open', run: () => open(row) }}
      restore={rights.mayRestore ? () => void restore(row) : undefined}
      peek={rights.mayPeek ? () => setPeeked(row.id) : undefined}
      remove={rights.mayDelete ? () => void choice.remove([row.id]) : undefined}
    >
      {props.rowMenu?.(row)}
    </RowItems>
  )
  const groupSwitch = grouping && <GroupSwitch grouping={grouping} listing={listing} />
  const keyOf = groups && by?.keyOf
  const editable = rows?.find(({ id }) => choice.selected.has(id))
  const editMany = choice.selected.size > 1 ? props.editMany : undefined

  return (
    <PathParamsContext value={under ?? {}}>
      <div className={css.page} ref={page}>
        <ListHead
          listing={listing}
          search={<ListSearch {...{ resource, listing, groupSwitch }} inputRef={search} filterTexts={props.filters} />}
          hasOneRow={props.hasOneRow && !isPhone}
          actions={
            <>
              {props.actions}
              {!isPhone && groupSwitch}
            </>
          }
          tools={
            <ListTools
              {...{ listing, density }}
              hasCardView={props.card !== undefined}
              resetWidths={() => resize({})}
              onExport={rights.mayExport ? () => void choice.exportList() : undefined}
            />
          }
          newOne={rights.mayCreate ? resource.names.one.toLowerCase() : undefined}
          onNew={navigation.add}
        />
        {rows?.length === 0 ? (
          <NoRows listing={listing} names={resource.names} empty={props.empty} onNew={rights.mayCreate ? navigation.add : undefined} />
        ) : listing.reading.error && !rows ? (
          <LoadError error={listing.reading.error} title={title} onRetry={() => void listing.reading.refetch()} />
        ) : hasCards && props.card ? (
          <Cards
            label={title}
            rows={rows}
            card={(row) => props.card?.(row, by?.value)}
            groupBy={keyOf && { keyOf, groups, groupLabel: grouping?.groupLabel }}
          />
        ) : (
          <ListTable
            {...{ props, listing, rights, navigation, choice, widths, resize, menu, peeked }}
            isCompact={density.isCompact && !isPhone}
            onPeek={setPeeked}
          />
        )}
        {choice.selected.size > 0 ? (
          <SelectionBar
            count={choice.selected.size}
            total={total}
            onAll={() => void choice.selectAll()}
            onEdit={rights.mayUpdate && editable ? () => navigation.edit(editable) : undefined}
            onEditAll={editMany && (() => editMany([...choice.selected], choice.clear))}
            onExport={rights.mayExport ? choice.exportSelected : undefined}
            onDelete={rights.mayDelete ? () => void choice.remove([...choice.selected]) : undefined}
            onClear={choice.clear}
          >
            {props.selectionActions?.([...choice.selected], choice.clear)}
          </SelectionBar>
        ) : (
          total !== 0 && <ListFooter {...{ address, change, total }} hasWhole={grouping !== undefined} />
        )}
        {navigation.isDialog && (
          <FormDialog
            {...{ resource, under }}
            sections={props.sections}
            controls={props.controls}
            preset={props.preset}
            opened={navigation.dialog !== undefined}
            id={navigation.dialog?.row?.id}
            onClose={navigation.closeDialog}
            onSaved={(row) => {
              props.onSaved?.(row)
              return navigation.hrefOf(row)
            }}
            {...{ opensCreated: props.opensCreated, onNext: rights.mayCreate ? navigation.addAnother : undefined }}
          />
        )}
        {conflict && <RestoreDialog resource={resource} {...conflict} under={under} onClose={() => setTaken(undefined)} />}
      </div>
    </PathParamsContext>
  )
}
