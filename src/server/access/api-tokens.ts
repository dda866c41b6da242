import { randomBytes } from 'node:crypto'
import {
  createToken,
  endToken,
  endTokenOfUser,
  listTokens,
  listTokensOfUser,
  mostTokens,
  mostTokenYears,
  tokenPrefix,
} from '../../model/access/api-tokens.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { isPermission } from '../../model/permissions.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { logSecurity } from './security-log.ts'
import { hashSecret } from './sessions.ts'
import { users } from './users.ts'

const shape = {
  id: is.number,
  name: is.text,
  permissions: is.texts,
  createDate: is.instant,
  expiresDate: is.date,
  lastUsedDate: orNull(is.instant),
}
const columns = `id, name, permissions, create_date as "createDate", expires_date as "expiresDate", last_used_date as "lastUsedDate"`

/** Expired tokens are listed for a while, so that users can find why a program is rejected. */
async function loadTokens(ctx: Context, userId: string) {
  return { items: await ctx.rows(shape, `select ${columns} from api_tokens where user_id = $1 order by id desc limit 200`, [userId]) }
}

type TokenBody = HandlerRequest<typeof createToken>['body']

async function checkTokenRequest(ctx: Context, { permissions, expiresDate }: TokenBody) {
  const unknown = permissions.find((name) => !isPermission(name))
  if (unknown !== undefined) throw badRequest({ permissions: [`There is no permission ${unknown}.`] })
  const missing = permissions.filter((name) => isPermission(name) && !ctx.actor.held.has(name))
  if (missing.length > 0) throw forbidden(missing.sort().join(', '))
  const [day] = await ctx.rows(
    { isPast: is.boolean, isLate: is.boolean },
    `select $1::date < current_date as "isPast", $1::date > current_date + interval '${mostTokenYears} year' as "isLate"`,
    [expiresDate],
  )
  if (day?.isPast) throw badRequest({ expiresDate: ['This day has passed.'] })
  if (day?.isLate) throw badRequest({ expiresDate: ['A token is valid for one year at most.'] })
}

async function createApiToken(ctx: Context, input: TokenBody): Promise<ResponseOf<typeof createToken>> {
  await ctx.services.checkStepUp(ctx)
  await checkTokenRequest(ctx, input)
  // Serializes creation per user, so that concurrent requests cannot exceed the limit.
  await ctx.run('select from users where id = $1 for update', [ctx.actor.userId])
  const [own] = await ctx.rows({ count: is.number }, 'select count(*)::int as count from api_tokens where user_id = $1', [ctx.actor.userId])
  if (own && own.count >= mostTokens) throw conflict(`You have ${mostTokens} tokens. Revoke one you no longer need.`)
  const token = `${tokenPrefix}${randomBytes(32).toString('base64url')}`
  const created = await ctx.rows(
    shape,
    `insert into api_tokens (token_hash, user_id, name, permissions, expires_date) values ($1, $2, $3, $4, $5) returning ${columns}`,
    [hashSecret(token), ctx.actor.userId, input.name, [...new Set(input.permissions)], input.expiresDate],
  )
  const row = onlyRow(created)
  const after = { name: row.name, permissions: row.permissions, expiresDate: row.expiresDate }
  await recordAudit(ctx, [{ action: 'Create', entity: 'apiTokens', entityId: row.id, entityName: row.name, after }])
  await logSecurity(ctx, { event: 'TokenCreated', result: 'Success', detail: row.name })
  return { ...row, token }
}

async function deleteToken(ctx: Context, userId: string, id: number) {
  const [deleted] = await ctx.rows({ name: is.text }, 'delete from api_tokens where id = $1 and user_id = $2 returning name', [id, userId])
  if (!deleted) throw notFound('Token')
  await recordAudit(ctx, [{ action: 'Delete', entity: 'apiTokens', entityId: id, entityName: deleted.name, before: { userId } }])
  ctx.after(() => ctx.services.forgetSessions([userId]))
}

export const apiTokenRoutes: Route[] = [
  defineRoute(listTokens, (ctx) => loadTokens(ctx, ctx.actor.userId)),
  defineRoute(createToken, (ctx, { body }) => createApiToken(ctx, body)),
  defineRoute(endToken, (ctx, { params }) => deleteToken(ctx, ctx.actor.userId, params.id)),
  defineRoute(listTokensOfUser, async (ctx, { params }) => {
    await users.get(ctx, params.id)
    return loadTokens(ctx, params.id)
  }),
  defineRoute(endTokenOfUser, async (ctx, { params }) => {
    await users.get(ctx, params.id)
    return deleteToken(ctx, params.id, params.tokenId)
  }),
]
