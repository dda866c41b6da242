import { bigint, boolean, index, integer, jsonb, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ActivityLogType } from '../../../model/activity/enums.ts'
import type { relatedShape } from '../../../model/kit/call.ts'
import type { Field, Resource, ValuesOf } from '../../../model/kit/description.ts'
import { formatUsd } from '../../../model/kit/money.ts'
import { formatCount } from '../../../model/kit/plural.ts'
import { responseFields } from '../../../model/kit/resource.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { Context } from '../request/context.ts'
import { is, orNull, type RowOfShape } from '../sql/row-types.ts'
import { identityColumn, instantColumn, plainTable, userColumn } from '../sql/table.ts'

/** Activity of an entity, for the colleagues who work on it (domain 14.3). */
export const activityLog = plainTable(
  'activity_log',
  {
    id: identityColumn(),
    entity: text().notNull(),
    entityId: text().notNull(),
    projectId: bigint({ mode: 'number' }),
    type: smallint().notNull(),
    title: text().notNull(),
    notes: text(),
    changes: jsonb(),
    related: jsonb(),
    /** Permission needed to read the entry, so the log does not reveal a hidden tab. */
    needs: text(),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [index('activity_log_entity').on(t.entity, t.entityId, t.id), index('activity_log_project').on(t.projectId, t.id)],
)

/** User actions across the system; append-only (domain 14.4). */
export const auditLog = plainTable(
  'audit_log',
  {
    id: identityColumn(),
    date: instantColumn().notNull().defaultNow(),
    userId: userColumn(),
    sessionId: bigint({ mode: 'number' }),
    ip: text(),
    userAgent: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text(),
    entityName: text(),
    before: jsonb(),
    after: jsonb(),
    requestId: text(),
    outcome: text().notNull().default('Success'),
  },
  (t) => [
    index('audit_log_date').on(t.date),
    index('audit_log_user').on(t.userId, t.date),
    index('audit_log_entity').on(t.entity, t.entityId),
  ],
)

/** Rows a user opened recently; the newest hundred of each kind. */
export const recentAccess = plainTable(
  'recent_access',
  { userId: userColumn().notNull(), entity: text().notNull(), entityId: text().notNull(), date: instantColumn().notNull().defaultNow() },
  (t) => [uniqueIndex('recent_access_key').on(t.userId, t.entity, t.entityId), index('recent_access_date').on(t.userId, t.entity, t.date)],
)

/** Responses of POST requests with an Idempotency-Key, so that a repeated request gets the same response, even after a crash. */
export const idempotency = plainTable(
  'idempotency',
  {
    userId: userColumn().notNull(),
    key: text().notNull(),
    hash: text().notNull(),
    status: integer(),
    answer: jsonb(),
    isDone: boolean().notNull().default(false),
    createDate: instantColumn().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('idempotency_key').on(t.userId, t.key), index('idempotency_date').on(t.createDate)],
)

export const changeShape = { field: is.text, label: is.text, from: orNull(is.text), to: orNull(is.text) }
export type FieldChange = RowOfShape<typeof changeShape>

export interface AuditEntry {
  action:
    | 'Create'
    | 'Update'
    | 'Delete'
    | 'Restore'
    | 'StateChange'
    | 'SignIn'
    | 'SignInFailed'
    | 'SignOut'
    | 'PasswordChange'
    | 'PasswordReset'
    | 'PermissionChange'
    | 'AccessListChange'
    | 'Export'
    | 'Download'
    | 'Import'
    | 'SettingChange'
    | 'IntegrationCall'
    | 'ViewAs'
  entity: string
  entityId: string | number | null
  entityName: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  outcome?: string
  userId?: string | null
  /** Also writes an activity entry for the entity. */
  activity?: {
    title: string
    type?: number
    changes?: FieldChange[]
    notes?: string | null
    projectId?: number | null
    related?: ValuesOf<typeof relatedShape>
    needs?: Permission
    /** Log id reserved with `activityPosition` before other entries were written. */
    id?: unknown
  }
}

/** SQL that reserves an activity log id, so a new row's entry precedes the entries of its contents. */
export const activityPosition = nextIdSql('activity_log')
function nextIdSql(table: string) {
  return `nextval('${table}_id_seq')`
}

/**
 * Writes audit and activity entries in the transaction of the change, in two statements per few hundred entries. They are sent with the
 * commit, so the caller does not wait for them.
 */
export async function recordAudit(ctx: Context, entries: AuditEntry[]): Promise<void> {
  await inBatches(entries, (some) => recordSome(ctx, some))
}

/**
 * Processes rows in batches and yields to the event loop in between. Serializing all rows at once would block the process and use too much
 * memory.
 */
export async function inBatches<T>(rows: T[], run: (some: T[]) => Promise<unknown>, size = 200): Promise<void> {
  for (let at = 0; at < rows.length; at += size) {
    if (at > 0) await new Promise(setImmediate)
    await run(rows.slice(at, at + size))
  }
}

const auditColumns = {
  user_id: 'uuid',
  session_id: 'bigint',
  ip: 'text',
  user_agent: 'text',
  action: 'text',
  entity: 'text',
  entity_id: 'text',
  entity_name: 'text',
  before: 'jsonb',
  after: 'jsonb',
  request_id: 'text',
  outcome: 'text',
}
const activityColumns = {
  id: 'bigint',
  entity: 'text',
  entity_id: 'text',
  project_id: 'bigint',
  type: 'smallint',
  title: 'text',
  notes: 'text',
  changes: 'jsonb',
  related: 'jsonb',
  needs: 'text',
  created_by_id: 'uuid',
}
type Line<C> = Record<keyof C, unknown>

const auditLine = (ctx: Context, entry: AuditEntry): Line<typeof auditColumns> => ({
  user_id: entry.userId === undefined ? (ctx.actor.viewer ?? ctx.actor).userId || null : entry.userId,
  session_id: ctx.actor.sessionId,
  ip: ctx.request.ip,
  user_agent: ctx.request.userAgent.slice(0, 300),
  action: entry.action,
  entity: entry.entity,
  entity_id: entry.entityId === null ? null : String(entry.entityId),
  entity_name: entry.entityName?.slice(0, 300) ?? null,
  before: entry.before ?? null,
  after: entry.after ?? null,
  request_id: ctx.request.id,
  outcome: entry.outcome ?? 'Success',
})

const activityLines = (ctx: Context, { entity, entityId, activity }: AuditEntry): Line<typeof activityColumns>[] =>
  activity
    ? [
        {
          id: activity.id ?? null,
          entity,
          entity_id: String(entityId),
          project_id: activity.projectId ?? null,
          type: activity.type ?? ActivityLogType.Automatic,
          title: activity.title,
          notes: activity.notes ?? null,
          changes: activity.changes ?? null,
          related: activity.related ?? null,
          needs: activity.needs ?? null,
          created_by_id: ctx.actor.userId || null,
        },
      ]
    : []

/**
 * Builds the insert of log lines. A single line uses plain values, so PostgreSQL can reuse the plan; more lines are passed as one JSON
 * document.
 */
function adding<C extends Record<string, string>>(table: string, columns: C) {
  const names = Object.keys(columns).join(', ')
  const types = Object.values(columns)
  const into = `insert into ${table} (${names}) overriding system value`
  const placed = (name: string, value: string) => (name === 'id' ? `coalesce(${value}, ${nextIdSql(table)})` : value)
  const placeholders = (first: number) => Object.keys(columns).map((name, index) => placed(name, `$${index + first}`))
  const single = (first = 1) => `${into} values (${placeholders(first).join(', ')})`
  const read = Object.entries(columns).map(([name, type]) => (type === 'jsonb' ? `nullif(${name}, 'null')` : placed(name, name)))
  const declared = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const many = `${into} select ${read.join(', ')} from jsonb_to_recordset($1) as x(${declared.join(', ')})`
  const inColumn = (value: unknown, at: number) => (types[at] === 'jsonb' && value !== null ? JSON.stringify(value) : value)
  const valuesOf = (line: Line<C>) => Object.keys(columns).map((name, index) => inColumn(line[name], index))
  const add = (ctx: Context, lines: Line<C>[]) => {
    const [line] = lines
    if (line && lines.length === 1) ctx.send(single(), valuesOf(line))
    else if (line) ctx.send(many, [JSON.stringify(lines)])
  }
  return { single, valuesOf, add }
}
const audit = adding('audit_log', auditColumns)
const activity = adding('activity_log', activityColumns)
const both = `with audited as (${audit.single()}) ${activity.single(1 + Object.keys(auditColumns).length)}`

async function recordSome(ctx: Context, entries: AuditEntry[]): Promise<void> {
  const audited = entries.map((entry) => auditLine(ctx, entry))
  const activityRows = entries.flatMap((entry) => activityLines(ctx, entry))
  const [line] = audited
  const [toldLine] = activityRows
  if (line && toldLine && audited.length === 1 && activityRows.length === 1)
    return ctx.send(both, [...audit.valuesOf(line), ...activity.valuesOf(toldLine)])
  audit.add(ctx, audited)
  activity.add(ctx, activityRows)
}

export async function lastRecordedAt(ctx: Context, entity: string): Promise<string | undefined> {
  const [last] = await ctx.rows({ date: is.instant }, 'select date from audit_log where entity = $1 order by date desc limit 1', [entity])
  return last?.date
}

/** Cached, because an import needs it for every row. */
const comparedFields = new WeakMap<Resource, [key: string, field: Field][]>()
function comparedFieldEntries(resource: Resource) {
  const known = comparedFields.get(resource) ?? Object.entries(responseFields({ ...resource, computed: {} }))
  comparedFields.set(resource, known)
  return known
}

export function diffRows(resource: Resource, before: Record<string, unknown> | null, after: Record<string, unknown> | null) {
  const changes: FieldChange[] = []
  const old: Record<string, unknown> = {}
  const now: Record<string, unknown> = {}
  for (const [key, field] of comparedFieldEntries(resource)) {
    const from = before?.[key] ?? null
    const to = after?.[key] ?? null
    if (normalizeForComparison(from) === normalizeForComparison(to)) continue
    if (before) old[key] = from
    if (after) now[key] = to
    changes.push(
      field.mask
        ? { field: key, label: field.label, from: null, to: null }
        : { field: key, label: field.label, from: formatLogValue(field, from), to: formatLogValue(field, to) },
    )
  }
  return { before: before && old, after: after && now, changes }
}

/** Ignores URL signatures, which change over time, and the order of keys in objects. */
export function normalizeForComparison(value: unknown): string {
  const isPlain = typeof value !== 'object' || value === null
  return JSON.stringify(value ?? null, isPlain ? undefined : sortKeys).replace(/\?expires=[^"]*/g, '')
}
/** Replacer for `JSON.stringify` that orders keys, because JSONB does not preserve their order. */
export const sortKeys = (_: string, inner: unknown) =>
  inner && typeof inner === 'object' && !Array.isArray(inner)
    ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
    : inner

export function formatLogValue(field: Field, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    if (field.kind === 'list' || field.kind === 'json') return formatCount(value.length, 'row')
    return value.map((item) => formatLogValue(field, item)).join(', ')
  }
  if (field.options) return field.options.label(value)
  if (field.kind === 'money' && typeof value === 'number') return formatUsd(value)
  if (field.kind === 'richText') return 'formatted text'
  if (field.kind === 'uuid') return 'set'
  if (typeof value === 'object') {
    const ref: Record<string, unknown> = { ...value }
    if (field.kind === 'group') return Object.values(ref).filter(Boolean).join(', ')
    return String(ref.name ?? ref.model ?? (ref.firstName ? `${ref.firstName} ${ref.lastName}` : ref.id))
  }
  return String(value)
}
