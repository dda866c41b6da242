import {
  type DnaDefaults,
  dnaDefaultSections,
  type OfferDefaults,
  readDnaDefaults,
  type ShiftDefaults,
  writeDefaultGroups,
  writeDefaultRates,
  writeOfferDefaults,
  writeShiftDefaults,
} from '../../model/contracts/dna-defaults.ts'
import type { RateRow } from '../../model/contracts/money.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import type { UserRef } from '../../model/kit/description.ts'
import { messages } from '../../model/kit/rules.ts'
import { accessGroups } from '../access/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { columnList, is, personRef } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { defaultRates } from './contract-parts.ts'
import { dnaDefaultsTable, dnaLaborRatesTable } from './contracts-tables.ts'
import { storedRate } from './labor-rates.ts'

type OfferRules = Omit<OfferDefaults, 'notifyUsers'> & { notifyUserIds: string[] }
type ShiftRules = Omit<ShiftDefaults, 'notifyUsers'> & { notifyUserIds: string[] }
const offersAtFirst: OfferRules = { notifyUserIds: [], maxHoursPerOffer: 0, requireDeclineReason: true, allowAdditionalHours: true }
const shiftsAtFirst: ShiftRules = { notifyUserIds: [], maxMonthsAhead: 12, requireReason: true }

const defaultColumns = {
  projectAccessGroupIds: is.numbers,
  leadAccessGroupIds: is.numbers,
  resourceOffers: is.someOfFields(dnaDefaultSections.resourceOffers),
  shiftRequests: is.someOfFields(dnaDefaultSections.shiftRequests),
  rowVersion: is.number,
}
export async function dnaDefaults(ctx: Context) {
  const [row] = await ctx.rows(defaultColumns, `select ${columnList(defaultColumns, 'd')} from dna_defaults d where d.id = 1`)
  return {
    projectAccessGroupIds: row?.projectAccessGroupIds ?? [],
    leadAccessGroupIds: row?.leadAccessGroupIds ?? [],
    resourceOffers: { ...offersAtFirst, ...row?.resourceOffers },
    shiftRequests: { ...shiftsAtFirst, ...row?.shiftRequests },
    rowVersion: row?.rowVersion ?? 1,
  }
}

async function loadAccessGroups(ctx: Context, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { items } = await accessGroups.list(ctx, { ids, sortBy: ['name'] }, { isWhole: true })
  return items.map(({ id, name }) => ({ id, name }))
}

async function loadUsers(ctx: Context, ids: readonly string[]): Promise<UserRef[]> {
  const rows = await ctx.rows(
    { person: personRef },
    'select person from people where id = any($1::uuid[]) and not is_external_user order by last_name, first_name',
    [ids],
  )
  return rows.map(({ person }) => person)
}

async function visibleDefaults(ctx: Context): Promise<DnaDefaults> {
  const { held } = ctx.actor
  const { projectAccessGroupIds, leadAccessGroupIds, resourceOffers, shiftRequests, rowVersion } = await dnaDefaults(ctx)
  const { notifyUserIds: toldOfOffers, ...offers } = resourceOffers
  const { notifyUserIds: toldOfShifts, ...shifts } = shiftRequests
  return {
    rowVersion,
    ...(held.has('DNADefaults.ViewLaborRates') && { laborRates: await defaultRates(ctx) }),
    ...(held.has('DNADefaults.ViewAccessGroups') && {
      accessGroups: {
        projectAccessGroups: await loadAccessGroups(ctx, projectAccessGroupIds),
        leadAccessGroups: await loadAccessGroups(ctx, leadAccessGroupIds),
      },
    }),
    ...(held.has('DNADefaults.ViewResourceOffers') && { resourceOffers: { ...offers, notifyUsers: await loadUsers(ctx, toldOfOffers) } }),
    ...(held.has('DNADefaults.ViewShiftRequests') && { shiftRequests: { ...shifts, notifyUsers: await loadUsers(ctx, toldOfShifts) } }),
  }
}

async function recordSectionChange(ctx: Context, section: string, before: Record<string, unknown>, after: Record<string, unknown>) {
  const set = { rowVersion: sql`dna_defaults.row_version + 1` }
  await ctx.insert(dnaDefaultsTable, { id: 1, rowVersion: 2 }, { onConflict: { keys: ['id'], set } })
  await recordAudit(ctx, [{ action: 'SettingChange', entity: 'dnaDefaults', entityId: 1, entityName: section, before, after }])
  ctx.after(() => ctx.services.changed({ entity: 'dnaDefaults', id: 1, action: 'Updated' }, 'DNADefaults.View'))
  return visibleDefaults(ctx)
}

/** Omitted labor types keep their rates. */
async function updateDefaultRates(ctx: Context, rates: readonly RateRow[]) {
  const before = await defaultRates(ctx)
  await ctx.insertMany(dnaLaborRatesTable, rates.map(storedRate), { onConflict: { keys: ['laborType'] } })
  const isTouched = ({ laborType }: RateRow) => rates.some((rate) => rate.laborType === laborType)
  return recordSectionChange(ctx, 'Labor rates', { laborRates: before.filter(isTouched) }, { laborRates: rates })
}

async function writeAccessGroups(ctx: Context, sent: RequestOf<typeof writeDefaultGroups>['body']) {
  const { projectAccessGroupIds, leadAccessGroupIds } = await dnaDefaults(ctx)
  const body = { projectAccessGroupIds, leadAccessGroupIds, ...sent }
  const problems: Record<string, string[]> = {}
  for (const key of ['projectAccessGroupIds', 'leadAccessGroupIds'] as const) {
    const requestedIds = body[key]
    if (requestedIds === null) problems[key] = [messages.required]
    else if ((await loadAccessGroups(ctx, requestedIds)).length < requestedIds.length) problems[key] = ['Access groups not found.']
  }
  if (Object.keys(problems).length > 0) throw badRequest(problems)
  const groupIds = { projectAccessGroupIds: body.projectAccessGroupIds ?? [], leadAccessGroupIds: body.leadAccessGroupIds ?? [] }
  await ctx.insert(dnaDefaultsTable, { id: 1, ...groupIds }, { onConflict: { keys: ['id'] } })
  return recordSectionChange(ctx, 'Access groups', { projectAccessGroupIds, leadAccessGroupIds }, body)
}

async function writeRules(ctx: Context, column: 'resourceOffers' | 'shiftRequests', sent: Partial<OfferRules> | Partial<ShiftRules>) {
  const isOffers = column === 'resourceOffers'
  const now = await dnaDefaults(ctx)
  const before = isOffers ? now.resourceOffers : now.shiftRequests
  const rules: OfferRules | ShiftRules = { ...before, ...sent }
  const known = await loadUsers(ctx, rules.notifyUserIds)
  if (known.length < rules.notifyUserIds.length) throw badRequest({ notifyUserIds: ['People not found.'] })
  await ctx.insert(dnaDefaultsTable, isOffers ? { id: 1, resourceOffers: rules } : { id: 1, shiftRequests: rules }, {
    onConflict: { keys: ['id'] },
  })
  return recordSectionChange(ctx, isOffers ? 'Resource offers' : 'Shift requests', before, rules)
}

export const defaultGroups = `select distinct unnest(d.project_access_group_ids || d.lead_access_group_ids) as access_group_id from dna_defaults d`

/** Returns the default access groups of a new project or lead. Deleted groups are skipped, because they would hide it from every user. */
export async function firstAccessGroups(ctx: Context, isLead: boolean): Promise<number[]> {
  const { projectAccessGroupIds, leadAccessGroupIds } = await dnaDefaults(ctx)
  const groups = await loadAccessGroups(ctx, isLead ? leadAccessGroupIds : projectAccessGroupIds)
  return groups.map(({ id }) => id)
}

export const dnaDefaultRoutes: Route[] = [
  defineRoute(readDnaDefaults, (ctx) => visibleDefaults(ctx)),
  defineRoute(writeDefaultRates, (ctx, { body }) => updateDefaultRates(ctx, body.rates)),
  defineRoute(writeDefaultGroups, (ctx, { body }) => writeAccessGroups(ctx, body)),
  defineRoute(writeOfferDefaults, (ctx, { body }) => writeRules(ctx, 'resourceOffers', body)),
  defineRoute(writeShiftDefaults, (ctx, { body }) => writeRules(ctx, 'shiftRequests', body)),
]
