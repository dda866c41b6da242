import type { Call } from '../../../model/kit/description.ts'
import type { Context } from './context.ts'

export interface Given {
  params: Record<string, any>
  query: Record<string, any>
  body: Record<string, any>
  file?: { name: string; contentType: string; data: Buffer }
  /** What `prepare` of the route answered. */
  prepared?: any
}
export type Handler = (ctx: Context, given: Given) => Promise<unknown>
export interface Route {
  call: Call<any, any, any, any>
  handler: Handler
  /** Done before a connection to the database is taken, by who may make the call: what is slow and needs none. */
  prepare?: (given: Given) => Promise<unknown>
}

/** Answers a call that is more than plain with a function of the area. */
export function answer<C extends Call<any, any, any, any>>(call: C, handler: Handler, prepare?: Route['prepare']): Route {
  return { call, handler, prepare }
}
