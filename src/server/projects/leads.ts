import type { RowOf } from '../../model/kit/resource.ts'
import { availableTransitions } from '../../model/kit/step.ts'
import { LeadStatus, ProjectStage } from '../../model/projects/enums.ts'
import { leads as leadsModel } from '../../model/projects/leads.ts'
import { type LeadState, leadSteps, nextLeadStatuses } from '../../model/projects/stages.ts'
import type { Context } from '../kit/request/context.ts'
import { serve } from '../kit/resource/serve.ts'
import { everyPart, giveFirstGroups } from './parts.ts'
import { notifyAssigned } from './project-news.ts'
import { clientStateSql, projectSearchText } from './projects.ts'
import { projectsTable } from './projects-table.ts'
import { seesProject } from './scope.ts'

const { Lead } = ProjectStage
const { NewLead, WaitingACAssignment, ResearchingLead } = LeadStatus

export const leads = serve({
  resource: leadsModel,
  table: projectsTable,
  elsewhere: {
    nextStatuses: 'only in the detail',
  },
  computed: {
    clientState: clientStateSql,
    ageDays: `((now() at time zone 'utc')::date - (t.create_date at time zone 'utc')::date)`,
  },
  scope: (actor, p) => `t.stage = ${Lead} and ${seesProject(actor, p)}`,
  where: (_actor, _p, query) => (query.isArchived == null ? 'not t.is_archived' : undefined),
  searchText: projectSearchText,

  async beforeWrite(_ctx, values, before) {
    if (!before) return { stage: Lead, leadStatus: NewLead }
    // The lead waited for this assignment, so its status advances.
    const isAssigned = before.leadStatus === WaitingACAssignment && !before.associateConsultant && values.associateConsultantId
    return isAssigned ? { leadStatus: ResearchingLead } : undefined
  },
  async afterWrite(ctx, row, values, before) {
    if (!before) await giveFirstGroups(ctx, row.id, true)
    await notifyAssigned(ctx, 'leads', { id: row.id, name: values.name ?? before?.name ?? '' }, values, before)
  },
  detail: leadDetail,
  beforeDelete: (ctx, row) => everyPart(ctx, (part) => part.beforeDelete?.(ctx, row)),
  projectIdOf: (row) => row.id,
})

export type LeadRow = RowOf<typeof leadsModel>
export const leadStateColumns = ({ leadStatus, statusBeforePause, isArchived }: LeadRow): LeadState => ({
  stage: Lead,
  projectStatus: null,
  leadStatus,
  statusBeforePause,
  isArchived,
})

export async function leadDetail(ctx: Context, row: LeadRow) {
  const state = leadStateColumns(row)
  const next = nextLeadStatuses(state)
  const mayMove = next.length > 0 && ctx.actor.held.has('Leads.Update')
  return {
    nextStatuses: [...next],
    actions: [...availableTransitions(leadSteps, state, ctx.actor.held), ...(mayMove ? ['SetStatus'] : [])],
  }
}
