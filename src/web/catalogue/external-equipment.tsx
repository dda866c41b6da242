import { useParams } from '@tanstack/react-router'
import { EquipmentAvailability } from '../../model/catalogue/enums.ts'
import { externalManufacturers, externalEquipments as of } from '../../model/catalogue/external-equipment.ts'
import { ListPage, PageHead, Skeletons } from '../kit/pages.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import { toneOf } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { callsOf, useRead } from '../kit/request/call.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './equipment.module.css'
import { EquipmentFacts } from './equipment-facts.tsx'
import { LooksAndHeat } from './equipment-glance.tsx'
import { EquipmentTile } from './equipment-symbol.tsx'
import { WorkbookButton } from './manufacturer-workbook.tsx'

/** The catalog of the manufacturers somebody from outside looks after. */
export function ExternalEquipmentsPage() {
  return (
    <ListPage
      of={of}
      create="no"
      cells={{ imageUrl: (_, row) => <EquipmentTile of={row} /> }}
      actions={<Workbooks />}
      empty="No equipment has been shared with you yet. Your consultant puts you on the list of a manufacturer."
    />
  )
}

/** One way out and back for each manufacturer. */
function Workbooks() {
  const { data } = useRead(externalManufacturers, { query: { itemsPerPage: 200 } }, { isQuiet: true })
  return (data?.items ?? []).slice(0, 3).map((manufacturer) => <WorkbookButton key={manufacturer.id} manufacturer={manufacturer} />)
}

/** One product as its manufacturer may know it: to be read; what changes comes back in the workbook. */
export function ExternalEquipmentPage() {
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
  const { tag, model, manufacture, productFamily, availability } = equipment
  return (
    <div className={css.page}>
      <PageHead
        crumbs={crumbs}
        chip={tag}
        title={model}
        state={
          <StatePill tone={toneOf(EquipmentAvailability, availability) ?? 'neutral'}>{EquipmentAvailability.label(availability)}</StatePill>
        }
        note={[manufacture.name, productFamily?.name].filter(Boolean).join(' · ')}
        actions={<WorkbookButton manufacturer={manufacture} />}
      />
      <div className={css.columns}>
        <div className={css.main}>
          <EquipmentFacts equipment={equipment} />
        </div>
        <aside className={css.aside}>
          <LooksAndHeat equipment={equipment} />
        </aside>
      </div>
    </div>
  )
}
