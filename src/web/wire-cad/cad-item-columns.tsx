import { NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { categories } from '../../model/catalog/categories.ts'
import { CadIntegrationResult, IntegrationAction } from '../../model/integrations/enums.ts'
import { comparedFields, legalActions } from '../../model/wire-cad/cad-matching.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { Picker } from '../kit/pages.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateText } from '../kit/parts/state-pill.tsx'
import type { Column } from '../kit/parts/table.tsx'
import type { CadItemRow } from './cad-item-dialog.tsx'
import css from './wire-cad.module.css'

interface ItemActions {
  isDraft: boolean
  hasProject: boolean
  isApproved: boolean
  onOpen: (item: CadItemRow) => void
  onChange: (id: number, changes: { action?: IntegrationAction; chosenEquipmentId?: number; chosenCategoryId?: number }) => void
}
const { Create, Link: LinkIt, LinkAndUpdate } = IntegrationAction
const cadItemName = ({ cadManufacturer, cadModel }: CadItemRow) => `${cadManufacturer} ${cadModel}`

/** Note of an item: the error, the differing fields such as "Weight, Ports", or the CAD description if nothing was compared. */
function itemNote({ differences, cadDescription, notes, applyError }: CadItemRow): string {
  if (applyError) return applyError
  if (differences.length > 0) return `Differs: ${differences.map(({ field }) => comparedFields[field].toLowerCase()).join(', ')}`
  return [cadDescription, ...notes].filter(Boolean).join('; ')
}

export function cadItemColumns({ isDraft, hasProject, isApproved, onOpen, onChange }: ItemActions): Column<CadItemRow>[] {
  const quantities: Column<CadItemRow>[] = [
    {
      key: 'cadQuantity',
      label: 'WireCAD',
      width: 88,
      align: 'right',
      cell: ({ cadQuantity }) => (cadQuantity === null ? null : formatNumber(cadQuantity)),
    },
    {
      key: 'dnaQuantity',
      label: 'DNA',
      width: 72,
      align: 'right',
      cell: ({ dnaQuantity }) => (dnaQuantity === null ? null : formatNumber(dnaQuantity)),
    },
  ]
  return [
    {
      key: 'name',
      label: 'In WireCAD',
      tone: 'name',
      width: 240,
      locked: true,
      cell: (item) => (
        <button type="button" className={css.name} data-name onClick={() => onOpen(item)}>
          {cadItemName(item)}
        </button>
      ),
    },
    {
      key: 'result',
      label: 'Result',
      width: 138,
      cell: ({ result }) => (
        <StateText tone={stateTone(CadIntegrationResult, result) ?? 'neutral'}>{CadIntegrationResult.label(result)}</StateText>
      ),
    },
    ...(hasProject ? quantities : []),
    { key: 'action', label: 'Action', width: 160, cell: (item) => <ActionCell item={item} isDraft={isDraft} onChange={onChange} /> },
    { key: 'target', label: 'With', width: 230, cell: (item) => <TargetCell item={item} isDraft={isDraft} onChange={onChange} /> },
    ...(isApproved
      ? [{ key: 'done', label: 'Done', width: 100, cell: (item: CadItemRow) => <DoneCell item={item} /> } satisfies Column<CadItemRow>]
      : []),
    {
      key: 'note',
      label: 'Note',
      least: 160,
      tone: 'quiet',
      cell: (item) => <span className={item.applyError ? css.bad : undefined}>{itemNote(item)}</span>,
    },
  ]
}

type CellProps = { item: CadItemRow } & Pick<ItemActions, 'isDraft' | 'onChange'>

function ActionCell({ item, isDraft, onChange }: CellProps) {
  const legal = legalActions(item.result)
  if (!isDraft || legal.length === 1) return IntegrationAction.label(item.action)
  return (
    <NativeSelect
      size="xs"
      aria-label={`Action for ${cadItemName(item)}`}
      data={legal.map((value) => ({ value: String(value), label: IntegrationAction.label(value) }))}
      value={String(item.action)}
      onChange={({ currentTarget: { value } }) => {
        const action = legal.find((entry) => String(entry) === value)
        if (action) onChange(item.id, { action })
      }}
    />
  )
}

function TargetCell({ item, isDraft, onChange }: CellProps) {
  const isLinking = item.action === LinkIt || item.action === LinkAndUpdate
  if (item.action === Create && !item.isApplied) {
    const { chosenCategory } = item
    if (!isDraft) return chosenCategory ? `${chosenCategory.number} ${chosenCategory.name}` : null
    return (
      <Picker
        resource={categories}
        size="xs"
        aria-label={`Category for ${cadItemName(item)}`}
        placeholder="Category"
        value={item.chosenCategoryId}
        current={chosenCategory}
        clearable={false}
        onChange={(id) => id !== null && onChange(item.id, { chosenCategoryId: Number(id) })}
      />
    )
  }
  if (isDraft && isLinking && item.matches.length > 1)
    return (
      <NativeSelect
        size="xs"
        aria-label={`Equipment for ${cadItemName(item)}`}
        data={item.matches.map(({ id, tag, manufacturer, model }) => ({ value: String(id), label: `${tag}, ${manufacturer} ${model}` }))}
        value={String(item.chosenEquipmentId ?? '')}
        onChange={(event) => onChange(item.id, { chosenEquipmentId: Number(event.currentTarget.value) })}
      />
    )
  const equipment = item.matches.find(({ id }) => id === item.chosenEquipmentId) ?? item.equipment
  if (!equipment) return null
  return (
    <Link to="/equipment/$id" params={{ id: String(equipment.id) }}>
      {equipment.tag}, {equipment.manufacturer} {equipment.model}
    </Link>
  )
}

function DoneCell({ item: { isApplied, applyError } }: { item: CadItemRow }) {
  if (isApplied) return <StateText tone="good">Done</StateText>
  return applyError ? <StateText tone="bad">Failed</StateText> : null
}
