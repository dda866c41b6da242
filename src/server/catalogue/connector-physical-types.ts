import { boolean, integer, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import { connectorPhysicalTypes as of } from '../../model/catalogue/connector-physical-types.ts'
import { inUse } from '../kit/errors.ts'
import { serve } from '../kit/serve.ts'
import { entityTable, nameKey } from '../kit/table.ts'

export const connectorPhysicalTypesTable = entityTable(
  'connector_physical_types',
  {
    name: text().notNull(),
    code: text(),
    imageUrl: text(),
    availableGenders: jsonb().notNull().default([]),
    pinCount: integer(),
    pinStyle: smallint().notNull(),
    isNetwork: boolean().notNull(),
    notes: text(),
  },
  (t) => [nameKey(t.name)],
)

const portsWith = (type: string) =>
  `(select count(*)::int from equipment_ports p join equipments e on e.id = p.equipment_id where p.connector_physical_type_id = ${type} and not e.is_deleted)`

export const connectorPhysicalTypes = serve({
  of,
  table: connectorPhysicalTypesTable,
  computed: { usedCount: portsWith('t.id') },

  async beforeDelete(ctx, type) {
    const [used] = await ctx.rows(
      `select ${portsWith('$1')} as ports,
        (select count(*)::int from signal_types where compatible_connector_ids @> array[$1::bigint] and not is_deleted) as signals,
        (select count(*)::int from equipments where not is_deleted and cable_spec is not null
          and $1::text in (cable_spec #>> '{sides,A,connectorPhysicalTypeId}', cable_spec #>> '{sides,B,connectorPhysicalTypeId}')) as cables`,
      [type.id],
    )
    if (used!.ports > 0) throw inUse(type.name, 'equipment ports', used!.ports)
    if (used!.signals > 0) throw inUse(type.name, 'signal types', used!.signals)
    if (used!.cables > 0) throw inUse(type.name, 'cables', used!.cables)
  },
})
