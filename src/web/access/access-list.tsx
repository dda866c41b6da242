import { ActionIcon, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { accessGroups, externalAccessGroups } from '../../model/access/access-groups.ts'
import {
  type AccessListCalls,
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
import { confirm } from '../kit/form/dialogs.tsx'
import { IconUsers, IconX } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, EmptyState, Panel, Picker } from '../kit/pages.tsx'
import { Failure, UserAvatar, userName } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import type { AnyCall } from '../kit/request/client.ts'
import { session } from '../kit/request/session.ts'
import css from './access-list.module.css'

const { User, AccessGroup } = AccessSubjectType.of

interface Props {
  calls: AccessListCalls | ExternalListCalls | PlainListCalls
  id: number
  /** Whose list it is. */
  name: string
  title?: string
  /** Names people outside the firm. */
  isExternal?: boolean
  /** What a list without entries means. */
  empty: string
  /** Whether the person keeps seeing the row whatever the list says; absent where the list does not restrict them. */
  seesAnyway?: boolean
}
type Entry = Pick<ExternalEntry, 'subjectType' | 'user' | 'accessGroup'> & Partial<Record<EntryFlag, boolean>>
interface ListAnswer {
  users?: UserRef[]
  accessGroups?: ListedGroup[]
  entries?: ExternalEntry[]
}

const idOf = ({ user, accessGroup }: Entry) => (user ?? accessGroup!).id
const nameOf = ({ user, accessGroup }: Entry) => (user ? userName(user) : accessGroup!.name)
const keyOf = (entry: Entry) => `${entry.subjectType} ${idOf(entry)}`

const entriesOf = ({ users = [], accessGroups: groups = [], entries }: ListAnswer): Entry[] =>
  entries ?? [
    ...groups.map((accessGroup) => ({ subjectType: AccessGroup, accessGroup })),
    ...users.map((user) => ({ subjectType: User, user })),
  ]

const subjectOf = (entry: Entry) =>
  entry.user ? { subjectType: User, userId: entry.user.id } : { subjectType: AccessGroup, accessGroupId: entry.accessGroup!.id }

/** What `PUT` takes for these entries. */
const bodyOf = (entries: Entry[], hasFlags: boolean) =>
  hasFlags
    ? { entries: entries.map((entry) => ({ ...subjectOf(entry), ...Object.fromEntries(flagNames.map((flag) => [flag, entry[flag]])) })) }
    : {
        userIds: entries.flatMap(({ user }) => user?.id ?? []),
        accessGroupIds: entries.flatMap(({ accessGroup }) => accessGroup?.id ?? []),
      }

/** The entries of a list, what this person may do with them, and how they are written. */
function useEntries({ calls, id, name, empty, seesAnyway }: Props) {
  const list = useRead<AnyCall>(calls.read, { params: { id } } as never, { isQuiet: true })
  const single = 'add' in calls ? calls : undefined
  const replacing = useCall<AnyCall>(calls.replace)
  const adding = useCall<AnyCall>(single?.add ?? calls.replace)
  const removing = useCall<AnyCall>(single?.remove ?? calls.replace)
  const answer = list.data as ListAnswer | undefined
  const entries = answer && entriesOf(answer)
  const hasFlags = answer?.entries !== undefined
  const mayReplace = can(calls.replace.permission)

  /** Asks before a change that takes the row away from the person who makes it, or gives it to everybody. */
  async function isMeant(next: Entry[]) {
    if (seesAnyway === undefined) return true
    const me = session().user?.id
    const isNamed = next.length === 0 || next.some(({ user, accessGroup }) => user?.id === me || accessGroup?.isMember)
    if (!seesAnyway && !isNamed)
      return confirm({
        title: `You may not see ${name} any more`,
        text: 'You are not on this list afterwards, and nothing else lets you see it: it leaves your lists, and its page answers as if it did not exist.',
        verb: 'Change it anyway',
        danger: true,
      })
    if (next.length === 0 && (entries?.length ?? 0) > 0)
      return confirm({ title: `Open ${name} to everybody?`, text: empty, verb: 'Remove the last entry' })
    return true
  }
  const put = (next: Entry[], onSuccess: () => void) =>
    replacing.mutate({ params: { id }, body: bodyOf(next, hasFlags) } as never, { onSuccess })

  return {
    list,
    entries,
    hasFlags,
    mayReplace,
    mayAdd: mayReplace || (single !== undefined && can(single.add.permission)),
    mayRemove: mayReplace || (single !== undefined && can(single.remove.permission)),
    isBusy: replacing.isPending || adding.isPending || removing.isPending,
    async add(entry: Entry) {
      if (!entries || entries.some((one) => keyOf(one) === keyOf(entry))) return
      const next = [...entries, entry]
      if (!(await isMeant(next))) return
      const onSuccess = () => void toast.success('Added to the list.')
      if (single && can(single.add.permission)) adding.mutate({ params: { id }, body: subjectOf(entry) } as never, { onSuccess })
      else put(next, onSuccess)
    },
    async remove(entry: Entry) {
      const next = (entries ?? []).filter((one) => one !== entry)
      if (!(await isMeant(next))) return
      const onSuccess = () => void toast.success(`${nameOf(entry)} was removed from the list.`)
      if (single && can(single.remove.permission))
        removing.mutate({ params: { id, subjectType: entry.subjectType, subjectId: idOf(entry) } } as never, { onSuccess })
      else put(next, onSuccess)
    },
    set: (entry: Entry, flag: EntryFlag, isOn: boolean) =>
      put(
        (entries ?? []).map((one) => (one === entry ? { ...one, [flag]: isOn } : one)),
        () => {},
      ),
  }
}
type Entries = ReturnType<typeof useEntries>

/** Who sees a lead, project or manufacturer: people and groups, each added and removed at once. */
export function AccessList(props: Props) {
  const { title = 'Access list', isExternal = false, empty } = props
  const all = useEntries(props)
  const { list, entries } = all
  return (
    <Panel title={title} note={entries && entries.length > 0 && entries.length.toLocaleString('en-US')} isFlush>
      {all.mayAdd && <AddEntry all={all} isExternal={isExternal} />}
      {list.error && !entries ? (
        <Failure error={list.error} title={title} onRetry={() => void list.refetch()} />
      ) : entries?.length === 0 ? (
        <EmptyState text={empty} />
      ) : (
        <DataTable label={title} rows={entries} keyOf={keyOf} nameOf={nameOf} skeletonRows={3} columns={columnsOf(all)} />
      )}
    </Panel>
  )
}

function columnsOf({ hasFlags, mayReplace, mayRemove, isBusy, set, remove }: Entries): Column<Entry>[] {
  const flags = (hasFlags ? flagNames : []).map(
    (flag): Column<Entry> => ({
      key: flag,
      label: entryFlags[flag].label,
      width: 104,
      cell: (entry) => (
        <Checkbox
          aria-label={`${nameOf(entry)}: ${entryFlags[flag].label.toLowerCase()}`}
          checked={entry[flag]}
          disabled={!mayReplace || isBusy}
          onChange={({ currentTarget }) => set(entry, flag, currentTarget.checked)}
        />
      ),
    }),
  )
  const removal: Column<Entry> = {
    key: 'remove',
    label: 'Remove',
    isLabelHidden: true,
    width: 80,
    cell: (entry) => (
      <ActionIcon aria-label={`Remove ${nameOf(entry)}`} disabled={isBusy} onClick={() => void remove(entry)}>
        <IconX size={14} />
      </ActionIcon>
    ),
  }
  return [{ key: 'who', label: 'Who', tone: 'name', cell: (entry) => <Who entry={entry} /> }, ...flags, ...(mayRemove ? [removal] : [])]
}

/** A person or a group is added by being chosen. */
function AddEntry({ all: { entries, hasFlags, isBusy, add }, isExternal }: { all: Entries; isExternal: boolean }) {
  // Counted so that both fields are empty again.
  const [added, setAdded] = useState(0)
  const flags = hasFlags ? Object.fromEntries(flagNames.map((flag) => [flag, entryFlags[flag].default as boolean])) : {}
  function choose(entry: Entry) {
    setAdded(added + 1)
    void add({ ...entry, ...flags })
  }
  const user = (id: string) => ({ subjectType: User, user: { id, firstName: '', lastName: '' } as UserRef })
  const group = (id: number) => ({ subjectType: AccessGroup, accessGroup: { id, name: '', usersCount: 0, isMember: false } })
  return (
    <div className={css.add} key={added}>
      <Picker
        label={isExternal ? 'Add an external user' : 'Add a user'}
        placeholder="Type a name"
        of={isExternal ? externalUsers : undefined}
        value={null}
        disabled={!entries || isBusy}
        onChange={(chosen) => chosen !== null && choose(user(String(chosen)))}
      />
      <Picker
        label={isExternal ? 'Add an external access group' : 'Add an access group'}
        placeholder="Type a name"
        of={isExternal ? externalAccessGroups : accessGroups}
        value={null}
        disabled={!entries || isBusy}
        onChange={(chosen) => chosen !== null && choose(group(Number(chosen)))}
      />
    </div>
  )
}

/** A person or a group, and what else one must know of it. */
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
          {accessGroup!.name}
        </>
      )}
      <small>{user ? user.isSuspended && 'suspended' : members(accessGroup!.usersCount)}</small>
    </span>
  )
}

const members = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'member' : 'members'}`
