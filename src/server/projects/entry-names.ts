import type { Permission } from '../../model/permissions.ts'
import type { Actor } from '../kit/request/context.ts'

/** Subjects of project log entries: entity, permission to see the name, table, and name. */
const kinds: [entity: string, view: Permission | undefined, from: string, name: string][] = [
  ['spaces', undefined, 'spaces', 'x.name'],
  ['contracts', 'ProjectContracts.View', 'contracts', `concat_ws(' ', x.number, x.name)`],
  ['drawingDocuments', 'DrawingDocuments.View', 'drawing_documents', `concat_ws(' ', x.number, x.title)`],
  ['connections', 'ProjectEquipment.View', 'connections', 'x.number'],
  ['projectNotes', 'ProjectNotes.View', 'project_notes', 'x.title'],
  ['timelineItems', 'ProjectTimeline.View', 'timeline_items', 'x.title'],
  ['submittals', 'ProjectNotes.View', 'submittals', `concat_ws(' ', x.number, x.title)`],
  ['rfis', 'ProjectNotes.View', 'rfis', `concat_ws(' ', x.number, x.subject)`],
  ['siteVisits', 'ProjectNotes.View', 'site_visits', 'x.date::text'],
  ['observations', 'ProjectNotes.View', 'observations', `concat_ws(' ', x.number, x.title)`],
  ['wireCadRequests', 'WireCadIntegrationRequests.View', 'wire_cad_requests', 'x.name'],
]

/** SQL for the name of the subject of entry `a`; null for the project itself. */
export function nameOfSubject({ held }: Actor): string {
  const cases = kinds.flatMap(([entity, view, from, name]) =>
    view && !held.has(view) ? [] : [`when '${entity}' then (select ${name} from ${from} x where x.id = a.entity_id::bigint)`],
  )
  return `case a.entity ${cases.join(' ')} end`
}
