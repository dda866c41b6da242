import { isReadOnly } from '../../model/projects/stages.ts'
import type { UndoPart } from '../activity/public.ts'
import { Params } from '../kit/rows.ts'
import { seesProject } from '../projects/public.ts'

/** Equipment in spaces: only in projects that are open and that whoever undoes sees; locked in the order of every writer. */
export const lineUndo: UndoPart = {
  entity: 'spaceEquipment',
  async hold(ctx, rows, isLocking) {
    const lines = rows.map(({ id }) => Number(id))
    const ids = [...new Set(rows.map(({ projectId }) => projectId))]
    if (isLocking)
      await ctx.rows(
        'select e.id from equipments e where e.id in (select l.equipment_id from space_equipment l where l.id = any($1)) order by e.id for share of e',
        [lines],
      )
    const p = new Params()
    const projects = await ctx.rows(
      `select t.id, t.stage from projects t where t.id = any(${p.add(ids)}) and not t.is_deleted and ${seesProject(ctx.actor, p)} order by t.id ${isLocking ? 'for no key update of t' : ''}`,
      p.values,
    )
    const stages = new Map(projects.map(({ id, stage }) => [id, stage]))
    const gone = await ctx.rows(
      `select l.id from space_equipment l join spaces s on s.id = l.space_id where l.id = any($1) and s.is_deleted`,
      [lines],
    )
    const inGone = new Set(gone.map(({ id }) => String(id)))
    const refused = new Map<string, string>()
    for (const { id, projectId } of rows) {
      const stage = projectId === null ? undefined : stages.get(projectId)
      if (stage === undefined) refused.set(id, 'The project is not there any more.')
      else if (isReadOnly(stage)) refused.set(id, 'The project is closed.')
      else if (inGone.has(id)) refused.set(id, 'The space has been deleted.')
    }
    return refused
  },
}
