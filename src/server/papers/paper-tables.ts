import { bigint, boolean, index, jsonb, smallint, text } from 'drizzle-orm/pg-core'
import { centsColumn, entityTable, foreignKey, instantColumn, uniqueName } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

export const alternatesTable = entityTable(
  'alternates',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    code: text().notNull(),
    name: text().notNull(),
    description: text(),
    kind: smallint().notNull(),
    lineIds: bigint({ mode: 'number' }).array().notNull().default([]),
    /** Prices in dollars. */
    added: jsonb().notNull().default([]),
    isChosen: boolean().notNull().default(false),
    chosenDate: instantColumn(),
    /** Name of the person at the time of the choice. */
    chosenBy: text(),
    appliedDate: instantColumn(),
    /** Difference when it was applied; later the lines are gone. */
    appliedDifference: centsColumn(),
  },
  (t) => [uniqueName(t.code, t.projectId), index('alternates_project').on(t.projectId)],
)
