import { CadIntegrationResult, IntegrationAction, IntegrationRequestState, LinkedProjectStatus } from '../../model/integrations/enums.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { messages } from '../../model/kit/rules.ts'
import type { CadReading } from '../../model/wire-cad/cad-items.ts'
import { type CadCounts, cadRequests as cadRequestsModel } from '../../model/wire-cad/cad-requests.ts'
import { WireCadSource } from '../../model/wire-cad/enums.ts'
import { createCadRequest } from '../../model/wire-cad/request-calls.ts'
import { canDeleteCad, openCadSteps } from '../../model/wire-cad/request-steps.ts'
import { storeFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type UploadedFile } from '../kit/request/routes.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, type RowOfShape } from '../kit/sql/row-types.ts'
import { belowProject, projects } from '../projects/public.ts'
import { requireBridge } from './bridge.ts'
import { cadRequestsTable } from './cad-tables.ts'
import { pullJob } from './pull-job.ts'
import { readCadFiles } from './read-files.ts'
import { rematchItems, storeItems } from './store-items.ts'

export type CadRequest = RowOf<typeof cadRequestsModel>

const { Draft } = IntegrationRequestState
const { FullyLinked, PartiallyLinked, Match, NoMatch } = CadIntegrationResult
const { NoAction, Create } = IntegrationAction
const countFilterSql = (key: keyof CadCounts, condition: string) => `'${key}', count(*) filter (where ${condition})`
const counts = `(select json_build_object('total', count(*), ${[
  countFilterSql('fullyLinked', `i.result = ${FullyLinked}`),
  countFilterSql('partiallyLinked', `i.result = ${PartiallyLinked}`),
  countFilterSql('match', `i.result = ${Match}`),
  countFilterSql('noMatch', `i.result = ${NoMatch}`),
  countFilterSql('toDo', `i.action <> ${NoAction}`),
  countFilterSql('uncategorized', `i.action = ${Create} and i.chosen_category_id is null`),
  countFilterSql('done', 'i.is_applied'),
  countFilterSql('failed', 'i.apply_error is not null'),
].join(', ')}) from wire_cad_items i where i.request_id = t.id)`

export const cadRequests = serve({
  resource: cadRequestsModel,
  table: cadRequestsTable,
  computed: { itemsCount: '(select count(*)::int from wire_cad_items i where i.request_id = t.id)', counts },
  elsewhere: { sources: 'source_files, only in the detail' },
  scope: (actor, p) => `(t.project_id is null or ${belowProject(actor, p)})`,

  async beforeWrite(ctx, { projectId }, before) {
    if (before && before.state !== Draft)
      throw conflict(`A WireCAD request cannot be changed while ${IntegrationRequestState.label(before.state)}.`)
    if (projectId && projectId !== before?.project?.id && !(await projects.find(ctx, projectId)))
      throw badRequest({ projectId: ['Project not found.'] })
    return undefined
  },
  async afterWrite(ctx, { id }, { projectId }, before) {
    // A different project has different rooms.
    if (before && projectId !== undefined && projectId !== (before.project?.id ?? null)) await rematchItems(ctx, { id, projectId })
  },
  async beforeDelete(_ctx, request) {
    if (!canDeleteCad(request)) throw conflict(`A WireCAD request cannot be deleted while ${IntegrationRequestState.label(request.state)}.`)
  },
  detail: requestDetail,
  projectIdOf: (request) => request.project?.id ?? null,
})

const sourceFile = { fileId: is.uuid, name: is.text, size: is.number, path: is.text }
type SourceFile = RowOfShape<typeof sourceFile>

async function requestDetail(ctx: Context, request: CadRequest): Promise<Partial<CadRequest>> {
  const [row] = await ctx.rows(
    { files: is.listOf(is.jsonOf(sourceFile)) },
    'select source_files as files from wire_cad_requests where id = $1',
    [request.id],
  )
  return {
    sources: (row?.files ?? []).map(({ name, size, path }) => ({ name, size, url: ctx.addresses.signed(path) })),
    actions: openCadSteps(request, ctx.actor.userId, ctx.actor.held),
  }
}

export async function shownRequest(ctx: Context, id: number): Promise<CadRequest> {
  const request = await cadRequests.get(ctx, id)
  return { ...request, ...(await requestDetail(ctx, request)) }
}

const { Idle, Pending } = LinkedProjectStatus

/** Creates a request from files already read, or for a job to pull: no database connection may wait for an external server. */
async function createRequest(
  ctx: Context,
  { pull, ...values }: Parameters<typeof cadRequests.create>[1] & { pull: boolean },
  files: readonly UploadedFile[],
  reading: CadReading | undefined,
) {
  if (pull && reading) throw badRequest({ pull: ['Send files or pull from WireCAD, not both.'] })
  if (!pull && !reading) throw badRequest({ files: ['Choose a WireCAD file.'] })
  if (pull && !values.wireCadProjectId) throw badRequest({ wireCadProjectId: [messages.required] })
  if (pull) await requireBridge(ctx)
  const request = await cadRequests.create(ctx, values, {
    columns: {
      source: pull ? WireCadSource.Pull : WireCadSource.Upload,
      state: Draft,
      linkStatus: pull ? Pending : Idle,
      sourceFiles: await keepFiles(ctx, reading ? files : []),
      readingNotes: reading?.notes ?? [],
    },
  })
  if (reading) await storeItems(ctx, { id: request.id, projectId: request.project?.id ?? null }, reading.items)
  else await ctx.enqueue(pullJob, { requestId: request.id })
  return shownRequest(ctx, request.id)
}

/** A source file opens for users who can see its request. */
export async function opensSource(ctx: Context, fileId: string): Promise<boolean | undefined> {
  const found = await ctx.rows({ id: is.number }, 'select id from wire_cad_requests where source_files @> $1', [
    JSON.stringify([{ fileId }]),
  ])
  if (ctx.actor.held.has(cadRequestsModel.permission.view)) for (const { id } of found) if (await cadRequests.find(ctx, id)) return true
  return found.length > 0 ? false : undefined
}

async function keepFiles(ctx: Context, files: readonly UploadedFile[]): Promise<SourceFile[]> {
  const sourceFiles: SourceFile[] = []
  for (const { name, data } of files) {
    const { id, ...stored } = await storeFile(ctx, { name, data, contentType: 'application/octet-stream' })
    sourceFiles.push({ fileId: id, name: stored.name, size: stored.size, path: stored.path })
  }
  return sourceFiles
}

export const servedCadRequests = withOverrides(cadRequests, {
  create: defineRoute(
    createCadRequest,
    (ctx, { body, files = [], prepared }: HandlerRequest<typeof createCadRequest, CadReading | undefined>) =>
      createRequest(ctx, body, files, prepared),
    async ({ files = [] }) => (files.length > 0 ? readCadFiles(files) : undefined),
  ),
})
