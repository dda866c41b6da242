import { ActivityLogType } from '../../model/activity/enums.ts'
import { PlaceKind } from '../../model/catalog/equipment-replace.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { type EquipmentPlaces, swapLines } from '../catalog/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import { announceMany, readMany } from '../kit/resource/many-rows.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { seesProject } from '../projects/public.ts'
import { cablesMoved, heldLines } from './cable-moves.ts'
import { placementsDropped, racksHolding } from './misfits.ts'
import { recordRackChanges } from './racks.ts'
import { spaceEquipment } from './space-equipment.ts'
import { announceSpace } from './space-status.ts'
import { usesOfEquipment } from './uses.ts'

const idsOfUses = (uses: readonly { id: number }[]) => uses.map(({ id }) => id)
const { Lead, Opportunity, Active } = ProjectStage

/** Lines of spaces in active projects; closed and archived ones are read-only. */
export const spacePlaces: EquipmentPlaces = {
  kind: PlaceKind.Space,
  counts: usesOfEquipment,
  async find(ctx, equipmentId, { everywhere, projectIds, spaceIds }, lock) {
    if (!everywhere && !projectIds?.length && !spaceIds?.length) return []
    const p = new Params()
    const scopeCondition = everywhere
      ? 'true'
      : `(l.project_id = any(${p.add(projectIds ?? [])}) or l.space_id = any(${p.add(spaceIds ?? [])}))`
    const from = `from space_equipment l join spaces s on s.id = l.space_id and not s.is_deleted join living_projects t on t.id = l.project_id
      where l.equipment_id = ${p.add(equipmentId)} and not l.is_deleted and t.stage = any(${p.add([Lead, Opportunity, Active])})
        and ${scopeCondition} and ${seesProject(ctx.actor, p)}`
    if (lock) {
      await ctx.run(`select 1 from projects where id in (select l.project_id ${from}) order by id for no key update`, p.values)
      await ctx.run(`select 1 from spaces where id in (select l.space_id ${from}) order by id for no key update`, p.values)
    }
    const rows = await ctx.rows(
      {
        id: is.number,
        name: is.text,
        number: orNull(is.text),
        projectId: is.number,
        project: is.text,
        lines: is.number,
        quantity: is.number,
        versions: is.text,
      },
      `select s.id, s.name, s.space_number as number, t.id as "projectId", t.name as project, count(*)::int as lines, sum(l.quantity)::int as quantity,
         string_agg(l.id || ':' || l.row_version, ' ' order by l.id) as versions ${from} group by s.id, t.id, t.name order by t.id, s.id`,
      p.values,
    )
    return rows.map(({ id, name, number, projectId, project, lines, quantity, versions }) => ({
      kind: PlaceKind.Space,
      id,
      name: [number, name].filter(Boolean).join(' '),
      project: { id: projectId, name: project },
      href: `/projects/${projectId}/spaces/${id}`,
      lines,
      quantity,
      versions,
    }))
  },

  cables: (ctx, uses, { old, next }) => cablesMoved(ctx, idsOfUses(uses), { oldId: old.id, newId: next.id }),

  dropped: (ctx, uses, { old, next }) => placementsDropped(ctx, idsOfUses(uses), { oldId: old.id, newId: next.id }),

  async replace(ctx, uses, swap) {
    const { old, next } = swap
    const apart = await heldLines(ctx, idsOfUses(uses), old.id)
    const before = await racksHolding(ctx, idsOfUses(uses), old.id)
    const { lines, changes } = await swapLines(
      ctx,
      {
        served: spaceEquipment,
        read: (ids) => readMany(ctx, spaceEquipment, ids),
        place: 'spaceId',
        placeEntity: 'spaces',
        rack: 'rack_id',
        apart,
      },
      uses,
      swap,
    )
    await recordAudit(
      ctx,
      uses.map(({ id, name, project, quantity }) => ({
        action: 'Update' as const,
        entity: 'spaces',
        entityId: id,
        entityName: name,
        before: { equipment: { id: old.id, model: old.model }, quantity },
        after: { equipment: { id: next.id, model: next.model }, quantity },
        activity: {
          title: `Equipment replaced: ${quantity} × ${old.model} by ${next.model}`,
          type: ActivityLogType.RelatedActions,
          projectId: project!.id,
          needs: spaceEquipment.resource.permission.view,
          related: { entity: 'equipments', id: next.id, name: next.model },
        },
      })),
    )
    announceMany(
      ctx,
      spaceEquipment,
      lines.map((line) => ({ id: line.id, projectId: line.projectId, rowVersion: line.rowVersion })),
      'Updated',
    )
    for (const { id, project } of uses.slice(0, 200)) announceSpace(ctx, { id, projectId: project!.id })
    // Changes are undone in reverse order: units return to racks after their equipment is restored.
    return [...(await recordRackChanges(ctx, before)), ...changes]
  },
}
