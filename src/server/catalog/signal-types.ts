import { bigint, boolean, index, integer, smallint, text } from 'drizzle-orm/pg-core'
import { signalTypes as signalTypesModel } from '../../model/catalog/signal-types.ts'
import { badRequest, inUseConflict } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { decimalColumn, entityTable, foreignKey, uniqueName } from '../kit/sql/table.ts'
import { missingConnectors } from './equipment-parts.ts'
import { equipmentsTable } from './equipment-tables.ts'
import { rejectIfReferenced } from './named-elsewhere.ts'

export const signalTypesTable = entityTable(
  'signal_types',
  {
    name: text().notNull(),
    abbreviation: text().notNull(),
    color: text(),
    lineStyle: text().notNull(),
    industryType: smallint(),
    compatibleConnectorIds: bigint({ mode: 'number' }).array().notNull().default([]),
    defaultCableEquipmentId: foreignKey(() => equipmentsTable.id),
    cableNumberPrefix: text(),
    cableStartNumber: integer(),
    allowsMany: boolean().notNull().default(false),
    linkType: smallint(),
    lengthLimitM: decimalColumn({ decimals: 2 }),
    notes: text(),
  },
  (t) => [uniqueName(t.name), uniqueName(t.abbreviation), index('signal_types_default_cable').on(t.defaultCableEquipmentId)],
)

/** Counts all ports minus those of deleted equipment: few are deleted, so this avoids joining all ports. */
const portCountSql = (type: string) =>
  `((select count(*) from equipment_ports p where p.signal_type_ids @> array[${type}::bigint])
    - (select count(*) from equipments e join equipment_ports p on p.equipment_id = e.id
       where e.is_deleted and p.signal_type_ids @> array[${type}::bigint]))::int`

export const signalTypes = serve({
  resource: signalTypesModel,
  table: signalTypesTable,
  computed: { usedCount: portCountSql('t.id') },

  async beforeWrite(ctx, { compatibleConnectorIds, defaultCableEquipmentId }, before) {
    const problems: Record<string, string[]> = {}
    if (compatibleConnectorIds && (await missingConnectors(ctx, compatibleConnectorIds)).length > 0)
      problems.compatibleConnectorIds = ['Compatible connectors not found.']
    if (defaultCableEquipmentId && defaultCableEquipmentId !== before?.defaultCableEquipment?.id) {
      const [cable] = await ctx.rows(
        { isCable: is.boolean },
        'select c.is_cable from equipments e join categories c on c.id = e.category_id where e.id = $1',
        [defaultCableEquipmentId],
      )
      if (!cable?.isCable) problems.defaultCableEquipmentId = ['Only equipment in a cable category can be the default cable.']
    }
    if (Object.keys(problems).length > 0) throw badRequest(problems)
    return undefined
  },

  async beforeDelete(ctx, type) {
    const used = await ctx.rows({ ports: is.number }, `select ${portCountSql('$1')} as ports`, [type.id])
    const { ports } = onlyRow(used)
    if (ports > 0) throw inUseConflict(type.name, 'equipment ports', ports)
    await rejectIfReferenced(ctx, type, { noun: 'connections', view: 'connection_signals', names: 'x.signal_type_id = $1' })
  },
})
