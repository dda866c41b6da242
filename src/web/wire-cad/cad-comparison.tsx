import { Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { type CadComparison, compareCadRequest } from '../../model/wire-cad/request-calls.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { DataTable, Panel } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import type { CadRequest } from './cad-texts.tsx'
import css from './wire-cad.module.css'

const comparisonLocation = ({ space, location }: CadComparison) =>
  space ? [space.spaceNumber, space.name].filter(Boolean).join(' ') : location ? `${location} (no such space)` : 'Without a location'

const comparisonColumns = (projectId: number): Column<CadComparison>[] => [
  {
    key: 'name',
    label: 'Equipment',
    tone: 'name',
    locked: true,
    cell: ({ cadManufacturer, cadModel, equipment }) =>
      equipment ? (
        <Link to="/equipment/$id" params={{ id: String(equipment.id) }} data-name className="dna-name">
          {cadManufacturer} {cadModel}
        </Link>
      ) : (
        `${cadManufacturer} ${cadModel}`
      ),
  },
  {
    key: 'space',
    label: 'Space',
    width: 220,
    cell: (row) =>
      row.space ? (
        <Link to="/projects/$id/spaces/$spaceId" params={{ id: String(projectId), spaceId: String(row.space.id) }}>
          {comparisonLocation(row)}
        </Link>
      ) : (
        <span className="dna-muted">{comparisonLocation(row)}</span>
      ),
  },
  { key: 'cad', label: 'WireCAD', width: 96, align: 'right', cell: ({ cadQuantity }) => formatNumber(cadQuantity) },
  { key: 'dna', label: 'DNA', width: 96, align: 'right', cell: ({ dnaQuantity }) => formatNumber(dnaQuantity) },
  {
    key: 'difference',
    label: 'Difference',
    width: 110,
    align: 'right',
    cell: ({ cadQuantity, dnaQuantity }) => {
      const more = cadQuantity - dnaQuantity
      return more === 0 ? null : `${more > 0 ? '+' : '−'}${formatNumber(Math.abs(more))}`
    },
  },
]
const comparisonKey = ({ itemId, space, location }: CadComparison) => `${itemId} ${space?.id ?? ''} ${location ?? ''}`

export function CadComparisonPanel({ request }: { request: CadRequest }) {
  const [isAll, setAll] = useState(false)
  const { data, error, refetch } = useRead(
    compareCadRequest,
    { params: { id: request.id }, query: { onlyDifferent: !isAll } },
    { keepsOld: true, isQuiet: true },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed the request may have changed its items
  useEffect(() => void refetch(), [request.rowVersion, request.updateDate])
  return (
    <Panel
      title="Comparison with the project"
      note={data && (data.different === 0 ? 'All quantities agree' : formatCount(data.different, 'difference'))}
      actions={<Switch label="All rows" checked={isAll} onChange={(event) => setAll(event.currentTarget.checked)} />}
      isFlush
    >
      {error && !data ? (
        <LoadError error={error} title="The comparison" onRetry={() => void refetch()} />
      ) : data?.rows.length === 0 ? (
        <p className={css.bar}>{isAll ? 'There is nothing to compare.' : 'WireCAD and the project have the same quantities.'}</p>
      ) : (
        <DataTable
          label="Comparison"
          columns={comparisonColumns(request.project?.id ?? 0)}
          rows={data?.rows}
          keyOf={comparisonKey}
          skeletonRows={4}
        />
      )}
      {data && !data.isWhole && <p className={css.bar}>Only the first {formatNumber(data.rows.length)} rows are shown.</p>}
    </Panel>
  )
}
