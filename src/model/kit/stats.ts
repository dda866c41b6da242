import { call, page, row, shape, standardCalls } from './call.ts'
import type { AccessRule, Fields, Resource } from './description.ts'
import { integer, optional } from './field.ts'
import { lowerCaseName, withArticle } from './plural.ts'
import type { RowOf } from './resource.ts'

/** `GET {path}/:id/Stats`: cheap counters for the page of a row. */
export const statsCall = <F extends Fields>(of: Resource, counters: F) =>
  call({
    method: 'GET',
    path: `/${of.path}/:id/Stats`,
    permission: of.permission.view,
    summary: `Get the counts of ${withArticle(of.names)}`,
    response: shape(counters),
  })

/** Rows are read by who may list them; those of projects show only what the caller sees, which asks the same. */
const needsOf = (of: Resource, rows: Resource): AccessRule =>
  rows.owner === 'project' || rows.permission.view === of.permission.view
    ? of.permission.view
    : { all: [of.permission.view, rows.permission.view] }

/** `GET {path}/:id/Stats/{kind}`: the rows behind one counter, some with how many of the thing. Each area mounts the kinds it keeps. */
export const statsRowsCall = <R extends Resource>(of: Resource, kind: string, rows: R) =>
  call({
    method: 'GET',
    path: `/${of.path}/:id/Stats/${kind}`,
    permission: needsOf(of, rows),
    summary: `List the ${lowerCaseName(rows.names.many)} of ${withArticle(of.names)}`,
    query: standardCalls(rows).list.query,
    response: page<RowOf<R> & { quantity?: number | null }>(row(rows, { quantity: optional(integer('Quantity')) })),
  })
