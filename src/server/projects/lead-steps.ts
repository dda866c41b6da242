import { messages } from '../../model/kit/rules.ts'
import { canStartFrom, type Transition } from '../../model/kit/step.ts'
import { LeadStatus, ProjectStage } from '../../model/projects/enums.ts'
import { leadStepCalls, setLeadStatus } from '../../model/projects/leads.ts'
import { needsClient } from '../../model/projects/projects.ts'
import {
  firstState,
  isPausedStatus,
  type LeadState,
  type LeadStepName,
  leadStateLabel,
  leadSteps,
  nextLeadStatuses,
  reasonForMove,
  statusesOfStage,
} from '../../model/projects/stages.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { type LeadRow, leadDetail, leadStateColumns, leads } from './leads.ts'
import { everyPart, type Project } from './parts.ts'
import { type MoveColumns, statusColumns, writeMove } from './project-steps.ts'
import { nextProjectNumber, projects } from './projects.ts'

const { Lead } = ProjectStage
const { WaitingACAssignment, ResearchingLead } = LeadStatus

const leadStepConflict = (action: string, lead: LeadRow) =>
  conflict(`${action} is not possible while ${leadStateLabel(leadStateColumns(lead))}.`)
const leadWithDetail = async (ctx: Context, lead: LeadRow): Promise<LeadRow> => ({ ...lead, ...(await leadDetail(ctx, lead)) })

/** Locks the lead. Throws a conflict if its row version differs from the request's. */
async function lockLead(ctx: Context, id: unknown, rowVersion: number | null): Promise<LeadRow> {
  const lead = await leads.get(ctx, id, { lock: true })
  await checkVersion(lead, rowVersion, `${lead.name} has`, () => leadWithDetail(ctx, lead))
  return lead
}

async function changeLead(ctx: Context, lead: LeadRow, columns: MoveColumns, title: string, notes: string | null): Promise<LeadRow> {
  await writeMove(ctx, lead, columns, { title, notes, entity: 'leads' })
  return leadWithDetail(ctx, await leads.get(ctx, lead.id))
}

interface StepBody {
  comment: string | null
  rowVersion: number | null
}

async function runLeadStep(ctx: Context, id: unknown, name: LeadStepName, { comment, rowVersion }: StepBody): Promise<LeadRow | Project> {
  const lead = await lockLead(ctx, id, rowVersion)
  const step: Transition<LeadState> = leadSteps[name]
  if (!canStartFrom(step, leadStateColumns(lead))) throw leadStepConflict(name, lead)
  if (name === 'Promote') return promote(ctx, lead, comment)
  return changeLead(ctx, lead, step.to, step.label, comment)
}

/** Turns the lead into a project. The row stays the same, so that its id, contacts, notes, access list, and log remain (domain 7.1). */
async function promote(ctx: Context, lead: LeadRow, comment: string | null): Promise<LeadRow | Project> {
  if (!lead.client && needsClient(lead)) throw conflict('A lead needs a client before it can be promoted.')
  if (!lead.associateConsultant) throw conflict('A lead needs an associate consultant before it can be promoted.')
  const columns = { ...firstState(lead.type), number: await nextProjectNumber(ctx, lead.type), statusBeforePause: null }
  await writeMove(ctx, { ...lead, stage: Lead }, columns, { title: 'Promoted', notes: comment, entity: 'leads' })
  await everyPart(ctx, (part) => part.created?.(ctx, lead.id))
  ctx.after(() => ctx.services.changed({ entity: 'projects', id: lead.id, projectId: lead.id, action: 'Created' }, 'Projects.View'))
  // A user who may create projects may still lack access to this one.
  const project = await projects.find(ctx, lead.id)
  return project ? projects.detailed(ctx, project) : { ...lead, ...columns, actions: [] }
}

async function setLeadState(ctx: Context, id: unknown, { status, comment, rowVersion }: StepBody & { status: number }): Promise<LeadRow> {
  const lead = await lockLead(ctx, id, rowVersion)
  if (!statusesOfStage(Lead).includes(status) || !LeadStatus.has(status)) throw badRequest({ status: [messages.unknown] })
  if (!nextLeadStatuses(leadStateColumns(lead)).includes(status)) throw leadStepConflict('SetStatus', lead)
  if (lead.leadStatus === WaitingACAssignment && status === ResearchingLead && !lead.associateConsultant)
    throw conflict('An associate consultant must be assigned first.')
  const reason = reasonForMove(leadStateColumns(lead), status)
  if (reason && !comment) throw badRequest({ comment: [messages.required] })
  const isPaused = isPausedStatus(Lead, lead.leadStatus)
  const before = isPausedStatus(Lead, status) ? (isPaused ? lead.statusBeforePause : lead.leadStatus) : null
  const columns = statusColumns({ leadStatus: status, statusBeforePause: before }, reason, comment)
  return changeLead(ctx, lead, columns, LeadStatus.label(status), comment)
}

export const leadStepRoutes: Route[] = [
  ...leadStepCalls.map(({ step, call }) => defineRoute(call, (ctx, { params, body }) => runLeadStep(ctx, params.id, step, body))),
  defineRoute(setLeadStatus, (ctx, { params, body }) => setLeadState(ctx, params.id, body)),
]
