import { messages } from '../../model/kit/rules.ts'
import { canStartFrom, type Transition } from '../../model/kit/step.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import { projectStepCalls, setProjectStatus, updateProjectNumber } from '../../model/projects/project-calls.ts'
import {
  isPausedStatus,
  nextStatuses,
  type ProjectState,
  type ProjectStepName,
  projectStateLabel,
  projectSteps,
  type reasonField,
  reasonForMove,
  stageStatus,
  statusesOfStage,
} from '../../model/projects/stages.ts'
import { type FieldChange, recordAudit } from '../kit/entity/audit.ts'
import { invalidateTotals } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { everyPart, type Project } from './parts.ts'
import { notifyMoved } from './project-news.ts'
import { projects } from './projects.ts'
import { projectsTable } from './projects-table.ts'

const projectStepConflict = (action: string, project: Project) => conflict(`${action} is not possible while ${projectStateLabel(project)}.`)

/** Locks the project. Throws a conflict if its row version differs from the request's. */
async function lockProjectVersion(ctx: Context, id: unknown, rowVersion: number | null): Promise<Project> {
  const project = await projects.get(ctx, id, { lock: true })
  await checkVersion(project, rowVersion, `${project.name} has`, () => projectWithDetail(ctx, project))
  return project
}

const projectWithDetail = (ctx: Context, project: Project): Promise<Project> => projects.detailed(ctx, project)

interface Position {
  stage?: ProjectStage | null
  leadStatus?: LeadStatus | null
  projectStatus?: ProjectStatus | null
  number?: string | null
  isArchived?: boolean
}
export type MoveColumns = Position & { stage?: ProjectStage } & Partial<Omit<typeof projectsTable.$inferInsert, keyof Position>>

const loggedFields: readonly { key: keyof Position; label: string; inWords(row: Position): string }[] = [
  { key: 'stage', label: 'Stage', inWords: ({ stage }) => ProjectStage.label(stage) },
  { key: 'leadStatus', label: 'Status', inWords: ({ leadStatus }) => LeadStatus.label(leadStatus) },
  { key: 'projectStatus', label: 'Status', inWords: ({ projectStatus }) => ProjectStatus.label(projectStatus) },
  { key: 'number', label: 'Number', inWords: ({ number }) => number ?? '' },
  { key: 'isArchived', label: 'Archived', inWords: ({ isArchived }) => (isArchived ? 'Yes' : 'No') },
]

export function statusColumns(columns: MoveColumns, reason: ReturnType<typeof reasonField>, comment: string | null): MoveColumns {
  const all = { ...columns }
  if (reason) all[reason] = comment
  return all
}

interface Move {
  title: string
  notes: string | null
  entity: 'projects' | 'leads'
}

export async function writeMove(
  ctx: Context,
  before: Position & { id: number; name: string },
  columns: MoveColumns,
  { title, notes, entity }: Move,
) {
  const written = await ctx.update(projectsTable, before.id, columns, { returning: ['rowVersion'] })
  const after: Position = { ...before, ...columns }
  const touched = loggedFields.filter(({ key }) => (before[key] ?? null) !== (after[key] ?? null))
  const changes = touched.map(({ key, label, inWords }): FieldChange => {
    const valueText = (row: Position) => (row[key] == null ? null : inWords(row))
    return { field: key, label, from: valueText(before), to: valueText(after) }
  })
  const life = columns.stage == null || columns.stage === ProjectStage.Lead ? entity : 'projects'
  const { rowVersion } = onlyRow(written)
  await notifyMoved(ctx, life, { ...before, number: after.number }, { rowVersion, changes, notes })
  const only = (row: Position) => Object.fromEntries(touched.map(({ key }) => [key, row[key] ?? null]))
  await recordAudit(ctx, [
    {
      action: 'StateChange',
      entity,
      entityId: before.id,
      entityName: before.name,
      before: only(before),
      after: { ...only(after), ...(notes ? { comment: notes } : {}) },
      activity: { title, notes, changes, projectId: before.id },
    },
  ])
  ctx.after(() => {
    invalidateTotals('projects')
    const event = { id: before.id, projectId: before.id, rowVersion }
    ctx.services.changed({ ...event, entity, action: 'Updated' }, entity === 'leads' ? 'Leads.View' : 'Projects.View')
  })
}

async function changeProject(ctx: Context, before: Project, columns: MoveColumns, title: string, notes: string | null): Promise<Project> {
  await writeMove(ctx, before, columns, { title, notes, entity: 'projects' })
  return projectWithDetail(ctx, await projects.get(ctx, before.id))
}

const nowIso = () => new Date().toISOString()

async function stepColumns(ctx: Context, name: ProjectStepName, project: Project): Promise<MoveColumns> {
  switch (name) {
    case 'Activate':
      return { statusBeforePause: null }
    case 'Close':
      return { closedDate: nowIso() }
    case 'Reopen':
      return { closedDate: null }
    case 'Archive':
      return { archivedDate: nowIso(), stageBeforeArchive: project.stage, statusBeforeArchive: project.projectStatus }
    case 'Unarchive': {
      const former = await ctx.rows(
        { stage: is.choice(ProjectStage), projectStatus: orNull(is.choice(ProjectStatus)) },
        'select stage_before_archive as stage, status_before_archive as "projectStatus" from projects where id = $1',
        [project.id],
      )
      return { ...onlyRow(former), archivedDate: null, stageBeforeArchive: null, statusBeforeArchive: null }
    }
  }
}

interface StepBody {
  comment: string | null
  rowVersion: number | null
}

async function runProjectStep(ctx: Context, id: unknown, name: ProjectStepName, { comment, rowVersion }: StepBody): Promise<Project> {
  const project = await lockProjectVersion(ctx, id, rowVersion)
  const step: Transition<ProjectState> = projectSteps[name]
  if (!canStartFrom(step, project)) throw projectStepConflict(name, project)
  const columns: MoveColumns = { ...step.to, ...(await stepColumns(ctx, name, project)) }
  const { Closed, Archived, Opportunity } = ProjectStage
  if (columns.stage !== Closed && columns.stage !== Archived) {
    const row = await changeProject(ctx, project, columns, step.label, comment)
    if (columns.projectStatus != null && ProjectStatus.has(columns.projectStatus)) await enterStatus(ctx, project.id, columns.projectStatus)
    if (name === 'Reopen' || columns.stage === Opportunity) await everyPart(ctx, (part) => part.reopened?.(ctx, project.id))
    return refreshed(ctx, row)
  }
  if (name !== 'Unarchive') await everyPart(ctx, (part) => part.beforeClose?.(ctx, project))
  const row = await changeProject(ctx, project, columns, step.label, comment)
  if (name !== 'Unarchive') await everyPart(ctx, (part) => part.closed?.(ctx, project.id))
  return refreshed(ctx, row)
}

/** Reads the row again, because prices and their sums may have changed since. */
async function refreshed(ctx: Context, row: Project): Promise<Project> {
  return { ...row, ...(await projects.get(ctx, row.id)) }
}

async function setProjectState(
  ctx: Context,
  id: unknown,
  { status, comment, rowVersion }: StepBody & { status: number },
): Promise<Project> {
  const project = await lockProjectVersion(ctx, id, rowVersion)
  const { stage } = project
  if (!statusesOfStage(stage).includes(status) || !ProjectStatus.has(status)) throw badRequest({ status: [messages.unknown] })
  if (!nextStatuses(project).includes(status)) throw projectStepConflict('SetStatus', project)
  const reason = reasonForMove(project, status)
  if (reason && !comment) throw badRequest({ comment: [messages.required] })
  const isPaused = isPausedStatus(stage, stageStatus(project))
  const before = isPausedStatus(stage, status) ? (isPaused ? project.statusBeforePause : project.projectStatus) : null
  const columns = statusColumns({ projectStatus: status, statusBeforePause: before }, reason, comment)
  const row = await changeProject(ctx, project, columns, ProjectStatus.label(status), comment)
  await enterStatus(ctx, project.id, status)
  return row
}

const enterStatus = (ctx: Context, projectId: number, status: ProjectStatus) =>
  everyPart(ctx, (part) => part.statusChanged?.(ctx, projectId, status))

async function setNumber(
  ctx: Context,
  id: unknown,
  { number, rowVersion }: HandlerRequest<typeof updateProjectNumber>['body'],
): Promise<Project> {
  const project = await lockProjectVersion(ctx, id, rowVersion)
  return changeProject(ctx, project, { number }, 'Number changed', null)
}

export const projectStepRoutes: Route[] = [
  ...projectStepCalls.map(({ step, call }) => defineRoute(call, (ctx, { params, body }) => runProjectStep(ctx, params.id, step, body))),
  defineRoute(setProjectStatus, (ctx, { params, body }) => setProjectState(ctx, params.id, body)),
  defineRoute(updateProjectNumber, (ctx, { params, body }) => setNumber(ctx, params.id, body)),
]
