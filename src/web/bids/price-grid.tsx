import { Checkbox, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { extendedPrice } from '../../model/bids/comparison.ts'
import type { ExternalBid } from '../../model/bids/external-bid-calls.ts'
import { NumberField } from '../kit/form/number-field.tsx'
import { Money } from '../kit/look/format.tsx'
import { useIsPhone } from '../kit/look/use-is-phone.ts'
import { DataTable, Panel } from '../kit/pages.tsx'
import type { Column } from '../kit/parts/table.tsx'
import css from './bids.module.css'
import type { BidDraft, DraftLine } from './use-bid-draft.ts'

type Line = ExternalBid['lines'][number]

const extended = (quantity: number, line: DraftLine | undefined) => (line ? extendedPrice(quantity, line) : null)

export function PriceGrid({ bid, draft, isOpen }: { bid: ExternalBid; draft: BidDraft; isOpen: boolean }) {
  const isPhone = useIsPhone()
  const [search, setSearch] = useState('')
  const again = new Set(draft.draft.priceAgain)
  const word = search.trim().toLowerCase()
  const rows = word
    ? bid.lines.filter(({ equipment, space }) =>
        `${equipment.manufacture} ${equipment.model} ${equipment.tag} ${space.name}`.toLowerCase().includes(word),
      )
    : bid.lines
  const columns = useMemo<Column<Line>[]>(
    () => [
      {
        key: 'product',
        label: 'Product',
        tone: 'name',
        width: isPhone ? 136 : 280,
        cell: ({ lineKey, equipment, quantity }) => (
          <>
            {equipment.manufacture} {equipment.model}
            {isPhone && <span className={css.flag}>Qty {quantity}</span>}
            {again.has(lineKey) && <span className={css.flag}>Price again</span>}
          </>
        ),
      },
      ...(isPhone ? [] : [{ key: 'quantity', label: 'Qty', align: 'right' as const, width: 60, cell: ({ quantity }: Line) => quantity }]),
      {
        key: 'unitPrice',
        label: 'Unit price',
        align: 'right',
        width: 140,
        cell: ({ lineKey, equipment }) => (
          <NumberField
            aria-label={`Unit price of ${equipment.model}`}
            value={draft.prices.get(lineKey)?.unitPrice}
            min={0}
            decimalScale={2}
            allowNegative={false}
            thousandSeparator=","
            disabled={!isOpen || draft.prices.get(lineKey)?.isExcluded}
            onChange={(typed) => draft.setLine(lineKey, { unitPrice: typeof typed === 'number' ? typed : null })}
          />
        ),
      },
      {
        key: 'extended',
        label: 'Extended',
        align: 'right',
        width: 120,
        cell: ({ lineKey, quantity }) => <Money value={extended(quantity, draft.prices.get(lineKey))} />,
      },
      {
        key: 'excluded',
        label: 'Excluded',
        width: 90,
        cell: ({ lineKey, equipment }) => (
          <Checkbox
            aria-label={`Exclude ${equipment.model}`}
            checked={draft.prices.get(lineKey)?.isExcluded ?? false}
            disabled={!isOpen}
            onChange={({ currentTarget }) => draft.setLine(lineKey, { isExcluded: currentTarget.checked })}
          />
        ),
      },
      {
        key: 'note',
        label: 'Note',
        width: 200,
        cell: ({ lineKey, equipment }) => (
          <TextInput
            aria-label={`Note for ${equipment.model}`}
            value={draft.prices.get(lineKey)?.note ?? ''}
            disabled={!isOpen}
            onChange={({ currentTarget }) => draft.setLine(lineKey, { note: currentTarget.value || null })}
          />
        ),
      },
    ],
    [draft, isOpen, again, isPhone],
  )
  return (
    <Panel
      title="Prices"
      note={`${rows.length} of ${bid.lines.length} lines`}
      isFlush
      actions={
        <TextInput
          aria-label="Find a line"
          placeholder="Find a line"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      }
    >
      <div className={css.table}>
        <DataTable
          label="Prices"
          columns={columns}
          rows={rows}
          keyOf={({ lineKey }) => lineKey}
          groupBy={({ space }) => ({ key: space.id, title: [space.number, space.name].filter(Boolean).join(' ') })}
        />
      </div>
    </Panel>
  )
}
