import { Menu, UnstyledButton } from '@mantine/core'
import type { FocusEvent } from 'react'
import { noAreaGroup } from '../../model/spaces/area-groups.ts'
import { spaceLines } from '../../model/spaces/space-equipment.ts'
import { StaleDialog } from '../kit/form/dialogs.tsx'
import { IconPencil, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable } from '../kit/pages.tsx'
import { type Ordering, useOrdering } from '../kit/parts/ordering.tsx'
import { useCall } from '../kit/request/call.ts'
import { type LineCalls, type LinePlace, spaceLineCalls } from './line-calls.ts'
import { lineColumns } from './line-columns.tsx'
import { type PlacedLine, useLineSaving } from './line-saving.ts'
import css from './space.module.css'

interface Props {
  space: LinePlace
  calls?: LineCalls
  isLocked: boolean
  onRename: (groupId: number) => void
  onRemove: (groupId: number, name: string) => void
  /** Absent where nothing moves elsewhere. */
  onMove?: (groupId: number) => void
  /** Absent where groups keep their order. */
  onOrder?: (groupIds: number[]) => Promise<unknown>
  /** Opens the editor of a line; absent where there is none. */
  onEdit?: (lineId: number) => void
  /** The line whose editor stands beside the table; it follows the row with the focus. */
  edited?: number
  onFollow?: (lineId: number) => void
}
type Groups = NonNullable<LinePlace['areaGroups']>

/** The lines of a space under their area groups, with the sums of each; quantity and codes are changed in place. */
export function SpaceLines(props: Props) {
  const { space, calls = spaceLineCalls, isLocked, onOrder, onEdit, edited } = props
  const { mutate: remove } = useCall(calls.remove, { invalidates: [calls.of], onDone: () => toast.success('Removed.') })
  const { set, conflict } = useLineSaving(space, calls)
  const groups = space.areaGroups ?? []
  const byId = new Map(groups.map((group) => [group.id, group]))
  const ordering = useOrdering({
    name: 'groups',
    ids: groups.filter(({ id }) => id !== noAreaGroup.id).map(({ id }) => id),
    nameOf: (id) => byId.get(id)?.name,
    item: 'tbody',
    isOff: isLocked || !onOrder,
    save: async (ids) => onOrder?.(ids),
  })
  const inOrder = [...ordering.ids, noAreaGroup.id].flatMap((id) => byId.get(id) ?? [])
  /** While the editor is open, it shows the row the arrow keys have reached. */
  function onFocus({ target }: FocusEvent) {
    if (edited === undefined || !target.matches('tr[data-row]')) return
    const id = Number(target.querySelector<HTMLElement>('[data-line]')?.dataset.line)
    if (id && id !== edited) props.onFollow?.(id)
  }
  const menu = (line: PlacedLine) => (
    <>
      {onEdit && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(line.id)}>
          {isLocked ? 'Details' : 'Edit'}
        </Menu.Item>
      )}
      {!isLocked && (
        <ChangeItems
          line={line}
          groups={groups}
          set={(part) => void set(line, part)}
          remove={() => remove({ params: calls.at(space.id, line.id) })}
        />
      )}
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only follows the focus of the rows
    <div className={css.lines} onFocus={onFocus}>
      {ordering.area(
        <DataTable
          label={`Equipment of ${space.name}`}
          columns={lineColumns({ isLocked, edited, onEdit, set })}
          rows={groups.flatMap((group) => group.equipment.map((line) => ({ ...line, groupId: group.id })))}
          groupBy={({ groupId }) => ({ key: groupId, title: byId.get(groupId)?.name })}
          groups={inOrder.map((group) => ({ key: group.id, title: <GroupTitle {...props} group={group} ordering={ordering} /> }))}
          nameOf={({ equipment }) => `${equipment.tag} ${equipment.model}`}
          menu={isLocked && !onEdit ? undefined : menu}
        />,
      )}
      <StaleDialog of={spaceLines} state={conflict} />
    </div>
  )
}

interface TitleProps extends Pick<Props, 'isLocked' | 'onMove' | 'onRename' | 'onRemove'> {
  group: Groups[number]
  ordering: Ordering
}

/** The name of an area group, the handle of its order, and what can be done with it. */
function GroupTitle({ group: { id, name, equipment }, ordering, isLocked, onMove, onRename, onRemove }: TitleProps) {
  const isGroup = id !== noAreaGroup.id
  return (
    <span className={css.groupTitle}>
      <span>
        {isGroup && ordering.grip(id)}
        {name}
      </span>
      {!isLocked && (
        <span className={css.groupActions}>
          {onMove && equipment.length > 0 && (
            <UnstyledButton className="dna-link" onClick={() => onMove(id)}>
              Move
            </UnstyledButton>
          )}
          {isGroup && (
            <>
              <UnstyledButton className="dna-link" onClick={() => onRename(id)}>
                Rename
              </UnstyledButton>
              <UnstyledButton className="dna-link" onClick={() => onRemove(id, name)}>
                Delete
              </UnstyledButton>
            </>
          )}
        </span>
      )}
    </span>
  )
}

interface ChangeProps {
  line: PlacedLine
  groups: Groups
  set: (part: Partial<Pick<PlacedLine, 'isExisting'>> & { areaGroupId?: number }) => void
  remove: () => void
}

const ChangeItems = ({ line, groups, set, remove }: ChangeProps) => (
  <>
    <Menu.Item onClick={() => set({ isExisting: !line.isExisting })}>{line.isExisting ? 'Not existing' : 'Mark as existing'}</Menu.Item>
    {groups
      .filter(({ id }) => id !== line.groupId && id > 0)
      .map((group) => (
        <Menu.Item key={group.id} onClick={() => set({ areaGroupId: group.id })}>
          Move to {group.name}
        </Menu.Item>
      ))}
    <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={remove}>
      Take out
    </Menu.Item>
  </>
)
