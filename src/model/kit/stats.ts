import { call, page, row, shape, standardCalls } from './call.ts'
import type { AccessRule, Fields, Resource } from './description.ts'
import { integer, optional } from './field.ts'
import { lowerCaseName, withArticle } from './plural.ts'
import type { RowOf } from './resource.ts'

export const statsCall = <F extends Fields>(resource: Resource, counters: F) =>
  call({
    method: 'GET',
    path: `/${resource.path}/:id/Stats`,
    permission: resource.permission.view,
    summary: `Get the counts of ${withArticle(resource.names)}`,
    response: shape(counters),
  })

/** Requires permission to list the rows. Rows of projects need no further permission, because they are limited to visible ones. */
const statsAccess = (resource: Resource, rows: Resource): AccessRule =>
  rows.owner === 'project' || rows.permission.view === resource.permission.view
    ? resource.permission.view
    : { all: [resource.permission.view, rows.permission.view] }

/** `GET {path}/:id/Stats/{kind}`: rows behind one counter, some with a quantity. Each area provides its own kinds. */
export const statsRowsCall = <R extends Resource>(resource: Resource, kind: string, rows: R) =>
  call({
    method: 'GET',
    path: `/${resource.path}/:id/Stats/${kind}`,
    permission: statsAccess(resource, rows),
    summary: `List the ${lowerCaseName(rows.names.many)} of ${withArticle(resource.names)}`,
    query: standardCalls(rows).list.query,
    response: page<RowOf<R> & { quantity?: number | null }>(row(rows, { quantity: optional(integer('Quantity')) })),
  })
