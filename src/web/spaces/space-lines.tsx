import { Menu, UnstyledButton } from '@mantine/core'
import { type DragEvent, type FocusEvent, useState } from 'react'
import { tagAndModel } from '../../model/catalog/equipment-texts.ts'
import { noAreaGroup } from '../../model/spaces/area-groups.ts'
import { formatLineCount, spaceLines } from '../../model/spaces/space-equipment.ts'
import { ConflictDialog } from '../kit/form/conflict-dialog.tsx'
import { IconPencil, IconTrash } from '../kit/look/icons.ts'
import { DataTable } from '../kit/pages.tsx'
import { type Ordering, useOrdering } from '../kit/parts/ordering.tsx'
import type { RowKey } from '../kit/parts/table.tsx'
import { showError } from '../kit/request/errors.ts'
import { useCircuits } from './circuit-control.tsx'
import {
  type ChangedPart,
  type LineCalls,
  type LineContainer,
  requestLineChanges,
  spaceLineCalls,
  type Together,
  type Undo,
} from './line-calls.ts'
import { createLineColumns } from './line-columns.tsx'
import { type PlacedLine, useLineSaving } from './line-saving.ts'
import { ChangeLines, LineSelection } from './line-selection.tsx'
import css from './space.module.css'

interface Props {
  space: LineContainer
  calls?: LineCalls
  isLocked: boolean
  undo: Undo
  only?: readonly number[]
  onRename: (groupId: number) => void
  onRemove: (groupId: number, name: string) => void
  onMove?: (groupId: number) => void
  onOrder?: (groupIds: number[]) => Promise<unknown>
  onEdit?: (lineId: number) => void
  edited?: number
  onFollow?: (lineId: number) => void
}
type Groups = NonNullable<LineContainer['areaGroups']>

const placedLines = (groups: Groups = []): PlacedLine[] =>
  groups.flatMap((group) => group.equipment.map((line) => ({ ...line, groupId: group.id })))

function useChosenLines(space: LineContainer, calls: LineCalls, undo: Undo) {
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [isChanging, setChanging] = useState(false)
  const all = placedLines(space.areaGroups)
  const chosen = all.filter(({ id }) => selected.has(id))
  const clear = () => setSelected(new Set())
  const applyChange = (body: Together, message: string) => undo.track(changeThem(body, message))
  async function changeThem(body: Together, message: string) {
    try {
      const { changeSetId } = await requestLineChanges(space, calls, body)
      if (changeSetId) undo.told(message, changeSetId)
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }
  async function takeOut(lines: PlacedLine[]) {
    const [only, second] = lines
    const linesText = only && !second ? `${only.quantity} × ${only.equipment.model}` : formatLineCount(lines.length)
    if (await applyChange({ takeOut: lines.map(({ id }) => id) }, `${linesText} removed.`)) clear()
  }
  const change = (lines: PlacedLine[], part: ChangedPart) =>
    applyChange({ change: { lineIds: lines.map(({ id }) => id), circuitId: null, ...part } }, `${formatLineCount(lines.length)} changed.`)
  async function move(ids: number[], group: Groups[number]) {
    const moved = all.filter(({ id, groupId }) => ids.includes(id) && groupId !== group.id)
    if (moved.length === 0) return
    await applyChange(
      { change: { lineIds: moved.map(({ id }) => id), areaGroupId: group.id, quantity: null, circuitId: null } },
      `${formatLineCount(moved.length)} moved to ${group.name}.`,
    )
  }
  const drag = (line: PlacedLine) => (event: DragEvent) => {
    const ids = selected.has(line.id) ? chosen.map(({ id }) => id) : [line.id]
    event.dataTransfer.setData(draggedLines, JSON.stringify(ids))
    event.dataTransfer.effectAllowed = 'move'
  }
  return { all, chosen, selected, select: setSelected, clear, isChanging, setChanging, takeOut, change, move, drag }
}

const draggedLines = 'application/x-dna-lines'

function dropZone(inOrder: Groups[number][], { move }: ReturnType<typeof useChosenLines>) {
  const bodyOf = ({ target }: DragEvent) => (target instanceof Element ? target.closest('tbody') : null)
  const mark = (table: Element | null | undefined, over?: Element | null) => {
    for (const body of table?.querySelectorAll('tbody[data-over]') ?? []) if (body !== over) body.removeAttribute('data-over')
    over?.setAttribute('data-over', '')
  }
  return {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(draggedLines)) return
      const body = bodyOf(event)
      mark(event.currentTarget, body)
      if (body) event.preventDefault()
    },
    onDragLeave(event: DragEvent) {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) mark(event.currentTarget)
    },
    onDragEnd: (event: DragEvent) => mark(event.currentTarget),
    onDrop(event: DragEvent) {
      const text = event.dataTransfer.getData(draggedLines)
      const body = bodyOf(event)
      mark(event.currentTarget)
      if (!text || !body) return
      event.preventDefault()
      const group = inOrder[[...(body.parentElement?.querySelectorAll('tbody') ?? [])].indexOf(body)]
      if (group) void move(JSON.parse(text), group)
    },
  }
}

export function SpaceLines(props: Props) {
  const { space, calls = spaceLineCalls, isLocked, undo, only, onOrder, onEdit, edited } = props
  const { set, conflict } = useLineSaving(space, calls, undo)
  const choice = useChosenLines(space, calls, undo)
  const { data: known } = useCircuits(space.id, calls === spaceLineCalls && choice.isChanging)
  const circuits = known?.items.map(({ id, name }) => ({ id, name }))
  const groups = space.areaGroups ?? []
  const byId = new Map(groups.map((group) => [group.id, group]))
  const ordering = useOrdering({
    name: 'groups',
    ids: groups.filter(({ id }) => id !== noAreaGroup.id).map(({ id }) => id),
    nameOf: (id) => byId.get(id)?.name,
    item: 'tbody',
    isOff: isLocked || !onOrder || only !== undefined,
    save: async (ids) => onOrder?.(ids),
  })
  const rows = only ? choice.all.filter(({ id }) => only.includes(id)) : choice.all
  const isShown = ({ id }: Groups[number]) => !only || rows.some(({ groupId }) => groupId === id)
  const inOrder = [...ordering.ids, noAreaGroup.id].flatMap((id) => byId.get(id) ?? []).filter(isShown)
  /** While the editor is open, it shows the focused row's line. */
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
        <ChangeItems line={line} groups={groups} set={(part) => void set(line, part)} remove={() => void choice.takeOut([line])} />
      )}
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only follows the focus of the rows
    <div className={css.lines} onFocus={onFocus} {...(!isLocked && dropZone(inOrder, choice))}>
      {ordering.area(
        <DataTable
          label={`Equipment of ${space.name}`}
          columns={createLineColumns({
            isLocked,
            edited,
            onEdit,
            set,
            hasCircuits: choice.all.some(({ circuit }) => circuit),
            drag: isLocked || inOrder.length < 2 ? undefined : choice.drag,
          })}
          rows={rows}
          selected={choice.selected}
          onSelect={isLocked ? undefined : choice.select}
          groupBy={({ groupId }) => ({ key: groupId, title: byId.get(groupId)?.name })}
          groups={inOrder.map((group) => ({
            key: group.id,
            title: <GroupTitle {...props} group={group} ordering={ordering} />,
            menu: groupMenu(props, group, ordering),
          }))}
          nameOf={({ equipment }) => tagAndModel(equipment)}
          menu={isLocked && !onEdit ? undefined : menu}
        />,
      )}
      {choice.chosen.length > 0 && (
        <LineSelection
          count={choice.chosen.length}
          total={choice.all.length}
          onAll={() => choice.select(new Set(choice.all.map(({ id }) => id)))}
          onChange={() => choice.setChanging(true)}
          onTakeOut={() => void choice.takeOut(choice.chosen)}
          onClear={choice.clear}
        />
      )}
      {choice.isChanging && (
        <ChangeLines
          count={choice.chosen.length}
          groups={groups}
          circuits={circuits}
          onClose={() => choice.setChanging(false)}
          onChange={(part) => choice.change(choice.chosen, part)}
        />
      )}
      <ConflictDialog resource={spaceLines} state={conflict} />
    </div>
  )
}

interface TitleProps extends Pick<Props, 'isLocked' | 'onMove' | 'onRename' | 'onRemove'> {
  group: Groups[number]
  ordering: Ordering
}

function GroupTitle({ group: { id, name, equipment }, ordering, isLocked, onMove, onRename, onRemove }: TitleProps) {
  const isGroup = id !== noAreaGroup.id
  return (
    <span className={css.groupTitle}>
      <span>
        {name}
        {isGroup && ordering.grip(id)}
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

/** The actions of the title, and the moves for users who cannot drag. */
function groupMenu({ isLocked, onMove, onRename, onRemove }: Props, { id, name, equipment }: Groups[number], ordering: Ordering) {
  const isGroup = id !== noAreaGroup.id
  const mayMove = onMove && equipment.length > 0
  if (isLocked || !(isGroup || mayMove)) return undefined
  const [up, down] = [ordering.step(id, -1), ordering.step(id, 1)]
  return {
    label: `Actions for ${name}`,
    items: () => (
      <>
        {mayMove && <Menu.Item onClick={() => onMove(id)}>Move equipment</Menu.Item>}
        {isGroup && <Menu.Item onClick={() => onRename(id)}>Rename</Menu.Item>}
        {up && <Menu.Item onClick={up}>Move up</Menu.Item>}
        {down && <Menu.Item onClick={down}>Move down</Menu.Item>}
        {isGroup && (
          <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => onRemove(id, name)}>
            Delete
          </Menu.Item>
        )}
      </>
    ),
  }
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
      Remove
    </Menu.Item>
  </>
)
