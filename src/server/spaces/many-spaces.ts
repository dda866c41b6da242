import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'

/** Bulk writes into many spaces, one statement each. The caller locks the spaces and records the changes. */

interface NewGroup {
  projectId: number
  spaceId: number
  name: string
  order: number
  notes: string | null
}

/** A line as stored; prices in cents. */
interface StoredLine {
  areaGroupId: number | null
  equipmentId: number
  quantity: number
  provider: string
  installer: string
  unitPriceOverride: number | null
  isExisting: boolean
}
interface NewLine extends StoredLine {
  projectId: number
  spaceId: number
  label?: string | null
  notes?: string | null
}

export async function createAreaGroups(ctx: Context, groups: NewGroup[]): Promise<number[]> {
  if (groups.length === 0) return []
  const rows = await ctx.rows(
    { id: is.number },
    `insert into area_groups (project_id, space_id, name, "order", notes, created_by_id, updated_by_id)
     select x."projectId", x."spaceId", x.name, x."order", x.notes, $2, $2
     from rows from (jsonb_to_recordset($1) as ("projectId" bigint, "spaceId" bigint, name text, "order" int, notes text)) with ordinality x order by x.ordinality
     returning id`,
    [JSON.stringify(groups), ctx.actor.userId || null],
  )
  return rows.map(({ id }) => id)
}

export async function renameGroups(ctx: Context, groups: { id: number; name: string }[]) {
  if (groups.length === 0) return
  await ctx.run(
    `update area_groups g set name = x.name, row_version = g.row_version + 1, update_date = now(), updated_by_id = $2
     from jsonb_to_recordset($1) as x(id bigint, name text) where g.id = x.id`,
    [JSON.stringify(groups), ctx.actor.userId || null],
  )
}

export async function makeLines(ctx: Context, lines: NewLine[]): Promise<number[]> {
  if (lines.length === 0) return []
  const rows = await ctx.rows(
    { id: is.number },
    `insert into space_equipment (project_id, space_id, area_group_id, equipment_id, quantity, provider, installer, unit_price_override, is_existing,
       label, notes, created_by_id, updated_by_id)
     select x."projectId", x."spaceId", x."areaGroupId", x."equipmentId", x.quantity, x.provider, x.installer, x."unitPriceOverride", x."isExisting", x.label, x.notes, $2, $2
     from rows from (jsonb_to_recordset($1) as ("projectId" bigint, "spaceId" bigint, "areaGroupId" bigint, "equipmentId" bigint, quantity int, provider text,
       installer text, "unitPriceOverride" bigint, "isExisting" boolean, label text, notes text)) with ordinality x order by x.ordinality
     returning id`,
    [JSON.stringify(lines), ctx.actor.userId || null],
  )
  return rows.map(({ id }) => id)
}

export async function rewriteLines(ctx: Context, lines: ({ id: number } & StoredLine)[]) {
  if (lines.length === 0) return
  await ctx.run(
    `update space_equipment l set area_group_id = x."areaGroupId", equipment_id = x."equipmentId", quantity = x.quantity, provider = x.provider,
       installer = x.installer, unit_price_override = x."unitPriceOverride", is_existing = x."isExisting", row_version = l.row_version + 1,
       update_date = now(), updated_by_id = $2
     from jsonb_to_recordset($1) as x(id bigint, "areaGroupId" bigint, "equipmentId" bigint, quantity int, provider text, installer text,
       "unitPriceOverride" bigint, "isExisting" boolean) where l.id = x.id`,
    [JSON.stringify(lines), ctx.actor.userId || null],
  )
}

export async function takeLinesOut(ctx: Context, ids: number[]) {
  if (ids.length === 0) return
  await ctx.run(
    'update space_equipment set is_deleted = true, delete_date = now(), deleted_by_id = $2, row_version = row_version + 1 where id = any($1)',
    [ids, ctx.actor.userId || null],
  )
}

/** Marks the spaces as equal to this template version; their contents are unchanged. */
export async function takeVersion(ctx: Context, ids: number[], version: number) {
  await ctx.run('update spaces set template_version_id = $2 where id = any($1) and template_version_id is distinct from $2', [ids, version])
}

/** Marks the spaces as updated to this template version; the status of some changes to in progress. */
export async function becomeVersion(ctx: Context, ids: number[], version: number, begun: number[]) {
  await ctx.run(
    `update spaces set template_version_id = $2, status = case when id = any($3) then ${SpaceStatus.InProgress} else status end,
       row_version = row_version + 1, update_date = now(), updated_by_id = $4 where id = any($1)`,
    [ids, version, begun, ctx.actor.userId || null],
  )
}
