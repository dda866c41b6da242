import { ActionIcon, Button, Menu, Modal, TextInput, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import type { RowOf } from '../../../model/kit/resource.ts'
import {
  changeSavedView,
  createSavedView,
  readSavedViews,
  removeSavedView,
  savedViews,
  shareSavedView,
} from '../../../model/settings/saved-views.ts'
import { MultiPicker } from '../form/picker.tsx'
import { IconCheck, IconChevronDown, IconDotsVertical, IconPencil, IconPlus, IconStarFilled, IconTrash, IconUsers } from '../look/icons.ts'
import { confirm, DialogFoot } from '../look/question.tsx'
import { recall, remember } from '../look/remembered.ts'
import { toast } from '../look/toasts.tsx'
import { userName } from '../parts/avatar.tsx'
import table from '../parts/table.module.css'
import { refresh, useRead } from '../request/call.ts'
import { can } from '../request/can.ts'
import { type AnyCall, CallError, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'
import { session } from '../request/session.ts'
import { type ListAddress, listOf, readAddress, viewAddress, writeAddress } from './list-address.ts'
import css from './saved-views.module.css'

type View = RowOf<typeof savedViews>
const entity = savedViews.entity

const isMine = (view: View) => view.createdBy?.id === session().user?.id
const isShared = (view: View) => !isMine(view) || view.accessGroupIds.length > 0

/** The views of one list, by name: the person's own and those colleagues share with them. The default is mirrored in this browser, so that the list need not wait for it. */
export function useSavedViews(pathname: string): View[] {
  const [list] = useState(() => listOf(pathname))
  const { data } = useRead(readSavedViews, {}, { isQuiet: true, staleTime: 5 * 60_000 })
  const [, redraw] = useState(0)
  const views = ((data?.items ?? []) as View[]).filter((view) => view.list === list)
  const main = views.find(({ isDefault }) => isDefault)
  const mirrored = main && { id: main.id, address: main.address ?? '' }
  const text = JSON.stringify(mirrored ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the server says something else
  useEffect(() => {
    if (!data || JSON.stringify(recall(`default-view:${list}`) ?? null) === text) return
    remember(`default-view:${list}`, mirrored)
    redraw((count) => count + 1)
  }, [data, text])
  return views
}

interface Props {
  of: Resource
  views: View[]
  list: string
  /** What the list shows now. */
  address: ListAddress
  go: (address: ListAddress) => void
  searchKey: string
  isPhone: boolean
}
const mostTabs = 4

/** The views of a list as tabs: pick one, save what is shown, rename, make it the one the list opens with. */
export function ViewTabs({ of, views, list, address, go, searchKey, isPhone }: Props) {
  const [naming, setNaming] = useState<{ view?: View }>()
  const [sharing, setSharing] = useState<View>()
  const active = views.find(({ id }) => String(id) === address.saved)
  const shownNow = viewAddress(address)
  const isChanged = active !== undefined && active.address !== shownNow
  const hasDefault = views.some(({ isDefault }) => isDefault)
  const all: ListAddress = { ...readAddress(of, '', 'q'), saved: hasDefault ? '0' : undefined }
  const addressOf = (view: View): ListAddress => ({ ...readAddress(of, view.address ?? '', 'q'), saved: String(view.id) })
  const linkTo = (to: ListAddress) => ({ to: '.', search: writeAddress(to, searchKey) as never })

  // The active one is always among the tabs.
  const tabs = isPhone ? [] : views.slice(0, mostTabs)
  if (!isPhone && active && !tabs.includes(active)) tabs.splice(mostTabs - 1, 1, active)
  const rest = views.filter((view) => !tabs.includes(view))

  async function change(view: View, part: Partial<View>, done?: string) {
    try {
      const { name, address: kept, isDefault } = { ...view, ...part }
      await request(changeSavedView as AnyCall, { params: { id: view.id }, body: { name, address: kept, isDefault } } as never)
      if (done) toast.success(done)
      await refresh(entity)
    } catch (error) {
      showError(error)
    }
  }
  async function remove(view: View) {
    const text = 'Nothing of the list goes with it.'
    if (!(await confirm({ title: `Delete the view "${view.name}"?`, text, verb: 'Delete', danger: true }))) return
    try {
      await request(removeSavedView as AnyCall, { params: { id: view.id } } as never)
      if (view.isDefault) remember(`default-view:${list}`, undefined)
      await refresh(entity)
      if (view === active) go({ ...address, saved: undefined })
      toast.success(`The view "${view.name}" is deleted.`)
    } catch (error) {
      showError(error)
    }
  }

  const mark = (isOn: boolean, view?: View) =>
    isOn ? <IconCheck size={16} /> : view?.isDefault ? <IconStarFilled size={14} /> : <i className={css.gap} />
  const entries = (shown: View[], withAll: boolean) => (
    <>
      {withAll && (
        <Menu.Item component={Link} {...linkTo(all)} leftSection={mark(!active)}>
          All {of.names.many.toLowerCase()}
        </Menu.Item>
      )}
      {shown.map((view) => (
        <Menu.Item key={view.id} component={Link} {...linkTo(addressOf(view))} leftSection={mark(view === active, view)}>
          {view.name}
          {!isMine(view) && <small className={css.owner}>{ownerOf(view)}</small>}
        </Menu.Item>
      ))}
    </>
  )
  const options = active && (
    <>
      {!isMine(active) && <Menu.Label>Shared by {ownerOf(active)}</Menu.Label>}
      {isMine(active) && isChanged && (
        <Menu.Item
          leftSection={<IconCheck size={16} />}
          onClick={() => void change(active, { address: shownNow }, `The view "${active.name}" is saved.`)}
        >
          Save changes
        </Menu.Item>
      )}
      {isChanged && (
        <Menu.Item component={Link} {...linkTo(addressOf(active))} leftSection={<i className={css.gap} />}>
          Undo changes
        </Menu.Item>
      )}
      {isMine(active) ? (
        <>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setNaming({ view: active })}>
            Rename
          </Menu.Item>
          {can('internal') && (
            <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => setSharing(active)}>
              Share
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconStarFilled size={16} />} onClick={() => void change(active, { isDefault: !active.isDefault })}>
            {active.isDefault ? 'Do not open the list with it' : 'Open the list with it'}
          </Menu.Item>
          <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void remove(active)}>
            Delete
          </Menu.Item>
        </>
      ) : (
        <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setNaming({})}>
          Save as my own
        </Menu.Item>
      )}
    </>
  )
  const save = (
    <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setNaming({})}>
      Save this view
    </Menu.Item>
  )

  const tab = (label: ReactNode, to: ListAddress, isActive: boolean) => (
    <Link {...linkTo(to)} className={css.tab} data-active={isActive || undefined} aria-current={isActive ? 'true' : undefined}>
      {label}
    </Link>
  )
  return (
    <>
      {isPhone ? (
        <Menu position="bottom-start" width={240}>
          <Menu.Target>
            <UnstyledButton className={css.picker} aria-label={`Views: ${active?.name ?? 'all'}`}>
              <span>{active?.name ?? 'All'}</span>
              {isChanged && <i className={css.dot} />}
              <IconChevronDown size={14} />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {entries(views, true)}
            <Menu.Divider />
            {save}
            {options}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <nav className={css.tabs} aria-label="Views">
          {views.length > 0 && tab('All', all, !active)}
          {tabs.map((view) => (
            <span key={view.id} className={css.one}>
              {tab(
                <>
                  {view.isDefault && <IconStarFilled size={10} aria-label="Default" />}
                  {isShared(view) && <IconUsers size={12} aria-label={isMine(view) ? 'Shared' : `Shared by ${ownerOf(view)}`} />}
                  <span className={css.name}>{view.name}</span>
                  {view === active && isChanged && <i className={css.dot} role="img" aria-label="changed" />}
                </>,
                addressOf(view),
                view === active,
              )}
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
              <Menu.Dropdown>{entries(rest, false)}</Menu.Dropdown>
            </Menu>
          )}
          <ActionIcon aria-label="Save this view" title="Save this view" onClick={() => setNaming({})}>
            <IconPlus size={16} />
          </ActionIcon>
        </nav>
      )}
      {sharing && <ShareDialog view={sharing} onClose={() => setSharing(undefined)} />}
      {naming && (
        <NameDialog
          view={naming.view}
          onClose={() => setNaming(undefined)}
          save={async (name, isDefault) => {
            if (naming.view) {
              await request(
                changeSavedView as AnyCall,
                { params: { id: naming.view.id }, body: { ...naming.view, name, isDefault } } as never,
              )
              return refresh(entity)
            }
            const made: any = await request(createSavedView as AnyCall, { body: { list, name, address: shownNow, isDefault } } as never)
            await refresh(entity)
            go({ ...address, saved: String(made.id) })
          }}
        />
      )}
    </>
  )
}

const ownerOf = ({ createdBy }: View) => (createdBy ? userName(createdBy) : 'a colleague')

/** Members of the groups find the view among theirs; each sees in it what they may see of the list. */
function ShareDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const [ids, setIds] = useState<number[]>(view.accessGroupIds)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    try {
      await request(shareSavedView as AnyCall, { params: { id: view.id }, body: { accessGroupIds: ids } } as never)
      await refresh(entity)
      toast.success(ids.length > 0 ? `The view "${view.name}" is shared.` : `The view "${view.name}" is yours alone.`)
      onClose()
    } catch (error) {
      const words = error instanceof CallError ? error.fields?.accessGroupIds?.join(' ') : undefined
      if (words) setProblem(words)
      else showError(error)
      setSaving(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={`Share the view "${view.name}"`} size={440}>
      <form noValidate onSubmit={submit}>
        <MultiPicker
          data-autofocus
          of={savedViews.fields.accessGroupIds.of!()}
          label="Access groups"
          description="Their members may use the view. Only you can change it."
          placeholder={ids.length > 0 ? undefined : 'Nobody else'}
          value={ids}
          error={problem}
          closesOnChoice
          openOnFocus={false}
          onChange={(chosen) => {
            setIds(chosen.map(Number))
            setProblem(undefined)
          }}
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}

interface NameProps {
  view?: View
  onClose: () => void
  save: (name: string, isDefault: boolean) => Promise<unknown>
}

function NameDialog({ view, onClose, save }: NameProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    try {
      await save(name, isDefault)
      onClose()
    } catch (error) {
      const words = error instanceof CallError ? error.fields?.name?.join(' ') : undefined
      if (words) setProblem(words)
      else showError(error)
      setSaving(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={view ? 'Rename the view' : 'Save this view'} size={440}>
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          required
          label="Name"
          description={view ? undefined : 'Search, filters, order and columns are kept as they are now.'}
          maxLength={60}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <label className={css.check}>
          <input
            type="checkbox"
            className={table.check}
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
          Open the list with it
        </label>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {view ? 'Rename' : 'Save'}
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
