import { namedRefs, namedShape, object, objects, shownOnce } from '../kit/answered.ts'
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
import { personalSettingsShape } from '../settings/personal-settings.ts'
import { LaborType } from './enums.ts'
import { externalRoles, roles } from './roles.ts'

/** Where somebody from outside works. */
export const companyOfPerson = { ...namedShape, type: integer('Type') }
/** A project or lead, as it stands beside somebody who has to do with it. */
export const numberedShape = { ...namedShape, number: optional(text('Number')) }

const personFields = {
  email: email(),
  firstName: name('First name', { max: 100 }),
  lastName: name('Last name', { max: 100 }),
  avatarUrl: optional(image('Picture')),
  phone: optional(phone()),
  jobTitle: optional(text('Job title', { max: 100 })),
  /** Given at creation only; otherwise a "set your password" mail is sent. */
  password: optional(password()),
}
const computed = {
  isSuspended: boolean('Suspended'),
  isExternalUser: boolean('External'),
  lastSignInDate: optional(instant('Last sign-in')),
  /** The first role counts; the product assigns exactly one (domain 3.1). */
  roles: namedRefs('Role'),
}
const searchAndSort = { search: ['firstName', 'lastName', 'email', 'jobTitle'], sort: ['lastName', 'firstName'] } as const
/** What their lists can show besides; what only one of them knows stands between. */
const moreOfPeople = ['jobTitle', 'lastSignInDate', 'avatarUrl', 'phone'] as const
const lastOfPeople = ['isExternalUser', 'roles', 'createDate', 'updateDate', 'createdBy', 'updatedBy'] as const

/** What the work of one person sells for and costs where it differs from everybody else's. */
const personRate = {
  laborType: choice('Labor type', LaborType),
  sellRate: optional(money('Sell rate')),
  costRate: optional(money('Cost rate')),
}

/** A member of the firm. Never deleted, only suspended. */
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
    /** Of the schedule that counts today; another figure begins a week of five equal days today. Left out, nothing changes. */
    weeklyCapacityHours: optional(hours('Hours a week', { max: 80 })),
    /** By which Tempo knows whose hours it has. */
    jiraAccountId: optional(pattern('Jira account id', /^[\w:-]+$/, 'Only letters, digits, : _ and - are valid', { max: 128 })),
  },
  hasSteps: true,
  computed: {
    ...computed,
    setPasswordLink: shownOnce('Link to set a password'),
    /** Only in the detail, as the next one. */
    personalSettings: object('Personal settings', personalSettingsShape),
    laborRates: { ...objects('Labor rates', personRate), mask: 'DNAUsers.ViewDefaultLaborRates' as const },
  },
  list: {
    columns: ['lastName', 'firstName', 'email', 'role', 'defaultLaborType', 'isSuspended'],
    optionalColumns: [...moreOfPeople, 'weeklyCapacityHours', 'jiraAccountId', ...lastOfPeople],
    ...searchAndSort,
    filters: { roleIds: { label: 'Role', kind: 'reference', field: 'roleId', of: () => roles } },
  },
  title: 'lastName',
  ref: ['firstName', 'lastName', 'avatarUrl', 'isSuspended', 'isExternalUser'],
  shownOnce: ['setPasswordLink'],
  ids: 'uuid',
  logs: true,
  image: true,
  exportCategory: 160,
})

/** Somebody outside the firm who sees the part of it that lists give them. */
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
    /** The one that has a contact with this e-mail address. */
    company: optional(object('Company', companyOfPerson)),
    /** Only in the detail, each for who may see groups, or external access lists, and the projects themselves. */
    externalAccessGroups: namedRefs('Access groups'),
    projects: objects('Projects', numberedShape),
  },
  list: {
    columns: ['lastName', 'firstName', 'email', 'company', 'role', 'isSuspended'],
    optionalColumns: [...moreOfPeople, ...lastOfPeople],
    ...searchAndSort,
    filters: { externalRoleIds: { label: 'Role', kind: 'reference', field: 'roleId', of: () => externalRoles } },
  },
  title: 'lastName',
  ref: ['firstName', 'lastName', 'avatarUrl', 'isSuspended', 'isExternalUser'],
  shownOnce: ['setPasswordLink'],
  ids: 'uuid',
  exportCategory: 161,
})
