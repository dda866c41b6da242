import type { Call } from '../../model/kit/call.ts'
import type { Context } from './context.ts'
import type { Given, Handler, Route, Served } from './serve.ts'

type AnyCall = Call<any, any, any, any> | undefined

/** The routes of an entity with some answered otherwise, or by a call with another permission. */
export function withRoutes(served: Served<any>, others: [instead: AnyCall, route: Route][]): Route[] {
  const byCall = new Map(others)
  for (const call of byCall.keys())
    if (!served.routes.some((route) => route.call === call)) throw new Error(`${served.of.path} has no such call to replace`)
  return served.routes.map((route) => byCall.get(route.call) ?? route)
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
