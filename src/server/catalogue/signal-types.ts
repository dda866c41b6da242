import { integer, smallint, text } from 'drizzle-orm/pg-core'
import { signalTypes as of } from '../../model/catalogue/signal-types.ts'
import { serve } from '../kit/serve.ts'
import { entityTable, nameKey } from '../kit/table.ts'

export const signalTypesTable = entityTable(
  'signal_types',
  {
    name: text().notNull(),
    abbreviation: text().notNull(),
    color: text(),
    lineStyle: text().notNull(),
    industryType: smallint(),
    cableNumberPrefix: text(),
    cableStartNumber: integer(),
    notes: text(),
  },
  (t) => [nameKey(t.name), nameKey(t.abbreviation)],
)

export const signalTypes = serve({
  of,
  table: signalTypesTable,
  computed: { usedCount: '0::int' },
})
