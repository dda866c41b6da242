import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Line } from '../../model/templates/drift.ts'
import type { Context, Row } from '../kit/request/context.ts'
import type { HeldTemplate } from '../templates/public.ts'
import { asItWillBe, type Behind } from './template-drift.ts'

export interface MadeGroup {
  id: number
  spaceId: number
  templateGroupId: number
  name: string
}
export type GroupOf = (spaceId: number, templateGroupId: number | null) => number | null

export async function writeGroups(ctx: Context, due: Behind[]): Promise<MadeGroup[]> {
  const by = ctx.actor.userId || null
  const renames = due.flatMap(({ pending }) => pending.renames.map(({ group, to }) => ({ id: group.id, name: to })))
  if (renames.length > 0)
    await ctx.rows(
      `update area_groups g set name = x.name, row_version = g.row_version + 1, update_date = now(), updated_by_id = $2
       from jsonb_to_recordset($1) as x(id bigint, name text) where g.id = x.id`,
      [JSON.stringify(renames), by],
    )
  const wanted = due.flatMap(({ space, groups, pending }) => {
    const last = Math.max(0, ...groups.map(({ order }) => order ?? 0))
    return pending.newGroups.map(({ id, name, notes }, at) => ({
      spaceId: space.id,
      projectId: space.projectId,
      templateGroupId: id,
      name,
      notes: notes ?? null,
      order: last + at + 1,
    }))
  })
  if (wanted.length === 0) return []
  const rows = await ctx.rows<{ id: number }>(
    `insert into area_groups (project_id, space_id, name, "order", notes, created_by_id, updated_by_id)
     select x."projectId", x."spaceId", x.name, x."order", x.notes, $2, $2
     from rows from (jsonb_to_recordset($1) as ("projectId" bigint, "spaceId" bigint, name text, "order" int, notes text)) with ordinality x order by x.ordinality
     returning id`,
    [JSON.stringify(wanted), by],
  )
  return wanted.map(({ spaceId, templateGroupId, name }, at) => ({ id: rows[at]!.id, spaceId, templateGroupId, name }))
}

/** Which group of a space stands for a group of the template, by name, when the renames are done. */
export function targetsOf({ contents }: HeldTemplate, due: Behind[], made: MadeGroup[]): GroupOf {
  const fold = (name: string) => name.normalize('NFC').toLowerCase()
  const bySpace = new Map(
    due.map(({ space, groups, pending }) => {
      const renamed = new Map(pending.renames.map(({ group, to }) => [group.id, to]))
      const names = groups.map(({ id, name }): [string, number] => [fold(renamed.get(id) ?? name), id])
      return [space.id as number, new Map(names)]
    }),
  )
  const fresh = new Map(made.map(({ id, spaceId, templateGroupId }) => [`${spaceId} ${templateGroupId}`, id]))
  const nameOf = new Map(contents.groups.map(({ id, name }) => [id, fold(name)]))
  return (spaceId, groupId) =>
    groupId === null ? null : (fresh.get(`${spaceId} ${groupId}`) ?? bySpace.get(spaceId)?.get(nameOf.get(groupId) ?? '') ?? null)
}

export interface Written {
  space: Row
  line: Line & { label?: string | null; notes?: string | null }
  before?: Line
}

export async function addNew(ctx: Context, due: Behind[], groupOf: GroupOf): Promise<Written[]> {
  const wanted = due.flatMap(({ space, pending }) =>
    pending.added.map((line) => ({ space, line: { ...line, areaGroupId: groupOf(space.id, line.areaGroupId) } })),
  )
  if (wanted.length === 0) return []
  const rows = await ctx.rows<{ id: number }>(
    `insert into space_equipment (project_id, space_id, area_group_id, equipment_id, quantity, provider, installer, unit_price_override, is_existing,
       label, notes, created_by_id, updated_by_id)
     select x."projectId", x."spaceId", x."areaGroupId", x."equipmentId", x.quantity, x.provider, x.installer, x."unitPriceOverride", x."isExisting", x.label, x.notes, $2, $2
     from rows from (jsonb_to_recordset($1) as ("projectId" bigint, "spaceId" bigint, "areaGroupId" bigint, "equipmentId" bigint, quantity int, provider text,
       installer text, "unitPriceOverride" bigint, "isExisting" boolean, label text, notes text)) with ordinality x order by x.ordinality
     returning id`,
    [
      JSON.stringify(wanted.map(({ space, line }) => ({ ...line, spaceId: space.id, projectId: space.projectId }))),
      ctx.actor.userId || null,
    ],
  )
  return wanted.map(({ space, line }, at) => ({ space, line: { ...line, id: rows[at]!.id } }))
}

export async function changeOld(ctx: Context, due: Behind[], groupOf: GroupOf): Promise<Written[]> {
  const wanted = due.flatMap(({ space, pending }) =>
    pending.changed.map((change) => {
      const line = asItWillBe(change)
      const isMoved = change.fields.includes('areaGroup')
      return { space, before: change.line, line: isMoved ? { ...line, areaGroupId: groupOf(space.id, line.areaGroupId) } : line }
    }),
  )
  if (wanted.length > 0)
    await ctx.rows(
      `update space_equipment l set area_group_id = x."areaGroupId", equipment_id = x."equipmentId", quantity = x.quantity, provider = x.provider,
         installer = x.installer, unit_price_override = x."unitPriceOverride", is_existing = x."isExisting", row_version = l.row_version + 1,
         update_date = now(), updated_by_id = $2
       from jsonb_to_recordset($1) as x(id bigint, "areaGroupId" bigint, "equipmentId" bigint, quantity int, provider text, installer text,
         "unitPriceOverride" bigint, "isExisting" boolean) where l.id = x.id`,
      [JSON.stringify(wanted.map(({ line }) => line)), ctx.actor.userId || null],
    )
  return wanted
}

export async function removeGone(ctx: Context, due: Behind[]) {
  const ids = due.flatMap(({ pending }) => pending.removed.map(({ id }) => id))
  if (ids.length > 0)
    await ctx.rows(
      'update space_equipment set is_deleted = true, delete_date = now(), deleted_by_id = $2, row_version = row_version + 1 where id = any($1)',
      [ids, ctx.actor.userId || null],
    )
}

/** The first equipment begins the work on a space; answers those. */
export async function writeSpaces(ctx: Context, due: Behind[], version: number): Promise<Set<number>> {
  const begun = due
    .filter(({ space, pending }) => space.status === SpaceStatus.of.Created && pending.added.length > 0)
    .map(({ space }) => space.id)
  await ctx.rows(
    `update spaces set template_version_id = $2, status = case when id = any($3) then ${SpaceStatus.of.InProgress} else status end,
       row_version = row_version + 1, update_date = now(), updated_by_id = $4 where id = any($1)`,
    [due.map(({ space }) => space.id), version, begun, ctx.actor.userId || null],
  )
  return new Set(begun)
}
