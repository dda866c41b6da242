import { call, page, row, shape, standardCalls } from './call.ts'
import type { AccessRule, Fields, Resource } from './description.ts'
import { integer, optional } from './field.ts'
import { lowerCaseName, withArticle } from './plural.ts'
import type { RowOf } from './resource.ts'

/** `GET {path}/:id/Stats`: cheap counters for the page of a row. */
export const statsCall = <F extends Fields>(resource: Resource, counters: F) =>
  call({
    method: 'GET',
    path: `/${resource.path}/:id/Stats`,
    permission: resource.permission.view,
    summary: `Get the counts of ${withArticle(resource.names)}`,
    response: shape(counters),
  })

/** Rows are read by who may list them; those of projects show only what the caller sees, which asks the same. */
const needsOf = (resource: Resource, rows: Resource): AccessRule =>
  rows.owner === 'project' || rows.permission.view === resource.permission.view
    ? resource.permission.view
    : { all: [resource.permission.view, rows.permission.view] }

/** `GET {path}/:id/Stats/{kind}`: the rows behind one counter, some with how many of the thing. Each area mounts the kinds it keeps. */
export const statsRowsCall = <R extends Resource>(resource: Resource, kind: string, rows: R) =>
  call({
    method: 'GET',
    path: `/${resource.path}/:id/Stats/${kind}`,
    permission: needsOf(resource, rows),
    summary: `List the ${lowerCaseName(rows.names.many)} of ${withArticle(resource.names)}`,
    query: standardCalls(rows).list.query,
    response: page<RowOf<R> & { quantity?: number | null }>(row(rows, { quantity: optional(integer('Quantity')) })),
  })
