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
import { is, personRef } from '../kit/sql/row-types.ts'
import { defaultRates } from './contract-parts.ts'
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
  const [row] = await ctx.rows(
    defaultColumns,
    `select project_access_group_ids as "projectAccessGroupIds", lead_access_group_ids as "leadAccessGroupIds",
       resource_offers as "resourceOffers", shift_requests as "shiftRequests", row_version as "rowVersion" from dna_defaults where id = 1`,
  )
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
  await ctx.run(
    'insert into dna_defaults (id, row_version) values (1, 2) on conflict (id) do update set row_version = dna_defaults.row_version + 1',
  )
  await recordAudit(ctx, [{ action: 'SettingChange', entity: 'dnaDefaults', entityId: 1, entityName: section, before, after }])
  ctx.after(() => ctx.services.changed({ entity: 'dnaDefaults', id: 1, action: 'Updated' }, 'DNADefaults.View'))
  return visibleDefaults(ctx)
}

/** Omitted labor types keep their rates. */
async function updateDefaultRates(ctx: Context, rates: readonly RateRow[]) {
  const before = await defaultRates(ctx)
  await ctx.run(
    `insert into dna_labor_rates (labor_type, sell_rate, cost_rate, ga_fee_percent)
     select type, sell, cost, ga from jsonb_to_recordset($1) as x(type smallint, sell bigint, cost bigint, ga numeric)
     on conflict (labor_type) do update set sell_rate = excluded.sell_rate, cost_rate = excluded.cost_rate, ga_fee_percent = excluded.ga_fee_percent`,
    [JSON.stringify(rates.map(storedRate))],
  )
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
  await ctx.run(
    `insert into dna_defaults (id, project_access_group_ids, lead_access_group_ids) values (1, $1, $2)
     on conflict (id) do update set project_access_group_ids = excluded.project_access_group_ids, lead_access_group_ids = excluded.lead_access_group_ids`,
    [body.projectAccessGroupIds, body.leadAccessGroupIds],
  )
  return recordSectionChange(ctx, 'Access groups', { projectAccessGroupIds, leadAccessGroupIds }, body)
}

async function writeRules(ctx: Context, column: 'resource_offers' | 'shift_requests', sent: Partial<OfferRules> | Partial<ShiftRules>) {
  const isOffers = column === 'resource_offers'
  const now = await dnaDefaults(ctx)
  const before = isOffers ? now.resourceOffers : now.shiftRequests
  const rules: OfferRules | ShiftRules = { ...before, ...sent }
  const known = await loadUsers(ctx, rules.notifyUserIds)
  if (known.length < rules.notifyUserIds.length) throw badRequest({ notifyUserIds: ['People not found.'] })
  await ctx.run(`insert into dna_defaults (id, ${column}) values (1, $1) on conflict (id) do update set ${column} = excluded.${column}`, [
    JSON.stringify(rules),
  ])
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
  defineRoute(writeOfferDefaults, (ctx, { body }) => writeRules(ctx, 'resource_offers', body)),
  defineRoute(writeShiftDefaults, (ctx, { body }) => writeRules(ctx, 'shift_requests', body)),
]
