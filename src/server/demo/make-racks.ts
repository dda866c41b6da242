import { RackAccessory } from '../../model/catalog/enums.ts'
import type { BodyOf } from '../../model/kit/call.ts'
import { RackHalf } from '../../model/spaces/enums.ts'
import { placeInRacks, racks } from '../../model/spaces/racks.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import type { Catalog } from './catalog.ts'
import type { demoFirm } from './firm.ts'
import { createCall, type Invoke } from './invoke.ts'

const { Blank, Drawer, CableManager } = RackAccessory
type Rack = (typeof demoFirm.projects)[number]['racks'][number]

export async function makeRacks(call: Invoke, ctx: Context, projectId: number, wanted: Rack[], { idOf }: Catalog) {
  await ctx.run(
    `update equipments e set rack_accessory = x.kind from (values ('EB1', ${Blank}), ('D2', ${Drawer}), ('Cable Management Panel 1U', ${CableManager})) x(model, kind)
     where e.model = x.model and e.rack_accessory is null`,
  )
  const written: NonNullable<BodyOf<typeof placeInRacks>['racks']> = []
  for (const { name, room, standsIn, enclosure, heightRU, mountType, placements } of wanted) {
    const spaces = await ctx.rows(
      { id: is.number, name: is.text },
      'select id, name from spaces where project_id = $1 and name = any($2) and not is_deleted',
      [projectId, [room, standsIn ?? room]],
    )
    const idOfRoom = (roomName: string) => spaces.find((space) => space.name === roomName)?.id
    const spaceId = idOfRoom(room)
    const rack = await call(createCall(racks), {
      params: { id: projectId },
      body: {
        name,
        spaceId: idOfRoom(standsIn ?? room),
        equipmentId: idOf(enclosure.manufacturer, enclosure.model),
        heightRU,
        mountType,
        mountingDepthIn: 30,
        maxWeightLb: 1200,
      },
    })
    const units = await ctx.rows(
      { unitId: is.number, equipmentId: is.number, unitIndex: is.number },
      `select u.id as "unitId", l.equipment_id, u.unit_index
       from units u join space_equipment l on l.id = u.line_id where l.space_id = $1 and not u.is_deleted`,
      [spaceId],
    )
    // Lines of the room's `Rack` area group belong to the rack; units without a placement stay in the tray.
    await ctx.run(
      `update space_equipment l set rack_id = $2 from area_groups g where g.id = l.area_group_id and l.space_id = $1 and g.name = 'Rack'`,
      [spaceId, rack.id],
    )
    const rows = placements.flatMap(({ manufacturer, model, startRU, unitIndex, side }) => {
      const equipmentId = idOf(manufacturer, model)
      const unit = units.find((item) => item.equipmentId === equipmentId && item.unitIndex === unitIndex)
      return unit ? [{ unitId: unit.unitId, startRU, face: side, half: RackHalf.None, shelfUnitId: null, shelfOrder: null }] : []
    })
    written.push({ rackId: rack.id, rowVersion: null, placements: rows })
  }
  if (written.length > 0) await call(placeInRacks, { params: { id: projectId }, body: { racks: written } })
}
