import { leaveViewAs, viewAs } from '../../model/access/view-as.ts'
import { fullName } from '../../model/kit/names.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { loadAccount } from './account.ts'
import { externalUsers } from './external-users.ts'
import { endViews, openView } from './sessions.ts'

async function readViewAs(ctx: Context, id: string) {
  const person = await externalUsers.get(ctx, id)
  if (person.isSuspended) throw conflict('A suspended user cannot see anything.')
  const token = await openView(ctx, id)
  const user = await loadAccount(ctx, id)
  await recordAudit(ctx, [{ action: 'ViewAs', entity: externalUsers.resource.entity, entityId: id, entityName: fullName(user) }])
  return { user, token }
}

export const viewAsRoutes: Route[] = [
  defineRoute(viewAs, (ctx, { params }) => readViewAs(ctx, params.id)),
  defineRoute(leaveViewAs, async (ctx, { params }) => {
    await externalUsers.get(ctx, params.id)
    await endViews(ctx, params.id)
  }),
]
