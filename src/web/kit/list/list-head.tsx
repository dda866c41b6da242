import { ActionIcon, Button, NativeSelect, Popover } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type ReactNode, type RefObject, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import * as Icon from '../look/icons.ts'
import { preload } from '../look/load-with-retry.ts'
import { useLoaded } from '../request/lazy-part.ts'
import { Filters, type FilterTextsByKey } from './filters.tsx'
import type { Grouping } from './list-grouping.tsx'
import type { Listing } from './list-listing.ts'
import css from './list-page.module.css'
import { IconTool, SearchInput, SortBy } from './list-tools.tsx'
import { ViewTabs } from './saved-views.tsx'

export function GroupSwitch<R extends Resource>({ grouping, listing }: { grouping: Grouping<R>; listing: Listing }) {
  const { by, address, change, isPhone } = listing
  if (!by) return null
  return (
    <NativeSelect
      aria-label="Group by"
      size={isPhone ? 'xs' : undefined}
      data={grouping.options.map(({ value, label }) => ({ value, label }))}
      value={by.value}
      onChange={({ currentTarget: { value } }) => change({ filters: { ...address.filters, [grouping.parameter]: [value] } })}
    />
  )
}

export function useDensity() {
  const [density, setDensity] = useLocalStorage({ key: 'density', defaultValue: 'normal', getInitialValueInEffect: false })
  const isCompact = density === 'compact'
  return { isCompact, flip: () => setDensity(isCompact ? 'normal' : 'compact') }
}

interface HeadProps {
  listing: Listing
  /** Search and filters, below the title or in its row. */
  search: ReactNode
  hasOneRow?: boolean
  actions: ReactNode
  tools: ReactNode
  newOne?: string
  onNew: () => void
}

export function ListHead({ listing, search, hasOneRow, actions, tools, newOne, onNew }: HeadProps) {
  const { title, count, listed, list, views, address, go, searchKey, isPhone } = listing
  return (
    <>
      <header className={css.titleRow} data-one-row={hasOneRow || undefined}>
        <h1>{title}</h1>
        <span className={css.total} role="status">
          {count}
        </span>
        <ViewTabs resource={listed} {...{ list, views, address, go, searchKey, isPhone }} />
        {hasOneRow && search}
        <span className={css.tools}>
          {actions}
          {tools}
        </span>
        {newOne !== undefined && (
          <Button leftSection={<Icon.IconPlus size={16} />} onClick={onNew}>
            New{!isPhone && ` ${newOne}`}
          </Button>
        )}
      </header>
      {!hasOneRow && search}
    </>
  )
}

interface SearchProps {
  resource: Resource
  listing: Listing
  inputRef: RefObject<HTMLInputElement | null>
  filterTexts?: FilterTextsByKey
  groupSwitch: ReactNode
}

export function ListSearch({ resource, listing, inputRef, filterTexts, groupSwitch }: SearchProps) {
  const { title, isDeleted, address, change } = listing
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers
    <div className={css.filterRow} role="search">
      <SearchInput
        inputRef={inputRef}
        label={`Search ${lowerCaseName(isDeleted ? `deleted ${resource.names.many}` : title)}`}
        value={address.search}
        onChange={(text) => change({ search: text }, true)}
        isCached={listing.isCached}
      />
      <div className={css.chips}>
        {listing.isPhone && groupSwitch}
        <Filters resource={resource} address={address} change={change} filterTexts={filterTexts} listRequest={listing.asked} />
      </div>
    </div>
  )
}

interface ToolsProps {
  listing: Listing
  hasCardView: boolean
  density: ReturnType<typeof useDensity>
  resetWidths: () => void
  onExport?: () => void
}

const loadColumns = () => import('./columns-list.tsx')

/** Sort order of cards, view mode, columns, density and export. On a phone they are behind one button. */
export function ListTools({ listing, hasCardView, density, resetWidths, onExport }: ToolsProps) {
  const { listed, address, change, hasCards, isDeleted, isPhone } = listing
  const [isOpen, setOpen] = useState(false)
  const { part, whenLoaded } = useLoaded(loadColumns)
  const early = { onPointerEnter: preload(loadColumns), onFocus: preload(loadColumns) }
  const flip = () => whenLoaded(() => setOpen(!isOpen))
  function show(keys: string[] | undefined) {
    if (!keys) resetWidths()
    change({ columns: keys ?? [], page: address.page }, true)
  }
  const columns = part && <part.default resource={listed} {...{ show, isDeleted }} shown={address.columns} />
  const sortBy = hasCards && hasCardView && <SortBy listing={listing} />
  if (isPhone)
    return (
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={240} trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon aria-label="More" onClick={flip} {...early}>
            <Icon.IconDotsVertical size={18} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={css.columns}>
          {sortBy}
          {onExport && (
            <Button fullWidth variant="subtle" justify="start" leftSection={<Icon.IconFileExport size={16} />} onClick={onExport}>
              Export
            </Button>
          )}
          {columns}
        </Popover.Dropdown>
      </Popover>
    )
  return (
    <>
      {sortBy}
      {hasCardView && (
        <IconTool
          label={hasCards ? 'Show as table' : 'Show as cards'}
          icon={hasCards ? <Icon.IconTable size={18} /> : <Icon.IconLayoutGrid size={18} />}
          onClick={() => change({ view: hasCards ? 'table' : 'cards', page: address.page }, true)}
        />
      )}
      {!hasCards && (
        <>
          <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={240} trapFocus returnFocus>
            <Popover.Target>
              <IconTool label="Columns Visibility" icon={<Icon.IconColumns3 size={18} />} onClick={flip} {...early} />
            </Popover.Target>
            <Popover.Dropdown className={css.columns}>{columns}</Popover.Dropdown>
          </Popover>
          <IconTool label={density.isCompact ? 'Normal rows' : 'Compact rows'} icon={<Icon.IconMenu2 size={18} />} onClick={density.flip} />
        </>
      )}
      {onExport && <IconTool label="Export" icon={<Icon.IconFileExport size={18} />} onClick={onExport} />}
    </>
  )
}
