import type { DragEventHandler } from 'react'
import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { sumMoney } from '../../model/kit/money.ts'
import { isFurnishedByOwner, isUnpriced } from '../../model/projects/money.ts'
import { EquipmentTile } from '../catalog/public.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconGripVertical } from '../kit/look/icons.ts'
import type { Column } from '../kit/parts/table.tsx'
import { CodeCell, ModelCell, Quantity } from './line-cells.tsx'
import type { Line, LineSaving, PlacedLine } from './line-saving.ts'
import css from './space.module.css'

interface Options {
  isLocked: boolean
  edited?: number
  onEdit?: (lineId: number) => void
  /** Changes part of a line as it was when editing began, plus this user's own saves since. */
  set: LineSaving['set']
  hasCircuits: boolean
  drag?: (line: PlacedLine) => DragEventHandler
}

const Picture = ({ line: { equipment, category, rackUnits }, drag }: { line: Line; drag?: DragEventHandler }) =>
  drag ? (
    // biome-ignore lint/a11y/noStaticElementInteractions: for a pointer; the menu of the row has the same
    <span draggable onDragStart={drag} className={css.dragged} title="Drag to another area group">
      <EquipmentTile item={{ ...equipment, category, rackUnits }} />
      <IconGripVertical size={16} />
    </span>
  ) : (
    <EquipmentTile item={{ ...equipment, category, rackUnits }} />
  )

const sumLines = (lines: Line[], resource: (line: Line) => number) => lines.reduce((sum, line) => sum + resource(line), 0)

const circuitColumn: Column<PlacedLine> = {
  key: 'circuit',
  label: 'Circuit',
  width: 76,
  tone: 'quiet',
  stepsBack: true,
  cell: ({ circuit }) => circuit?.name,
}

export function createLineColumns({ isLocked, edited, onEdit, set, hasCircuits, drag }: Options): Column<PlacedLine>[] {
  return [
    {
      key: 'quantity',
      label: 'Qty',
      align: 'right',
      width: 56,
      cell: (line) =>
        isLocked ? line.quantity : <Quantity line={line} onChange={(quantity, seen) => set(seen, { quantity }, { isKept: true })} />,
      sum: (lines) => formatNumber(sumLines(lines, ({ quantity }) => quantity)),
    },
    { key: 'image', label: 'Picture', isLabelHidden: true, width: 46, cell: (line) => <Picture line={line} drag={drag?.(line)} /> },
    { key: 'tag', label: 'Tag', width: 84, tone: 'quiet', cell: ({ equipment }) => equipment.tag },
    {
      key: 'model',
      label: 'Model',
      tone: 'name',
      // Maximum width beside the open budget panel.
      most: 144,
      text: ({ equipment }) => equipment.model,
      cell: (line) => <ModelCell line={line} isLocked={isLocked} isEdited={line.id === edited} onEdit={onEdit} />,
    },
    { key: 'manufacture', label: 'Manufacturer', width: 96, tone: 'quiet', cell: ({ manufacture }) => manufacture?.name },
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
          onChange={(provider) => set(line, { provider })}
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
          onChange={(installer) => set(line, { installer })}
        />
      ),
    },
    {
      key: 'watts',
      label: 'Power',
      unit: 'W',
      align: 'right',
      width: 72,
      cell: ({ watts, quantity }) => (watts === null ? null : formatNumber(watts * quantity)),
      // If no value is known, shows a dash.
      sum: (lines) =>
        lines.length > 0 && lines.every(({ watts }) => watts === null) ? (
          <span className="dna-muted">–</span>
        ) : (
          formatNumber(sumLines(lines, ({ watts, quantity }) => (watts ?? 0) * quantity))
        ),
    },
    ...(hasCircuits ? [circuitColumn] : []),
    {
      key: 'unit',
      label: 'Unit',
      unit: 'USD',
      align: 'right',
      width: 90,
      tone: 'quiet',
      cell: ({ unitMsrpPrice, unitPriceOverride }) =>
        unitPriceOverride == null ? (
          unitMsrpPrice > 0 ? (
            formatNumber(unitMsrpPrice, 2)
          ) : null
        ) : (
          <span className={css.agreed} title="Agreed price, not the catalog's">
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
      cell: (line) => <Extended line={line} />,
      // If no price is known, shows a dash.
      sum: (lines) =>
        lines.length > 0 && lines.every(isUnpricedLine) ? (
          <span className="dna-muted">–</span>
        ) : (
          formatNumber(sumMoney(lines.map(({ extendedMsrpPrice }) => extendedMsrpPrice)), 2)
        ),
    },
  ]
}

const isUnpricedLine = ({ unitMsrpPrice, unitPriceOverride }: Pick<Line, 'unitPriceOverride' | 'unitMsrpPrice'>) =>
  isUnpriced(unitMsrpPrice, unitPriceOverride != null)

/** Extended price. Existing and owner-furnished equipment is marked, because the probable cost excludes it. */
function Extended({ line }: { line: Line }) {
  const amount = isUnpricedLine(line) ? <span className="dna-muted">–</span> : formatNumber(line.extendedMsrpPrice, 2)
  if (!line.isExisting && !isFurnishedByOwner(line)) return amount
  const why = line.isExisting ? 'Existing equipment' : 'Owner-furnished'
  return (
    <span className={css.owners} title={`${why}: in the total, not in the probable cost`}>
      <span className="dna-hidden">{why} </span>
      {amount}
    </span>
  )
}
