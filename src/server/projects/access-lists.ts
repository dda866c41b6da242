import { leadAccessList } from '../../model/projects/leads.ts'
import { projectAccessList, projectExternalAccessList } from '../../model/projects/project-calls.ts'
import { accessListRoutes } from '../access/public.ts'
import type { Context } from '../kit/request/context.ts'
import type { Route } from '../kit/request/routes.ts'
import { leads } from './leads.ts'
import { projects } from './projects.ts'

const project = {
  column: 'project_id',
  entity: 'projects',
  view: 'Projects.View' as const,
  get: (ctx: Context, id: unknown, lock: boolean) => projects.get(ctx, id, { lock }),
  projectOf: (row: { id: number }) => row.id,
}
const internal = {
  table: 'project_access_entries',
  isExternal: false,
  isSeen: async (ctx: Context, id: number) => (await projects.find(ctx, id)) !== undefined,
}

/** Access lists of leads and projects. A lead's list becomes the list of its project. */
export const accessRoutes: Route[] = [
  ...accessListRoutes({ ...project, ...internal, calls: projectAccessList }),
  ...accessListRoutes({
    ...project,
    calls: projectExternalAccessList,
    table: 'project_external_access_entries',
    isExternal: true,
    hasFlags: true,
  }),
  ...accessListRoutes({
    ...project,
    ...internal,
    calls: leadAccessList,
    entity: 'leads',
    view: 'Leads.View',
    get: (ctx, id, lock) => leads.get(ctx, id, { lock }),
    isSeen: async (ctx, id) => (await leads.find(ctx, id)) !== undefined,
  }),
]
