import { Menu, NativeSelect, NumberInput, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { InstallerCode, ProviderCode } from '../../model/catalogue/enums.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { noAreaGroup } from '../../model/spaces/area-groups.ts'
import type { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import { EquipmentHover } from '../catalogue/public.tsx'
import { useCall } from '../kit/call.ts'
import { formatNumber } from '../kit/format.tsx'
import { IconTrash } from '../kit/icons.ts'
import { Code, DataTable, ImageTile } from '../kit/pages.tsx'
import type { Column } from '../kit/table.tsx'
import { toast } from '../kit/toasts.tsx'
import { type LineCalls, type LinePlace, spaceLineCalls } from './line-calls.ts'
import css from './space.module.css'

type Line = RowOf<typeof spaceEquipment>

interface Props {
  space: LinePlace
  calls?: LineCalls
  isLocked: boolean
  onRename: (groupId: number) => void
  onRemove: (groupId: number, name: string) => void
  /** Absent where nothing moves elsewhere. */
  onMove?: (groupId: number) => void
}

/** The lines of a space under their area groups, with the sums of each; quantity and codes are changed in place. */
export function SpaceLines({ space, calls = spaceLineCalls, isLocked, onRename, onRemove, onMove }: Props) {
  const { mutate: change } = useCall(calls.update, { invalidates: [calls.of] })
  const { mutate: remove } = useCall(calls.remove, { invalidates: [calls.of], onDone: () => toast.success('Taken out.') })
  const groups = space.areaGroups ?? []
  const rows = groups.flatMap((group) => group.equipment.map((line) => ({ ...line, groupId: group.id })))

  function set(line: Line & { groupId: number }, part: Partial<Line>) {
    const { quantity, provider, installer, installerName, unitPriceOverride, isExisting, label, notes } = { ...line, ...part }
    change({
      params: calls.at(space.id, line.id),
      body: {
        quantity,
        provider,
        installer,
        installerName,
        unitPriceOverride,
        isExisting,
        label,
        notes,
        areaGroupId: line.groupId || null,
        rowVersion: line.rowVersion,
      },
    })
  }
  const move = (line: Line & { groupId: number }, groupId: number) => set({ ...line, groupId }, {})

  const sumOf = (lines: Line[], of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  const columns: Column<Line & { groupId: number }>[] = [
    {
      key: 'quantity',
      label: 'Qty',
      align: 'right',
      width: 60,
      cell: (line) => (isLocked ? line.quantity : <Quantity line={line} onChange={(quantity) => set(line, { quantity })} />),
      sum: (lines) => formatNumber(sumOf(lines, ({ quantity }) => quantity)),
    },
    { key: 'image', label: 'Picture', isLabelHidden: true, width: 46, cell: ({ equipment }) => <ImageTile src={equipment.imageUrl} /> },
    { key: 'tag', label: 'Tag', width: 84, tone: 'quiet', cell: ({ equipment }) => equipment.tag },
    {
      key: 'model',
      label: 'Model',
      tone: 'name',
      cell: ({ equipment }) => (
        <EquipmentHover id={equipment.id}>
          <Link to={`/equipment/${equipment.id}`} data-name className={css.model}>
            {equipment.model}
            {equipment.isDeleted && <span className="dna-muted"> (deleted)</span>}
          </Link>
        </EquipmentHover>
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
          onChange={(provider) => set(line, { provider: provider as never })}
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
          onChange={(installer) => set(line, { installer: installer as never })}
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
      sum: (lines) => formatNumber(sumOf(lines, ({ watts, quantity }) => (watts ?? 0) * quantity)),
    },
    {
      key: 'unit',
      label: 'Unit',
      unit: 'USD',
      align: 'right',
      width: 104,
      tone: 'quiet',
      cell: ({ unitMsrpPrice }) => formatNumber(unitMsrpPrice, 2),
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
      {group.name}
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
  return (
    <DataTable
      label={`Equipment of ${space.name}`}
      columns={columns}
      rows={rows}
      groupBy={({ groupId }) => ({ key: groupId, title: groups.find(({ id }) => id === groupId)?.name })}
      groups={groups.map((group) => ({ key: group.id, title: titleOf(group) }))}
      nameOf={({ equipment }) => `${equipment.tag} ${equipment.model}`}
      menu={
        isLocked
          ? undefined
          : (line) => (
              <>
                <Menu.Item onClick={() => set(line, { isExisting: !line.isExisting })}>
                  {line.isExisting ? 'Not existing' : 'Mark as existing'}
                </Menu.Item>
                {groups
                  .filter(({ id }) => id !== line.groupId && id > 0)
                  .map((group) => (
                    <Menu.Item key={group.id} onClick={() => move(line, group.id)}>
                      Move to {group.name}
                    </Menu.Item>
                  ))}
                <Menu.Item
                  data-danger
                  leftSection={<IconTrash size={16} />}
                  onClick={() => remove({ params: calls.at(space.id, line.id) } as never)}
                >
                  Take out
                </Menu.Item>
              </>
            )
      }
    />
  )
}

/** Saved when left or with Enter; the old number comes back with Escape. */
function Quantity({ line, onChange }: { line: Line; onChange: (quantity: number) => void }) {
  return (
    <NumberInput
      key={`${line.id} ${line.rowVersion}`}
      aria-label={`Quantity of ${line.equipment.model}`}
      className={css.quantity}
      size="xs"
      hideControls
      min={1}
      max={9999}
      allowDecimal={false}
      defaultValue={line.quantity}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') {
          event.currentTarget.value = String(line.quantity)
          event.currentTarget.blur()
        }
      }}
      onBlur={({ currentTarget }) => {
        const quantity = Number(currentTarget.value)
        if (Number.isInteger(quantity) && quantity >= 1 && quantity !== line.quantity) onChange(quantity)
        else currentTarget.value = String(line.quantity)
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
    <NativeSelect
      aria-label={`${label} of ${line.equipment.model}`}
      className={css.code}
      size="xs"
      data={options.values.map((entry) => entry.value)}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
