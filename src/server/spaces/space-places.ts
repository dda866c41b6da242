import { ActivityLogType } from '../../model/activity/enums.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import type { Changed } from '../activity/public.ts'
import type { EquipmentPlaces } from '../catalogue/public.ts'
import { record } from '../kit/audit.ts'
import type { Context, Row } from '../kit/context.ts'
import { invalid } from '../kit/errors.ts'
import { announceMany, asColumn, fieldOf, readMany, type Written, writeMany } from '../kit/many.ts'
import { Params } from '../kit/rows.ts'
import { seesProject } from '../projects/public.ts'
import { spaceEquipment } from './space-equipment.ts'
import { mostOfOneLine } from './space-lines.ts'
import { announceSpace } from './space-status.ts'

const { Lead, Opportunity, Active } = ProjectStage.of
const told = ['equipment', 'quantity', 'provider', 'installer', 'unitPriceOverride'] as const

/** Lines of spaces in projects that are worked on; closed and archived ones only tell what was. */
export const spacePlaces: EquipmentPlaces = {
  async find(ctx, equipmentId, { everywhere, projectIds, spaceIds }, lock) {
    if (!everywhere && !projectIds?.length && !spaceIds?.length) return []
    const p = new Params()
    const meant = everywhere ? 'true' : `(l.project_id = any(${p.add(projectIds ?? [])}) or l.space_id = any(${p.add(spaceIds ?? [])}))`
    const from = `from space_equipment l join spaces s on s.id = l.space_id and not s.is_deleted join projects t on t.id = l.project_id
      where l.equipment_id = ${p.add(equipmentId)} and not l.is_deleted and not t.is_deleted and t.stage = any(${p.add([Lead, Opportunity, Active])})
        and ${meant} and ${seesProject(ctx.actor, p)}`
    if (lock) {
      await ctx.rows(`select 1 from projects where id in (select l.project_id ${from}) order by id for no key update`, p.values)
      await ctx.rows(`select 1 from spaces where id in (select l.space_id ${from}) order by id for no key update`, p.values)
    }
    const rows = await ctx.rows(
      `select s.id, s.name, s.space_number as number, t.id as "projectId", t.name as project, count(*)::int as lines, sum(l.quantity)::int as quantity,
         string_agg(l.id || ':' || l.row_version, ' ' order by l.id) as versions ${from} group by s.id, t.id order by t.id, s.id`,
      p.values,
    )
    return rows.map(({ id, name, number, projectId, project, lines, quantity, versions }) => ({
      kind: 'space' as const,
      id,
      name: [number, name].filter(Boolean).join(' '),
      project: { id: projectId, name: project },
      href: `/projects/${projectId}/spaces/${id}`,
      lines,
      quantity,
      versions,
    }))
  },

  async replace(ctx, uses, swap) {
    const { old, next } = swap
    const ids = uses.map(({ id }) => id)
    const hands = await handsOf(ctx, next.id)
    const lines = await ctx.rows(
      `select id, space_id as "spaceId", equipment_id as "equipmentId", area_group_id as "areaGroupId", provider, installer, quantity,
         unit_price_override as "unitPriceOverride", is_existing as "isExisting"
       from space_equipment where space_id = any($1) and equipment_id = any($2) and not is_deleted order by id for update`,
      [ids, [old.id, next.id]],
    )
    const written = plan(ctx, lines, { ...swap, hands })
    const touched = written.map(({ id }) => id)
    const before = await readMany(ctx, spaceEquipment, touched)
    await writeMany(ctx, spaceEquipment, written)
    const after = await readMany(ctx, spaceEquipment, touched)
    const spaces = new Map(uses.map((use) => [use.id, use]))
    const changes = touched.map((id) => changeOf(before.get(String(id))!, after.get(String(id))!, spaces))
    await record(
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
          type: ActivityLogType.of.RelatedActions,
          projectId: project!.id,
          related: { entity: 'equipments', id: next.id, name: next.model },
        },
      })),
    )
    announceMany(
      ctx,
      spaceEquipment,
      [...after.values()].map((line) => ({ id: line.id, projectId: line.projectId, rowVersion: line.rowVersion })),
      'Updated',
    )
    for (const { id, project } of uses.slice(0, 200)) announceSpace(ctx, { id, projectId: project!.id })
    return { changes, droppedPlacements: 0 }
  },
}

/** Who supplies and installs the new equipment unless somebody has said so. */
async function handsOf(ctx: Context, equipmentId: number) {
  const [hands] = await ctx.rows(
    `select coalesce(e.default_provider, c.default_provider, 'AVV') as provider, coalesce(e.default_installer, c.default_installer, 'AVV') as installer
     from equipments e join categories c on c.id = e.category_id where e.id = $1`,
    [equipmentId],
  )
  return hands as { provider: string; installer: string }
}

/** What becomes of each line: it gets the new equipment, or is counted into one that is equal to it then. */
function plan(ctx: Context, lines: Row[], { old, next, keepProviders, keepPrices, hands }: Row): Written[] {
  const keyOf = (line: Row) =>
    [line.spaceId, line.areaGroupId, line.provider, line.installer, line.unitPriceOverride, line.isExisting].join('|')
  const byKey = new Map<string, Row>()
  for (const line of lines) if (line.equipmentId === next.id && !byKey.has(keyOf(line))) byKey.set(keyOf(line), line)
  const written = new Map<number, Written>()
  for (const line of lines.filter(({ equipmentId }) => equipmentId === old.id)) {
    const now = { ...line, ...(keepProviders ? {} : hands), unitPriceOverride: keepPrices ? line.unitPriceOverride : null }
    const same = byKey.get(keyOf(now))
    if (!same) {
      byKey.set(keyOf(now), now)
      const { provider, installer, unitPriceOverride } = now
      written.set(line.id, { id: line.id, columns: { equipmentId: next.id, provider, installer, unitPriceOverride } })
      continue
    }
    same.quantity += line.quantity
    if (same.quantity > mostOfOneLine) throw invalid([`${next.model} would come more than ${mostOfOneLine} times in one line.`])
    const target = written.get(same.id)
    written.set(same.id, { id: same.id, columns: { ...target?.columns, quantity: same.quantity } })
    const deleteDate = new Date().toISOString()
    written.set(line.id, { id: line.id, columns: { isDeleted: true, deleteDate, deletedById: ctx.actor.userId || null } })
  }
  return [...written.values()]
}

function changeOf(before: Row, after: Row, spaces: Map<number, { id: number; name: string; project: { id: number } | null }>): Changed {
  const { id, name, project } = spaces.get(before.space.id)!
  const about = {
    entity: 'spaceEquipment',
    entityId: before.id,
    entityName: `${before.quantity} × ${before.equipment.model}`,
    place: { entity: 'spaces', id, name, projectId: project!.id },
  }
  if (after.isDeleted) return { ...about, action: 'Delete', before: { equipment: short(before.equipment), quantity: before.quantity } }
  const same = (key: string) => asColumn(fieldOf(spaceEquipment, key), before[key]) === asColumn(fieldOf(spaceEquipment, key), after[key])
  const keys = told.filter((key) => !same(key))
  const values = (row: Row) => Object.fromEntries(keys.map((key) => [key, key === 'equipment' ? short(row.equipment) : row[key]]))
  return { ...about, action: 'Update', before: values(before), after: values(after) }
}

const short = ({ id, tag, model }: Row) => ({ id, tag, model })
