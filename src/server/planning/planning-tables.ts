import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { usersTable } from '../access/public.ts'
import {
  dayColumn,
  entityTable,
  foreignKey,
  idColumn,
  identityColumn,
  instantColumn,
  plainTable,
  uniqueName,
  userColumn,
} from '../kit/sql/table.ts'
import { projectsTable } from '../projects/public.ts'

const userReference = () => userColumn().references(() => usersTable.id)
/** The zero UUID represents the firm. */
const ofPersonOrFirm = sql`coalesce("user_id", '00000000-0000-0000-0000-000000000000'::uuid)`

export const holidayCalendarsTable = entityTable(
  'holiday_calendars',
  { name: text().notNull(), isDefault: boolean().notNull().default(false), days: jsonb().notNull().default([]) },
  (t) => [uniqueName(t.name), uniqueIndex('unique_holiday_calendars_default').on(t.isDefault).where(sql`is_default and not is_deleted`)],
)

/** Weekly hours from Monday to Sunday in hundredths, valid from a date. */
export const workSchedulesTable = plainTable(
  'work_schedules',
  {
    id: identityColumn(),
    userId: userReference(),
    fromDate: dayColumn().notNull(),
    hours: integer().array().notNull(),
    availabilityPercent: smallint().notNull().default(100),
  },
  (t) => [uniqueIndex('work_schedules_key').on(ofPersonOrFirm, t.fromDate)],
)

/** A person's holiday calendar, and the row version of the whole working time. */
export const workingTimesTable = plainTable(
  'working_times',
  {
    id: identityColumn(),
    userId: userReference(),
    holidayCalendarId: foreignKey(() => holidayCalendarsTable.id),
    rowVersion: integer().notNull().default(1),
    updateDate: instantColumn().notNull().defaultNow(),
    updatedById: userColumn(),
  },
  (t) => [uniqueIndex('working_times_key').on(ofPersonOrFirm), index('working_times_calendar').on(t.holidayCalendarId)],
)

export const absencesTable = entityTable(
  'absences',
  {
    userId: userReference().notNull(),
    fromDate: dayColumn().notNull(),
    toDate: dayColumn().notNull(),
    fromHalf: boolean().notNull().default(false),
    toHalf: boolean().notNull().default(false),
    kind: smallint().notNull(),
    note: text(),
  },
  (t) => [index('absences_user').on(t.userId, t.toDate)],
)

/** Planned hours of a person in a month, for a project or a label; in hundredths. */
export const monthlyPlansTable = plainTable(
  'monthly_plans',
  {
    id: identityColumn(),
    userId: userReference().notNull(),
    month: dayColumn().notNull(),
    projectId: foreignKey(() => projectsTable.id),
    label: text(),
    plannedHours: idColumn().notNull(),
    note: text(),
    updateDate: instantColumn().notNull().defaultNow(),
    updatedById: userColumn(),
  },
  (t) => [
    uniqueIndex('monthly_plans_key').on(t.month, t.userId, sql`coalesce("project_id", 0)`, sql`coalesce(lower("label"), '')`),
    index('monthly_plans_project').on(t.projectId),
  ],
)
