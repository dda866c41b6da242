import { bigint, boolean, index, integer, jsonb, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { DownloadTaskEvent } from '../../model/hub.ts'
import type { fileTaskShape } from '../../model/kit/call.ts'
import type { ValuesOf } from '../../model/kit/description.ts'
import {
  deleteDownload,
  downloadTasks as downloadTasksModel,
  managedDownloadTasks as ofManaged,
  retryDownload,
} from '../../model/reports/download-tasks.ts'
import { DownloadStatus, TemplateType } from '../../model/reports/enums.ts'
import type { InboxSubject } from '../inbox/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { generatedFileMark, removeFile, storeFile } from '../kit/files/files.ts'
import type { Context, FileParameters, FileRequest, Job } from '../kit/request/context.ts'
import { conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { entityTable, idColumn, instantColumn, userColumn } from '../kit/sql/table.ts'
import { nextVersion, sql } from '../kit/sql/writes.ts'
import { numberSetting } from '../settings/public.ts'
import type { Makers, Making } from './making.ts'
import { notePaperOpened } from './paper-traces.ts'

const progressEveryMs = 2000
const { Pending, InProgress, Succeeded, Failed } = DownloadStatus

export const downloadTasksTable = entityTable(
  'download_tasks',
  {
    userId: userColumn().notNull(),
    fileName: text().notNull(),
    url: text(),
    status: smallint().notNull().default(Pending),
    templateType: smallint().notNull(),
    downloadTaskCategory: smallint().notNull(),
    projectId: idColumn(),
    projectName: text(),
    parameters: jsonb().notNull(),
    progressPercent: integer().notNull().default(0),
    startDate: instantColumn(),
    finishDate: instantColumn(),
    expireDate: instantColumn(),
    errorMessage: text(),
    warnings: jsonb().notNull().default([]),
    size: bigint({ mode: 'number' }),
    attempts: integer().notNull().default(0),
    fileId: uuid(),
    isSharedExternally: boolean().notNull().default(false),
  },
  (t) => [
    index('download_tasks_owner').on(t.userId, t.createDate),
    index('download_tasks_date').on(t.createDate),
    index('download_tasks_project').on(t.projectId, t.createDate),
  ],
)

const computed = {
  parameters: 't.parameters',
  warnings: 't.warnings',
  project: `case when t.project_id is not null then json_build_object('id', t.project_id, 'name', t.project_name) end`,
}

export const downloadTasks = serve({
  resource: downloadTasksModel,
  table: downloadTasksTable,
  computed,
  scope: (actor, p) => (actor.held.has('DownloadCenter.Manage') ? undefined : `t.user_id = ${p.add(actor.userId)}`),
  where: (actor, p) => `t.user_id = ${p.add(actor.userId)}`,
})
const managed = serve({
  resource: ofManaged,
  table: downloadTasksTable,
  computed,
  filters: { userIds: (values, p) => `t.user_id = any(${p.add(values)}::uuid[])` },
})

type Requested = ValuesOf<typeof fileTaskShape>

/** Creates the task and queues its job in the caller's transaction (domain 12.1). Returns the task for a 202. */
export async function requestFile<M extends keyof FileParameters>(ctx: Context, fileRequest: FileRequest<M>): Promise<Requested> {
  if (!ctx.services.extensions.makers[fileRequest.maker]) throw new Error(`No area makes the file "${fileRequest.maker}".`)
  const namedRequest = { ...fileRequest, fileName: await ownName(ctx, fileRequest.fileName) }
  const { fileName, templateType, category, projectId, projectName, maker, parameters } = namedRequest
  const named = { userId: ctx.actor.userId, fileName, templateType, downloadTaskCategory: category, projectId, projectName }
  const row = { ...named, parameters: { maker, ...parameters } }
  const created = await ctx.insert(downloadTasksTable, row, { returning: ['id'] })
  const { id } = onlyRow(created)
  await ctx.enqueue(makeFile, { taskId: id })
  await recordAudit(ctx, [
    { action: 'Export', entity: 'downloadTasks', entityId: id, entityName: namedRequest.fileName, after: { ...namedRequest.parameters } },
  ])
  return describeTask(ctx, id)
}

/** Makes file names unique per user: the second of a day is numbered. The lock serializes requests. */
async function ownName(ctx: Context, name: string): Promise<string> {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`files of ${ctx.actor.userId}`])
  const end = name.lastIndexOf('.')
  const [stem, extension] = end < 0 ? [name, ''] : [name.slice(0, end), name.slice(end)]
  const rows = await ctx.rows(
    { name: is.text },
    'select file_name as name from download_tasks where user_id = $1 and starts_with(file_name, $2) and not is_deleted',
    [ctx.actor.userId, stem],
  )
  const usedNames = new Set(rows.map((row) => row.name))
  for (let at = 2, free = name; ; at++) {
    if (!usedNames.has(free)) return free
    free = `${stem} (${at})${extension}`
  }
}

/** Returns the state of a task and sends it to the owner. */
async function describeTask(ctx: Context, id: number): Promise<Requested> {
  const [task] = await ctx.rows(
    {
      createDate: is.instant,
      fileName: is.text,
      url: orNull(is.text),
      status: is.choice(DownloadStatus),
      templateType: is.choice(TemplateType),
      downloadTaskCategory: is.number,
      progressPercent: is.number,
      errorMessage: orNull(is.text),
      projectName: orNull(is.text),
      size: orNull(is.number),
      expireDate: orNull(is.instant),
      attempts: is.number,
      userId: is.uuid,
    },
    `select create_date, file_name, url, status, template_type,
       download_task_category, progress_percent, error_message,
       project_name, size, expire_date, attempts, user_id
     from download_tasks where id = $1`,
    [id],
  )
  if (!task) throw notFound('Download')
  const { userId, projectName, size, expireDate, attempts, ...state } = task
  const event: DownloadTaskEvent = { id, ...state, url: state.url && ctx.addresses.signed(state.url) }
  ctx.publish([userId], 'SendTask', event)
  return { ...event, projectName, size, expireDate, attempts }
}

/** Logs each download of a generated file: the user, or only the IP if the URL alone opened it. */
export async function madeFileLeaves(ctx: Context, fileId: string) {
  const [task] = await ctx.rows(
    { id: is.number, name: is.text },
    'select id, file_name as name from download_tasks where file_id = $1 and not is_deleted',
    [fileId],
  )
  if (!task) return
  await ctx.services.isolated(async (apart) => {
    await notePaperOpened({ ...apart, actor: ctx.actor }, fileId)
    await apart.services.settle(apart, {
      entity: downloadTasksModel.entity,
      entityId: task.id,
      reason: 'assigned',
      userId: ctx.actor.userId || undefined,
    })
    await recordAudit({ ...apart, actor: ctx.actor, request: ctx.request }, [
      { action: 'Download', entity: downloadTasksModel.entity, entityId: task.id, entityName: task.name },
    ])
  })
}

/** Adds an inbox entry for the owner, which remains until the file is downloaded. */
async function notifyFileReady(ctx: Context, id: number, title: string) {
  const [task] = await ctx.rows(
    { userId: is.uuid, fileName: is.text, attempts: is.number, projectName: orNull(is.text) },
    'select user_id, file_name, attempts, project_name from download_tasks where id = $1 and not is_deleted',
    [id],
  )
  if (!task) return
  await ctx.services.notify(ctx, {
    key: `file ${id} ${task.attempts}`,
    kind: 'file',
    entity: downloadTasksModel.entity,
    entityId: id,
    projectId: null,
    title,
    text: [task.fileName, task.projectName].filter(Boolean).join(', '),
    link: '/download-center',
    to: [{ reason: 'assigned', userIds: [task.userId] }],
    isByItself: true,
  })
}

export const fileSubject: InboxSubject = {
  entity: downloadTasksModel.entity,
  isThere: (id) => `exists (select from download_tasks d where d.id = ${id} and not d.is_deleted)`,
}

export type TaskInput<M extends keyof FileParameters = keyof FileParameters> = { maker: M } & FileParameters[M]
export const taskParametersShape = is.json<TaskInput>()

function runMaker<M extends keyof FileParameters>(makers: Makers, name: M, making: Making<M>) {
  const make = makers[name]
  if (!make) throw new Error('This kind of file is not known.')
  return make(making)
}

/** Generates the file of a task. The job can be repeated after a crash; the row references at most one file. */
export const makeFile: Job<{ taskId: number }> = {
  name: 'makeFile',
  shareOf: (input) => `files of ${input.actorId}`,

  async run({ work, read }, { input, signal }) {
    const id = input.taskId
    const { task, makers } = await work(async (ctx) => {
      const [row] = await ctx.rows(
        {
          fileName: is.text,
          templateType: is.choice(TemplateType),
          projectId: orNull(is.number),
          parameters: taskParametersShape,
        },
        `update download_tasks set status = $2, start_date = now(), attempts = attempts + 1, progress_percent = 0, error_message = null
         where id = $1 and status <> $3 and not is_deleted
         returning file_name, template_type, project_id, parameters`,
        [id, InProgress, Succeeded],
      )
      if (row) await describeTask(ctx, id)
      return { task: row, makers: ctx.services.extensions.makers }
    })
    if (!task) return
    let toldAt = Date.now()
    const progress = (percent: number) => {
      if (Date.now() - toldAt < progressEveryMs) return
      toldAt = Date.now()
      void work(async (ctx) => {
        const running = { id, status: InProgress }
        const moved = await ctx.update(downloadTasksTable, running, { progressPercent: Math.min(99, percent) }, { isSilent: true })
        if (moved > 0) await describeTask(ctx, id)
      }).catch(() => undefined)
    }
    const madeFile = await runMaker(makers, task.parameters.maker, {
      read,
      write: work,
      task,
      parameters: task.parameters,
      progress,
      signal,
    })
    const { file, warnings } = Buffer.isBuffer(madeFile) ? { file: madeFile, warnings: [] } : madeFile
    await work(async (ctx) => {
      const stored = await storeFile(ctx, {
        name: task.fileName,
        contentType: contentTypes[task.templateType] ?? 'application/octet-stream',
        data: file,
        purpose: 'download',
        extension: fileExtension(task.fileName),
      })
      await ctx.run(
        `update download_tasks set status = $2, url = $3, file_id = $4, size = $5, progress_percent = 100, warnings = $6, finish_date = now(), expire_date = now() + ${numberSetting('retention.downloadDays')} * interval '1 day', row_version = row_version + 1 where id = $1 and not is_deleted`,
        [id, Succeeded, stored.path + generatedFileMark, stored.id, stored.size, JSON.stringify(warnings)],
      )
      await notifyFileReady(ctx, id, `${task.fileName} is ready`)
      await describeTask(ctx, id)
    })
  },

  async givenUp({ work }, input, error) {
    await work(async (ctx) => {
      const row = { status: Failed, errorMessage: hideTechnicalDetails(error), finishDate: sql`now()` }
      await ctx.update(downloadTasksTable, input.taskId, { ...row, rowVersion: nextVersion }, { isSilent: true })
      await notifyFileReady(ctx, input.taskId, 'A file could not be generated')
      await describeTask(ctx, input.taskId)
    })
  },
}

/** Filters error messages for users: hides technical details. */
const hideTechnicalDetails = (message: string) =>
  /[/\\{}<>]|select |insert |ECONN|undefined|null/i.test(message) ? 'The file could not be generated.' : message.slice(0, 200)

const fileExtension = (name: string) => /\.([a-z0-9]{1,8})$/.exec(name)?.[1]
const contentTypes: Partial<Record<TemplateType, string>> = {
  0: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  1: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  2: 'application/pdf',
  3: 'text/csv; charset=utf-8',
}

/** Deletes expired files; the tasks stay. */
export async function removeOldFiles(ctx: Context) {
  const expired = { expireDate: sql`< now()`, url: sql`is not null` }
  const old = await ctx.update(downloadTasksTable, expired, { url: null }, { isSilent: true, returning: ['fileId'] })
  for (const { fileId } of old) await removeFile(ctx, fileId)
}

export const downloadRoutes: Route[] = [
  ...managed.routes.filter(({ call }) => call.path === '/DownloadCenter/Management'),
  defineRoute(retryDownload, async (ctx, { params }) => {
    const task = await downloadTasks.get(ctx, params.id, { lock: true })
    if (task.status !== Failed) throw conflict(`Retry is not possible while ${DownloadStatus.label(task.status)}.`)
    const row = { status: Pending, errorMessage: null, progressPercent: 0 }
    const owner = await ctx.update(downloadTasksTable, task.id, row, { returning: ['userId'] })
    // Always runs with the owner's permissions, because the owner gets the file, even if another user retries.
    await ctx.enqueue(makeFile, { taskId: task.id, actorId: onlyRow(owner).userId })
    await describeTask(ctx, task.id)
    return downloadTasks.get(ctx, task.id)
  }),
  defineRoute(deleteDownload, async (ctx, { params }) => {
    const task = await downloadTasks.get(ctx, params.id, { lock: true })
    if (task.status === InProgress) throw conflict('Delete is not possible while In progress.')
    const deletion = { isDeleted: true, url: null }
    const deletedTasks = await ctx.update(downloadTasksTable, task.id, deletion, { isSilent: true, returning: ['fileId'] })
    await removeFile(ctx, onlyRow(deletedTasks).fileId)
    await recordAudit(ctx, [{ action: 'Delete', entity: downloadTasksModel.entity, entityId: task.id, entityName: task.fileName }])
  }),
]
