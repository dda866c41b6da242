import { boolean, integer, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import { connectorPhysicalTypes as connectorPhysicalTypesModel } from '../../model/catalog/connector-physical-types.ts'
import { inUseConflict } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { entityTable, uniqueName } from '../kit/sql/table.ts'

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
    isBareWire: boolean().notNull().default(false),
    notes: text(),
  },
  (t) => [uniqueName(t.name)],
)

/** Counts all ports minus those of deleted equipment: few are deleted, so this avoids joining all ports. */
const portCountSql = (type: string) =>
  `((select count(*) from equipment_ports p where p.connector_physical_type_id = ${type})
    - (select count(*) from equipments e join equipment_ports p on p.equipment_id = e.id
       where e.is_deleted and p.connector_physical_type_id = ${type}))::int`

export const connectorPhysicalTypes = serve({
  resource: connectorPhysicalTypesModel,
  table: connectorPhysicalTypesTable,
  computed: { usedCount: portCountSql('t.id') },

  async beforeDelete(ctx, type) {
    const used = await ctx.rows(
      { ports: is.number, signals: is.number, cables: is.number },
      `select ${portCountSql('$1')} as ports,
        (select count(*)::int from signal_types where compatible_connector_ids @> array[$1::bigint] and not is_deleted) as signals,
        (select count(*)::int from equipments where not is_deleted and cable_spec is not null
          and $1::text in (cable_spec #>> '{sides,A,connectorPhysicalTypeId}', cable_spec #>> '{sides,B,connectorPhysicalTypeId}')) as cables`,
      [type.id],
    )
    const { ports, signals, cables } = onlyRow(used)
    if (ports > 0) throw inUseConflict(type.name, 'equipment ports', ports)
    if (signals > 0) throw inUseConflict(type.name, 'signal types', signals)
    if (cables > 0) throw inUseConflict(type.name, 'cables', cables)
  },
})
