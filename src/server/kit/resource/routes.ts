import type { Call } from '../../../model/kit/description.ts'
import type { Served } from '../entity/served.ts'
import type { Context } from '../request/context.ts'
import type { Given, Handler, Route } from '../request/routes.ts'

type AnyCall = Call<any, any, any, any> | undefined

/** Answers some calls of an entity otherwise, or by a call with another permission. */
export function replaceRoutes(served: Served<any>, others: [instead: AnyCall, route: Route][]): void {
  const byCall = new Map(others)
  for (const call of byCall.keys())
    if (!served.routes.some((route) => route.call === call)) throw new Error(`${served.of.path} has no such call to replace`)
  served.routes = served.routes.map((route) => byCall.get(route.call) ?? route)
}

/** The handler of an entity's own call. */
export function handlerOf(served: Served<any>, call: AnyCall): Handler {
  const route = served.routes.find((one) => one.call === call)
  if (!route) throw new Error(`${served.of.path} does not answer this call`)
  return route.handler
}

/** The same call after something else was checked or locked. */
export function precededBy(served: Served<any>, call: AnyCall, first: (ctx: Context, given: Given) => Promise<unknown>): [AnyCall, Route] {
  const handler = handlerOf(served, call)
  return [
    call,
    {
      call: call!,
      async handler(ctx, given) {
        await first(ctx, given)
        return handler(ctx, given)
      },
    },
  ]
}
