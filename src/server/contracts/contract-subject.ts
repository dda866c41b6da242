import { contracts } from '../../model/contracts/contracts.ts'
import type { InboxSubject } from '../inbox/public.ts'

export const contractSubject: InboxSubject = {
  entity: contracts.entity,
  isThere: (id) => `exists (select from contracts c where c.id = ${id} and not c.is_deleted)`,
  texts: ({ id, projectId }) => `/projects/${projectId}/contracts/${id}/details`,
  notes: { at: ({ id, projectId }) => `/projects/${projectId}/contracts/${id}/history`, needs: contracts.permission.view },
  place: (id) => `select c.project_id from contracts c where c.id = ${id}`,
  watchers: (
    id,
  ) => `select unnest(array[c.created_by_id, c.sent_for_approval_by_id, c.approved_by_id, p.associate_consultant_id, p.project_manager_id])
    from contracts c join living_projects p on p.id = c.project_id where c.id = ${id}`,
}
