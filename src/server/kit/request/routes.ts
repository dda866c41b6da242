import type { RequestOf, ResponseOf } from '../../../model/kit/call.ts'
import type { AnyCall } from '../../../model/kit/description.ts'
import type { Context } from './context.ts'
import type { CustomResponse } from './custom-response.ts'

export interface UploadedFile {
  name: string
  contentType: string
  data: Buffer
}
export interface HandlerRequest<C = AnyCall, P = unknown> extends RequestOf<C> {
  file?: UploadedFile
  files?: UploadedFile[]
  prepared: P
}
export type ParsedRequest<C = AnyCall> = Omit<HandlerRequest<C>, 'prepared'>
export type ReadOnly = <T>(run: (ctx: Context) => Promise<T>) => Promise<T>
/** The requesting user, and a signal that aborts slow work when the client disconnects. */
export interface Requester {
  userId: string
  signal: AbortSignal
}
type Handler<C = AnyCall, P = unknown> = (ctx: Context, request: HandlerRequest<C, P>) => Promise<ResponseOf<C> | CustomResponse>
export interface Route {
  call: AnyCall
  handler(ctx: Context, request: HandlerRequest): Promise<unknown>
  /** Slow work that needs no database connection. Runs after authorization and before a connection is taken. */
  prepare?(request: ParsedRequest, readOnly: ReadOnly, by: Requester): Promise<unknown>
}

export function defineRoute<C extends AnyCall, P = undefined>(
  call: C,
  handler: Handler<C, P>,
  prepare?: (request: ParsedRequest<C>, readOnly: ReadOnly, by: Requester) => Promise<P>,
): Route {
  // The route erases the call's types; `parse-request.ts` passes the handler exactly the validated input of its call.
  return { call, handler, prepare }
}
