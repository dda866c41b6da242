import type { PgTable } from 'drizzle-orm/pg-core'
import { standardCalls } from '../../../model/kit/call.ts'
import type { Resource } from '../../../model/kit/description.ts'
import type { EntityDefinition, Scoped, Served } from '../entity/served.ts'
import { acceptedParameters, listKeys, loadListPage } from '../list/list.ts'
import type { Route } from '../request/routes.ts'
import { addDetails, assertRow, createEntity, findRow, getRow } from './entity.ts'
import { standardRoutes } from './standard-routes.ts'
import { createWriter } from './writing.ts'

/**
 * Serves an entity: every call of `standardCalls`, each with scope, rules, audit, and activity entries in one transaction. Areas customize
 * with hooks and `withOverrides`, and otherwise use `create`, `update`, and `remove`. An incomplete definition (a field without a column,
 * an unknown key) fails at startup.
 */
export function serve<R extends Resource, T extends PgTable>(definition: EntityDefinition<R, T> & Scoped<R>): Served<R, T> {
  // The kit handles any resource by its fields. The cast is safe because `createEntity` checks the table against the fields.
  return servedBy(definition as unknown as EntityDefinition) as unknown as Served<R, T>
}

function servedBy(definition: EntityDefinition): Served {
  const { resource, table } = definition
  const entity = createEntity(definition)
  const writing = createWriter(entity)
  const keys = listKeys(resource)
  const routes: Route[] = []
  const served: Served = Object.freeze<Served>({
    resource,
    table,
    shape: entity.shape,
    definition,
    filterJoins: definition.joins ?? '',
    parameters: acceptedParameters(definition),
    calls: standardCalls(resource),
    routes,
    find: (ctx, id, options) => findRow(entity, ctx, id, options),
    get: (ctx, id, options) => getRow(entity, ctx, id, options),
    expect: (ctx, id) => assertRow(entity, ctx, id),
    detailed: (ctx, row) => addDetails(entity, ctx, row),
    list: (ctx, query, options) => loadListPage(served, ctx, query, { keys, ...options }),
    create: writing.create,
    update: writing.update,
    remove: writing.remove,
  })
  routes.push(...standardRoutes(entity, served, writing))
  return served
}
