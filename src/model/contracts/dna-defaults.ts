import { accessGroups } from '../access/access-groups.ts'
import { LaborType } from '../access/enums.ts'
import { call, mergePatch, type ResponseOf, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, defaulted, hours, integer, list, money, optional, percent, references, set, uuid } from '../kit/field.ts'
import { namedRefs, object, peopleField } from '../kit/response-fields.ts'
import { oncePerType, wholeLaborRates } from './labor-rates.ts'

const ratesOfDefaults = oncePerType(
  list(
    'Rates',
    {
      laborType: choice('Labor type', LaborType),
      sellRate: defaulted(money('Sell'), 0),
      costRate: defaulted(money('Cost'), 0),
      gaFeePercent: defaulted(percent('G&A'), 0),
    },
    { max: 8 },
  ),
)
const notified = 'Who is notified'
const notifyUserIds = defaulted(set(notified, uuid('Person'), { max: 200 }), [])
const offerRules = {
  /** Zero means no limit. */
  maxHoursPerOffer: hours('Maximum hours per offer'),
  requireDeclineReason: boolean('A declined offer needs a reason'),
  allowAdditionalHours: boolean('Hours may be added to a contract'),
}
const shiftRules = {
  maxMonthsAhead: integer('Maximum months ahead', { min: 1, max: 60 }),
  requireReason: boolean('A request needs a reason'),
}

/** Defaults of new contracts, projects, offers, and shift requests (domain 6.15). Existing rows never change. */
export const dnaDefaultSections = {
  laborRates: { rates: ratesOfDefaults },
  /** Null is rejected, because an empty list opens new rows to every user and must be meant. */
  accessGroups: {
    projectAccessGroupIds: optional(references('Access groups of new projects', () => accessGroups)),
    leadAccessGroupIds: optional(references('Access groups of new leads', () => accessGroups)),
  },
  resourceOffers: {
    notifyUserIds,
    maxHoursPerOffer: defaulted(offerRules.maxHoursPerOffer, 0),
    requireDeclineReason: defaulted(offerRules.requireDeclineReason, true),
    allowAdditionalHours: defaulted(offerRules.allowAdditionalHours, true),
  },
  shiftRequests: {
    notifyUserIds,
    maxMonthsAhead: defaulted(shiftRules.maxMonthsAhead, 12),
    requireReason: defaulted(shiftRules.requireReason, true),
  },
}

const groupsShape = {
  projectAccessGroups: namedRefs('Access groups of new projects'),
  leadAccessGroups: namedRefs('Access groups of new leads'),
}
const offersShape = { notifyUsers: peopleField(notified), ...offerRules }
export type OfferDefaults = ValuesOf<typeof offersShape>
const shiftsShape = { notifyUsers: peopleField(notified), ...shiftRules }
export type ShiftDefaults = ValuesOf<typeof shiftsShape>
/** Sections the reader may not see are absent. */
const defaults = shape(
  { rowVersion: integer('Row version') },
  {
    laborRates: wholeLaborRates,
    accessGroups: object('Access groups', groupsShape),
    resourceOffers: object('Resource offers', offersShape),
    shiftRequests: object('Shift requests', shiftsShape),
  },
)

export const readDnaDefaults = call({
  method: 'GET',
  path: '/dnaDefaults',
  permission: 'DNADefaults.View',
  summary: 'Get the defaults for new contracts, projects, offers and shift requests',
  response: defaults,
})
export const writeDefaultRates = call({
  method: 'PUT',
  path: '/dnaDefaults/LaborRates',
  permission: 'DNADefaults.UpdateLaborRates',
  summary: 'Set the labor rates for new contracts',
  body: dnaDefaultSections.laborRates,
  response: defaults,
})
export const writeDefaultGroups = mergePatch({
  path: '/dnaDefaults/AccessGroups',
  permission: 'DNADefaults.UpdateAccessGroups',
  summary: 'Set the access groups for new projects and leads',
  body: dnaDefaultSections.accessGroups,
  response: defaults,
})
export const writeOfferDefaults = mergePatch({
  path: '/dnaDefaults/ResourceOffers',
  permission: 'DNADefaults.UpdateResourceOffers',
  summary: 'Set the rules of resource offers',
  body: dnaDefaultSections.resourceOffers,
  response: defaults,
})
export const writeShiftDefaults = mergePatch({
  path: '/dnaDefaults/ShiftRequests',
  permission: 'DNADefaults.UpdateShiftRequests',
  summary: 'Set the rules of shift requests',
  body: dnaDefaultSections.shiftRequests,
  response: defaults,
})

export type DnaDefaults = ResponseOf<typeof readDnaDefaults>
