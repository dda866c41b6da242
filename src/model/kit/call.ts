import type { AccessRule, AnyCall, Call, Field, Fields, InputOf, ListFilter, Resource, ResponseShape, ValuesOf } from './description.ts'
import {
  boolean,
  choice,
  date,
  decimal,
  defaulted,
  id,
  image,
  instant,
  integer,
  json,
  list,
  longText,
  needing,
  optional,
  set,
  text,
  uuid,
} from './field.ts'
import { lowerCaseName, withArticle } from './plural.ts'
import { type ColumnOf, type FilterQuery, guardedPickerParameters, type IdOf, type Page, type RowOf } from './resource.ts'
import { namedShape, object, objects, optionalFields, personField } from './response-fields.ts'
import { checkRows } from './rules.ts'

type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
/** Path parameters are row ids unless the call defines them otherwise. */
type ParamFields<Path extends string, P extends Fields> = { [K in PathParams<Path>]: K extends keyof P ? P[K] : Field<number, 'id'> }
type CallDefinition<Path extends string, Q extends Fields, B extends Fields, A, P extends Fields> = {
  method: Call['method']
  path: Path
  permission: AccessRule
  summary: string
  params?: P
  query?: Q
  body?: B
  upload?: Call['upload']
  isForm?: true
  response: ResponseShape<A>
  status?: number
  errorResponse?: ResponseShape
  challengeResponse?: ResponseShape
  shownOnce?: readonly string[]
  secretParameter?: string
  callsExternalService?: boolean
}

/** Defines one call: method, path, permission, request, and response. Server, client, and OpenAPI derive from it. */
export function call<
  const Path extends string,
  A,
  Q extends Fields = Record<never, never>,
  B extends Fields = Record<never, never>,
  P extends Fields = Record<never, never>,
>(definition: CallDefinition<Path, Q, B, A, P>): Call<Q, B, A, ParamFields<Path, P>> {
  const names = [...definition.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const paramFields: Fields = definition.params ?? {}
  const params = Object.fromEntries(names.map((name) => [name, paramFields[name] ?? id(name)])) as ParamFields<Path, P>
  return { query: {} as Q, body: {} as B, status: definition.method === 'DELETE' ? 204 : 200, ...definition, params }
}

/** Defines a PUT that changes a stored row: absent properties keep their values, and handlers must decide about each (RFC 7396). */
export function mergePatch<
  const Path extends string,
  A,
  Q extends Fields = Record<never, never>,
  B extends Fields = Record<never, never>,
  P extends Fields = Record<never, never>,
>(definition: Omit<CallDefinition<Path, Q, B, A, P>, 'method'>): Call<Q, B, A, ParamFields<Path, P>> & { isMergePatch: true } {
  return { ...call({ ...definition, method: 'PUT' }), isMergePatch: true }
}

export type QueryOf<C> = C extends { query: infer Q extends Fields } ? InputOf<Q> : never
export type BodyOf<C> = C extends { body: infer B extends Fields } ? InputOf<B> : never
export type ResponseOf<C> = C extends { response: ResponseShape<infer A> } ? A : never
export type ParamsOf<C> = C extends { params: infer P } ? { [K in keyof P]: string | number } : never
/** Validated input of a handler: every value as returned by its field's check; of a merge patch only what was sent. */
export interface RequestOf<C> {
  params: C extends { params: infer P extends Fields } ? ValuesOf<P> : never
  query: C extends { query: infer Q extends Fields } ? ValuesOf<Q> : never
  body: C extends { body: infer B extends Fields } ? (C extends { isMergePatch: true } ? Partial<ValuesOf<B>> : ValuesOf<B>) : never
}

export const row = <R extends Resource, F extends Fields = Record<never, never>>(
  resource: R,
  more?: F,
): ResponseShape<RowOf<R> & ValuesOf<F>> => ({
  kind: 'row',
  resource,
  fields: more,
})
/** `masked` fields are absent if the user lacks permission. */
export const shape = <F extends Fields, M extends Fields = Record<never, never>>(
  fields: F,
  masked?: M,
): ResponseShape<ValuesOf<F> & Partial<ValuesOf<M>>> => {
  return { kind: 'shape', fields: { ...fields, ...optionalFields(masked) } }
}
/** A page of a list with extra data; `extraQuery` fields are included only on request. */
export const page = <T, F extends Fields = Record<never, never>, M extends Fields = Record<never, never>>(
  items: ResponseShape<T>,
  extraFields?: F,
  extraQuery?: M,
): ResponseShape<Page<T> & ValuesOf<F> & Partial<ValuesOf<M>>> => ({
  kind: 'page',
  items,
  fields: { ...extraFields, ...optionalFields(extraQuery) },
})
/** `{items: [...]}` without a total. */
export const items = <T>(response: ResponseShape<T>): ResponseShape<{ items: T[] }> => ({ kind: 'items', items: response })
export const array = <T>(response: ResponseShape<T>): ResponseShape<T[]> => ({ kind: 'array', items: response })
export const value = <T>(field: Field<T>): ResponseShape<T> => ({ kind: 'value', fields: { value: field } })
export const nothing: ResponseShape<void> = { kind: 'nothing' }
export const file: ResponseShape<Blob> = { kind: 'file' }
export const cachedFile = (contentType: string): ResponseShape<Blob> => ({ kind: 'file', contentType })

const direction = text('Descending', { max: 5 })
/** One direction per sort column, in order; a set would drop the second `true`. */
const directions: ReturnType<typeof set<string>> = {
  ...set('Descending', direction),
  check: (value, report) => checkRows(value, { max: 10 }, direction.check, report),
}

export const paging = {
  page: defaulted(integer('Page', { min: 1, max: 1_000_000 }), 1),
  itemsPerPage: defaulted(integer('Items per page', { min: -1_000_000, max: 1_000_000, hint: '1 to 200, or -1 for all, up to 5,000' }), 10),
}

/** List query of the application spec (domain 1.4). Numbers and booleans arrive as text and are converted by the server. */
export const listQuery = {
  search: optional(text('Search', { max: 200 })),
  ...paging,
  sortBy: optional(set('Sort by', text('Column', { max: 60 }), { max: 10 })),
  sortDesc: optional(directions),
  createdFrom: optional(date('Created from')),
  createdTo: optional(date('Created to')),
  updatedFrom: optional(date('Updated from')),
  updatedTo: optional(date('Updated to')),
}

type ListPath<R extends Resource> = `/${R['path']}`
/** A nested resource uses `itemId` for the row, because `id` is the parent. */
type OwnName<R extends Resource> = R['path'] extends `${string}/:id/${string}` ? 'itemId' : 'id'
type RowPath<R extends Resource> = `/${R['path']}/:${OwnName<R>}`
type FilterFields<R extends Resource> = { [K in keyof FilterQuery<R>]-?: Field<FilterQuery<R>[K]> }
/** Unknown column names are rejected by the list, which defines its columns and sort keys. */
type ColumnFields<R extends Resource> = Record<'sortBy' | 'columns', Field<readonly ColumnOf<R>[] | null>>
type OwnParams<R extends Resource> = { [K in OwnName<R>]: Field<IdOf<R>> }

function callBasics<R extends Resource>(resource: R) {
  const base = `/${resource.path}` as ListPath<R>
  const own = resource.parent ? 'itemId' : 'id'
  const params = { [own]: resource.ids === 'uuid' ? uuid('Id') : id('Id') } as OwnParams<R>
  const filters = Object.fromEntries(
    Object.entries(resource.list.filters ?? {}).flatMap(([parameter, filter]) => filterParameters(parameter, filter)),
  ) as FilterFields<R>
  const columns = optional(set('Columns', text('Column', { max: 60 })))
  const named = { sortBy: listQuery.sortBy, columns } as ColumnFields<R>
  const query = {
    ...listQuery,
    sortBy: named.sortBy,
    ids: optional(set<string | number>('Rows', resource.ids === 'uuid' ? uuid('Row') : id('Row'))),
    createdByIds: optional(set('Created by', uuid('User'))),
    updatedByIds: optional(set('Updated by', uuid('User'))),
    not: optional(set('Not', text('Filter', { max: 60 }), { max: 50, hint: 'Names of filters to reverse' })),
    ...filters,
  }
  const item = <T extends string = ''>(tail?: T) => `${base}/:${own}${tail ?? ''}` as `${RowPath<R>}${T}`
  return { of: resource, base, own, params, query, columns: named.columns, one: item } as const
}
type CallBasics<R extends Resource> = ReturnType<typeof callBasics<R>>

/** Names the permission of the rows at the parameters that need it. */
function guardedQuery<Q extends Fields>(resource: Resource, query: Q): Q {
  const guarded = guardedPickerParameters(resource).flatMap((name) =>
    query[name] ? [[name, needing(query[name], resource.permission.view)] as const] : [],
  )
  return { ...query, ...Object.fromEntries(guarded) }
}

function readingCalls<R extends Resource>({ of: resource, base, params, query, columns, one }: CallBasics<R>) {
  const { names, permission } = resource
  return {
    list: call({
      method: 'GET',
      path: base,
      permission: permission.view,
      summary: `List ${lowerCaseName(names.many)}`,
      query: { ...query, columns: { ...columns, hint: 'All by default' } },
      response: page(row(resource)),
    }),
    typeHead: call({
      method: 'GET',
      path: `${base}/typeHead`,
      permission: resource.isPickableByStaff ? 'internal' : permission.view,
      summary: `Search ${lowerCaseName(names.many)} by name, for pickers`,
      query: { ...(resource.isPickableByStaff ? guardedQuery(resource, query) : query), all: optional(boolean('All')) },
      response: page(row(resource, resource.title === 'name' ? undefined : { name: text('Name') })),
    }),
    query: call({
      method: 'GET',
      path: `${base}/query`,
      permission: permission.view,
      summary: `List all matching ${lowerCaseName(names.many)}`,
      query: {
        ...query,
        itemsPerPage: optional(
          integer('Items per page', { min: -1_000_000, max: 1_000_000, hint: 'All, up to 5,000, unless 1 to 200 is given' }),
        ),
      },
      response: page(row(resource)),
    }),
    counts: call({
      method: 'GET',
      path: `${base}/counts`,
      permission: permission.view,
      summary: `Count ${lowerCaseName(names.many)} for each choice of the filters named`,
      query: { ...query, of: optional(set('Filters to count', text('Filter', { max: 60 }), { max: 8 })) },
      response: shape(countsShape),
    }),
    read: call({
      method: 'GET',
      path: one(),
      params,
      permission: permission.view,
      summary: `Get ${withArticle(names)}`,
      response: row(resource),
    }),
    recent: resource.recent
      ? call({
          method: 'GET',
          path: `${base}/Recent`,
          permission: permission.view,
          summary: `List recent ${lowerCaseName(names.many)}`,
          query: { count: defaulted(integer('Count', { hint: '1 to 50' }), 10), mode: defaulted(integer('Mode', { min: 1, max: 3 }), 3) },
          response: items(row(resource)),
        })
      : undefined,
    export:
      resource.exportCategory !== undefined
        ? call({
            method: 'GET',
            path: `${base}/Export`,
            permission: permission.view,
            summary: `Export ${lowerCaseName(names.many)}`,
            query: { ...query, columns },
            response: shape(fileTaskShape),
            status: 202,
          })
        : undefined,
  }
}

function writingCalls<R extends Resource>({ of: resource, base, params, one }: CallBasics<R>) {
  const { names, permission } = resource
  const version = { rowVersion: optional(integer('Row version', { min: 1 })) }
  return {
    create:
      permission.create &&
      call({
        method: 'POST',
        path: base,
        permission: permission.create,
        summary: `Create ${withArticle(names)}`,
        body: resource.fields as R['fields'],
        response: row(resource),
        status: 201,
        shownOnce: resource.shownOnce,
      }),
    update:
      permission.update &&
      mergePatch({
        path: one(),
        params,
        permission: permission.update,
        summary: `Update ${withArticle(names)}`,
        body: { ...(resource.fields as R['fields']), ...version },
        response: row(resource),
      }),
    remove:
      permission.delete &&
      call({
        method: 'DELETE',
        path: one(),
        params,
        permission: permission.delete,
        summary: `Delete ${withArticle(names)}`,
        response: nothing,
      }),
  }
}

function restoringCalls<R extends Resource>({ of: resource, base, own, params, query, one }: CallBasics<R>) {
  const { names, permission } = resource
  const permitted = resource.restorable ? permission.restore : undefined
  const fields: Fields = resource.fields
  const restoreFields: Fields = Object.fromEntries(
    (resource.unique ?? []).flatMap((key) => (fields[key] ? [[key, optional(fields[key])]] : [])),
  )
  return {
    deleted: permitted
      ? call({
          method: 'GET',
          path: `${base}/deleted`,
          permission: permitted,
          summary: `List deleted ${lowerCaseName(names.many)}`,
          query,
          response: page(row(resource, { deleteDate: instant('Deleted'), deletedBy: optional(personField('Deleted by')) })),
        })
      : undefined,
    readDeleted: permitted
      ? call({
          method: 'GET',
          path: `${base}/deleted/:${own}`,
          params,
          permission: permitted,
          summary: `Get ${withArticle({ one: `Deleted ${lowerCaseName(names.one)}`, many: `Deleted ${lowerCaseName(names.many)}` })}`,
          response: row(resource),
        })
      : undefined,
    restore: permitted
      ? call({
          method: 'PUT',
          path: one('/restore'),
          params,
          permission: permitted,
          summary: `Restore ${withArticle(names)}`,
          /** Replaces unique values that are no longer available. */
          body: { name: optional(text('Name', { max: 200 })), ...restoreFields },
          response: row(resource),
        })
      : undefined,
  }
}

function logCalls<R extends Resource>({ of: resource, params, one }: CallBasics<R>) {
  const { names, permission } = resource
  return {
    logs: resource.logs
      ? call({
          method: 'GET',
          path: one('/ActivityLogs'),
          params,
          permission: permission.view,
          summary: `List the activity of ${withArticle(names)}`,
          query: {
            ...listQuery,
            types: optional(set('Types', integer('Type'))),
            userIds: optional(set('People', uuid('Person'))),
            from: optional(date('From')),
            to: optional(date('To')),
          },
          response: page(shape(activityShape)),
        })
      : undefined,
    note:
      resource.logs && permission.update
        ? call({
            method: 'POST',
            path: one('/ActivityLogs'),
            params,
            permission: permission.update,
            summary: `Add a note to ${withArticle(names)}`,
            body: { notes: longText('Notes', { min: 1 }), type: integer('Type', { min: 2, max: 2 }) },
            response: shape(activityShape),
            status: 201,
          })
        : undefined,
  }
}

/** Minutes in which the author may edit or delete a note; after that it is permanent (domain 14.3). */
export const noteEditMinutes = 15

function noteCalls<R extends Resource>({ of: resource, base, own, params }: CallBasics<R>): { changeNote?: AnyCall; removeNote?: AnyCall } {
  const permission = resource.permission.update
  if (!resource.logs || !permission) return {}
  const noteRoute = { path: `${base}/:${own}/ActivityLogs/:noteId` as string, params: { ...params, noteId: id('Note') }, permission }
  return {
    changeNote: call({
      ...noteRoute,
      method: 'PUT',
      summary: `Update one of my own notes within ${noteEditMinutes} minutes`,
      body: { notes: longText('Notes', { min: 1 }) },
      response: shape(activityShape),
    }),
    removeNote: call({
      ...noteRoute,
      method: 'DELETE',
      summary: `Delete one of my own notes within ${noteEditMinutes} minutes`,
      response: nothing,
    }),
  }
}

/** Standard calls of every resource (domain 8, "Std"). */
export function standardCalls<R extends Resource>(resource: R) {
  const basics = callBasics(resource)
  return { ...readingCalls(basics), ...writingCalls(basics), ...restoringCalls(basics), ...logCalls(basics), ...noteCalls(basics) }
}

/** Counting stops here; the result is then a lower bound. */
export const maxCountedRows = 100_000
const countsShape = {
  items: list('Counts', { filter: text('Filter'), value: text('Value'), count: integer('Rows') }),
  /** False if counting stopped early. */
  isWhole: boolean('All rows were counted'),
}

/** Range and date filters have two parameters, and either end may be open. */
function filterParameters(parameter: string, filter: ListFilter): [string, Field][] {
  const field = optional(filterField(filter))
  return [parameter, filter.endParameter].flatMap((item) => (item === undefined ? [] : [[item, field]]))
}

function filterField(filter: ListFilter): Field {
  if (filter.kind === 'boolean') return boolean(filter.label)
  if (filter.kind === 'range') return decimal(filter.label, { min: -999_999_999, max: 999_999_999 })
  return set(filter.label, filterValue(filter))
}

function filterValue({ kind, label, options }: ListFilter): Field<any> {
  if (options) return choice(label, options)
  if (kind === 'reference') return integer(label)
  if (kind === 'dates') return date(label)
  return kind === 'user' ? uuid(label) : text(label, { max: 200 })
}

/** Row that a log entry links to: the applied template, the replacement, or the change set. */
export const relatedShape = { entity: text('Entity'), ...namedShape }

export const activityShape = {
  id: id(),
  type: integer('Type'),
  title: text('Title'),
  notes: optional(longText('Notes')),
  changes: objects('Changes', { field: text('Field'), label: text('Label'), from: json<unknown>('From'), to: json<unknown>('To') }),
  createDate: instant('Date'),
  createdBy: optional(personField('By')),
  entity: text('Kind of record'),
  entityId: text('Thing'),
  entityName: optional(text('Name of the record')),
  relatedEntity: optional(object('Related thing', relatedShape)),
}
export type Activity = ValuesOf<typeof activityShape>

/** Response to a file request: the task that generates it (domain 12.1). */
export const fileTaskShape = {
  id: id(),
  createDate: instant('Asked for'),
  fileName: text('File name'),
  url: optional(image('Address')),
  status: integer('Status'),
  templateType: integer('Type'),
  downloadTaskCategory: integer('Category'),
  projectName: optional(text('Project')),
  progressPercent: integer('Progress', { unit: '%' }),
  errorMessage: optional(text('Error')),
  size: optional(integer('Size', { max: Number.MAX_SAFE_INTEGER })),
  expireDate: optional(instant('Kept until')),
  attempts: integer('Attempts'),
}
