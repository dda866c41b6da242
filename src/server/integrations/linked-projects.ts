import { LinkedSystem } from '../../model/integrations/enums.ts'
import { jiraProjects, msTeamsProjects } from '../../model/integrations/linked-projects.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import type { Params } from '../kit/entity/rows.ts'
import type { Actor } from '../kit/request/context.ts'
import { serve } from '../kit/resource/serve.ts'
import { projectSearchText, projectsTable, seesProject } from '../projects/public.ts'

const computed = {
  status: 'coalesce(l.status, 0)',
  externalId: 'l.external_id',
  externalKey: 'l.external_key',
  nameThere: 'l.name',
  url: 'l.url',
  lastError: 'l.last_error',
  lastSyncDate: 'l.last_sync_date',
  attempts: 'l.attempts',
}
const linkJoinSql = (system: LinkedSystem) => `left join project_links l on l.project_id = t.id and l.system = ${system}`
const scope = (actor: Actor, p: Params) => `t.stage <> ${ProjectStage.Lead} and ${seesProject(actor, p)}`
const byStatus = (statuses: readonly number[], p: Params) => `coalesce(l.status, 0) = any(${p.add(statuses)}::smallint[])`

export const linkedToJira = serve({
  resource: jiraProjects,
  table: projectsTable,
  joins: linkJoinSql(LinkedSystem.Jira),
  computed,
  scope,
  searchText: projectSearchText,
  filters: { linkStatuses: byStatus },
  projectIdOf: ({ id }) => id,
})

export const linkedToMsTeams = serve({
  resource: msTeamsProjects,
  table: projectsTable,
  joins: linkJoinSql(LinkedSystem.MsTeams),
  computed: { ...computed, visibility: 'l.visibility' },
  scope,
  searchText: projectSearchText,
  filters: { linkStatuses: byStatus },
  projectIdOf: ({ id }) => id,
})
