import type { ValuesOf } from '../../model/kit/description.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { availableTransitions } from '../../model/kit/step.ts'
import { ObservationState } from '../../model/site/enums.ts'
import {
  type ObservationStep,
  type observationEvent,
  observationSteps,
  observations as observationsModel,
  stepObstacle,
} from '../../model/site/observations.ts'
import { addObservationPhotos, closeObservation, mostPhotos, observationReady, returnObservation } from '../../model/site/site-calls.ts'
import { observationNumber } from '../../model/site/submittal-rules.ts'
import { readUploadedPhotos, storeFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, orNull, personRef } from '../kit/sql/row-types.ts'
import { companySql, openProject, projects } from '../projects/public.ts'
import { tellOfStep } from './site-news.ts'
import { checkCompany, checkPlace, loadSiteFiles, nextSequence, openForStep, refuse } from './site-parts.ts'
import { siteScope } from './site-scope.ts'
import { observationEventsTable, observationsTable } from './site-tables.ts'

export type Observation = RowOf<typeof observationsModel>

export const observations = serve({
  resource: observationsModel,
  table: observationsTable,
  parent: () => projects,
  open: openProject,
  scope: siteScope,
  searchIn: (pattern) => `dna_fold(concat_ws(' ', t.number, t.title, t.note)) like ${pattern}`,
  indexedOrders: ['number'],
  computed: {
    company: { sql: companySql('t'), order: null },
    photoCount: '(select coalesce(sum(cardinality(e.photo_ids)), 0)::int from observation_events e where e.observation_id = t.id)',
  },
  elsewhere: { photos: 'files, only in the detail', history: 'observation_events, only in the detail' },
  async beforeWrite(ctx, values, before, projectId) {
    await checkPlace(ctx, projectId, values, before && placeOf(before))
    await checkCompany(ctx, values, before)
    if (before) return undefined
    const sequence = await nextSequence(ctx, 'observations', projectId)
    return { sequence, number: observationNumber(sequence) }
  },
  async afterWrite(ctx, { id }, _values, before) {
    if (!before) await ctx.insert(observationEventsTable, { observationId: id, state: ObservationState.Open })
  },
  async detail(ctx, row) {
    return { ...(await loadHistory(ctx, row.id)), actions: availableTransitions(observationSteps, row, ctx.actor.held) }
  },
  projectIdOf: (row) => row.projectId,
})

const placeOf = ({ space, unit, planId, visit }: Observation) => ({ spaceId: space?.id, unitId: unit?.id, planId, visitId: visit?.id })

type ObservationEvent = ValuesOf<typeof observationEvent>

/** Steps of an observation, oldest first, and its photos in the same order. */
export async function loadHistory(ctx: Context, id: number) {
  const rows = await ctx.rows(
    { state: is.choice(ObservationState), by: orNull(personRef), date: is.instant, comment: orNull(is.text), photoIds: is.uuids },
    `select e.state, i.person as by, e.create_date as date, e.comment, e.photo_ids from observation_events e
     left join people i on i.id = e.created_by_id where e.observation_id = $1 order by e.id`,
    [id],
  )
  const history: ObservationEvent[] = rows.map((event) => ({
    ...event,
    by: event.by && { ...event.by, avatarUrl: ctx.addresses.stripSignature(event.by.avatarUrl) },
  }))
  return {
    history,
    photos: await loadSiteFiles(
      ctx,
      history.flatMap(({ photoIds }) => photoIds),
    ),
  }
}

interface StepBody {
  comment: string | null
  rowVersion: number | null
}

/** Moves an observation. The caller has locked it and its project. */
export async function moveObservation(ctx: Context, before: Observation, step: ObservationStep, { comment, rowVersion }: StepBody) {
  const { state } = observationSteps[step].to
  await ctx.insert(observationEventsTable, { observationId: before.id, state, comment })
  const how = { columns: { state }, rowVersion, title: ObservationState.label(state), notes: comment, parentId: before.projectId }
  const after = await observations.update(ctx, before.id, {}, { ...how, action: 'StateChange' })
  await tellOfStep(ctx, after, step, comment)
  return after
}

async function runStep(ctx: Context, params: { id: number; itemId: number }, step: ObservationStep, body: StepBody): Promise<Observation> {
  const row = await openForStep(ctx, observations, params)
  await checkVersion(row, body.rowVersion, `${row.number} has`, () => observations.detailed(ctx, row))
  refuse(stepObstacle(step, row))
  return moveObservation(ctx, row, step, body)
}

type Photos = Awaited<ReturnType<typeof readUploadedPhotos>>

function refusePhotoCount(photos: Photos) {
  if (photos.length === 0) throw badRequest({ files: ['Choose a photo.'] })
  if (photos.length > mostPhotos) throw badRequest({ files: [`At most ${mostPhotos} photos can be added at once.`] })
}

/** Stores photos as an event of the observation in its present state. */
export async function addPhotos(ctx: Context, row: Observation, photos: Photos, comment: string | null): Promise<Observation> {
  refusePhotoCount(photos)
  const photoIds: string[] = []
  for (const photo of photos) photoIds.push((await storeFile(ctx, photo)).id)
  await ctx.insert(observationEventsTable, { observationId: row.id, state: row.state, comment, photoIds })
  const title = photos.length === 1 ? 'Photo added' : `${photos.length} photos added`
  return observations.update(ctx, row.id, {}, { title, notes: comment, parentId: row.projectId, action: 'StateChange' })
}

export const observationRoutes: Route[] = [
  defineRoute(observationReady, (ctx, { params, body }) => runStep(ctx, params, 'Ready', body)),
  defineRoute(closeObservation, (ctx, { params, body }) => runStep(ctx, params, 'Close', body)),
  defineRoute(returnObservation, (ctx, { params, body }) => runStep(ctx, params, 'Return', body)),
  defineRoute(
    addObservationPhotos,
    async (ctx, { params, body, prepared }) => addPhotos(ctx, await openForStep(ctx, observations, params), prepared, body.comment),
    readUploadedPhotos,
  ),
]
