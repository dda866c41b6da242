import { text, uniqueIndex } from 'drizzle-orm/pg-core'
import { foreignKey, instantColumn, plainTable, userColumn } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

export const designWaiversTable = plainTable(
  'design_waivers',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    key: text().notNull(),
    /** Hash of the finding's input when it was waived; if the input differs, the finding is open again. */
    fingerprint: text().notNull(),
    reason: text().notNull(),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [uniqueIndex('design_waivers_key').on(t.projectId, t.key)],
)
