import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { revisions } from '../../model/reports/revisions.ts'
import { addEquipment, deleteLine, updateLine } from '../../model/spaces/space-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { demoFirm, onDay } from './firm.ts'
import { createCall, type Invoke } from './invoke.ts'

const lineShape = {
  id: is.number,
  spaceId: is.number,
  equipmentId: is.number,
  areaGroupId: orNull(is.number),
  quantity: is.number,
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
}

/** Issues the largest project twice, with rooms changed between the two revisions and after the second. */
export async function makeRevisions(call: Invoke, ctx: Context, today: string) {
  const [project] = await ctx.rows({ id: is.number }, 'select p.id from living_projects p where p.name = $1', [
    demoFirm.projects.find(({ key }) => key === 'science-commons')?.name ?? '',
  ])
  if (!project) return
  // Skips lines that are mounted in a rack or wired, so the drawings stay valid.
  const lines = await ctx.rows(
    lineShape,
    `select l.id, l.space_id, l.equipment_id, l.area_group_id, l.quantity,
       l.provider, l.installer from space_equipment l join spaces s on s.id = l.space_id
     where l.project_id = $1 and not l.is_deleted and not s.is_deleted and s.status <> 4 and l.rack_id is null and not l.is_existing and l.provider is not null and l.installer is not null
       and not exists (select from rack_placements p join units u on u.id = p.unit_id where u.line_id = l.id)
       and not exists (select from wired_connections c where l.id in (c.from_line_id, c.to_line_id))
     order by l.quantity desc, l.id`,
    [project.id],
  )
  const at = (line: (typeof lines)[number]) => ({ params: { id: line.spaceId, lineId: line.id } })
  const grow = async (line: (typeof lines)[number] | undefined, by: number) => {
    if (!line) return
    const { areaGroupId, provider, installer, quantity } = line
    await call(updateLine, { ...at(line), body: { areaGroupId, provider, installer, quantity: Math.max(1, quantity + by) } })
  }
  const issue = (code: string, title: string, phase: string, day: number, note: string) =>
    call(createCall(revisions), { params: { id: project.id }, body: { code, title, phase, issueDate: onDay(today, day), note } })
  const single = lines.filter(({ quantity }) => quantity === 1)

  await issue('SD 100%', 'Schematic design', 'SD', -75, "For the architect's cost estimate")
  await grow(lines[0], 4)
  await grow(lines[1], -2)
  await grow(lines[2], 6)
  const [removed, copied] = single
  if (removed) await call(deleteLine, at(removed))
  const room = single.find(({ spaceId }) => spaceId !== copied?.spaceId)
  if (copied && room) await call(addEquipment, { params: { id: room.spaceId }, body: { equipmentId: copied.equipmentId, quantity: 2 } })
  await issue('DD 50%', '50% design development', 'DD', -21, 'Loudspeakers in the large rooms after the acoustic study')
  await grow(lines[3], 2)
  await grow(single[2], 1)
}
