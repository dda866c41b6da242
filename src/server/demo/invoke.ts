import { type BodyOf, type ParamsOf, type QueryOf, type ResponseOf, standardCalls } from '../../model/kit/call.ts'
import type { AnyCall, Fields, Resource } from '../../model/kit/description.ts'
import { checkShape, sentFields } from '../../model/kit/field.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import type { Route, UploadedFile } from '../kit/request/routes.ts'

/** Input of a call, by its own field names. `params` is required when the path has parameters. */
type Sent<C> = (keyof ParamsOf<C> extends never ? { params?: undefined } : { params: ParamsOf<C> }) & {
  query?: QueryOf<C>
  body?: BodyOf<C>
  files?: UploadedFile[]
}
/** Runs an API call as the context's actor, with the same checks as a request. */
export type Invoke = <C extends AnyCall>(
  call: C,
  ...sent: keyof ParamsOf<C> extends never ? [sent?: Sent<C>] : [sent: Sent<C>]
) => Promise<ResponseOf<C>>
/** Runs a function in its own transaction, as the administrator unless an actor is passed. */
export type As = <T>(run: (call: Invoke, ctx: Context) => Promise<T>, actor?: Actor) => Promise<T>

function had<C>(call: C | undefined, label: string): C {
  if (call === undefined) throw new Error(`There is no call ${label}`)
  return call
}
export const createCall = <R extends Resource>(resource: R) => had(standardCalls(resource).create, `that creates ${resource.path}`)
export const updateCall = <R extends Resource>(resource: R) => had(standardCalls(resource).update, `that updates ${resource.path}`)
export const readCall = <R extends Resource>(resource: R) => standardCalls(resource).read
export const removeCall = <R extends Resource>(resource: R) => had(standardCalls(resource).remove, `that deletes ${resource.path}`)
export const stepCall = <Name extends string, C>(calls: readonly { step: Name; call: C }[], name: NoInfer<Name>) =>
  had(calls.find(({ step }) => step === name)?.call, name)

export function invoker(routes: readonly Route[], ctx: Context): Invoke {
  // Finds the route by its path, so the response type is that of this call.
  return async <C extends AnyCall>(call: C, sent: AnySent = {}) => (await invoke(routes, ctx, call, sent)) as ResponseOf<C>
}

type AnySent = { params?: object; query?: object; body?: object; files?: UploadedFile[] }
async function invoke(routes: readonly Route[], ctx: Context, { method, path }: AnyCall, { params, query, body, files }: AnySent) {
  const callName = `${method} ${path}`
  const isAsked = ({ call }: Route) => call.method === method && call.path.toLowerCase() === path.toLowerCase()
  const { call, handler, prepare } = had(routes.find(isAsked), callName)
  const bodyFields = call.isMergePatch ? sentFields(call.body, body) : call.body
  const checked = (fields: Fields, input: object = {}) => {
    const problems: string[] = []
    const values = checkShape(fields, input, (message, field) => problems.push(`${field}: ${message}`))
    if (problems.length > 0) throw new Error(`${callName} refused ${JSON.stringify(input).slice(0, 300)}: ${problems.join(', ')}`)
    return values
  }
  const request = {
    params: checked(call.params, params),
    query: checked(call.query, query),
    body: checked(bodyFields, body),
    files,
    file: files?.[0],
  }
  const patient = { userId: ctx.actor.userId, signal: new AbortController().signal }
  return handler(ctx, { ...request, prepared: await prepare?.(request, (read) => read(ctx), patient) })
}
