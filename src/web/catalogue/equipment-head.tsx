import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EquipmentAvailability } from '../../model/catalogue/enums.ts'
import { equipments as of } from '../../model/catalogue/equipment.ts'
import type { Port } from '../../model/catalogue/equipment-calls.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { PageHead, Skeletons } from '../kit/pages.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import { toneOf } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { callsOf, useRead } from '../kit/request/call.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './equipment.module.css'

export type Equipment = RowOf<typeof of>
/** The shape of a port does not say what answers name it. */
export const portsOf = ({ ports }: Pick<Equipment, 'ports'>) => ports as unknown as Port[]

/** The parts of the page of a product. */
export const equipmentTabs = ({ id, ports, technicalDocuments }: Equipment) => [
  { label: 'Overview', to: `/equipment/${id}` },
  { label: 'Details', to: `/equipment/${id}/details` },
  { label: 'Ports', to: `/equipment/${id}/ports`, count: ports?.length },
  { label: 'Documents', to: `/equipment/${id}/documents`, count: technicalDocuments?.length },
  { label: 'Usage', to: `/equipment/${id}/usage` },
  { label: 'Activity', to: `/equipment/${id}/activity` },
]

/** The head of every part: tag, model, maker, whether it can be had. */
export const equipmentHead = {
  chip: ({ tag }: Equipment) => tag,
  title: ({ model }: Equipment) => model,
  note: ({ manufacture, productFamily }: Equipment) => [manufacture.name, productFamily?.name].filter(Boolean).join(' · '),
  state: ({ availability }: Equipment) => (
    <StatePill tone={toneOf(EquipmentAvailability, availability) ?? 'neutral'}>{EquipmentAvailability.label(availability)}</StatePill>
  ),
  tabs: equipmentTabs,
}

interface EquipmentTabProps {
  actions?: (equipment: Equipment) => ReactNode
  /** The panel on the right. */
  aside?: (equipment: Equipment) => ReactNode
  children: (equipment: Equipment) => ReactNode
}
/** A page about a product that is no form: its head and tabs, then the part. */
export function EquipmentTab({ actions, aside, children }: EquipmentTabProps) {
  const { id = '' } = useParams({ strict: false })
  const { data: equipment, error, refetch } = useRead(callsOf(of).read, { params: { id } }, { isQuiet: true })
  useTitle(equipment?.model)
  const crumbs = [{ label: of.names.many, to: of.route }]
  if (!equipment)
    return (
      <div className={css.page}>
        <PageHead crumbs={crumbs} title={of.names.one} />
        {error ? <Failure error={error} title={of.names.one} onRetry={() => void refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  return (
    <div className={css.page}>
      <PageHead
        crumbs={crumbs}
        chip={equipmentHead.chip(equipment)}
        title={equipmentHead.title(equipment)}
        state={equipmentHead.state(equipment)}
        note={equipmentHead.note(equipment)}
        tabs={equipmentTabs(equipment)}
        actions={actions?.(equipment)}
      />
      <div className={css.columns}>
        <div className={css.main}>{children(equipment)}</div>
        {aside && <aside className={css.aside}>{aside(equipment)}</aside>}
      </div>
    </div>
  )
}
