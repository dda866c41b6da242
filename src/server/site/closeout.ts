import { type Closeout, readCloseout, withVerdict } from '../../model/site/closeout.ts'
import { ObservationSeverity, ObservationState, RfiState, SubmittalState } from '../../model/site/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { projects } from '../projects/public.ts'
import { submittalStateSql } from './submittals.ts'
import { countTests } from './verification.ts'

const { Note, Minor, Major, Safety } = ObservationSeverity
const openOf = (severity: ObservationSeverity) => `(count(*) filter (where severity = ${severity}))::int`

/** The same counts as `closeoutOf` in the model, without reading the rows. */
async function countOpen(ctx: Context, projectId: number): Promise<Closeout> {
  const observations = await ctx.rows(
    { note: is.number, minor: is.number, major: is.number, safety: is.number },
    `select ${openOf(Note)} as note, ${openOf(Minor)} as minor, ${openOf(Major)} as major, ${openOf(Safety)} as safety
     from observations where project_id = $1 and not is_deleted and state <> ${ObservationState.Closed}`,
    [projectId],
  )
  const others = await ctx.rows(
    { submittalsNotClosed: is.number, rfisOpen: is.number },
    `select (select count(*)::int from submittals t where t.project_id = $1 and not t.is_deleted and ${submittalStateSql} <> ${SubmittalState.Closed}) as "submittalsNotClosed",
       (select count(*)::int from rfis where project_id = $1 and not is_deleted and state = ${RfiState.Open}) as "rfisOpen"`,
    [projectId],
  )
  return withVerdict({ openObservations: onlyRow(observations), ...(await countTests(ctx, projectId)), ...onlyRow(others) })
}

export const closeoutRoutes: Route[] = [
  defineRoute(readCloseout, async (ctx, { params }) => {
    await projects.expect(ctx, params.id)
    return countOpen(ctx, params.id)
  }),
]
