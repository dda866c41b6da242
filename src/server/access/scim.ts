import type { Permission } from '../../model/permissions.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { forbidden } from '../kit/request/errors.ts'
import { ScimError, type ScimRequest, type ScimResponse } from '../kit/request/scim-server.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './scim-descriptions.ts'
import * as groups from './scim-groups.ts'
import * as users from './scim-users.ts'
import { listResponse } from './scim-values.ts'

const needs: Record<ScimRequest['method'], readonly Permission[]> = {
  GET: ['DNAUsers.View'],
  POST: ['DNAUsers.View', 'DNAUsers.Create'],
  PUT: ['DNAUsers.View', 'DNAUsers.Update'],
  PATCH: ['DNAUsers.View', 'DNAUsers.Update'],
  DELETE: ['DNAUsers.View', 'DNAUsers.Suspend'],
}

type Handler = (ctx: Context, request: ScimRequest, id: string) => Promise<ScimResponse>
const handlers: Record<string, Handler> = {
  'GET Users': users.listUsers,
  'POST Users': users.createUser,
  'GET Users/': users.readUser,
  'PUT Users/': users.replaceUser,
  'PATCH Users/': users.patchUser,
  'DELETE Users/': users.deleteUser,
  'GET Groups': groups.listGroups,
  'POST Groups': groups.createGroup,
  'GET Groups/': groups.readGroup,
  'PUT Groups/': groups.replaceGroup,
  'PATCH Groups/': groups.patchGroup,
  'DELETE Groups/': groups.deleteGroup,
}

function describe({ base }: ScimRequest, kind: string, id: string): ScimResponse | undefined {
  if (kind === 'ServiceProviderConfig') return { status: 200, body: serviceProviderConfig(base) }
  const descriptions = kind === 'Schemas' ? schemas(base) : kind === 'ResourceTypes' ? resourceTypes(base) : undefined
  if (!descriptions) return undefined
  if (!id) return { status: 200, body: listResponse(descriptions.length, 1, descriptions) }
  const one = descriptions.find((description) => description.id.toLowerCase() === id.toLowerCase())
  if (!one) throw new ScimError(404, 'Not found.')
  return { status: 200, body: one }
}

/** Provisioning of users and groups by a directory (RFC 7643, 7644). The rights are those of the API token. */
export async function handleScim(ctx: Context, request: ScimRequest): Promise<ScimResponse> {
  const [, kind = '', id = '', ...rest] = request.path.split('/').filter((part, at) => part !== '' || at === 0)
  const described = request.method === 'GET' && rest.length === 0 ? describe(request, kind, id) : undefined
  if (described) return described
  const handler = rest.length === 0 ? handlers[`${request.method} ${kind}${id ? '/' : ''}`] : undefined
  if (!handler) throw new ScimError(Object.hasOwn(handlers, `GET ${kind}`) ? 405 : 404, 'There is no such address.')
  const missing = needs[request.method].find((name) => !ctx.actor.held.has(name))
  if (missing) throw forbidden(missing)
  if (request.method !== 'GET') await ctx.services.checkStepUp(ctx)
  return handler({ ...ctx, actor: await actorOf(ctx) }, request, id)
}

/**
 * A token for provisioning need not have every permission that a role can give, but its owner must.
 */
async function actorOf(ctx: Context): Promise<Actor> {
  if (!ctx.actor.token) return ctx.actor
  const owner = await ctx.services.currentPerson(ctx.actor.userId)
  return { ...ctx.actor, held: owner.held }
}
