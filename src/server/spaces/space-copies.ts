import type { Context } from '../kit/request/context.ts'
import type { SpaceInHand } from './open-space.ts'

/** Copies area groups and lines into an empty space. Installer names are not copied to another project. */
export async function copyContents(ctx: Context, sourceId: number, target: SpaceInHand, isElsewhere: boolean) {
  const values = [sourceId, target.projectId, target.id, ctx.actor.userId || null]
  await ctx.run(
    `insert into area_groups (project_id, space_id, name, "order", notes, created_by_id, updated_by_id)
     select $2, $3, name, "order", notes, $4, $4 from area_groups where space_id = $1 and not is_deleted order by "order", id`,
    values,
  )
  await ctx.run(
    `insert into space_equipment (project_id, space_id, area_group_id, equipment_id, quantity, provider, installer, installer_name,
       unit_price_override, is_existing, label, notes, created_by_id, updated_by_id)
     select $2, $3, own.id, l.equipment_id, l.quantity, l.provider, l.installer, case when $5 then null else l.installer_name end,
       l.unit_price_override, l.is_existing, l.label, l.notes, $4, $4
     from space_equipment l
       left join area_groups g on g.id = l.area_group_id
       left join area_groups own on own.space_id = $3 and own.name = g.name and not own.is_deleted
     where l.space_id = $1 and not l.is_deleted order by l.id`,
    [...values, isElsewhere],
  )
}
