import type { UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { PageHead, Skeletons } from '../kit/pages.tsx'
import type { Tab } from '../kit/parts/page-tabs.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './equipment.module.css'

export type Equipment = RowOf<typeof equipments>
/** The port field's type does not include the names in responses. */
export const responsePorts = ({ ports }: Pick<Equipment, 'ports'>) => ports

const equipmentTabs = ({ id, ports, technicalDocuments }: Equipment) => [
  { label: 'Overview', to: `/equipment/${id}` },
  { label: 'Details', to: `/equipment/${id}/details` },
  { label: 'Ports', to: `/equipment/${id}/ports`, count: ports?.length },
  { label: 'Documents', to: `/equipment/${id}/documents`, count: technicalDocuments?.length },
  { label: 'Usage', to: `/equipment/${id}/usage` },
  { label: 'Activity', to: `/equipment/${id}/activity` },
]

type Product = Pick<Equipment, 'tag' | 'model' | 'manufacture' | 'productFamily' | 'availability'>

const productHead = {
  chip: ({ tag }: Product) => tag,
  title: ({ model }: Product) => model,
  note: ({ manufacture, productFamily }: Product) => [manufacture.name, productFamily?.name].filter(Boolean).join(' · '),
  state: ({ availability }: Product) => (
    <StatePill tone={stateTone(EquipmentAvailability, availability) ?? 'neutral'}>{EquipmentAvailability.label(availability)}</StatePill>
  ),
}
export const equipmentHead = { ...productHead, tabs: equipmentTabs }

interface ProductParts<P> {
  actions?: (product: P) => ReactNode
  aside?: (product: P) => ReactNode
  children: (product: P) => ReactNode
}
interface ProductPageProps<P> extends ProductParts<P> {
  resource: Pick<typeof equipments, 'names' | 'route'>
  reading: UseQueryResult<P, Error>
  tabs?: (product: P) => Tab[]
}
export function ProductPage<P extends Product>({ resource, reading, tabs, actions, aside, children }: ProductPageProps<P>) {
  const { data, error, refetch } = reading
  useTitle(data?.model)
  const crumbs = [{ label: resource.names.many, to: resource.route }]
  if (!data)
    return (
      <div className={css.page}>
        <PageHead crumbs={crumbs} title={resource.names.one} />
        {error ? <LoadError error={error} title="This equipment" onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  return (
    <div className={css.page}>
      <PageHead
        crumbs={crumbs}
        chip={productHead.chip(data)}
        title={productHead.title(data)}
        state={productHead.state(data)}
        note={productHead.note(data)}
        tabs={tabs?.(data)}
        actions={actions?.(data)}
      />
      <div className={css.columns}>
        <div className={css.main}>{children(data)}</div>
        {aside && <aside className={css.aside}>{aside(data)}</aside>}
      </div>
    </div>
  )
}

export function EquipmentTab(parts: ProductParts<Equipment>) {
  const { id = '' } = useParams({ strict: false })
  const reading = useRead(resourceCalls(equipments).read, { params: { id } }, { isQuiet: true })
  return <ProductPage resource={equipments} reading={reading} tabs={equipmentTabs} {...parts} />
}
