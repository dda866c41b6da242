import {
  type ExternalObservation,
  type ExternalRfi,
  type ExternalSubmittal,
  externalAnswerRfi,
  externalObservation,
  externalObservationPhotos,
  externalObservationReady,
  externalSite,
  externalSubmit,
} from '../../model/site/external-site.ts'
import { stepObstacle } from '../../model/site/observations.ts'
import { mostPhotos } from '../../model/site/site-calls.ts'
import { submittalObstacle } from '../../model/site/submittals.ts'
import { readUploadedPhotos, safeContentType, storeFile } from '../kit/files/files.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route, type UploadedFile } from '../kit/request/routes.ts'
import { checkStage, getOpened, holdProject } from '../projects/public.ts'
import { addPhotos, moveObservation, type Observation, observations } from './observations.ts'
import { moveRfi, type Rfi, rfis } from './rfis.ts'
import { refuse } from './site-parts.ts'
import { receive, type Submittal, submittals } from './submittals.ts'

const spaceOf = ({ space }: Observation) => space && { id: space.id, name: space.name, number: textOrNull(space.spaceNumber) }
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

const shortObservation = (row: Observation): Omit<ExternalObservation, 'photos' | 'history'> => ({
  id: row.id,
  number: row.number,
  title: row.title,
  note: row.note,
  space: spaceOf(row),
  severity: row.severity,
  state: row.state,
  dueDate: row.dueDate,
  rowVersion: row.rowVersion,
})
const fullObservation = (row: Observation): ExternalObservation => ({ ...shortObservation(row), photos: row.photos, history: row.history })

const shownSubmittal = (row: Submittal): ExternalSubmittal => ({
  id: row.id,
  number: row.number,
  title: row.title,
  kind: row.kind,
  specSection: row.specSection,
  expectedDate: row.expectedDate,
  receivedDate: row.receivedDate,
  dueDate: row.dueDate,
  state: row.state,
  ballInCourt: row.ballInCourt,
  outcome: row.outcome,
  comments: row.comments,
  rowVersion: row.rowVersion,
})

const shownRfi = (row: Rfi): ExternalRfi => ({
  id: row.id,
  number: row.number,
  subject: row.subject,
  question: row.question,
  proposedAnswer: row.proposedAnswer,
  dueDate: row.dueDate,
  isOverdue: row.isOverdue,
  answer: row.answer,
  state: row.state,
  rowVersion: row.rowVersion,
})

/** Throws as for a missing project, unless the access entry includes the site. */
async function openedSite(ctx: Context, projectId: number) {
  const opened = await getOpened(ctx, projectId)
  if (!opened.site) throw notFound('Site')
  return opened.id
}

interface ExternalItem {
  get(ctx: Context, id: unknown, options: { parentId: unknown; lock?: boolean }): Promise<unknown>
}

/** Looks up the row before the stage of the project, locks both, and reads the row again through `get`. */
async function holdItem(ctx: Context, served: ExternalItem, projectId: number, id: number) {
  await openedSite(ctx, projectId)
  await served.get(ctx, id, { parentId: projectId })
  checkStage('contents', 'Change', (await holdProject(ctx, projectId)).stage)
}

async function holdObservation(ctx: Context, { id, observationId }: { id: number; observationId: number }): Promise<Observation> {
  await holdItem(ctx, observations, id, observationId)
  return observations.get(ctx, observationId, { parentId: id, lock: true })
}

async function readSite(ctx: Context, id: number) {
  const projectId = await openedSite(ctx, id)
  const listed = { parentId: projectId, isWhole: true }
  return {
    observations: (await observations.list(ctx, {}, listed)).items.map(shortObservation),
    submittals: (await submittals.list(ctx, {}, listed)).items.map(shownSubmittal),
    rfis: (await rfis.list(ctx, {}, listed)).items.map(shownRfi),
  }
}

async function readObservation(ctx: Context, { id, observationId }: { id: number; observationId: number }) {
  await openedSite(ctx, id)
  const row = await observations.get(ctx, observationId, { parentId: id })
  return fullObservation({ ...row, ...(await observations.detailed(ctx, row)) })
}

/** Stores the files of a submittal; delivering them is its receipt. */
async function submit(ctx: Context, { id, submittalId }: { id: number; submittalId: number }, files: readonly UploadedFile[]) {
  await holdItem(ctx, submittals, id, submittalId)
  if (files.length === 0) throw badRequest({ files: ['Choose a file.'] })
  if (files.length > mostPhotos) throw badRequest({ files: [`At most ${mostPhotos} files can be sent at once.`] })
  const row = await submittals.get(ctx, submittalId, { parentId: id, lock: true })
  refuse(submittalObstacle('Receive', row))
  const fileIds: string[] = []
  for (const { name, data } of files) fileIds.push((await storeFile(ctx, { name, data, contentType: safeContentType(name) })).id)
  return shownSubmittal(await receive(ctx, row, todayUtc(), fileIds))
}

export const externalSiteRoutes: Route[] = [
  defineRoute(externalSite, (ctx, { params }) => readSite(ctx, params.id)),
  defineRoute(externalObservation, (ctx, { params }) => readObservation(ctx, params)),
  defineRoute(externalObservationReady, async (ctx, { params, body }) => {
    const row = await holdObservation(ctx, params)
    await checkVersion(row, body.rowVersion, `${row.number} has`, () => fullObservation(row))
    refuse(stepObstacle('Ready', row))
    return fullObservation(await moveObservation(ctx, row, 'Ready', body))
  }),
  defineRoute(
    externalObservationPhotos,
    async (ctx, { params, body, prepared }) =>
      fullObservation(await addPhotos(ctx, await holdObservation(ctx, params), prepared, body.comment)),
    readUploadedPhotos,
  ),
  defineRoute(externalAnswerRfi, async (ctx, { params, body }) => {
    await holdItem(ctx, rfis, params.id, params.rfiId)
    const row = await rfis.get(ctx, params.rfiId, { parentId: params.id, lock: true })
    return shownRfi(await moveRfi(ctx, row, 'Answer', body))
  }),
  defineRoute(externalSubmit, (ctx, { params, files = [] }) => submit(ctx, params, files)),
]
