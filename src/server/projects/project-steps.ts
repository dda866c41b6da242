import { messages } from '../../model/kit/rules.ts'
import { type Step, startsFrom } from '../../model/kit/step.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import { projectStepCalls, setProjectStatus, updateProjectNumber } from '../../model/projects/project-calls.ts'
import {
  isPause,
  nextStatuses,
  type ProjectState,
  type ProjectStepName,
  projectSteps,
  reasonField,
  stateInWords,
  statusesOfStage,
} from '../../model/projects/stages.ts'
import { type Change, record } from '../kit/entity/audit.ts'
import { totalsChanged } from '../kit/list/list.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { conflict, invalid } from '../kit/request/errors.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { columnName } from '../kit/sql/table.ts'
import { everyPart } from './parts.ts'
import { projectDetail, projects } from './projects.ts'

const stateOf = (project: Row) => project as unknown as ProjectState

const notPossible = (action: string, project: Row) => conflict(`${action} is not possible while ${stateInWords(stateOf(project))}.`)

/** The project, locked, at the version the caller read. */
async function getForChange(ctx: Context, id: unknown, rowVersion: number | null): Promise<Row> {
  const project = await projects.get(ctx, id, { lock: true })
  if (rowVersion !== null && rowVersion !== project.rowVersion)
    throw conflict(`${project.name} has been changed by somebody else.`, { detail: 'stale', current: await withDetail(ctx, project) })
  return project
}

const withDetail = async (ctx: Context, project: Row) => ({ ...project, ...(await projectDetail(ctx, project)) })

const labels: Record<string, [string, (value: never) => string]> = {
  stage: ['Stage', ProjectStage.label],
  leadStatus: ['Status', LeadStatus.label],
  projectStatus: ['Status', ProjectStatus.label],
  number: ['Number', String],
  isArchived: ['Archived', (value: boolean) => (value ? 'Yes' : 'No')],
}

interface Move {
  title: string
  notes: string | null
  /** The log and the live event it belongs to. */
  entity: 'projects' | 'leads'
}

/** Writes what a move changes in the row of a lead or project, with its traces. */
export async function writeMove(ctx: Context, before: Row, columns: Row, { title, notes, entity }: Move) {
  const entries = Object.entries(columns)
  const [written] = await ctx.rows(
    `update projects set ${entries.map(([key], at) => `${columnName(key)} = $${at + 3}`).join(', ')},
       row_version = row_version + 1, update_date = now(), updated_by_id = $2 where id = $1 returning row_version as "rowVersion"`,
    [before.id, ctx.actor.userId || null, ...entries.map(([, value]) => value)],
  )
  const after = { ...before, ...columns }
  const touched = Object.keys(labels).filter((key) => (before[key] ?? null) !== (after[key] ?? null))
  const words = (key: string, value: unknown) => (value === null || value === undefined ? null : labels[key]![1](value as never))
  const changes = touched.map(
    (key): Change => ({ field: key, label: labels[key]![0], from: words(key, before[key]), to: words(key, after[key]) }),
  )
  const only = (row: Row) => Object.fromEntries(touched.map((key) => [key, row[key] ?? null]))
  await record(ctx, [
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
    totalsChanged('projects')
    const event = { id: before.id, projectId: before.id, rowVersion: written!.rowVersion }
    ctx.services.changed({ ...event, entity, action: 'Updated' }, entity === 'leads' ? 'Leads.View' : 'Projects.View')
  })
}

/** The same for a project, and answers its page. */
async function changeProject(ctx: Context, before: Row, columns: Row, title: string, notes: string | null): Promise<Row> {
  await writeMove(ctx, before, columns, { title, notes, entity: 'projects' })
  return withDetail(ctx, await projects.get(ctx, before.id))
}

const now = () => new Date().toISOString()

/** What a step changes besides stage and status. */
async function moreOf(ctx: Context, name: ProjectStepName, project: Row): Promise<Row> {
  switch (name) {
    case 'Activate':
      return { statusBeforePause: null }
    case 'Close':
      return { closedDate: now() }
    case 'Reopen':
      return { closedDate: null }
    case 'Archive':
      return { archivedDate: now(), stageBeforeArchive: project.stage, statusBeforeArchive: project.projectStatus }
    case 'Unarchive': {
      const [kept] = await ctx.rows('select stage_before_archive, status_before_archive from projects where id = $1', [project.id])
      const former = { stage: kept!.stage_before_archive, projectStatus: kept!.status_before_archive }
      return { ...former, archivedDate: null, stageBeforeArchive: null, statusBeforeArchive: null }
    }
  }
}

async function takeStep(ctx: Context, id: unknown, name: ProjectStepName, { comment, rowVersion }: Row): Promise<Row> {
  const project = await getForChange(ctx, id, rowVersion)
  const step: Step<ProjectState> = projectSteps[name]
  if (!startsFrom(step, stateOf(project))) throw notPossible(name, project)
  const columns = { ...step.to, ...(await moreOf(ctx, name, project)) } as Row
  const { Closed, Archived, Opportunity } = ProjectStage.of
  if (columns.stage !== Closed && columns.stage !== Archived) {
    const row = await changeProject(ctx, project, columns, step.label, comment)
    if (name === 'Reopen' || columns.stage === Opportunity) await everyPart(ctx, (part) => part.reopened?.(ctx, project.id))
    return refreshed(ctx, row)
  }
  if (name !== 'Unarchive') await everyPart(ctx, (part) => part.beforeClose?.(ctx, project))
  const row = await changeProject(ctx, project, columns, step.label, comment)
  if (name !== 'Unarchive') await everyPart(ctx, (part) => part.closed?.(ctx, project.id))
  return refreshed(ctx, row)
}

/** Prices, and with them the sums, may have changed after the project itself was read. */
async function refreshed(ctx: Context, row: Row): Promise<Row> {
  return { ...row, ...(await projects.get(ctx, row.id)) }
}

async function setStatus(ctx: Context, id: unknown, { status, comment, rowVersion }: Row): Promise<Row> {
  const project = await getForChange(ctx, id, rowVersion)
  const state = stateOf(project)
  const { stage } = state
  if (!statusesOfStage(stage).includes(status)) throw invalid({ status: [messages.unknown] })
  if (!nextStatuses(state).includes(status)) throw notPossible('SetStatus', project)
  const reason = reasonField(stage, status)
  if (reason && !comment) throw invalid({ comment: [messages.required] })
  const isPaused = isPause(stage, project.projectStatus)
  const before = isPause(stage, status) ? (isPaused ? project.statusBeforePause : project.projectStatus) : null
  const columns = { projectStatus: status, statusBeforePause: before, ...(reason ? { [reason]: comment } : {}) }
  return changeProject(ctx, project, columns, ProjectStatus.label(status), comment)
}

async function setNumber(ctx: Context, id: unknown, { number, rowVersion }: Row): Promise<Row> {
  const project = await getForChange(ctx, id, rowVersion)
  return changeProject(ctx, project, { number }, 'Number changed', null)
}

export const projectStepRoutes: Route[] = [
  ...projectStepCalls.map(({ step, call }) => answer(call, (ctx, { params, body }) => takeStep(ctx, params.id, step, body))),
  answer(setProjectStatus, (ctx, { params, body }) => setStatus(ctx, params.id, body)),
  answer(updateProjectNumber, (ctx, { params, body }) => setNumber(ctx, params.id, body)),
]
