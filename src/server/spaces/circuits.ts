import { circuits as circuitsModel } from '../../model/spaces/circuits.ts'
import { serve } from '../kit/resource/serve.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { belowProject } from '../projects/public.ts'
import { circuitNameSql } from './circuit-names.ts'
import { openSpace } from './open-space.ts'
import { spaces } from './spaces.ts'
import { circuitsTable, spaceEquipmentTable } from './spaces-tables.ts'

export const circuits = serve({
  resource: circuitsModel,
  table: circuitsTable,
  parent: () => spaces,
  open: openSpace,
  scope: (actor, p) => belowProject(actor, p),
  computed: {
    name: { sql: circuitNameSql('t'), order: `${circuitNameSql('t')} collate ${naturalOrder}` },
    linesCount: '(select count(*)::int from space_equipment l where l.circuit_id = t.id and not l.is_deleted)',
  },
  orders: { panel: `t.panel collate ${naturalOrder}`, number: `t.number collate ${naturalOrder}` },

  async beforeWrite(ctx, _values, _before, spaceId) {
    const space = await spaces.get(ctx, spaceId)
    return { projectId: space.projectId }
  },
  /** Lines of a deleted circuit stay, without a circuit. */
  async beforeDelete(ctx, row) {
    await ctx.update(spaceEquipmentTable, { circuitId: row.id }, { circuitId: null })
  },
  projectIdOf: (row) => row.projectId,
})
