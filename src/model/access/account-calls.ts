import { call, items, mergePatch, nothing, shape } from '../kit/call.ts'
import type { Field } from '../kit/description.ts'
import * as field from '../kit/field.ts'
import { checkText, maxLength, wellFormed } from '../kit/rules.ts'
import { EnvironmentBadge } from '../settings/enums.ts'
import { LaborType } from './enums.ts'

/** The signed-in user's own account. The first role counts (domain 3.1). */
export const accountShape = {
  id: field.uuid('Id'),
  email: field.email(),
  firstName: field.name('First name', { max: 100 }),
  lastName: field.name('Last name', { max: 100 }),
  avatarUrl: field.optional(field.image('Picture')),
  phone: field.optional(field.phone()),
  jobTitle: field.optional(field.text('Job title', { max: 100 })),
  isSuspended: field.boolean('Suspended'),
  isExternalUser: field.boolean('External user'),
  defaultLaborType: field.optional(field.choice('Labor type', LaborType)),
  roles: field.list('Roles', {
    id: field.id('Role'),
    name: field.text('Name', { max: 100 }),
    permissions: field.list('Permissions', { name: field.text('Permission', { max: 100 }) }),
  }),
}

export const sessionShape = {
  id: field.id('Session'),
  createDate: field.instant('Signed in'),
  lastSeenDate: field.instant('Last seen'),
  expiresDate: field.instant('Expires'),
  userAgent: field.optional(field.text('Browser')),
  ip: field.optional(field.text('Address')),
  isCurrent: field.boolean('This one'),
  method: field.optional(field.text('Signed in by')),
}

/** The raw token; clients store it in bearer form. */
export const signedInShape = { user: field.group('User', accountShape), token: field.text('Token') }

/** 401 of a sign-in that continues with `account/login/SecondFactor`. */
const secondFactorShape = {
  errorType: field.text('Type'),
  message: field.text('Message'),
  challenge: field.text('Challenge'),
  /** `totp`, `passkey`, and `recoveryCode`. */
  methods: field.set('Methods', field.text('Method')),
}

/** Existing password: accepted as typed, because the rules for new passwords do not apply. */
export const givenPassword = (label: string): Field<string> => ({
  ...field.password(label),
  check: (value, report) => {
    if (value === undefined || value === null || value === '') return field.password(label).check('', report)
    return checkText(value, [maxLength(500), wellFormed], report)
  },
})

export const newPassword = { password: field.password(), confirmPassword: givenPassword('Confirm password') }

export const login = call({
  method: 'POST',
  path: '/account/login',
  permission: 'anyone',
  summary: 'Sign in',
  body: { email: field.email(), password: givenPassword('Password') },
  response: shape(signedInShape),
  challengeResponse: shape(secondFactorShape),
  shownOnce: ['token'],
})

export const logout = call({
  method: 'POST',
  path: '/account/logout',
  permission: 'signed in',
  summary: 'Sign out',
  response: nothing,
  status: 204,
})

export const me = call({
  method: 'GET',
  path: '/account/me',
  permission: 'signed in',
  summary: 'Get my account and permissions',
  response: shape(accountShape),
})

export const updateProfile = mergePatch({
  path: '/account/profile',
  permission: 'signed in',
  summary: 'Update my profile',
  body: {
    firstName: accountShape.firstName,
    lastName: accountShape.lastName,
    phone: accountShape.phone,
    jobTitle: accountShape.jobTitle,
    avatarUrl: accountShape.avatarUrl,
  },
  response: shape(accountShape),
})

export const changePassword = call({
  method: 'POST',
  path: '/account/ChangePassword',
  permission: 'signed in',
  summary: 'Change my password and end my other sessions',
  body: { currentPassword: givenPassword('Current password'), ...newPassword },
  response: nothing,
  status: 204,
})

/** Returns the same response for known and unknown addresses. */
export const forgotPassword = call({
  method: 'POST',
  path: '/account/ForgotPassword',
  permission: 'anyone',
  summary: 'Request a password reset link',
  body: { email: field.email() },
  response: shape({}),
})

export const resetPassword = call({
  method: 'POST',
  path: '/account/ResetPassword',
  permission: 'anyone',
  summary: 'Set a new password with the key from the reset link',
  body: { key: field.uuid('Key'), ...newPassword },
  response: shape(signedInShape),
  challengeResponse: shape(secondFactorShape),
  shownOnce: ['token'],
})

export const listSessions = call({
  method: 'GET',
  path: '/account/Sessions',
  permission: 'signed in',
  summary: 'List my sessions',
  response: items(shape(sessionShape)),
})

export const endSession = call({
  method: 'DELETE',
  path: '/account/Sessions/:id',
  permission: 'signed in',
  summary: 'End one of my sessions',
  response: nothing,
})

export const uploadAvatar = call({
  method: 'POST',
  path: '/account/Image',
  permission: 'signed in',
  summary: 'Upload my picture',
  upload: 'image',
  response: shape({ url: field.text('Address') }),
})

export const environment = call({
  method: 'GET',
  path: '/environment',
  permission: 'anyone',
  summary: 'Get the environment, version and notices',
  response: shape({
    badge: field.choice('Environment', EnvironmentBadge),
    version: field.text('Version'),
    productName: field.text('Product name'),
    companyName: field.optional(field.text('Company')),
    logoUrl: field.optional(field.image('Logo')),
    supportEmail: field.optional(field.text('Support')),
    /** Shown once per session on every badge but LIVE. */
    notices: field.set('Notices', field.text('Notice', { max: 4000 })),
  }),
})
