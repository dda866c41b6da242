import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EquipmentAvailability } from '../../model/catalogue/enums.ts'
import { equipments as of } from '../../model/catalogue/equipment.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { PageHead, Skeletons } from '../kit/pages.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import { toneOf } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { callsOf, useRead } from '../kit/request/call.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './equipment.module.css'

export type Equipment = RowOf<typeof of>

/** The parts of the page of a product. */
const equipmentTabs = ({ id, ports, technicalDocuments }: Equipment) => [
  { label: 'Details', to: `/equipment/${id}` },
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

/** A page about a product that is no form: its head and tabs, then the part. */
export function EquipmentTab({ children }: { children: (equipment: Equipment) => ReactNode }) {
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
      />
      <div className={css.main}>{children(equipment)}</div>
    </div>
  )
}
