import { upcomingDates } from '../../model/dashboard/widgets.ts'
import { drawingDocuments } from '../../model/drawings/drawing-documents.ts'
import { TimelineItemType } from '../../model/projects/enums.ts'
import { timelineItems } from '../../model/projects/timeline.ts'
import { DateOnly } from '../kit/look/format.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './dashboard.module.css'
import { useLiveWidget } from './live-widget.ts'
import { none, quiet, WidgetCard, type WidgetProps, WidgetRow } from './widget-card.tsx'

const isPartOfDates = (entity: string) => [timelineItems.entity, drawingDocuments.entity, 'projects'].includes(entity)

export function UpcomingDates(props: WidgetProps) {
  const reading = useRead(upcomingDates, {}, quiet)
  useLiveWidget(upcomingDates, isPartOfDates)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={6}
      total={reading.data?.total}
      empty={none('Nothing is due in your projects in the next 30 days.')}
    >
      {({ items }) => (
        <ul className={css.rows}>
          {items.map(({ kind, id, title, type, date, project }) => (
            <WidgetRow
              key={`${kind} ${id}`}
              name={title}
              to={kind === 'drawing' ? `/projects/${project.id}/drawing-documents` : `/projects/${project.id}/timeline`}
              note={project.name}
              state={type === null ? 'Drawing' : TimelineItemType.label(type)}
              figure={<DateOnly value={date} />}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}
