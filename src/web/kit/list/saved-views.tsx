import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { IconCheck, IconChevronDown, IconDotsVertical, IconPencil, IconPlus, IconStarFilled, IconTrash, IconUsers } from '../look/icons.ts'
import { can } from '../request/can.ts'
import { lazyDialog } from '../request/lazy-part.ts'
import { type ListAddress, parseListAddress, viewAddress, writeAddress } from './list-address.ts'
import { changeView, isOwnView, isShared, removeView, renameView, type SavedView, saveView, viewOwner } from './saved-view-actions.ts'
import css from './saved-views.module.css'

const NameViewDialog = lazyDialog(() => import('./name-view-dialog.tsx'))
const ShareViewDialog = lazyDialog(() => import('./share-view-dialog.tsx'))

interface Props {
  resource: Resource
  views: SavedView[] | undefined
  list: string
  address: ListAddress
  go: (address: ListAddress) => void
  searchKey: string
  isPhone: boolean
}
const mostTabs = 4

export function ViewTabs({ resource, views: read, list, address, go, searchKey, isPhone }: Props) {
  const [naming, setNaming] = useState<{ view?: SavedView }>()
  const [sharing, setSharing] = useState<SavedView>()
  const views = read ?? []
  const active = views.find(({ id }) => String(id) === address.saved)
  const shownNow = viewAddress(address)
  const isChanged = active !== undefined && active.address !== shownNow
  const hasDefault = views.some(({ isDefault }) => isDefault)
  const linkTo = (to: ListAddress) => ({ to: '.', search: writeAddress(to, searchKey) })
  const viewActions: ViewActions = {
    many: resource.names.many.toLowerCase(),
    active,
    isRead: read !== undefined,
    isChanged,
    toAll: linkTo({ ...parseListAddress(resource, '', 'q'), saved: hasDefault ? '0' : undefined }),
    toView: (view) => linkTo({ ...parseListAddress(resource, view.address ?? '', 'q'), saved: String(view.id) }),
    saveNew: () => setNaming({}),
  }
  const options = active && (
    <ViewOptions
      {...viewActions}
      view={active}
      save={() => void changeView(active, { address: shownNow }, `The view "${active.name}" is saved.`)}
      rename={() => setNaming({ view: active })}
      share={() => setSharing(active)}
      remove={() => void removeView(active, list, () => go({ ...address, saved: undefined }))}
    />
  )
  return (
    <>
      {isPhone ? (
        <ViewPicker viewActions={viewActions} views={views} options={options} />
      ) : (
        <Tabs viewActions={viewActions} views={views} options={options} />
      )}
      {sharing && <ShareViewDialog view={sharing} onClose={() => setSharing(undefined)} />}
      {naming && (
        <NameViewDialog
          view={naming.view}
          onClose={() => setNaming(undefined)}
          save={async (name, isDefault) => {
            if (naming.view) return renameView(naming.view, name, isDefault)
            const { id } = await saveView({ list, name, address: shownNow, isDefault })
            go({ ...address, saved: String(id) })
          }}
        />
      )}
    </>
  )
}

type LinkTo = { to: string; search: Record<string, unknown> }
interface ViewActions {
  many: string
  active: SavedView | undefined
  /** True when all views have loaded. Until then they cannot be selected, because they would shift when the others arrive. */
  isRead: boolean
  isChanged: boolean
  toAll: LinkTo
  toView: (view: SavedView) => LinkTo
  saveNew: () => void
}
interface ViewsProps {
  viewActions: ViewActions
  views: SavedView[]
  options: ReactNode
}

function ViewPicker({ viewActions, views, options }: ViewsProps) {
  const { active, isRead, isChanged, saveNew } = viewActions
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={css.picker} data-waits={!isRead || undefined} aria-label={`Views: ${active?.name ?? 'all'}`}>
          <span>{active?.name ?? 'All'}</span>
          {isChanged && <i className={css.dot} />}
          <IconChevronDown size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Entries viewActions={viewActions} views={views} hasAll />
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={16} />} onClick={saveNew}>
          Save this view
        </Menu.Item>
        {options}
      </Menu.Dropdown>
    </Menu>
  )
}

function Tabs({ viewActions, views, options }: ViewsProps) {
  const { active, isRead, isChanged, toAll, toView, saveNew } = viewActions
  // Ensures that the active view is among the tabs.
  const tabs = views.slice(0, mostTabs)
  if (active && !tabs.includes(active)) tabs.splice(mostTabs - 1, 1, active)
  const rest = views.filter((view) => !tabs.includes(view))
  return (
    <nav className={css.tabs} data-waits={!isRead || undefined} aria-label="Views">
      {views.length > 0 && (
        <Tab to={toAll} isActive={!active}>
          All
        </Tab>
      )}
      {tabs.map((view) => (
        <span key={view.id} className={css.one}>
          <Tab to={toView(view)} isActive={view === active}>
            {view.isDefault && <IconStarFilled size={10} aria-label="Default" />}
            {isShared(view) && <IconUsers size={12} aria-label={isOwnView(view) ? 'Shared' : `Shared by ${viewOwner(view)}`} />}
            <span className={css.name}>{view.name}</span>
            {view === active && isChanged && <i className={css.dot} role="img" aria-label="changed" />}
          </Tab>
          {view === active && (
            <Menu position="bottom-start" width={230}>
              <Menu.Target>
                <ActionIcon className={css.options} aria-label={`Options of the view ${view.name}`}>
                  <IconChevronDown size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>{options}</Menu.Dropdown>
            </Menu>
          )}
        </span>
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-start" width={240}>
          <Menu.Target>
            <ActionIcon aria-label={`${rest.length} more views`}>
              <IconDotsVertical size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Entries viewActions={viewActions} views={rest} />
          </Menu.Dropdown>
        </Menu>
      )}
      <ActionIcon aria-label="Save this view" title="Save this view" onClick={saveNew}>
        <IconPlus size={16} />
      </ActionIcon>
    </nav>
  )
}

const Tab = ({ to, isActive, children }: { to: LinkTo; isActive: boolean; children: ReactNode }) => (
  <Link {...to} className={css.tab} data-active={isActive || undefined} aria-current={isActive ? 'true' : undefined}>
    {children}
  </Link>
)

function Entries({
  viewActions: { many, active, toAll, toView },
  views,
  hasAll,
}: {
  viewActions: ViewActions
  views: SavedView[]
  hasAll?: boolean
}) {
  const mark = (isOn: boolean, view?: SavedView) =>
    isOn ? <IconCheck size={16} /> : view?.isDefault ? <IconStarFilled size={14} /> : <i className={css.gap} />
  return (
    <>
      {hasAll && (
        <Menu.Item renderRoot={(props) => <Link {...props} {...toAll} />} leftSection={mark(!active)}>
          All {many}
        </Menu.Item>
      )}
      {views.map((view) => (
        <Menu.Item key={view.id} renderRoot={(props) => <Link {...props} {...toView(view)} />} leftSection={mark(view === active, view)}>
          {view.name}
          {!isOwnView(view) && <small className={css.owner}>{viewOwner(view)}</small>}
        </Menu.Item>
      ))}
    </>
  )
}

interface OptionsProps extends Pick<ViewActions, 'isChanged' | 'toView' | 'saveNew'> {
  view: SavedView
  save: () => void
  rename: () => void
  share: () => void
  remove: () => void
}

function ViewOptions({ view, isChanged, toView, saveNew, save, rename, share, remove }: OptionsProps) {
  const undo = isChanged && (
    <Menu.Item renderRoot={(props) => <Link {...props} {...toView(view)} />} leftSection={<i className={css.gap} />}>
      Undo changes
    </Menu.Item>
  )
  if (!isOwnView(view))
    return (
      <>
        <Menu.Label>Shared by {viewOwner(view)}</Menu.Label>
        {undo}
        <Menu.Item leftSection={<IconPlus size={16} />} onClick={saveNew}>
          Save as my own
        </Menu.Item>
      </>
    )
  return (
    <>
      {isChanged && (
        <Menu.Item leftSection={<IconCheck size={16} />} onClick={save}>
          Save changes
        </Menu.Item>
      )}
      {undo}
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={rename}>
        Rename
      </Menu.Item>
      {can('internal') && (
        <Menu.Item leftSection={<IconUsers size={16} />} onClick={share}>
          Share
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconStarFilled size={16} />} onClick={() => void changeView(view, { isDefault: !view.isDefault })}>
        {view.isDefault ? 'Do not open the list with it' : 'Open the list with it'}
      </Menu.Item>
      <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={remove}>
        Delete
      </Menu.Item>
    </>
  )
}
