import { ActionIcon, Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { accessGroups, externalAccessGroups } from '../../model/access/access-groups.ts'
import {
  type AccessListCalls,
  type ConfirmationFlag,
  type EntryFlag,
  type ExternalEntry,
  type ExternalListCalls,
  entryFlags,
  flagNames,
  type ListedGroup,
  type PlainListCalls,
} from '../../model/access/access-lists.ts'
import { AccessSubjectType } from '../../model/access/enums.ts'
import { externalUsers } from '../../model/access/users.ts'
import type { UserRef } from '../../model/kit/description.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { confirm } from '../kit/form/dialogs.tsx'
import { IconUsers, IconX } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, EmptyState, Panel, Picker } from '../kit/pages.tsx'
import { LoadError, UserAvatar, userName } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { callEntity, invalidateEntity, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { type AnyCall, CallError, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './access-list.module.css'

const { User, AccessGroup } = AccessSubjectType

interface Props {
  calls: AccessListCalls | ExternalListCalls | PlainListCalls
  id: number
  name: string
  title?: string
  isExternal?: boolean
  /** Explains what an empty list means. */
  empty: string
  actions?: ReactNode
}
type Entry = Pick<ExternalEntry, 'subjectType' | 'user' | 'accessGroup'> & Partial<Record<EntryFlag, boolean>>
interface ListAnswer {
  users?: UserRef[]
  accessGroups?: ListedGroup[]
  entries?: ExternalEntry[]
  version?: string
}

const entrySubjectId = ({ user, accessGroup }: Entry) => (user ?? accessGroup)?.id ?? ''
const subjectName = ({ user, accessGroup }: Entry) => (user ? userName(user) : (accessGroup?.name ?? ''))
const entryKey = (entry: Entry) => `${entry.subjectType} ${entrySubjectId(entry)}`

const answerEntries = ({ users = [], accessGroups: groups = [], entries }: ListAnswer): Entry[] =>
  entries ?? [
    ...groups.map((accessGroup) => ({ subjectType: AccessGroup, accessGroup })),
    ...users.map((user) => ({ subjectType: User, user })),
  ]

const subjectKeys = ({ user, accessGroup }: Entry) =>
  user ? { subjectType: User, userId: user.id } : { subjectType: AccessGroup, accessGroupId: accessGroup?.id }

const listBody = (entries: Entry[], hasFlags: boolean) =>
  hasFlags
    ? { entries: entries.map((entry) => ({ ...subjectKeys(entry), ...Object.fromEntries(flagNames.map((flag) => [flag, entry[flag]])) })) }
    : {
        userIds: entries.flatMap(({ user }) => user?.id ?? []),
        accessGroupIds: entries.flatMap(({ accessGroup }) => accessGroup?.id ?? []),
      }

const questions: Record<ConfirmationFlag, (name: string, empty: string) => Parameters<typeof confirm>[0]> = {
  hidesFromMe: (name) => ({
    title: `You will no longer see ${name}`,
    text: 'You will no longer be on this list, and nothing else lets you see it. It will disappear from your lists, and you will not be able to open its page.',
    verb: 'Change it anyway',
    danger: true,
  }),
  opensToEverybody: (name, empty) => ({ title: `Open ${name} to everyone?`, text: empty, verb: 'Remove the last entry' }),
}

function neededConfirmation(error: unknown): ConfirmationFlag | undefined {
  const body = error instanceof CallError && error.status === 409 ? error.body : undefined
  const detail = typeof body === 'object' && body && 'detail' in body ? body.detail : undefined
  return detail === 'hidesFromMe' || detail === 'opensToEverybody' ? detail : undefined
}

interface Change {
  params: Record<string, string | number>
  body?: object
}

/** Changes a list. The page may be outdated, so the server decides if a change needs a confirmation. */
function useListChange({ name, empty }: Props, readAgain: () => Promise<unknown>) {
  const [isChanging, setChanging] = useState(false)
  async function change(call: AnyCall, { params, body }: Change, done?: string, answered: Partial<Record<ConfirmationFlag, boolean>> = {}) {
    const argsPart = call.method === 'DELETE' ? 'query' : 'body'
    // A list that hides nothing from staff needs no confirmation.
    const confirmations = 'hidesFromMe' in call[argsPart] ? { hidesFromMe: false, ...answered } : {}
    setChanging(true)
    try {
      await request(call, { params, [argsPart]: { ...body, ...confirmations } })
      void invalidateEntity(callEntity(call))
      if (done) toast.success(done)
    } catch (error) {
      const confirmation = neededConfirmation(error)
      if (!confirmation) showError(error)
      else if (await confirm(questions[confirmation](name, empty)))
        await change(call, { params, body }, done, { ...answered, [confirmation]: true })
    }
    // Further changes must start from the current list.
    await readAgain()
    setChanging(false)
  }
  return { change, isChanging }
}

export function AccessList(props: Props) {
  const { calls, id, title = 'Access list', isExternal = false, empty } = props
  const list = useRead<AnyCall>(calls.read, { params: { id } }, { isQuiet: true })
  const { change, isChanging } = useListChange(props, list.refetch)
  const [added, setAdded] = useState(0)
  const single = 'add' in calls ? calls : undefined
  const answer = list.data as ListAnswer | undefined
  const entries = answer && answerEntries(answer)
  const hasFlags = answer?.entries !== undefined
  const mayReplace = can(calls.replace.permission)
  const mayAdd = mayReplace || (single !== undefined && can(single.add.permission))
  const mayRemove = mayReplace || (single !== undefined && can(single.remove.permission))
  const put = (next: Entry[], done?: string) =>
    change(calls.replace, { params: { id }, body: { ...listBody(next, hasFlags), version: answer?.version } }, done)

  async function add(entry: Entry) {
    setAdded(added + 1)
    if (!entries || entries.some((item) => entryKey(item) === entryKey(entry))) return
    const done = 'Added to the list.'
    if (single && can(single.add.permission)) await change(single.add, { params: { id }, body: subjectKeys(entry) }, done)
    else await put([...entries, entry], done)
  }
  async function remove(entry: Entry) {
    const done = `${subjectName(entry)} was removed from the list.`
    const params = { id, subjectType: entry.subjectType, subjectId: entrySubjectId(entry) }
    if (single && can(single.remove.permission)) await change(single.remove, { params }, done)
    else
      await put(
        (entries ?? []).filter((item) => item !== entry),
        done,
      )
  }
  const set = (entry: Entry, flag: EntryFlag, isOn: boolean) =>
    put((entries ?? []).map((item) => (item === entry ? { ...item, [flag]: isOn } : item)))

  const columns: Column<Entry>[] = [
    { key: 'who', label: 'Who', tone: 'name', text: subjectName, beside: 30, cell: (entry) => <Who entry={entry} /> },
    ...(hasFlags ? flagNames : []).map(
      (flag): Column<Entry> => ({
        key: flag,
        label: entryFlags[flag].label,
        width: 92,
        cell: (entry) => (
          <Checkbox
            aria-label={`${subjectName(entry)}: ${entryFlags[flag].label.toLowerCase()}`}
            checked={entry[flag]}
            disabled={!mayReplace || isChanging}
            onChange={({ currentTarget }) => void set(entry, flag, currentTarget.checked)}
          />
        ),
      }),
    ),
    ...(mayRemove
      ? [
          {
            key: 'remove',
            label: 'Remove',
            isLabelHidden: true,
            width: 80,
            cell: (entry: Entry) => (
              <ActionIcon aria-label={`Remove ${subjectName(entry)}`} disabled={isChanging} onClick={() => void remove(entry)}>
                <IconX size={14} />
              </ActionIcon>
            ),
          },
        ]
      : []),
  ]
  const user = (userId: string) => ({ subjectType: User, user: { id: userId, firstName: '', lastName: '' } as UserRef })
  const group = (groupId: number) => ({ subjectType: AccessGroup, accessGroup: { id: groupId, name: '', usersCount: 0, isMember: false } })
  const flags = hasFlags ? Object.fromEntries(flagNames.map((flag) => [flag, entryFlags[flag].default as boolean])) : {}
  return (
    <Panel title={title} note={entries && entries.length > 0 && entries.length.toLocaleString('en-US')} actions={props.actions} isFlush>
      {mayAdd && (
        <div className={css.add} key={added}>
          <Picker
            label={isExternal ? 'Add an external user' : 'Add a user'}
            placeholder="Type a name"
            resource={isExternal ? externalUsers : undefined}
            value={null}
            disabled={!entries || isChanging}
            onChange={(chosen) => chosen !== null && void add({ ...user(String(chosen)), ...flags })}
          />
          <Picker
            label={isExternal ? 'Add an external access group' : 'Add an access group'}
            placeholder="Type a name"
            resource={isExternal ? externalAccessGroups : accessGroups}
            value={null}
            disabled={!entries || isChanging}
            onChange={(chosen) => chosen !== null && void add({ ...group(Number(chosen)), ...flags })}
          />
        </div>
      )}
      {list.error && !entries ? (
        <LoadError error={list.error} title={title} onRetry={() => void list.refetch()} />
      ) : entries?.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <DataTable label={title} rows={entries} keyOf={entryKey} nameOf={subjectName} skeletonRows={3} columns={columns} />
      )}
    </Panel>
  )
}

function Who({ entry: { user, accessGroup } }: { entry: Entry }) {
  return (
    <span className={css.who}>
      {user ? (
        <UserAvatar user={user} withName />
      ) : (
        <>
          <span className={css.mark} aria-hidden="true">
            <IconUsers size={14} />
          </span>
          {accessGroup?.name}
        </>
      )}
      <small>{user ? user.isSuspended && 'suspended' : formatMemberCount(accessGroup?.usersCount ?? 0)}</small>
    </span>
  )
}

const formatMemberCount = (count: number) => formatCount(count, 'member')
