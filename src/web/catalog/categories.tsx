import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { categories, orderCategories } from '../../model/catalog/categories.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { removeRows } from '../kit/form/dialogs.tsx'
import list from '../kit/list/list-page.module.css'
import { IconTool, SearchInput } from '../kit/list/list-tools.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconDots, IconExternalLink, IconFileExport, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { useShortcuts } from '../kit/look/keys.ts'
import { Code, EmptyState, FormPage, RowsPanel, Skeletons, Swatch } from '../kit/pages.tsx'
import { MoveItems, type Ordering, useOrdering } from '../kit/parts/ordering.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { invalidateEntity, resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { showFilePending } from '../kit/request/pending-files.ts'
import css from './categories.module.css'
import { inTree, type Placed } from './category-order.ts'
import { EquipmentTile } from './equipment-picture.tsx'

type Category = RowOf<typeof categories>
const { export: exported } = resourceCalls(categories)

export function CategoriesPage() {
  const read = useRead(resourceCalls(categories).query, { query: { sortBy: ['order', 'number'] } }, { keepsOld: true, isQuiet: true })
  const [search, setSearch] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const mayCreate = can(categories.permission.create)
  const add = () => void navigate({ to: `${categories.route}/new` })
  useShortcuts({ search: () => searchBox.current?.focus(), add: mayCreate ? add : undefined })

  const all = read.data?.items ?? []
  const byId = new Map(all.map((category) => [category.id, category]))
  const inOrder = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const ordering = useOrdering({
    name: 'categories',
    ids: all.map(({ id }) => id),
    nameOf: (id) => byId.get(id)?.name,
    item: 'tr',
    areSiblings: (value, other) => byId.get(value)?.parent?.id === byId.get(other)?.parent?.id,
    isOff: !can(orderCategories.permission) || search.trim() !== '',
    async save(ids) {
      await request(orderCategories, { body: { ids: inTree(inOrder(ids), '').map(({ category }) => category.id) } })
      await invalidateEntity(categories.entity)
    },
  })
  const rows = inTree(inOrder(ordering.ids), search)
  async function exportList() {
    try {
      if (exported) showFilePending(await request(exported, { query: { sortBy: ['order', 'number'] } }))
    } catch (error) {
      showError(error)
    }
  }

  return (
    <div className={list.page}>
      <header className={list.titleRow}>
        <h1>{categories.names.many}</h1>
        <span className={list.total} role="status">
          {read.data && formatNumber(all.length)}
        </span>
        <span className={css.tools}>
          <IconTool label="Export" icon={<IconFileExport size={18} />} onClick={() => void exportList()} />
        </span>
        {mayCreate && (
          <Button leftSection={<IconPlus size={16} />} onClick={add}>
            New<span className={css.long}>&nbsp;equipment category</span>
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers */}
      <div className={css.filterRow} role="search">
        <SearchInput inputRef={searchBox} label="Search equipment categories" value={search} onChange={setSearch} />
      </div>
      {read.error && !read.data ? (
        <LoadError error={read.error} title={categories.names.many} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <Skeletons rows={12} />
      ) : rows.length === 0 ? (
        <EmptyState
          text={search ? 'No category matches this search.' : 'No categories yet. Every piece of equipment belongs to one.'}
          action={search ? 'Clear search' : mayCreate ? 'New equipment category' : undefined}
          onAction={search ? () => setSearch('') : add}
        />
      ) : (
        ordering.area(<Tree rows={rows} ordering={ordering} />)
      )}
    </div>
  )
}

interface TreeProps {
  rows: Placed<Category>[]
  ordering: Ordering
}

function Tree({ rows, ordering }: TreeProps) {
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label={categories.names.many}>
        <thead>
          <tr>
            {ordering.isOn && (
              <td className={css.grip}>
                <span className="dna-hidden">Order</span>
              </td>
            )}
            <th scope="col" className={css.number}>
              Number
            </th>
            <th scope="col">Name</th>
            <th scope="col" style={{ width: 110 }}>
              Color
            </th>
            <th scope="col" style={{ width: 110 }}>
              Section
            </th>
            <th scope="col" style={{ width: 90 }}>
              Provider
            </th>
            <th scope="col" style={{ width: 90 }}>
              Installer
            </th>
            <th scope="col" style={{ width: 96 }} className={css.right}>
              Equipment
            </th>
            <td style={{ width: 52 }}>
              <span className="dna-hidden">Actions</span>
            </td>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ category, isChild }) => (
            <tr key={category.id}>
              {ordering.isOn && <td className={css.grip}>{ordering.grip(category.id)}</td>}
              <td className={css.number}>{category.number}</td>
              <td className={css.name} data-child={isChild || undefined}>
                <Link to={`/equipment-categories/${category.id}`} data-name>
                  {category.name}
                </Link>
                {category.isCable && <span className={css.kind}>Cables</span>}
                {category.isRack && <span className={css.kind}>Racks</span>}
              </td>
              <td>{category.color ? <Swatch color={category.color} /> : <span className="dna-muted">–</span>}</td>
              <td className={css.quiet}>{category.masterFormatSection ?? '–'}</td>
              <td>{category.defaultProvider ? <Code>{category.defaultProvider}</Code> : <span className="dna-muted">–</span>}</td>
              <td>{category.defaultInstaller ? <Code>{category.defaultInstaller}</Code> : <span className="dna-muted">–</span>}</td>
              <td className={css.right}>
                {category.equipmentCount > 0 && can(equipments.permission.view) ? (
                  <Link to="/equipment" search={filterSearch<typeof equipments>({ categoryIds: [category.id] })} className="dna-link">
                    {formatNumber(category.equipmentCount)}
                  </Link>
                ) : (
                  formatNumber(category.equipmentCount)
                )}
              </td>
              <td>
                <RowMenu category={category} ordering={ordering} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RowMenu({ category, ordering }: { category: Category; ordering: Ordering }) {
  const href = `/equipment-categories/${category.id}`
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${category.name}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={href}>
          Open
        </Menu.Item>
        <Menu.Item component="a" href={href} target="_blank" leftSection={<IconExternalLink size={16} />}>
          Open in new tab
        </Menu.Item>
        <MoveItems id={category.id} ordering={ordering} />
        {can(categories.permission.delete) && (
          <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void removeRows(categories, [category])}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

export function CategoryPage() {
  return (
    <FormPage
      resource={categories}
      title={({ number, name }) => `${number} ${name}`}
      sections={[
        ['Category', ['number', 'name', 'parentId', 'icon', 'color', 'order']],
        ['Specification', ['industryType', 'masterFormatSection', 'defaultProvider', 'defaultInstaller', 'complexityWeight']],
        ['Kind', ['isCable', 'isRack']],
      ]}
      note={({ equipmentCount }) => formatCount(equipmentCount, 'piece of equipment')}
    >
      {({ id }) =>
        can(equipments.permission.view) && (
          <RowsPanel
            title="Equipment"
            of={equipments}
            call={resourceCalls(equipments).list}
            query={{ categoryIds: [id] }}
            shown={['imageUrl', 'tag', 'model', 'manufacture', 'productFamily', 'availability', 'msrpPrice']}
            cells={{ imageUrl: (_, row) => <EquipmentTile item={row} /> }}
            hrefOf={(row) => `/equipment/${row.id}`}
            all={{ to: '/equipment', search: filterSearch<typeof equipments>({ categoryIds: [id] }) }}
            empty="No equipment in this category yet."
          />
        )
      }
    </FormPage>
  )
}
