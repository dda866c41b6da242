import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { entityTable, foreignKey, uniqueName } from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

/** Alternative hours of a project. The changes are one JSON list that only the owner writes. */
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
