import { call, nothing, shape } from '../kit/call.ts'
import * as field from '../kit/field.ts'
import { arrayField } from '../kit/response-fields.ts'
import { givenPassword, signedInShape } from './account-calls.ts'
import { assertionField } from './passkeys.ts'

/** Minutes for which a session may change sensitive settings after its user proved their identity. */
export const stepUpMinutes = 10
export const recoveryCodeCount = 10
/** Values of `identity.secondFactor.requiredFor`. */
export const secondFactorRequirements = ['none', 'staff', 'everybody']

const code = (label = 'Code') => field.text(label, { max: 20 })
const given = {
  code: field.optional(code()),
  assertion: field.optional(assertionField()),
}

export const secondFactorsShape = {
  hasTotp: field.boolean('Authenticator app'),
  passkeyCount: field.integer('Passkeys'),
  recoveryCodeCount: field.integer('Recovery codes left'),
  isRequired: field.boolean('Required'),
  stepUpUntil: field.optional(field.instant('Identity confirmed until')),
}

export const readSecondFactors = call({
  method: 'GET',
  path: '/account/SecondFactors',
  permission: 'signed in',
  summary: 'Get my second factors',
  response: shape(secondFactorsShape),
})

export const startTotp = call({
  method: 'POST',
  path: '/account/SecondFactors/Totp',
  permission: 'signed in',
  summary: 'Create the key of an authenticator app, which counts after its first code is confirmed',
  response: shape({ secret: field.text('Secret'), uri: field.text('Address'), qrSvg: field.text('QR code') }),
  shownOnce: ['secret', 'uri', 'qrSvg'],
})

export const confirmTotp = call({
  method: 'PUT',
  path: '/account/SecondFactors/Totp/Confirm',
  permission: 'signed in',
  summary: 'Activate my authenticator app with its first code',
  body: { code: code() },
  response: shape(secondFactorsShape),
})

export const removeTotp = call({
  method: 'DELETE',
  path: '/account/SecondFactors/Totp',
  permission: 'signed in',
  summary: 'Remove my authenticator app',
  response: nothing,
})

export const createRecoveryCodes = call({
  method: 'POST',
  path: '/account/SecondFactors/RecoveryCodes',
  permission: 'signed in',
  summary: 'Create ten recovery codes; earlier ones stop working, and these are returned only here',
  response: shape({ codes: arrayField('Codes', field.text('Code')) }),
  shownOnce: ['codes'],
})

/** Second step of a sign-in, after `SecondFactorRequired`. */
export const signInWithSecondFactor = call({
  method: 'POST',
  path: '/account/login/SecondFactor',
  permission: 'anyone',
  summary: 'Sign in with a second factor after the password',
  body: {
    challenge: field.text('Challenge', { min: 1, max: 200 }),
    ...given,
    recoveryCode: field.optional(code('Recovery code')),
  },
  response: shape(signedInShape),
  shownOnce: ['token'],
})

export const stepUp = call({
  method: 'POST',
  path: '/account/StepUp',
  permission: 'signed in',
  summary: 'Check my password, a code, or a passkey, and allow sensitive changes in this session for ten minutes',
  body: { password: field.optional(givenPassword('Password')), ...given },
  response: shape({ stepUpUntil: field.instant('Identity confirmed until') }),
})
