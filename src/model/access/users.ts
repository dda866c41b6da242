import {
  boolean,
  choice,
  email,
  hours,
  image,
  instant,
  integer,
  money,
  name,
  optional,
  password,
  pattern,
  phone,
  reference,
  text,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { namedRefs, namedShape, object, objects, shownOnce } from '../kit/response-fields.ts'
import { personalSettingsShape } from '../settings/personal-settings.ts'
import { LaborType } from './enums.ts'
import { externalRoles, roles } from './roles.ts'

export const companyOfPerson = { ...namedShape, type: integer('Type') }
export const numberedShape = { ...namedShape, number: optional(text('Number')) }

const personFields = {
  email: email(),
  firstName: name('First name', { max: 100 }),
  lastName: name('Last name', { max: 100 }),
  avatarUrl: optional(image('Picture')),
  phone: optional(phone()),
  jobTitle: optional(text('Job title', { max: 100 })),
  /** Accepted only on create; without it, the user receives a "set your password" mail. */
  password: optional(password()),
}
const computed = {
  isSuspended: boolean('Suspended'),
  isExternalUser: boolean('External'),
  lastSignInDate: optional(instant('Last sign-in')),
  /** The first role counts; the app assigns exactly one (domain 3.1). */
  roles: namedRefs('Role'),
}
const searchAndSort = { search: ['firstName', 'lastName', 'email', 'jobTitle'], sort: ['lastName', 'firstName'] } as const
const moreOfPeople = ['jobTitle', 'lastSignInDate', 'avatarUrl', 'phone'] as const
const lastOfPeople = ['isExternalUser', 'roles', 'createDate', 'updateDate', 'createdBy', 'updatedBy'] as const

const personRate = {
  laborType: choice('Labor type', LaborType),
  sellRate: optional(money('Sell rate')),
  costRate: optional(money('Cost rate')),
}

/** An internal user. Never deleted, only suspended. */
export const users = resource({
  path: 'users',
  route: '/users',
  names: { one: 'User', many: 'Users' },
  permission: 'DNAUsers',
  isPickableByStaff: true,
  fields: {
    ...personFields,
    roleId: reference('Role', () => roles),
    defaultLaborType: optional(choice('Labor type', LaborType)),
    /** Weekly hours of today's schedule. A new value starts a week of five equal days today; an omitted one changes nothing. */
    weeklyCapacityHours: optional(hours('Hours a week', { max: 80 })),
    /** Identifies the user in Tempo. */
    jiraAccountId: optional(pattern('Jira account id', /^[\w:-]+$/, 'Only letters, digits, : _ and - are valid', { max: 128 })),
  },
  hasSteps: true,
  computed: {
    ...computed,
    setPasswordLink: shownOnce('Link to set a password'),
    personalSettings: object('Personal settings', personalSettingsShape),
    laborRates: { ...objects('Labor rates', personRate), mask: 'DNAUsers.ViewDefaultLaborRates' as const },
  },
  list: {
    columns: ['lastName', 'firstName', 'email', 'role', 'defaultLaborType', 'isSuspended'],
    optionalColumns: [...moreOfPeople, 'weeklyCapacityHours', 'jiraAccountId', ...lastOfPeople],
    ...searchAndSort,
    filters: { roleIds: { label: 'Role', kind: 'reference', field: 'roleId', resource: () => roles } },
  },
  title: 'lastName',
  ref: ['firstName', 'lastName', 'avatarUrl', 'isSuspended', 'isExternalUser'],
  shownOnce: ['setPasswordLink'],
  ids: 'uuid',
  logs: true,
  image: true,
  exportCategory: 160,
})

export const externalUsers = resource({
  path: 'externalUsers',
  route: '/external-users',
  names: { one: 'External user', many: 'External users' },
  permission: 'ExternalUsers',
  isPickableByStaff: true,
  hasSteps: true,
  fields: { ...personFields, roleId: reference('Role', () => externalRoles) },
  computed: {
    ...computed,
    setPasswordLink: shownOnce('Link to set a password'),
    company: optional(object('Company', companyOfPerson)),
    /** Only in the detail response. Each requires permission to view groups, or external access lists and the projects. */
    externalAccessGroups: namedRefs('Access groups'),
    projects: objects('Projects', numberedShape),
  },
  list: {
    columns: ['lastName', 'firstName', 'email', 'company', 'role', 'isSuspended'],
    optionalColumns: [...moreOfPeople, ...lastOfPeople],
    ...searchAndSort,
    filters: { externalRoleIds: { label: 'Role', kind: 'reference', field: 'roleId', resource: () => externalRoles } },
  },
  title: 'lastName',
  ref: ['firstName', 'lastName', 'avatarUrl', 'isSuspended', 'isExternalUser'],
  shownOnce: ['setPasswordLink'],
  ids: 'uuid',
  exportCategory: 161,
})
