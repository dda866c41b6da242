import type { AnyCall, Resource } from '../../../model/kit/description.ts'
import { guardedPickerParameters, pickerKeys, staffVisibleKeys } from '../../../model/kit/resource.ts'
import type { ListQuery, Served, StandardCallName } from '../entity/served.ts'
import { countChoices, listKeys, loadListPage } from '../list/list.ts'
import { todayUtc } from '../request/clock.ts'
import type { Context } from '../request/context.ts'
import { forbidden } from '../request/errors.ts'
import type { HandlerRequest, ParsedRequest, Route } from '../request/routes.ts'
import { createNote, deleteNote, readActivities, readRecent, recordAccess, updateNote } from './activities.ts'
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
    update: precleanBody(resource, (ctx, request) =>
      findRow(entity, ctx, ownRowId(resource, request), { parentId: parentRowId(resource, request) }),
    ),
  }
  const calls: Partial<Record<StandardCallName, AnyCall>> = served.calls
  return Object.entries(handlers).flatMap(([name, handler]) => {
    const call = calls[name as StandardCallName]
    return call ? [{ call, handler, prepare: prepares[name] }] : []
  })
}

/** The call has validated every value here. */
const listQueryParams = (request: HandlerRequest): ListQuery => request.query
const parentRowId = (resource: Resource, { params }: ParsedRequest): unknown => (resource.parent ? params.id : undefined)
const ownRowId = (resource: Resource, { params }: ParsedRequest): unknown => (resource.parent ? params.itemId : params.id)

function checkGuarded(guarded: readonly string[], { permission }: Resource, query: ListQuery) {
  const isAsked = (name: string) => {
    const value = query[name]
    return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  }
  if (guarded.some(isAsked)) throw forbidden(permission.view)
}

function readingHandlers(entity: Entity, served: Served) {
  const { resource, definition } = entity
  const [small, shownNames, guarded] = [pickerKeys(resource), staffVisibleKeys(resource), guardedPickerParameters(resource)]
  const inParent =
    (handler: Handler): Handler =>
    async (ctx, request) => {
      if (definition.parent) await definition.parent().expect(ctx, request.params.id)
      return handler(ctx, request)
    }
  const read = (ctx: Context, request: HandlerRequest) =>
    getRow(entity, ctx, ownRowId(resource, request), { parentId: parentRowId(resource, request) })

  return {
    typeHead: inParent(async (ctx, request) => {
      // Pickers are for staff only, even for rows that external users may see.
      if (ctx.actor.isExternal) throw forbidden()
      const { all, ...query } = request.query
      // Unless a picker is open to all staff, its permission shows the rows.
      const isSeen = !resource.isPickableByStaff || ctx.actor.held.has(resource.permission.view)
      const keys = isSeen ? small : shownNames
      if (!isSeen) checkGuarded(guarded, resource, query)
      const { items, total } = await loadListPage(served, ctx, query, {
        keys,
        parentId: parentRowId(resource, request),
        limit: all ? 5000 : undefined,
        isCountShort: true,
        order: [resource.title],
        isNearestFirst: true,
      })
      return {
        items: items.map((item) => ({ ...item, name: item.name ?? item[resource.title] ?? `${resource.names.one} ${item.id}` })),
        total,
      }
    }),
    query: inParent((ctx, request) =>
      served.list(ctx, listQueryParams(request), { parentId: parentRowId(resource, request), isWhole: true }),
    ),
    recent: (ctx, { query }) => readRecent(served, ctx, query.count, query.mode),
    deleted: inParent((ctx, request) =>
      loadListPage(served, ctx, listQueryParams(request), {
        isDeleted: true,
        parentId: parentRowId(resource, request),
        keys: new Set([...listKeys(resource), 'deleteDate', 'deletedBy']),
      }),
    ),
    readDeleted: (ctx, request) =>
      getRow(entity, ctx, ownRowId(resource, request), { isDeleted: true, parentId: parentRowId(resource, request) }),
    counts: inParent((ctx, request) => {
      const { of: names, ...query } = request.query
      return countChoices(served, ctx, query, names ?? [], { parentId: parentRowId(resource, request) })
    }),
    list: inParent((ctx, request) => served.list(ctx, listQueryParams(request), { parentId: parentRowId(resource, request) })),
    read: async (ctx, request) => {
      const row = await getDetailedRow(entity, ctx, ownRowId(resource, request), { parentId: parentRowId(resource, request) })
      if (resource.recent && !ctx.request.isPrefetch) recordAccess(ctx, resource.entity, row.id)
      return row
    },
    export: inParent(async (ctx, request) => {
      const { columns, ...query } = request.query
      // Validates the query now, instead of in a task that fails later.
      await served.list(ctx, { ...query, page: 1, itemsPerPage: 1 }, { parentId: parentRowId(resource, request) })
      return ctx.services.requestFile(ctx, {
        fileName: `${resource.names.many} ${todayUtc()}.xlsx`,
        templateType: 0,
        category: definition.exportCategory?.(query) ?? resource.exportCategory ?? 0,
        maker: 'list',
        parameters: { path: resource.path, query, columns, parentId: parentRowId(resource, request) },
      })
    }),
    logs: async (ctx, request) => {
      await read(ctx, request)
      return readActivities(ctx, resource.entity, ownRowId(resource, request), request.query)
    },
  } satisfies Partial<Handlers>
}

function writingHandlers(entity: Entity, served: Served, writing: ReturnType<typeof createWriter>) {
  const { resource, definition, needs } = entity
  const { tellOfNote } = createMentions(entity)
  /** Looks up the row first, so a row the caller may not see always gives the same 404. */
  const inOpenParent =
    (handler: Handler): Handler =>
    async (ctx, request) => {
      const { id, itemId } = request.params
      if (definition.open && itemId !== undefined) await getRow(entity, ctx, itemId, { parentId: id })
      await definition.open?.(ctx, id)
      return handler(ctx, request)
    }
  return {
    create: inOpenParent((ctx, request) => served.create(ctx, request.body, { parentId: parentRowId(resource, request) })),
    update: inOpenParent((ctx, request) => {
      const { rowVersion, ...values } = request.body
      return served.update(ctx, ownRowId(resource, request), values, { rowVersion, parentId: parentRowId(resource, request) })
    }),
    remove: inOpenParent((ctx, request) => served.remove(ctx, ownRowId(resource, request), { parentId: parentRowId(resource, request) })),
    restore: (ctx, request) => writing.restore(ctx, ownRowId(resource, request), request.body),
    note: async (ctx, request) => {
      const row = await getRow(entity, ctx, ownRowId(resource, request), { parentId: parentRowId(resource, request) })
      const projectId = definition.projectIdOf?.(row) ?? null
      return tellOfNote(
        ctx,
        row,
        await createNote(ctx, { entity: resource.entity, id: row.id, notes: request.body.notes, projectId, needs }),
      )
    },
    changeNote: async (ctx, request) => {
      const row = await getRow(entity, ctx, ownRowId(resource, request), { parentId: parentRowId(resource, request) })
      return tellOfNote(
        ctx,
        row,
        await updateNote(ctx, { entity: resource.entity, id: row.id, noteId: request.params.noteId }, request.body.notes),
      )
    },
    removeNote: async (ctx, request) => {
      const row = await getRow(entity, ctx, ownRowId(resource, request), { parentId: parentRowId(resource, request) })
      await deleteNote(ctx, { entity: resource.entity, id: row.id, noteId: request.params.noteId })
    },
  } satisfies Partial<Handlers>
}
