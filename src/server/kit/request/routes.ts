import type { AnswerOf, GivenOf } from '../../../model/kit/call.ts'
import type { AnyCall } from '../../../model/kit/description.ts'
import type { Context } from './context.ts'
import type { Special } from './special.ts'

export interface GivenFile {
  name: string
  contentType: string
  data: Buffer
}
/** What a handler gets: what the call's own checks left of parameters, query and body, and the file where it takes one. */
export interface Given<C = AnyCall, P = unknown> extends GivenOf<C> {
  /** There is one wherever the call says `upload`. */
  file?: GivenFile
  /** All of them, where it takes `files`. */
  files?: GivenFile[]
  /** What `prepare` of the route answered. */
  prepared: P
}
/** Where a row is that stands below another, or where a new one will be. */
export interface Below {
  params: { id: number; itemId?: number }
}
/** What `prepare` gets: the same before it has run. */
export type Asked<C = AnyCall> = Omit<Given<C>, 'prepared'>
/** A short look into the database, over before what is slow begins. */
export type Look = <T>(run: (ctx: Context) => Promise<T>) => Promise<T>
/** Who asks, and the end of their patience: what is made for a request that was given up is made for nobody. */
export interface Asking {
  userId: string
  signal: AbortSignal
}
type Handler<C = AnyCall, P = unknown> = (ctx: Context, given: Given<C, P>) => Promise<AnswerOf<C> | Special>
export interface Route {
  call: AnyCall
  handler(ctx: Context, given: Given): Promise<unknown>
  /** Done before a connection to the database is taken, by who may make the call: what is slow and needs none. */
  prepare?(given: Asked, look: Look, by: Asking): Promise<unknown>
}

/** Answers a call with a function of the area, held to what the call says goes in and comes out. */
export function answer<C extends AnyCall, P = undefined>(
  call: C,
  handler: Handler<C, P>,
  prepare?: (given: Asked<C>, look: Look, by: Asking) => Promise<P>,
): Route {
  // A route does not know its call's types any more: `asked.ts` gives the handler what this very call's checks have left.
  return { call, handler, prepare }
}
