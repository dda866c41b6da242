import { Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { InstallerCode, ProviderCode } from '../../model/catalogue/enums.ts'
import type { Fields } from '../../model/kit/description.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { noAreaGroup } from '../../model/spaces/area-groups.ts'
import { lineFields, type spaceEquipment, spaceLines } from '../../model/spaces/space-equipment.ts'
import { EquipmentHover } from '../catalogue/public.tsx'
import { StaleDialog } from '../kit/form/dialogs.tsx'
import { isSame, type Values, valuesOf } from '../kit/form/form.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconPencil, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { Code, DataTable, ImageTile } from '../kit/pages.tsx'
import { useOrdering } from '../kit/parts/ordering.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { refresh, useCall } from '../kit/request/call.ts'
import { CallError, newKey, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { type LineCalls, type LinePlace, spaceLineCalls } from './line-calls.ts'
import css from './space.module.css'

type Line = RowOf<typeof spaceEquipment>
type PlacedLine = Line & { groupId: number }

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

/** The lines of a space under their area groups, with the sums of each; quantity and codes are changed in place. */
export function SpaceLines({
  space,
  calls = spaceLineCalls,
  isLocked,
  onRename,
  onRemove,
  onMove,
  onOrder,
  onEdit,
  edited,
  onFollow,
}: Props) {
  const { mutate: remove } = useCall(calls.remove, { invalidates: [calls.of], onDone: () => toast.success('Taken out.') })
  const [clash, setClash] = useState<{ line: PlacedLine; part: Values; current: Values }>()
  const [isSaving, setSaving] = useState(false)
  const groups = space.areaGroups ?? []
  const rows = groups.flatMap((group) => group.equipment.map((line) => ({ ...line, groupId: group.id })))
  const byId = new Map(groups.map((group) => [group.id, group]))
  const ordering = useOrdering({
    name: 'groups',
    ids: groups.filter(({ id }) => id !== noAreaGroup.id).map(({ id }) => id),
    nameOf: (id) => byId.get(id)?.name,
    item: 'tbody',
    isOff: isLocked || !onOrder,
    save: onOrder ?? (async () => {}),
  })
  const inOrder = [...ordering.ids, noAreaGroup.id].map((id) => byId.get(id)).filter((group) => group !== undefined)
  const { rowVersion: _, ...written } = calls.update.body as Fields
  const fields: Fields = { ...written, areaGroupId: spaceLines.fields.areaGroupId }

  async function save(line: Line, values: Values, rowVersion: number) {
    await request(calls.update, {
      params: calls.at(space.id, line.id),
      body: { ...values, rowVersion },
      idempotencyKey: newKey(),
    } as never)
    await refresh(calls.of.entity, space.id)
  }
  /** Changes a part of the line as it was when the person began. What somebody else changed meanwhile stays; both changed asks. */
  async function set(line: PlacedLine, part: Values) {
    const before: Values = { ...valuesOf(fields, line), areaGroupId: line.groupId || null }
    try {
      await save(line, { ...before, ...part }, line.rowVersion)
    } catch (error) {
      const current = error instanceof CallError ? (error.body as { current?: Values } | undefined)?.current : undefined
      if (!current) return showError(error)
      const theirs = valuesOf(fields, current)
      const isClash = Object.keys(part).some((key) => !isSame(theirs[key], before[key]) && !isSame(theirs[key], part[key]))
      if (isClash) return setClash({ line, part, current })
      await save(line, { ...theirs, ...part }, current.rowVersion).catch(showError)
    }
  }
  async function settle(values: Values | undefined) {
    if (clash && values) {
      setSaving(true)
      await save(clash.line, values, clash.current.rowVersion).catch(showError)
      setSaving(false)
    }
    setClash(undefined)
    void refresh(calls.of.entity, space.id)
  }

  const sumOf = (lines: Line[], of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  const columns: Column<PlacedLine>[] = [
    {
      key: 'quantity',
      label: 'Qty',
      align: 'right',
      width: 60,
      cell: (line) => (isLocked ? line.quantity : <Quantity line={line} onChange={(quantity, seen) => set(seen, { quantity })} />),
      sum: (lines) => formatNumber(sumOf(lines, ({ quantity }) => quantity)),
    },
    { key: 'image', label: 'Picture', isLabelHidden: true, width: 46, cell: ({ equipment }) => <ImageTile src={equipment.imageUrl} /> },
    { key: 'tag', label: 'Tag', width: 84, tone: 'quiet', cell: ({ equipment }) => equipment.tag },
    {
      key: 'model',
      label: 'Model',
      tone: 'name',
      cell: ({ id, equipment, label }) => (
        <span className={css.modelCell}>
          <EquipmentHover id={equipment.id}>
            <Link to={`/equipment/${equipment.id}`} className={css.model} data-name={onEdit ? undefined : true}>
              {equipment.model}
              {equipment.isDeleted && <span className="dna-muted"> (deleted)</span>}
            </Link>
          </EquipmentHover>
          {label && <span className={css.label}>{label}</span>}
          {onEdit && (
            <button
              type="button"
              data-name
              data-line={id}
              data-edited={id === edited || undefined}
              tabIndex={-1}
              className={css.edit}
              aria-label={`${isLocked ? 'Details of' : 'Edit'} ${equipment.model}`}
              title={isLocked ? 'Details' : 'Edit'}
              onClick={() => {
                onEdit(id)
                // After the editor is there, also when it has shown this line already.
                setTimeout(() => document.querySelector<HTMLElement>('[aria-label="Line of equipment"] input')?.focus(), 50)
              }}
            >
              <IconPencil size={16} stroke={1.6} />
            </button>
          )}
        </span>
      ),
    },
    { key: 'manufacture', label: 'Manufacturer', width: 106, tone: 'quiet', cell: ({ manufacture }) => manufacture?.name },
    {
      key: 'provider',
      label: 'Provider',
      width: 74,
      cell: (line) => (
        <CodeCell
          line={line}
          label="Provider"
          options={ProviderCode}
          value={line.provider}
          isLocked={isLocked}
          onChange={(provider) => void set(line, { provider })}
        />
      ),
    },
    {
      key: 'installer',
      label: 'Installer',
      width: 74,
      cell: (line) => (
        <CodeCell
          line={line}
          label="Installer"
          options={InstallerCode}
          value={line.installer}
          isLocked={isLocked}
          onChange={(installer) => void set(line, { installer })}
        />
      ),
    },
    {
      key: 'watts',
      label: 'Power',
      unit: 'W',
      align: 'right',
      width: 76,
      cell: ({ watts, quantity }) => (watts === null ? null : formatNumber(watts * quantity)),
      // Where nothing is known there is no sum.
      sum: (lines) =>
        lines.length > 0 && lines.every(({ watts }) => watts === null) ? (
          <span className="dna-muted">–</span>
        ) : (
          formatNumber(sumOf(lines, ({ watts, quantity }) => (watts ?? 0) * quantity))
        ),
    },
    {
      key: 'unit',
      label: 'Unit',
      unit: 'USD',
      align: 'right',
      width: 104,
      tone: 'quiet',
      cell: ({ unitMsrpPrice, unitPriceOverride }) =>
        unitPriceOverride == null ? (
          formatNumber(unitMsrpPrice, 2)
        ) : (
          <span className={css.agreed} title="Agreed price, not the catalogue's">
            {formatNumber(unitMsrpPrice, 2)}
          </span>
        ),
    },
    {
      key: 'extended',
      label: 'Extended',
      unit: 'USD',
      align: 'right',
      width: 104,
      cell: (line) =>
        line.isExisting || line.provider === 'FBO' ? <span className="dna-muted">Owner</span> : formatNumber(line.extendedMsrpPrice, 2),
      sum: (lines) =>
        formatNumber(
          sumOf(lines, ({ extendedMsrpPrice }) => extendedMsrpPrice),
          2,
        ),
    },
  ]
  const titleOf = (group: (typeof groups)[number]) => (
    <span className={css.groupTitle}>
      <span>
        {group.id !== noAreaGroup.id && ordering.grip(group.id)}
        {group.name}
      </span>
      {!isLocked && (
        <span className={css.groupActions}>
          {onMove && group.equipment.length > 0 && (
            <UnstyledButton className="dna-link" onClick={() => onMove(group.id)}>
              Move
            </UnstyledButton>
          )}
          {group.id !== noAreaGroup.id && (
            <>
              <UnstyledButton className="dna-link" onClick={() => onRename(group.id)}>
                Rename
              </UnstyledButton>
              <UnstyledButton className="dna-link" onClick={() => onRemove(group.id, group.name)}>
                Delete
              </UnstyledButton>
            </>
          )}
        </span>
      )}
    </span>
  )
  /** While the editor is open, it shows the row the arrow keys have reached. */
  function onFocus({ target }: FocusEvent) {
    if (edited === undefined || !target.matches('tr[data-row]')) return
    const id = Number(target.querySelector<HTMLElement>('[data-line]')?.dataset.line)
    if (id && id !== edited) onFollow?.(id)
  }
  const changes = (line: PlacedLine) => (
    <>
      <Menu.Item onClick={() => void set(line, { isExisting: !line.isExisting })}>
        {line.isExisting ? 'Not existing' : 'Mark as existing'}
      </Menu.Item>
      {groups
        .filter(({ id }) => id !== line.groupId && id > 0)
        .map((group) => (
          <Menu.Item key={group.id} onClick={() => void set(line, { areaGroupId: group.id })}>
            Move to {group.name}
          </Menu.Item>
        ))}
      <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => remove({ params: calls.at(space.id, line.id) } as never)}>
        Take out
      </Menu.Item>
    </>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only follows the focus of the rows
    <div className={css.lines} onFocus={onFocus}>
      {ordering.area(
        <DataTable
          label={`Equipment of ${space.name}`}
          columns={columns}
          rows={rows}
          groupBy={({ groupId }) => ({ key: groupId, title: byId.get(groupId)?.name })}
          groups={inOrder.map((group) => ({ key: group.id, title: titleOf(group) }))}
          nameOf={({ equipment }) => `${equipment.tag} ${equipment.model}`}
          menu={
            isLocked && !onEdit
              ? undefined
              : (line) => (
                  <>
                    {onEdit && (
                      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(line.id)}>
                        {isLocked ? 'Details' : 'Edit'}
                      </Menu.Item>
                    )}
                    {!isLocked && changes(line)}
                  </>
                )
          }
        />,
      )}
      <StaleDialog
        of={spaceLines}
        state={{
          stale: clash?.current,
          isSaving,
          settle: (values) => void settle(values),
          form: {
            fields,
            values: { ...valuesOf(fields, clash?.line), areaGroupId: clash?.line.groupId || null, ...clash?.part },
            changed: Object.keys(clash?.part ?? {}),
            base: clash?.line,
          },
        }}
      />
    </div>
  )
}

/** Saved when left or with Enter, the arrow keys go on to the next row; the old number comes back with Escape. */
function Quantity({ line, onChange }: { line: PlacedLine; onChange: (quantity: number, seen: PlacedLine) => Promise<unknown> }) {
  const [typed, setTyped] = useState<string>()
  // What others change meanwhile must neither take away what is being typed nor be overwritten by it unseen.
  const seen = useRef(line)
  const isDropped = useRef(false)
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation()
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      event.preventDefault()
      const all = [...event.currentTarget.closest('table')!.querySelectorAll<HTMLInputElement>('[data-quantity]')]
      const next = all[all.indexOf(event.currentTarget) + by]
      next?.focus()
      next?.select()
    }
    if (event.key === 'Enter') event.currentTarget.closest<HTMLElement>('tr[data-row]')?.focus()
    if (event.key === 'Escape') {
      isDropped.current = true
      event.currentTarget.blur()
    }
  }
  return (
    // A plain one: hundreds stand in a table.
    <input
      aria-label={`Quantity of ${line.equipment.model}`}
      className={css.quantity}
      inputMode="numeric"
      autoComplete="off"
      data-quantity
      value={typed ?? line.quantity}
      onChange={({ currentTarget }) => setTyped(currentTarget.value.replace(/\D/g, '').slice(0, String(lineFields.quantity.max).length))}
      onFocus={() => {
        seen.current = line
        isDropped.current = false
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        const quantity = Number(typed)
        const isNew = !isDropped.current && typed !== undefined && quantity >= 1 && quantity !== seen.current.quantity
        // Unless the next number is being typed already.
        if (isNew) void onChange(quantity, seen.current).finally(() => setTyped((now) => (Number(now) === quantity ? undefined : now)))
        else setTyped(undefined)
      }}
    />
  )
}

interface CodeProps {
  line: Line
  label: string
  options: typeof ProviderCode | typeof InstallerCode
  value: string | null
  isLocked: boolean
  onChange: (value: string) => void
}

function CodeCell({ line, label, options, value, isLocked, onChange }: CodeProps) {
  if (isLocked) return <Code>{value}</Code>
  return (
    <select
      aria-label={`${label} of ${line.equipment.model}`}
      className={css.code}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.values.map((entry) => (
        <option key={entry.value}>{entry.value}</option>
      ))}
    </select>
  )
}
