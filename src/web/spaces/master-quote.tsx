import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { tagAndModel } from '../../model/catalog/equipment-texts.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { howRowsAddUp, isUnpriced } from '../../model/projects/money.ts'
import { exportMasterQuote, masterQuotes, type QuoteRow } from '../../model/spaces/space-calls.ts'
import { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import { EquipmentHover } from '../catalog/public.tsx'
import { PathParamsContext } from '../kit/form/picker-names.ts'
import { Filters } from '../kit/list/filters.tsx'
import { listFilters } from '../kit/list/list-address.ts'
import { SearchInput } from '../kit/list/list-tools.tsx'
import { useListAddress } from '../kit/list/use-list-address.ts'
import { formatNumber, MissingValue } from '../kit/look/format.tsx'
import { IconFileExport } from '../kit/look/icons.ts'
import { useShortcuts } from '../kit/look/keys.ts'
import { Code, DataTable, EmptyState } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { showFilePending } from '../kit/request/pending-files.ts'
import { HowItAddsUp } from '../projects/public.tsx'
import css from './space.module.css'
import { type Space, SpaceTab } from './space-head.tsx'

const offered = ['categoryIds', 'manufacturerIds', 'providers', 'installers']
const filterTexts = Object.fromEntries(Object.keys(listFilters(spaceEquipment)).map((key) => [key, { isHidden: !offered.includes(key) }]))

export function MasterQuotePage() {
  return <SpaceTab>{(space) => <QuoteOf space={space} />}</SpaceTab>
}

type Quote = ResponseOf<typeof masterQuotes>

/** A missing price is shown as such instead of zero. */
const amountOrMissing = ({ unitMsrpPrice, isAgreed }: QuoteRow, amount: number) =>
  isUnpriced(unitMsrpPrice, isAgreed) ? <MissingValue /> : formatNumber(amount, 2)

function quoteColumns(quote: Quote | undefined): Column<QuoteRow>[] {
  const sums = quote?.sums
  return [
    {
      key: 'quantity',
      label: 'Qty',
      align: 'right',
      width: 56,
      cell: ({ quantity }) => formatNumber(quantity),
      sum: (rows) => formatNumber(rows.reduce((sum, { quantity }) => sum + quantity, 0)),
    },
    { key: 'tag', label: 'Tag', width: 88, tone: 'quiet', cell: ({ equipment }) => equipment.tag },
    {
      key: 'model',
      label: 'Model',
      tone: 'name',
      most: 180,
      text: ({ equipment }) => equipment.model,
      cell: ({ equipment }) => (
        <EquipmentHover id={equipment.id}>
          <Link to={`/equipment/${equipment.id}`} data-name className={css.model}>
            {equipment.model}
          </Link>
        </EquipmentHover>
      ),
    },
    {
      key: 'category',
      label: 'Category',
      width: 112,
      most: 112,
      stepsBack: true,
      tone: 'quiet',
      text: ({ category }) => category.name,
      cell: ({ category }) => category.name,
    },
    {
      key: 'manufacture',
      label: 'Manufacturer',
      width: 112,
      most: 112,
      tone: 'quiet',
      text: ({ manufacture }) => manufacture.name,
      cell: ({ manufacture }) => manufacture.name,
    },
    { key: 'provider', label: 'Provider', width: 70, cell: ({ provider }) => <Code>{provider}</Code> },
    { key: 'installer', label: 'Installer', width: 72, cell: ({ installer }) => <Code>{installer}</Code> },
    {
      key: 'unit',
      label: 'Unit',
      unit: 'USD',
      align: 'right',
      width: 92,
      tone: 'quiet',
      cell: (row) => amountOrMissing(row, row.unitMsrpPrice),
    },
    {
      key: 'extended',
      label: 'Extended',
      unit: 'USD',
      align: 'right',
      width: 108,
      cell: (row) => amountOrMissing(row, row.extendedMsrpPrice),
      sum: () => sums && formatNumber(sums.msrp, 2),
    },
    {
      key: 'installation',
      label: 'Installation',
      unit: 'USD',
      align: 'right',
      width: 116,
      cell: (row) => amountOrMissing(row, row.installationCost),
      sum: () => sums && formatNumber(sums.installation, 2),
    },
    {
      key: 'total',
      label: 'Total',
      unit: 'USD',
      align: 'right',
      width: 132,
      cell: (row) => amountOrMissing(row, row.totalPrice),
      sum: () =>
        sums && (
          <>
            <HowItAddsUp of="the quote" how={() => [howRowsAddUp(quote.items, quote.installationFactor)]} /> {formatNumber(sums.total, 2)}
          </>
        ),
    },
  ]
}

function QuoteOf({ space }: { space: Space }) {
  const { address, change } = useListAddress(spaceEquipment, 'q', { key: 'master-quote', hasCards: false })
  const narrowed = Object.fromEntries(Object.entries(address.filters).filter(([key]) => offered.includes(key)))
  const args = { params: { id: space.id }, query: { search: address.search || undefined, ...narrowed } }
  const { data, error, refetch } = useRead(masterQuotes, args, { isQuiet: true, keepsOld: true })
  const search = useRef<HTMLInputElement>(null)
  useShortcuts({ search: () => search.current?.focus() })
  const { mutate: exportQuote, isPending } = useCall(exportMasterQuote, {
    onDone: showFilePending,
  })
  const isNarrowed = address.search !== '' || Object.keys(narrowed).length > 0
  return (
    <PathParamsContext value={{ id: space.projectId }}>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element has the role only in newer browsers */}
      <div className={css.quoteTools} role="search">
        <SearchInput inputRef={search} label="Search the quote" value={address.search} onChange={(search) => change({ search }, true)} />
        <Filters resource={spaceEquipment} address={{ ...address, filters: narrowed }} change={change} filterTexts={filterTexts} />
        <Button
          variant="default"
          className={css.quoteExport}
          leftSection={<IconFileExport size={16} />}
          loading={isPending}
          onClick={() => exportQuote(args)}
        >
          Export
        </Button>
      </div>
      {error && !data ? (
        <LoadError error={error} title="Master quote" onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <EmptyState
          text={
            isNarrowed
              ? 'Nothing in this space matches this search and these filters.'
              : 'No equipment in this space yet, so there is nothing to quote.'
          }
          action={isNarrowed ? 'Clear search and filters' : undefined}
          onAction={() => change({ search: '', filters: {} })}
        />
      ) : (
        <DataTable
          label={`Master quote of ${space.name}`}
          rows={data?.items}
          columns={quoteColumns(data)}
          keyOf={({ equipment, provider, installer, unitMsrpPrice, isAgreed }) =>
            [equipment.id, provider, installer, unitMsrpPrice, isAgreed].join(' ')
          }
          nameOf={({ equipment }) => tagAndModel(equipment)}
          total
        />
      )}
    </PathParamsContext>
  )
}
