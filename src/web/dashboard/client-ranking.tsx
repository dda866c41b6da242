import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { ClientRankingType } from '../../model/companies/enums.ts'
import { topClients } from '../../model/dashboard/widgets.ts'
import { FormattedNumber, Money } from '../kit/look/format.tsx'
import { ImageTile, initialsFromName } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './dashboard.module.css'
import { useLiveWidget } from './live-widget.ts'
import { none, quiet, WidgetCard, type WidgetProps, WidgetRow } from './widget-card.tsx'

const isPartOfRanking = (entity: string) => ['contracts', 'directExpenses', 'projects', 'spaces', 'clients'].includes(entity)

export function ClientRanking(props: WidgetProps) {
  const maySeeRevenue = useCan('ProjectContracts.ViewRevenueSums')
  const { Revenue, ProjectsCount } = ClientRankingType
  const [chosen, setType] = useState<ClientRankingType>()
  const type = chosen ?? (maySeeRevenue ? Revenue : ProjectsCount)
  const reading = useRead(topClients, { query: { type, count: 8 } }, { ...quiet, keepsOld: true })
  useLiveWidget(topClients, isPartOfRanking)
  const types = ClientRankingType.values.filter(({ value }) => value !== Revenue || maySeeRevenue)
  const nothing = type === Revenue ? 'No contract has been approved yet.' : 'No client has projects yet.'
  const control = (
    <SegmentedControl
      size="xs"
      aria-label={`${props.label}: by`}
      value={String(type)}
      onChange={(value) => setType(Number(value) as ClientRankingType)}
      data={types.map(({ value, label }) => ({ value: String(value), label }))}
    />
  )
  return (
    <WidgetCard {...props} reading={reading} lines={8} all="/clients" controls={control} empty={none(nothing)}>
      {({ items }) => (
        <ol className={css.rows}>
          {items.map(({ id, name, rank, value, logoUrl }) => (
            <WidgetRow
              key={id}
              mark={
                <>
                  <span className={css.rank}>{rank}</span>
                  <ImageTile src={logoUrl} instead={initialsFromName(name)} />
                </>
              }
              name={name}
              to={`/clients/${id}`}
              figure={type === Revenue ? <Money value={value} decimals={0} /> : <FormattedNumber value={value} />}
            />
          ))}
        </ol>
      )}
    </WidgetCard>
  )
}
