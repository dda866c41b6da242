import { recordAudit } from '../kit/entity/audit.ts'
import type { Served } from '../kit/entity/served.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { columnName } from '../kit/sql/table.ts'

export async function nextOrder(ctx: Context, table: string, column: string, parentId: unknown): Promise<number> {
  const last = await ctx.rows(
    { order: orNull(is.number) },
    `select max("order") as "order" from ${table} where ${column} = $1 and not is_deleted`,
    [parentId],
  )
  return (onlyRow(last).order ?? 0) + 1
}

export async function reorderRows(
  ctx: Context,
  served: Pick<Served, 'resource' | 'shape' | 'table'>,
  parentId: number,
  ids: number[],
  label: string,
) {
  const { resource, shape } = served
  if (!resource.parent) throw new Error(`${resource.path} has no order, because its rows belong to nothing`)
  const parent = columnName(resource.parent)
  const rows = await ctx.rows(
    { id: is.number, projectId: is.number },
    `select id, project_id from ${shape.table} where ${parent} = $1 and not is_deleted order by "order", id`,
    [parentId],
  )
  const known = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw badRequest({ ids: [`${label} not found.`] })
  const ordered = [...ids, ...[...known].filter((id) => !ids.includes(id))]
  await ctx.updateMany(
    served.table,
    ordered.map((id, index) => ({ id, order: index + 1 })),
    { skipsEqual: true },
  )
  await recordAudit(ctx, [
    { action: 'Update', entity: resource.entity, entityId: null, entityName: `Order of ${resource.names.many}`, after: { ids: ordered } },
  ])
  const projectId = rows[0]?.projectId
  ctx.after(() => {
    for (const id of ordered) ctx.services.changed({ entity: resource.entity, id, projectId, action: 'Updated' }, resource.permission.view)
  })
}
