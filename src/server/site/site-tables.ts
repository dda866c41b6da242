import { sql } from 'drizzle-orm'
import { index, integer, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { equipmentsTable } from '../catalog/public.ts'
import { drawingDocumentsTable } from '../drawings/public.ts'
import {
  auditColumns,
  dayColumn,
  decimalColumn,
  foreignKey,
  idColumn,
  identityColumn,
  instantColumn,
  naturalOrder,
  plainTable,
  userColumn,
} from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'
import { spacesTable, unitsTable } from '../spaces/public.ts'
import { verificationTemplatesTable } from '../templates/public.ts'

const companyColumns = () => ({ companyType: smallint(), companyId: idColumn() })
/** Feet on the plan. Plans are not referenced, so that an item stays when its plan is replaced. */
const planColumns = () => ({ planId: idColumn(), x: decimalColumn({ decimals: 4 }), y: decimalColumn({ decimals: 4 }) })
const present = sql`not is_deleted`
const inNaturalOrder = sql.raw(`number collate ${naturalOrder}`)

export const submittalsTable = plainTable(
  'submittals',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    /** Number of the series in the project, and of the resubmittal in the series. */
    sequence: integer().notNull(),
    resubmittal: integer().notNull().default(0),
    number: text().notNull(),
    title: text().notNull(),
    kind: smallint().notNull(),
    specSection: text(),
    ...companyColumns(),
    lineIds: idColumn().array().notNull().default([]),
    expectedDate: dayColumn(),
    receivedDate: dayColumn(),
    dueDate: dayColumn(),
    returnedDate: dayColumn(),
    reviewerId: userColumn(),
    outcome: smallint(),
    comments: text(),
    fileIds: uuid().array().notNull().default([]),
    substituteEquipmentId: foreignKey(() => equipmentsTable.id),
    /** Manufacturer and category it was generated for. */
    generatedFor: text(),
  },
  (t) => [
    uniqueIndex('submittals_series').on(t.projectId, t.sequence, t.resubmittal),
    uniqueIndex('submittals_generated').on(t.projectId, t.generatedFor).where(sql`not is_deleted and resubmittal = 0`),
    index('submittals_order').on(t.projectId, inNaturalOrder, t.id).where(present),
    index('submittals_due').on(t.dueDate).where(sql`not is_deleted and outcome is null`),
  ],
)

export const rfisTable = plainTable(
  'rfis',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    sequence: integer().notNull(),
    number: text().notNull(),
    subject: text().notNull(),
    question: text().notNull(),
    proposedAnswer: text(),
    ...companyColumns(),
    dueDate: dayColumn(),
    costImpact: smallint().notNull(),
    scheduleImpact: smallint().notNull(),
    spaceId: foreignKey(() => spacesTable.id),
    lineId: idColumn(),
    documentId: foreignKey(() => drawingDocumentsTable.id),
    ...planColumns(),
    answer: text(),
    answeredDate: instantColumn(),
    answeredById: userColumn(),
    state: smallint().notNull().default(1),
  },
  (t) => [
    uniqueIndex('rfis_sequence').on(t.projectId, t.sequence),
    index('rfis_order').on(t.projectId, inNaturalOrder, t.id).where(present),
    index('rfis_due').on(t.dueDate).where(sql`not is_deleted and state = 1`),
  ],
)

export const siteVisitsTable = plainTable(
  'site_visits',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    date: dayColumn().notNull(),
    people: text().array().notNull().default([]),
    weather: text(),
    summary: text(),
    fileIds: uuid().array().notNull().default([]),
  },
  (t) => [index('site_visits_project').on(t.projectId, t.date).where(present)],
)

export const observationsTable = plainTable(
  'observations',
  {
    id: identityColumn(),
    ...auditColumns(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    sequence: integer().notNull(),
    number: text().notNull(),
    title: text().notNull(),
    spaceId: foreignKey(() => spacesTable.id),
    unitId: foreignKey(() => unitsTable.id),
    ...planColumns(),
    ...companyColumns(),
    severity: smallint().notNull(),
    dueDate: dayColumn(),
    note: text(),
    state: smallint().notNull().default(1),
    visitId: foreignKey(() => siteVisitsTable.id),
  },
  (t) => [
    uniqueIndex('observations_sequence').on(t.projectId, t.sequence),
    index('observations_order').on(t.projectId, inNaturalOrder, t.id).where(present),
    index('observations_space').on(t.spaceId).where(present),
    index('observations_company').on(t.projectId, t.companyType, t.companyId).where(present),
    index('observations_due').on(t.dueDate).where(sql`not is_deleted and state <> 3`),
  ],
)

/** Steps of an observation and its photos, oldest first. Rows are never changed. */
export const observationEventsTable = plainTable(
  'observation_events',
  {
    id: identityColumn(),
    observationId: foreignKey(() => observationsTable.id).notNull(),
    state: smallint().notNull(),
    comment: text(),
    photoIds: uuid().array().notNull().default([]),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [index('observation_events_observation').on(t.observationId, t.id), index('observation_events_photos').using('gin', t.photoIds)],
)

/** Tests of a space, copied from the checklists of its template. Later changes of the templates do not affect them. */
export const verificationTestsTable = plainTable(
  'verification_tests',
  {
    id: identityColumn(),
    projectId: foreignKey(() => projectsTable.id).notNull(),
    spaceId: foreignKey(() => spacesTable.id).notNull(),
    itemKey: text().notNull(),
    position: integer().notNull(),
    templateId: foreignKey(() => verificationTemplatesTable.id),
    name: text().notNull(),
    category: smallint().notNull(),
    method: text(),
    expected: text(),
    unit: text(),
    result: smallint().notNull().default(4),
    measured: text(),
    note: text(),
    fileIds: uuid().array().notNull().default([]),
    testerId: userColumn(),
    testDate: instantColumn(),
    observationId: foreignKey(() => observationsTable.id),
    rowVersion: integer().notNull().default(1),
    updateDate: instantColumn().notNull().defaultNow(),
    updatedById: userColumn(),
  },
  (t) => [
    uniqueIndex('verification_tests_key').on(t.spaceId, t.itemKey),
    index('verification_tests_project').on(t.projectId, t.spaceId, t.position),
  ],
)
