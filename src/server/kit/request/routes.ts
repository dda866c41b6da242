import type { RequestOf, ResponseOf } from '../../../model/kit/call.ts'
import type { AnyCall } from '../../../model/kit/description.ts'
import type { Context } from './context.ts'
import type { CustomResponse } from './special.ts'

export interface UploadedFile {
  name: string
  contentType: string
  data: Buffer
}
/** What a handler gets: what the call's own checks left of parameters, query and body, and the file where it takes one. */
export interface HandlerRequest<C = AnyCall, P = unknown> extends RequestOf<C> {
  /** There is one wherever the call says `upload`. */
  file?: UploadedFile
  /** All of them, where it takes `files`. */
  files?: UploadedFile[]
  /** What `prepare` of the route answered. */
  prepared: P
}
/** Where a row is that stands below another, or where a new one will be. */
export interface ParentRow {
  params: { id: number; itemId?: number }
}
/** What `prepare` gets: the same before it has run. */
export type ParsedRequest<C = AnyCall> = Omit<HandlerRequest<C>, 'prepared'>
/** A short look into the database, over before what is slow begins. */
export type ReadOnly = <T>(run: (ctx: Context) => Promise<T>) => Promise<T>
/** Who asks, and the end of their patience: what is made for a request that was given up is made for nobody. */
export interface Requester {
  userId: string
  signal: AbortSignal
}
type Handler<C = AnyCall, P = unknown> = (ctx: Context, given: HandlerRequest<C, P>) => Promise<ResponseOf<C> | CustomResponse>
export interface Route {
  call: AnyCall
  handler(ctx: Context, given: HandlerRequest): Promise<unknown>
  /** Done before a connection to the database is taken, by who may make the call: what is slow and needs none. */
  prepare?(given: ParsedRequest, look: ReadOnly, by: Requester): Promise<unknown>
}

/** Answers a call with a function of the area, held to what the call says goes in and comes out. */
export function answer<C extends AnyCall, P = undefined>(
  call: C,
  handler: Handler<C, P>,
  prepare?: (given: ParsedRequest<C>, look: ReadOnly, by: Requester) => Promise<P>,
): Route {
  // A route does not know its call's types any more: `asked.ts` gives the handler what this very call's checks have left.
  return { call, handler, prepare }
}
