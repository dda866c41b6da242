import type { RowOf } from '../../model/kit/resource.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { isReadOnlyStage } from '../../model/projects/stages.ts'
import type { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import type { UndoPart } from '../activity/public.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { seesProject } from '../projects/public.ts'

type Hold = NonNullable<UndoPart['hold']>

/** Undo requires visible, open projects; takes locks in the order of all writers. */
export async function inOpenProjects(
  ctx: Context,
  rows: Parameters<Hold>[1],
  isLocking: boolean,
  goneIds: (ids: number[]) => Promise<{ id: number }[]>,
) {
  const ids = [...new Set(rows.map(({ projectId }) => projectId))]
  const p = new Params()
  const projects = await ctx.rows(
    { id: is.number, stage: is.choice(ProjectStage) },
    `select t.id, t.stage from projects t where t.id = any(${p.add(ids)}) and not t.is_deleted and ${seesProject(ctx.actor, p)} order by t.id ${isLocking ? 'for no key update of t' : ''}`,
    p.values,
  )
  const stages = new Map(projects.map(({ id, stage }) => [id, stage]))
  const inGone = new Set((await goneIds(rows.map(({ id }) => Number(id)))).map(({ id }) => String(id)))
  const refused = new Map<string, string>()
  for (const { id, projectId } of rows) {
    const stage = projectId === null ? undefined : stages.get(projectId)
    if (stage === undefined) refused.set(id, 'The project no longer exists.')
    else if (isReadOnlyStage(stage)) refused.set(id, 'The project is closed.')
    else if (inGone.has(id)) refused.set(id, 'The space has been deleted.')
  }
  return refused
}

const inGoneSpace = (ctx: Context, table: string) => (ids: number[]) =>
  ctx.rows({ id: is.number }, `select x.id from ${table} x join spaces s on s.id = x.space_id where x.id = any($1) and s.is_deleted`, [ids])

export const lineUndo: UndoPart = {
  entity: 'spaceEquipment',
  async hold(ctx, rows, isLocking) {
    if (isLocking)
      await ctx.run(
        'select e.id from equipments e where e.id in (select l.equipment_id from space_equipment l where l.id = any($1)) order by e.id for share of e',
        [rows.map(({ id }) => Number(id))],
      )
    return inOpenProjects(ctx, rows, isLocking, inGoneSpace(ctx, 'space_equipment'))
  },
  /** A line cannot return to a deleted rack. */
  async problems(ctx, rows: Pick<RowOf<typeof spaceEquipment>, 'id' | 'rackId'>[]) {
    const ids = rows.flatMap(({ rackId }) => rackId ?? [])
    const deletedRacks = await ctx.rows({ id: is.number }, 'select id from racks where id = any($1) and is_deleted', [ids])
    const isGone = new Set<number | null>(deletedRacks.map(({ id }) => id))
    return new Map(rows.filter(({ rackId }) => isGone.has(rackId)).map(({ id }) => [String(id), 'The rack has been deleted since.']))
  },
}

/** Undoing keeps area groups that now have other contents. */
export const areaGroupUndo: UndoPart = {
  entity: 'areaGroups',
  hold: (ctx, rows, isLocking) => inOpenProjects(ctx, rows, isLocking, inGoneSpace(ctx, 'area_groups')),
  async mayGo(ctx, rows) {
    // Lines created with the group and unchanged since do not count: the same undo removes them.
    const used = await ctx.rows(
      { id: is.number },
      `select distinct g.id from area_groups g join space_equipment l on l.area_group_id = g.id and not l.is_deleted and (l.create_date <> g.create_date or l.row_version > 1)
       where g.id = any($1)`,
      [rows.map(({ id }) => id)],
    )
    return new Map(used.map(({ id }) => [String(id), 'Other equipment is in it.']))
  },
}

export const spaceUndo: UndoPart = {
  entity: 'spaces',
  hold: (ctx, rows, isLocking) => inOpenProjects(ctx, rows, isLocking, async () => []),
}

/** Cables of a deleted space cannot be changed. */
export const connectionUndo: UndoPart = {
  entity: 'connections',
  hold: (ctx, rows, isLocking) =>
    inOpenProjects(ctx, rows, isLocking, (ids) =>
      ctx.rows(
        { id: is.number },
        'select t.id from connections t where t.id = any($1) and not t.is_deleted and not exists (select from wired_connections w where w.id = t.id)',
        [ids],
      ),
    ),
}
