import { mayLack, namedShape, part, parts, person } from './answered.ts'
import type { Answer, AnyCall, Call, Field, Fields, InputOf, ListFilter, Need, Resource, ValuesOf } from './description.ts'
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
  optional,
  set,
  text,
  uuid,
} from './field.ts'
import { inSentence, oneOf } from './plural.ts'
import type { ColumnOf, Filtered, IdOf, Page, RowOf } from './resource.ts'
import { checkRows } from './rules.ts'

type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
/** A parameter is the id of a row unless the call says otherwise. */
type ParamFields<Path extends string, P extends Fields> = { [K in PathParams<Path>]: K extends keyof P ? P[K] : Field<number, 'id'> }
type Definition<Path extends string, Q extends Fields, B extends Fields, A, P extends Fields> = {
  method: Call['method']
  path: Path
  permission: Need
  summary: string
  params?: P
  query?: Q
  body?: B
  upload?: Call['upload']
  answer: Answer<A>
  status?: number
  refusal?: Answer
  toldOnce?: readonly string[]
  knownByAddress?: string
  asksOutside?: boolean
}

/** One call: method, path, who may, what goes in and what comes out. Server, client and OpenAPI derive from it. */
export function call<
  const Path extends string,
  A,
  Q extends Fields = Record<never, never>,
  B extends Fields = Record<never, never>,
  P extends Fields = Record<never, never>,
>(of: Definition<Path, Q, B, A, P>): Call<Q, B, A, ParamFields<Path, P>> {
  const names = [...of.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const said: Fields = of.params ?? {}
  // The type reads the same names out of the same path.
  const params = Object.fromEntries(names.map((name) => [name, said[name] ?? id(name)])) as ParamFields<Path, P>
  return { query: {} as Q, body: {} as B, status: of.method === 'DELETE' ? 204 : 200, ...of, params }
}

export type QueryOf<C> = C extends { query: infer Q extends Fields } ? InputOf<Q> : never
export type BodyOf<C> = C extends { body: infer B extends Fields } ? InputOf<B> : never
export type AnswerOf<C> = C extends { answer: Answer<infer A> } ? A : never
export type ParamsOf<C> = C extends { params: infer P } ? { [K in keyof P]: string | number } : never
/** What a handler gets of a call: every value as the field's check left it. */
export interface GivenOf<C> {
  params: C extends { params: infer P extends Fields } ? ValuesOf<P> : never
  query: C extends { query: infer Q extends Fields } ? ValuesOf<Q> : never
  body: C extends { body: infer B extends Fields } ? ValuesOf<B> : never
}

/** A row, and what only this call says of it. */
export const row = <R extends Resource, F extends Fields = Record<never, never>>(of: R, more?: F): Answer<RowOf<R> & ValuesOf<F>> => ({
  kind: 'row',
  of,
  fields: more,
})
/** `masked`: what is absent for whoever may not see it. */
export const shape = <F extends Fields, M extends Fields = Record<never, never>>(
  fields: F,
  masked?: M,
): Answer<ValuesOf<F> & Partial<ValuesOf<M>>> => {
  return { kind: 'shape', fields: { ...fields, ...mayLack(masked) } }
}
/** A page of a list, and what stands beside its rows; `asked` only for who asks for it. */
export const page = <T, F extends Fields = Record<never, never>, M extends Fields = Record<never, never>>(
  items: Answer<T>,
  beside?: F,
  asked?: M,
): Answer<Page<T> & ValuesOf<F> & Partial<ValuesOf<M>>> => ({ kind: 'page', items, fields: { ...beside, ...mayLack(asked) } })
/** `{items: [...]}` without a total. */
export const items = <T>(of: Answer<T>): Answer<{ items: T[] }> => ({ kind: 'items', items: of })
export const array = <T>(of: Answer<T>): Answer<T[]> => ({ kind: 'array', items: of })
export const value = <T>(field: Field<T>): Answer<T> => ({ kind: 'value', fields: { value: field } })
export const nothing: Answer<void> = { kind: 'nothing' }
export const file: Answer<Blob> = { kind: 'file' }

const direction = text('Descending', { max: 5 })
/** One for each column to sort by, in their order; a set would drop the second `true`. */
const directions: ReturnType<typeof set<string>> = {
  ...set('Descending', direction),
  check: (value, report) => checkRows(value, { max: 10 }, direction.check, report),
}

/** Which page of how many rows; a number beside what is allowed is brought back to it. */
export const paging = {
  page: defaulted(integer('Page', { min: 1, max: 1_000_000 }), 1),
  itemsPerPage: defaulted(
    integer('Items per page', { min: -1_000_000, max: 1_000_000, hint: '1 to 200, or -1 for all, which are 5,000 at most' }),
    10,
  ),
}

/** The list query of the application spec (domain 1.4). Numbers and flags arrive as text; the server's edge reads them. */
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
/** A row of a resource that stands below another row is named by its own parameter. */
type OwnName<R extends Resource> = R['path'] extends `${string}/:id/${string}` ? 'itemId' : 'id'
type RowPath<R extends Resource> = `/${R['path']}/:${OwnName<R>}`
type FilterFields<R extends Resource> = { [K in keyof Filtered<R>]-?: Field<Filtered<R>[K]> }
/** A name that is no column is refused by the list itself: it knows which of them it shows and is sorted by. */
type ColumnFields<R extends Resource> = Record<'sortBy' | 'columns', Field<readonly ColumnOf<R>[] | null>>
type OwnParams<R extends Resource> = { [K in OwnName<R>]: Field<IdOf<R>> }

/** What the standard calls of a resource share. */
function groundOf<R extends Resource>(of: R) {
  const base = `/${of.path}` as ListPath<R>
  const own = of.parent ? 'itemId' : 'id'
  const params = { [own]: of.ids === 'uuid' ? uuid('Id') : id('Id') } as OwnParams<R>
  // A parameter for each filter, by the filter's own name.
  const filters = Object.fromEntries(
    Object.entries(of.list.filters ?? {}).flatMap(([parameter, filter]) => parametersOf(parameter, filter)),
  ) as FilterFields<R>
  const columns = optional(set('Columns', text('Column', { max: 60 })))
  const named = { sortBy: listQuery.sortBy, columns } as ColumnFields<R>
  const query = {
    ...listQuery,
    sortBy: named.sortBy,
    ids: optional(set<string | number>('Rows', of.ids === 'uuid' ? uuid('Row') : id('Row'))),
    createdByIds: optional(set('Created by', uuid('User'))),
    updatedByIds: optional(set('Updated by', uuid('User'))),
    not: optional(
      set('Not', text('Filter', { max: 60 }), { max: 50, hint: 'Names of filters that leave out what they would otherwise leave' }),
    ),
    ...filters,
  }
  const one = <T extends string = ''>(tail?: T) => `${base}/:${own}${tail ?? ''}` as `${RowPath<R>}${T}`
  return { of, base, own, params, query, columns: named.columns, one } as const
}
type Ground<R extends Resource> = ReturnType<typeof groundOf<R>>

/** Lists, pickers, one row, recent ones, and the file of a list. */
function readingCalls<R extends Resource>({ of, base, params, query, columns, one }: Ground<R>) {
  const { names, permission } = of
  return {
    list: call({
      method: 'GET',
      path: base,
      permission: permission.view,
      summary: `List ${inSentence(names.many)}`,
      query: { ...query, columns: { ...columns, hint: 'All unless some are named' } },
      answer: page(row(of)),
    }),
    typeHead: call({
      method: 'GET',
      path: `${base}/typeHead`,
      permission: of.namesForStaff ? 'internal' : permission.view,
      summary: `Search ${inSentence(names.many)} by name, for pickers`,
      query: { ...query, all: optional(boolean('All')) },
      answer: page(row(of, of.title === 'name' ? undefined : { name: text('Name') })),
    }),
    query: call({
      method: 'GET',
      path: `${base}/query`,
      permission: permission.view,
      summary: `List all matching ${inSentence(names.many)}`,
      query: {
        ...query,
        itemsPerPage: optional(
          integer('Items per page', { min: -1_000_000, max: 1_000_000, hint: 'All, which are 5,000 at most, unless it says 1 to 200' }),
        ),
      },
      answer: page(row(of)),
    }),
    counts: call({
      method: 'GET',
      path: `${base}/counts`,
      permission: permission.view,
      summary: `Count ${inSentence(names.many)} for each choice of the filters named`,
      query: { ...query, of: optional(set('Filters to count', text('Filter', { max: 60 }), { max: 8 })) },
      answer: shape(countsShape),
    }),
    read: call({
      method: 'GET',
      path: one(),
      params,
      permission: permission.view,
      summary: `Get ${oneOf(names)}`,
      answer: row(of),
    }),
    recent: of.recent
      ? call({
          method: 'GET',
          path: `${base}/Recent`,
          permission: permission.view,
          summary: `List recent ${inSentence(names.many)}`,
          query: { count: defaulted(integer('Count', { hint: '1 to 50' }), 10), mode: defaulted(integer('Mode', { min: 1, max: 3 }), 3) },
          answer: items(row(of)),
        })
      : undefined,
    export:
      of.exportCategory !== undefined
        ? call({
            method: 'GET',
            path: `${base}/Export`,
            permission: permission.view,
            summary: `Export ${inSentence(names.many)}`,
            query: { ...query, columns },
            answer: shape(requestedFile),
            status: 202,
          })
        : undefined,
  }
}

/** What makes, changes and takes away. */
function writingCalls<R extends Resource>({ of, base, params, one }: Ground<R>) {
  const { names, permission } = of
  const version = { rowVersion: optional(integer('Row version', { min: 1 })) }
  return {
    create:
      permission.create &&
      call({
        method: 'POST',
        path: base,
        permission: permission.create,
        summary: `Create ${oneOf(names)}`,
        body: of.fields as R['fields'],
        answer: row(of),
        status: 201,
        toldOnce: of.toldOnce,
      }),
    update:
      permission.update &&
      call({
        method: 'PUT',
        path: one(),
        params,
        permission: permission.update,
        summary: `Update ${oneOf(names)}`,
        body: { ...(of.fields as R['fields']), ...version },
        answer: row(of),
      }),
    remove:
      permission.delete &&
      call({
        method: 'DELETE',
        path: one(),
        params,
        permission: permission.delete,
        summary: `Delete ${oneOf(names)}`,
        answer: nothing,
      }),
  }
}

/** What is deleted, and how it comes back. */
function restoringCalls<R extends Resource>({ of, base, own, params, query, one }: Ground<R>) {
  const { names, permission } = of
  const permitted = of.restorable ? permission.restore : undefined
  const fields: Fields = of.fields
  const anew: Fields = Object.fromEntries((of.unique ?? []).flatMap((key) => (fields[key] ? [[key, optional(fields[key])]] : [])))
  return {
    deleted: permitted
      ? call({
          method: 'GET',
          path: `${base}/deleted`,
          permission: permitted,
          summary: `List deleted ${inSentence(names.many)}`,
          query,
          answer: page(row(of, { deleteDate: instant('Deleted'), deletedBy: optional(person('Deleted by')) })),
        })
      : undefined,
    readDeleted: permitted
      ? call({
          method: 'GET',
          path: `${base}/deleted/:${own}`,
          params,
          permission: permitted,
          summary: `Get ${oneOf({ one: `Deleted ${inSentence(names.one)}`, many: `Deleted ${inSentence(names.many)}` })}`,
          answer: row(of),
        })
      : undefined,
    restore: permitted
      ? call({
          method: 'PUT',
          path: one('/restore'),
          params,
          permission: permitted,
          summary: `Restore ${oneOf(names)}`,
          /** New values in the place of those that are taken. */
          body: { name: optional(text('Name', { max: 200 })), ...anew },
          answer: row(of),
        })
      : undefined,
  }
}

/** What happened to a row, with notes on it. */
function logCalls<R extends Resource>({ of, params, one }: Ground<R>) {
  const { names, permission } = of
  return {
    logs: of.logs
      ? call({
          method: 'GET',
          path: one('/ActivityLogs'),
          params,
          permission: permission.view,
          summary: `List the activity of ${oneOf(names)}`,
          query: {
            ...listQuery,
            types: optional(set('Types', integer('Type'))),
            userIds: optional(set('People', uuid('Person'))),
            from: optional(date('From')),
            to: optional(date('To')),
          },
          answer: page(shape(activityShape)),
        })
      : undefined,
    note:
      of.logs && permission.update
        ? call({
            method: 'POST',
            path: one('/ActivityLogs'),
            params,
            permission: permission.update,
            summary: `Add a note to ${oneOf(names)}`,
            body: { notes: longText('Notes', { min: 1 }), type: integer('Type', { min: 2, max: 2 }) },
            answer: shape(activityShape),
            status: 201,
          })
        : undefined,
  }
}

/** Whoever wrote a note may change or delete it for this long; then it stays (domain 14.3). */
export const noteMinutes = 15

function noteCalls<R extends Resource>({ of, base, own, params }: Ground<R>): { changeNote?: AnyCall; removeNote?: AnyCall } {
  const permission = of.permission.update
  if (!of.logs || !permission) return {}
  const place = { path: `${base}/:${own}/ActivityLogs/:noteId` as string, params: { ...params, noteId: id('Note') }, permission }
  return {
    changeNote: call({
      ...place,
      method: 'PUT',
      summary: `Update one of my own notes within ${noteMinutes} minutes`,
      body: { notes: longText('Notes', { min: 1 }) },
      answer: shape(activityShape),
    }),
    removeNote: call({ ...place, method: 'DELETE', summary: `Delete one of my own notes within ${noteMinutes} minutes`, answer: nothing }),
  }
}

/** The calls every resource has, by the words of domain 8 ("Std"). */
export function standardCalls<R extends Resource>(of: R) {
  const ground = groundOf(of)
  return { ...readingCalls(ground), ...writingCalls(ground), ...restoringCalls(ground), ...logCalls(ground), ...noteCalls(ground) }
}

/** Counted up to here; then there are at least as many. */
export const mostRowsCounted = 100_000
const countsShape = {
  items: list('Counts', { filter: text('Filter'), value: text('Value'), count: integer('Rows') }),
  /** Whether every row was counted; else there are more. */
  isWhole: boolean('All rows were counted'),
}

/** Of a filter by size or by days there are two: each end may be left open. */
function parametersOf(parameter: string, filter: ListFilter): [string, Field][] {
  const field = optional(valuesOf(filter))
  return [parameter, filter.to].flatMap((one) => (one === undefined ? [] : [[one, field]]))
}

function valuesOf(filter: ListFilter): Field {
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

/** What an entry of a log leads to: what was applied, what took the thing's place, what the change was part of. */
export const relatedShape = { entity: text('Entity'), ...namedShape }

/** One entry of the log of a thing (domain 14.3). */
export const activityShape = {
  id: id(),
  type: integer('Type'),
  title: text('Title'),
  notes: optional(longText('Notes')),
  changes: parts('Changes', { field: text('Field'), label: text('Label'), from: json<unknown>('From'), to: json<unknown>('To') }),
  createDate: instant('Date'),
  createdBy: optional(person('By')),
  entity: text('Kind of thing'),
  entityId: text('Thing'),
  entityName: optional(text('Name of the thing')),
  relatedEntity: optional(part('Related thing', relatedShape)),
}
export type Activity = ValuesOf<typeof activityShape>

/** What is answered to whoever asks for a file: the task that makes it (domain 12.1). */
export const requestedFile = {
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
