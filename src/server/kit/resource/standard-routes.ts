import type { AnyCall, Resource } from '../../../model/kit/description.ts'
import { responseKey } from '../../../model/kit/resource.ts'
import type { ListQuery, Served, StandardCallName } from '../entity/served.ts'
import { countChoices, listKeys, listRows } from '../list/list.ts'
import type { Context } from '../request/context.ts'
import { forbidden } from '../request/errors.ts'
import type { HandlerRequest, ParsedRequest, Route } from '../request/routes.ts'
import { createNote, deleteNote, noteAccess, readActivities, readRecent, updateNote } from './activities.ts'
import { precleanBody } from './checks.ts'
import { type Entity, findRow, getDetailedRow, getRow } from './entity.ts'
import { createMentions } from './mentions.ts'
import type { createWriter } from './writing.ts'

type Handler = Route['handler']
type Handlers = Record<StandardCallName, Handler>

/** Routes of an entity's standard calls. The code is generic, so values are validated by their call but not typed. */
export function standardRoutes(entity: Entity, served: Served, writing: ReturnType<typeof createWriter>): Route[] {
  const handlers: Handlers = { ...readingHandlers(entity, served), ...writingHandlers(entity, served, writing) }
  const { resource } = entity
  const prepares: Partial<Record<string, Route['prepare']>> = {
    create: precleanBody(resource),
    update: precleanBody(resource, (ctx, given) => findRow(entity, ctx, ownIdOf(resource, given), { parentId: parentOf(resource, given) })),
  }
  const calls: Partial<Record<StandardCallName, AnyCall>> = served.calls
  return Object.entries(handlers).flatMap(([name, handler]) => {
    const call = calls[name as StandardCallName]
    return call ? [{ call, handler, prepare: prepares[name] }] : []
  })
}

/** The call has validated every value here. */
const queryOf = (given: HandlerRequest): ListQuery => given.query
const parentOf = (resource: Resource, { params }: ParsedRequest): unknown => (resource.parent ? params.id : undefined)
const ownIdOf = (resource: Resource, { params }: ParsedRequest): unknown => (resource.parent ? params.itemId : params.id)

const pickerKeys = ({ title, ref, picker = [] }: Resource): ReadonlySet<string> => new Set(['id', title, ...ref, ...picker])
/** Fields any staff user may see in pickers: names, but no prices. */
export const namesTold = (resource: Resource): ReadonlySet<string> =>
  new Set([...pickerKeys(resource)].filter((key) => resource.fields[key]?.kind !== 'money'))

/** Filtering can reveal hidden values: users who may not see the rows may filter only by the fields a picker returns. */
function checkNarrowed({ fields, computed, list, permission }: Resource, told: ReadonlySet<string>, query: ListQuery) {
  const filters = Object.entries(list.filters ?? {}).filter(([, { field: key }]) => {
    const field = key === undefined ? undefined : (fields[key] ?? computed[key])
    return !(key !== undefined && field && told.has(responseKey(key, field)))
  })
  const hidden = filters.flatMap(([name, { endParameter }]) => (endParameter === undefined ? [name] : [name, endParameter]))
  const isAsked = (name: string) => {
    const value = query[name]
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  }
  if ([...hidden, ...stampFilters].some(isAsked)) throw forbidden(permission.view)
}
const stampFilters = ['createdByIds', 'updatedByIds', 'createdFrom', 'createdTo', 'updatedFrom', 'updatedTo']

function readingHandlers(entity: Entity, served: Served) {
  const { resource, definition } = entity
  const [small, told] = [pickerKeys(resource), namesTold(resource)]
  const inParent =
    (handler: Handler): Handler =>
    async (ctx, given) => {
      if (definition.parent) await definition.parent().expect(ctx, given.params.id)
      return handler(ctx, given)
    }
  const read = (ctx: Context, given: HandlerRequest) =>
    getRow(entity, ctx, ownIdOf(resource, given), { parentId: parentOf(resource, given) })

  return {
    typeHead: inParent(async (ctx, given) => {
      // Pickers are for staff only, whatever external users may see.
      if (ctx.actor.isExternal) throw forbidden()
      const { all, ...query } = given.query
      const isSeen = ctx.actor.held.has(resource.permission.view)
      const keys = isSeen ? small : told
      if (!isSeen) checkNarrowed(resource, told, query)
      const { items, total } = await listRows(served, ctx, query, {
        keys,
        parentId: parentOf(resource, given),
        limit: all ? 5000 : undefined,
        isCountShort: true,
        order: [resource.title],
        isNearestFirst: true,
      })
      return { items: items.map((item) => ({ ...item, name: item.name ?? item[resource.title] })), total }
    }),
    query: inParent((ctx, given) => served.list(ctx, queryOf(given), { parentId: parentOf(resource, given), isWhole: true })),
    recent: (ctx, { query }) => readRecent(served, ctx, query.count, query.mode),
    deleted: inParent((ctx, given) =>
      listRows(served, ctx, queryOf(given), {
        isDeleted: true,
        parentId: parentOf(resource, given),
        keys: new Set([...listKeys(resource), 'deleteDate', 'deletedBy']),
      }),
    ),
    readDeleted: (ctx, given) => getRow(entity, ctx, ownIdOf(resource, given), { isDeleted: true, parentId: parentOf(resource, given) }),
    counts: inParent((ctx, given) => {
      const { of: names, ...query } = given.query
      return countChoices(served, ctx, query, names ?? [], { parentId: parentOf(resource, given) })
    }),
    list: inParent((ctx, given) => served.list(ctx, queryOf(given), { parentId: parentOf(resource, given) })),
    read: async (ctx, given) => {
      const row = await getDetailedRow(entity, ctx, ownIdOf(resource, given), { parentId: parentOf(resource, given) })
      if (resource.recent && !ctx.request.isPrefetch) noteAccess(ctx, resource.entity, row.id)
      return row
    },
    export: inParent(async (ctx, given) => {
      const { columns, ...query } = given.query
      // Validates the query now, instead of in a task that fails later.
      await served.list(ctx, { ...query, page: 1, itemsPerPage: 1 }, { parentId: parentOf(resource, given) })
      return ctx.services.requestFile(ctx, {
        fileName: `${resource.names.many} ${new Date().toISOString().slice(0, 10)}.xlsx`,
        templateType: 0,
        category: definition.exportCategory?.(query) ?? resource.exportCategory ?? 0,
        maker: 'list',
        parameters: { path: resource.path, query, columns, parentId: parentOf(resource, given) },
      })
    }),
    logs: async (ctx, given) => {
      await read(ctx, given)
      return readActivities(ctx, resource.entity, ownIdOf(resource, given), given.query)
    },
  } satisfies Partial<Handlers>
}

function writingHandlers(entity: Entity, served: Served, writing: ReturnType<typeof createWriter>) {
  const { resource, definition, needs } = entity
  const { tellOfNote } = createMentions(entity)
  return {
    create: (ctx, given) => served.create(ctx, given.body, { parentId: parentOf(resource, given) }),
    update: (ctx, given) => {
      const { rowVersion, ...values } = given.body
      return served.update(ctx, ownIdOf(resource, given), values, { rowVersion, parentId: parentOf(resource, given) })
    },
    remove: (ctx, given) => served.remove(ctx, ownIdOf(resource, given), { parentId: parentOf(resource, given) }),
    restore: (ctx, given) => writing.restore(ctx, ownIdOf(resource, given), given.body),
    note: async (ctx, given) => {
      const row = await getRow(entity, ctx, ownIdOf(resource, given), { parentId: parentOf(resource, given) })
      const projectId = definition.projectIdSql?.(row) ?? null
      return tellOfNote(ctx, row, await createNote(ctx, { entity: resource.entity, id: row.id, notes: given.body.notes, projectId, needs }))
    },
    changeNote: async (ctx, given) => {
      const row = await getRow(entity, ctx, ownIdOf(resource, given), { parentId: parentOf(resource, given) })
      return tellOfNote(
        ctx,
        row,
        await updateNote(ctx, { entity: resource.entity, id: row.id, noteId: given.params.noteId }, given.body.notes),
      )
    },
    removeNote: async (ctx, given) => {
      const row = await getRow(entity, ctx, ownIdOf(resource, given), { parentId: parentOf(resource, given) })
      await deleteNote(ctx, { entity: resource.entity, id: row.id, noteId: given.params.noteId })
    },
  } satisfies Partial<Handlers>
}
