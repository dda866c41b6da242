import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { categories as of, orderCategories } from '../../model/catalogue/categories.ts'
import { equipments } from '../../model/catalogue/equipment.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { removeRows } from '../kit/form/dialogs.tsx'
import list from '../kit/list/list-page.module.css'
import { SearchInput, Tool, useKeys } from '../kit/list/list-tools.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconDots, IconExternalLink, IconFileExport, IconGripVertical, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { Code, EmptyState, FormPage, RowsPanel, Skeletons, Swatch } from '../kit/pages.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import { callsOf, refresh, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { type AnyCall, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './categories.module.css'
import { inTree, moved, type Placed } from './category-order.ts'

type Category = RowOf<typeof of>

/** The shelves of the catalogue as a tree of two levels; a shelf is moved among its neighbours by its handle. */
export function CategoriesPage() {
  const read = useRead(callsOf(of).query, { query: { sortBy: ['order', 'number'] } as never }, { keepsOld: true, isQuiet: true })
  const [search, setSearch] = useState('')
  const [ahead, setAhead] = useState<Category[]>()
  const [said, setSaid] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { mutate: order } = useCall(orderCategories, {
    onDone: () => void refresh(of.entity).then(() => setAhead(undefined)),
    onError() {
      setAhead(undefined)
      return false
    },
  })
  const mayCreate = can(of.permission.create!)
  const add = () => void navigate({ to: `${of.route}/new` })
  useKeys({ '/': () => searchBox.current?.focus(), n: mayCreate ? add : undefined })

  const all = ahead ?? ((read.data?.items ?? []) as Category[])
  const rows = inTree(all, search)
  const mayMove = can(orderCategories.permission) && search.trim() === ''

  function move(category: Category, to: { before?: number; by?: number }) {
    const next = moved(all, category.id, to)
    if (!next) return
    setAhead(next)
    const siblings = next.filter((one) => one.parent?.id === category.parent?.id)
    setSaid(`${category.name} is now ${siblings.findIndex(({ id }) => id === category.id) + 1} of ${siblings.length}.`)
    order({ body: { ids: inTree(next, '').map(({ category: one }) => one.id) } })
  }
  async function exportList() {
    try {
      await request(callsOf(of).export as AnyCall, { query: { sortBy: ['order', 'number'] } } as never)
      toast.success('The file is being made. You find it in the download center.')
    } catch (error) {
      showError(error)
    }
  }

  return (
    <div className={list.page}>
      <header className={list.titleRow}>
        <h1>{of.names.many}</h1>
        <span className={list.total} role="status">
          {read.data && formatNumber(all.length)}
        </span>
        <span className={css.tools}>
          <Tool label="Export" icon={<IconFileExport size={18} />} onClick={() => void exportList()} />
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
        <Failure error={read.error} title={of.names.many} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <Skeletons rows={12} />
      ) : rows.length === 0 ? (
        <EmptyState
          text={search ? 'No category matches this search.' : 'No categories yet. Every piece of equipment stands in one.'}
          action={search ? 'Clear search' : mayCreate ? 'New equipment category' : undefined}
          onAction={search ? () => setSearch('') : add}
        />
      ) : (
        <Tree rows={rows} mayMove={mayMove} move={move} />
      )}
      <span className="dna-hidden" role="status">
        {said}
      </span>
    </div>
  )
}

interface TreeProps {
  rows: Placed<Category>[]
  mayMove: boolean
  move: (category: Category, to: { before?: number; by?: number }) => void
}

function Tree({ rows, mayMove, move }: TreeProps) {
  const [dragged, setDragged] = useState<Category>()
  const [over, setOver] = useState<number>()
  const mayDrop = (category: Category) => dragged !== undefined && dragged.id !== category.id && dragged.parent?.id === category.parent?.id
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label={of.names.many}>
        <thead>
          <tr>
            {mayMove && (
              <td className={css.grip}>
                <span className="dna-hidden">Order</span>
              </td>
            )}
            <th scope="col" className={css.number}>
              Number
            </th>
            <th scope="col">Name</th>
            <th scope="col" style={{ width: 110 }}>
              Colour
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
            <tr
              key={category.id}
              data-over={over === category.id || undefined}
              data-dragged={dragged?.id === category.id || undefined}
              onDragOver={(event) => {
                if (!mayDrop(category)) return
                event.preventDefault()
                setOver(category.id)
              }}
              onDragLeave={() => setOver(undefined)}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged && mayDrop(category)) move(dragged, { before: category.id })
                setOver(undefined)
              }}
            >
              {mayMove && (
                <td className={css.grip}>
                  <Handle
                    category={category}
                    move={move}
                    onDrag={(isOn) => {
                      setDragged(isOn ? category : undefined)
                      setOver(undefined)
                    }}
                  />
                </td>
              )}
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
                  <Link to="/equipment" search={{ categoryIds: String(category.id) } as never} className="dna-link">
                    {formatNumber(category.equipmentCount)}
                  </Link>
                ) : (
                  formatNumber(category.equipmentCount)
                )}
              </td>
              <td>
                <RowMenu category={category} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Dragged by a pointer, moved by the arrow keys. */
function Handle({ category, move, onDrag }: { category: Category; move: TreeProps['move']; onDrag: (isOn: boolean) => void }) {
  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by === undefined) return
    event.preventDefault()
    move(category, { by })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser drags a button
    <span
      role="button"
      tabIndex={0}
      className={css.handle}
      draggable
      title="Drag, or move with the arrow keys"
      aria-label={`Move ${category.name}: arrow up or down`}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', category.name)
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
    >
      <IconGripVertical size={16} stroke={1.6} />
    </span>
  )
}

function RowMenu({ category }: { category: Category }) {
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
        {can(of.permission.delete!) && (
          <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void removeRows(of, [category])}>
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
      of={of}
      title={({ number, name }) => `${number} ${name}`}
      sections={[
        ['Category', ['number', 'name', 'parentId', 'icon', 'color', 'order']],
        ['Specification', ['industryType', 'masterFormatSection', 'defaultProvider', 'defaultInstaller', 'complexityWeight']],
        ['Kind', ['isCable', 'isRack']],
      ]}
      note={({ equipmentCount }) => `${equipmentCount.toLocaleString('en-US')} pieces of equipment`}
    >
      {({ id }) =>
        can(equipments.permission.view) && (
          <RowsPanel
            title="Equipment"
            of={equipments}
            call={callsOf(equipments).list}
            query={{ categoryIds: [id] }}
            shown={['imageUrl', 'tag', 'model', 'manufacture', 'productFamily', 'availability', 'msrpPrice']}
            hrefOf={(row) => `/equipment/${row.id}`}
            all={{ to: '/equipment', search: { categoryIds: String(id) } }}
            empty="No equipment in this category yet."
          />
        )
      }
    </FormPage>
  )
}
