import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import type { ProjectPart } from '../projects/public.ts'

const { PendingTarget, PendingManagement } = ResourceOfferState

/** Pending requests keep their project open (domain 7.1). They are deleted and restored with the project. */
async function refuseWaiting(ctx: Context, projectId: number) {
  const [waiting] = await ctx.rows(
    { kind: is.text, name: is.text },
    `select 'offer' as kind, name from resource_offers
     where project_id = $1 and state in (${PendingTarget}, ${PendingManagement}) and not is_deleted
     union all select 'shift request', name from resource_shift_requests
     where project_id = $1 and state = ${ResourceShiftRequestState.PendingManagement} and not is_deleted limit 1`,
    [projectId],
  )
  if (waiting) throw conflict(`The project cannot be closed: the ${waiting.kind} ${waiting.name} is pending.`)
}

export const projectPart: ProjectPart = {
  beforeClose: (ctx, project) => refuseWaiting(ctx, project.id),
}
