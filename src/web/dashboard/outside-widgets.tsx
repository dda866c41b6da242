import { Link } from '@tanstack/react-router'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import type { externalEquipments } from '../../model/catalog/external-equipment.ts'
import { externalAvailability, externalReports } from '../../model/dashboard/widgets.ts'
import { FormattedNumber } from '../kit/look/format.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { useRead } from '../kit/request/call.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { SharedReport } from '../portal/public.tsx'
import css from './dashboard.module.css'
import { none, quiet, WidgetCard, type WidgetProps, WidgetRow } from './widget-card.tsx'

export function SharedReports(props: WidgetProps) {
  const reading = useRead(externalReports, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={5}
      total={reading.data?.total}
      all="/external-projects"
      empty={none('No report has been shared with you yet.')}
    >
      {({ items }) => (
        <ul className={css.rows}>
          {items.map((report) => (
            <WidgetRow
              key={report.id}
              name={<SharedReport report={report} />}
              note={<Link to={`/external-projects/${report.project.id}`}>{report.project.name}</Link>}
              when={report.date ?? undefined}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

export function MyEquipment(props: WidgetProps) {
  const reading = useRead(externalAvailability, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={4}
      total={reading.data?.items.reduce((sum, { count }) => sum + count, 0)}
      all="/external-equipments"
      empty={none('No equipment has been shared with you yet.')}
    >
      {({ items }) => (
        <dl className={css.figures}>
          {items.map(({ availability, count }) => (
            <div key={availability}>
              <dt>
                <Link to="/external-equipments" search={filterSearch<typeof externalEquipments>({ availabilities: [availability] })}>
                  <ChoiceText options={EquipmentAvailability} value={availability} />
                </Link>
              </dt>
              <dd>
                <FormattedNumber value={count} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </WidgetCard>
  )
}
