import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { entityTable, foreignKey, uniqueName } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

/** Hours of a project as they could be. Its changes are one list, written and read as a whole by its owner. */
export const scenariosTable = entityTable(
  'scenarios',
  {
    projectId: foreignKey(() => projectsTable.id).notNull(),
    name: text().notNull(),
    sharedWithIds: uuid().array().notNull().default([]),
    changes: jsonb().notNull().default([]),
  },
  (t) => [uniqueName(t.name, t.createdById, t.projectId), index('scenarios_project').on(t.projectId)],
)
