import { accessGroups } from '../access/access-groups.ts'
import { LaborType } from '../access/enums.ts'
import { type AnswerOf, call, shape } from '../kit/call.ts'
import type { UserRef } from '../kit/description.ts'
import { boolean, choice, defaulted, hours, integer, json, list, money, optional, percent, references, set, uuid } from '../kit/field.ts'
import { oncePerType } from './labor-rates.ts'

interface Named {
  id: number
  name: string
}

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
const people = set('Who is notified', uuid('Person'), { max: 200 })

/** What new contracts, projects, offers and shift requests begin with (domain 6.15). What is there already never follows. */
export const dnaDefaultSections = {
  laborRates: { rates: ratesOfDefaults },
  /** An empty list opens new ones to everybody: both have to be named. */
  accessGroups: {
    projectAccessGroupIds: optional(references('Access groups of new projects', () => accessGroups)),
    leadAccessGroupIds: optional(references('Access groups of new leads', () => accessGroups)),
  },
  resourceOffers: {
    notifyUserIds: defaulted(people, []),
    /** Zero: no limit. */
    maxHoursPerOffer: defaulted(hours('Most hours per offer'), 0),
    requireDeclineReason: defaulted(boolean('A declined offer needs a reason'), true),
    allowAdditionalHours: defaulted(boolean('Hours may be added to a contract'), true),
  },
  shiftRequests: {
    notifyUserIds: defaulted(people, []),
    maxMonthsAhead: defaulted(integer('Most months ahead', { min: 1, max: 60 }), 12),
    requireReason: defaulted(boolean('A request needs a reason'), true),
  },
}

interface DefaultRate {
  laborType: LaborType
  sellRate: number
  costRate: number
  gaFeePercent: number
}
export interface OfferDefaults {
  notifyUsers: UserRef[]
  maxHoursPerOffer: number
  requireDeclineReason: boolean
  allowAdditionalHours: boolean
}
export interface ShiftDefaults {
  notifyUsers: UserRef[]
  maxMonthsAhead: number
  requireReason: boolean
}
/** Sections the reader may not see are absent. */
const defaults = shape(
  { rowVersion: integer('Row version') },
  {
    laborRates: json<DefaultRate[]>('Labor rates'),
    accessGroups: json<{ projectAccessGroups: Named[]; leadAccessGroups: Named[] }>('Access groups'),
    resourceOffers: json<OfferDefaults>('Resource offers'),
    shiftRequests: json<ShiftDefaults>('Shift requests'),
  },
)

export const readDnaDefaults = call({
  method: 'GET',
  path: '/dnaDefaults',
  permission: 'DNADefaults.View',
  summary: 'Get the defaults for new contracts, projects, offers and shift requests',
  answer: defaults,
})
export const writeDefaultRates = call({
  method: 'PUT',
  path: '/dnaDefaults/LaborRates',
  permission: 'DNADefaults.UpdateLaborRates',
  summary: 'Set the labor rates for new contracts',
  body: dnaDefaultSections.laborRates,
  answer: defaults,
})
export const writeDefaultGroups = call({
  method: 'PUT',
  path: '/dnaDefaults/AccessGroups',
  permission: 'DNADefaults.UpdateAccessGroups',
  summary: 'Set the access groups for new projects and leads',
  body: dnaDefaultSections.accessGroups,
  answer: defaults,
})
export const writeOfferDefaults = call({
  method: 'PUT',
  path: '/dnaDefaults/ResourceOffers',
  permission: 'DNADefaults.UpdateResourceOffers',
  summary: 'Set the rules of resource offers',
  body: dnaDefaultSections.resourceOffers,
  answer: defaults,
})
export const writeShiftDefaults = call({
  method: 'PUT',
  path: '/dnaDefaults/ShiftRequests',
  permission: 'DNADefaults.UpdateShiftRequests',
  summary: 'Set the rules of shift requests',
  body: dnaDefaultSections.shiftRequests,
  answer: defaults,
})

export type DnaDefaults = AnswerOf<typeof readDnaDefaults>
