import type { PgTable } from 'drizzle-orm/pg-core'
import type { ResponseOf } from '../../../model/kit/call.ts'
import type { AccessRule, AnyCall, Resource } from '../../../model/kit/description.ts'
import type { Served, StandardCallName } from '../entity/served.ts'
import type { Context } from '../request/context.ts'
import type { HandlerRequest, Route } from '../request/routes.ts'

type HandlerOf<C> = (ctx: Context, request: HandlerRequest<C>) => Promise<ResponseOf<C>>

/** Customization of a standard call, typed by that call's input and output. */
interface Exception<C> {
  permission?: AccessRule
  call?: AnyCall
  /** Checks or locks before the standard handler runs. */
  before?: (ctx: Context, request: HandlerRequest<C>) => Promise<unknown>
  /** Replaces the handler; `standard` is the default one. */
  instead?: (ctx: Context, request: HandlerRequest<C>, standard: HandlerOf<C>) => Promise<ResponseOf<C>>
}
/** A replacement route, a customization, or `false` for a call that does not exist here. */
type Exceptions<R extends Resource> = {
  readonly [K in StandardCallName]?: Route | Exception<NonNullable<Served<R>['calls'][K]>> | false
}

/** Returns a copy of the entity with customized calls. */
export function withOverrides<R extends Resource, T extends PgTable>(served: Served<R, T>, exceptions: Exceptions<R>): Served<R, T> {
  const calls: Partial<Record<StandardCallName, AnyCall>> = served.calls
  const special = new Map<AnyCall, Route | Exception<AnyCall> | false>()
  for (const [name, exception] of Object.entries(exceptions)) {
    const call = calls[name as StandardCallName]
    if (!call || !served.routes.some((route) => route.call === call))
      throw new Error(`${served.resource.path} has no call ${name} that could be special`)
    special.set(call, exception)
  }
  const routes = served.routes.flatMap((route) => {
    const exception = special.get(route.call)
    if (exception === false) return []
    return exception === undefined ? [route] : ['handler' in exception ? exception : applyException(route, exception)]
  })
  return Object.freeze({ ...served, routes })
}

/** The entity without standard calls, because access depends on more than a permission. */
export const withoutStandardCalls = <R extends Resource, T extends PgTable>(served: Served<R, T>): Served<R, T> =>
  Object.freeze({ ...served, routes: [] })

function applyException(
  { call, handler: standard, prepare }: Route,
  { before, instead, permission, call: declared = call }: Exception<AnyCall>,
): Route {
  return {
    prepare,
    call: permission ? { ...declared, permission } : declared,
    async handler(ctx, request) {
      await before?.(ctx, request)
      return instead ? instead(ctx, request, standard) : standard(ctx, request)
    },
  }
}

export function findHandler<C extends AnyCall>(
  { routes, resource }: Pick<Served, 'routes' | 'resource'>,
  call: C | undefined,
): HandlerOf<C> {
  const route = routes.find((item) => item.call === call)
  if (!route) throw new Error(`${resource.path} does not answer this call`)
  return route.handler as HandlerOf<C>
}
