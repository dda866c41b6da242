import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Ref } from '../../model/kit/description.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { cableTotals, connections } from '../../model/spaces/connections.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '../kit/look/icons.ts'
import { readStored, saveToLocalStorage } from '../kit/look/local-storage.ts'
import { callKey, invalidateEntity, useRead } from '../kit/request/call.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import css from './cables.module.css'

interface TotalsProps {
  projectId: number
  withoutDistance: readonly { from: Ref; to: Ref; count: number }[]
  onDistances?: () => void
}

const openName = 'cables:totals'
const refreshTotals = ({ entity }: { entity: string }) => {
  if (entity === connections.entity) void invalidateEntity(callKey(cableTotals)[0])
}

export function CableTotals({ projectId, withoutDistance, onDistances }: TotalsProps) {
  const [isOpen, setOpen] = useState(() => readStored<boolean>(openName) ?? true)
  useLiveEvent('EntityChanged', refreshTotals)
  const { data } = useRead(cableTotals, { params: { id: projectId } }, { isQuiet: true, keepsOld: true })
  const totals = data?.totals ?? []
  if (totals.length === 0) return null
  const sum = (amountOf: (item: (typeof totals)[number]) => number) => totals.reduce((all, total) => all + amountOf(total), 0)
  const unknown = sum(({ unknownCount }) => unknownCount)
  return (
    <section className={css.totals} aria-label="What to buy">
      <UnstyledButton
        className={css.totalsHead}
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen)
          saveToLocalStorage(openName, !isOpen)
        }}
      >
        {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        <strong>All cables</strong>
        <span>
          {formatCount(
            sum(({ count }) => count),
            'cable',
          )}
        </span>
        <span>
          {formatNumber(
            sum(({ totalFt }) => totalFt ?? 0),
            1,
          )}{' '}
          ft
        </span>
        {unknown > 0 && <span>{formatCount(unknown, 'cable')} without length not counted</span>}
      </UnstyledButton>
      {isOpen && (
        <>
          {withoutDistance.map(({ from, to, count }) => (
            <p key={`${from.id} ${to.id}`} className={css.finding} data-grade="warning">
              <IconAlertTriangle size={14} /> No distance between {from.name} and {to.name}: {formatCount(count, 'cable')} without a length.
              {onDistances && (
                <UnstyledButton className="dna-link" onClick={onDistances}>
                  Enter the distance
                </UnstyledButton>
              )}
            </p>
          ))}
          <div className={css.wide}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Cable</th>
                  <th scope="col">Cables</th>
                  <th scope="col">Length, ft</th>
                  <th scope="col">Stock lengths</th>
                  <th scope="col">Left over, ft</th>
                </tr>
              </thead>
              <tbody>
                {totals.map(({ cable, count, totalFt, stockCount, stockLengthFt, leftOverFt }) => (
                  <tr key={cable?.id ?? 0}>
                    <th scope="row">{cable ? `${cable.manufacture} ${cable.model}` : 'No cable chosen'}</th>
                    <td>{count.toLocaleString('en-US')}</td>
                    <td>{totalFt === null ? '–' : formatNumber(totalFt, 1)}</td>
                    <td>
                      {stockCount === null || stockLengthFt === null
                        ? '–'
                        : `${stockCount.toLocaleString('en-US')} × ${stockLengthFt.toLocaleString('en-US')} ft`}
                    </td>
                    <td>{leftOverFt === null ? '–' : formatNumber(leftOverFt, 1)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}
