import { RackHalf } from '../../model/spaces/enums.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import type { demoFirm } from './firm.ts'

type Invoke = (method: string, path: string, body?: Row) => Promise<Row>
type Rack = (typeof demoFirm.projects)[number]['racks'][number]

/** The racks of a project, and in them the units of the room they stand in. */
export async function makeRacks(
  call: Invoke,
  ctx: Context,
  projectId: number,
  racks: Rack[],
  idOf: (maker: string, model: string) => number | undefined,
) {
  const written: Row[] = []
  for (const { name, room, enclosure, heightRU, mountType, placements } of racks) {
    const spaces = await ctx.rows({ id: is.number }, 'select id from spaces where project_id = $1 and name = $2 and not is_deleted', [
      projectId,
      room,
    ])
    const spaceId = spaces[0]?.id
    const rack = await call('POST', `projects/${projectId}/Racks`, {
      name,
      spaceId,
      equipmentId: idOf(enclosure.manufacturer, enclosure.model),
      heightRU,
      mountType,
      mountingDepthIn: 30,
      maxWeightLb: 1200,
    })
    const units = await ctx.rows(
      { unitId: is.number, equipmentId: is.number, unitIndex: is.number },
      `select u.id as "unitId", l.equipment_id as "equipmentId", u.unit_index as "unitIndex"
       from units u join space_equipment l on l.id = u.line_id where l.space_id = $1 and not u.is_deleted`,
      [spaceId],
    )
    // What is mounted in the room's rack belongs to it; the rest of it lies in the tray.
    await ctx.run(
      `update space_equipment l set rack_id = $2 from area_groups g where g.id = l.area_group_id and l.space_id = $1 and g.name = 'Rack'`,
      [spaceId, rack.id],
    )
    const rows = placements.flatMap(({ manufacturer, model, startRU, unitIndex, side }) => {
      const equipmentId = idOf(manufacturer, model)
      const unit = units.find((one) => one.equipmentId === equipmentId && one.unitIndex === unitIndex)
      return unit ? [{ unitId: unit.unitId, startRU, face: side, half: RackHalf.of.None }] : []
    })
    written.push({ rackId: rack.id, placements: rows })
  }
  if (written.length > 0) await call('PUT', `projects/${projectId}/Racks/Placements`, { racks: written })
}
