import { call, items, nothing, shape } from '../kit/call.ts'
import * as field from '../kit/field.ts'
import { arrayField, object, objects } from '../kit/response-fields.ts'
import { signedInShape } from './account-calls.ts'

const binary = (label: string, max = 4000) => field.text(label, { max })
/** Extension results are not used, so they are dropped. */
const credentialFields = { id: binary('Id'), rawId: binary('Id'), type: field.text('Type', { max: 40 }) }

const assertionFields = {
  ...credentialFields,
  response: field.group('Response', {
    clientDataJSON: binary('Client data'),
    authenticatorData: binary('Authenticator data'),
    signature: binary('Signature'),
    userHandle: field.optional(binary('User')),
  }),
}
/** `AuthenticationResponseJSON` of the WebAuthn standard. */
export const assertionField = () => field.group('Passkey', assertionFields)

export const passkeyShape = {
  id: field.id('Passkey'),
  name: field.name('Name', { max: 100 }),
  createDate: field.instant('Added'),
  lastUsedDate: field.optional(field.instant('Last used')),
  isBackedUp: field.boolean('Synchronized'),
}
export const mostPasskeys = 20

const credentialDescriptor = { id: binary('Id'), type: field.text('Type'), transports: arrayField('Transports', field.text('Transport')) }

export const listPasskeys = call({
  method: 'GET',
  path: '/account/Passkeys',
  permission: 'signed in',
  summary: 'List my passkeys',
  response: items(shape(passkeyShape)),
})

/** `PublicKeyCredentialCreationOptionsJSON` of the WebAuthn standard. */
export const startPasskey = call({
  method: 'POST',
  path: '/account/Passkeys/Options',
  permission: 'signed in',
  summary: 'Get the options to create a passkey in the browser',
  response: shape({
    challenge: field.text('Challenge'),
    rp: object('Relying party', { id: field.text('Id'), name: field.text('Name') }),
    user: object('User', { id: field.text('Id'), name: field.text('Name'), displayName: field.text('Display name') }),
    pubKeyCredParams: objects('Algorithms', { alg: field.integer('Algorithm', { min: -1000, max: 1000 }), type: field.text('Type') }),
    timeout: field.integer('Timeout', { max: 600_000 }),
    attestation: field.text('Attestation'),
    excludeCredentials: objects('Existing passkeys', credentialDescriptor),
    authenticatorSelection: object('Authenticators', { residentKey: field.text('Storage'), userVerification: field.text('Verification') }),
  }),
})

export const addPasskey = call({
  method: 'POST',
  path: '/account/Passkeys',
  permission: 'signed in',
  summary: 'Add a passkey that the browser has created',
  body: {
    ...credentialFields,
    response: field.group('Response', {
      clientDataJSON: binary('Client data'),
      attestationObject: binary('Attestation', 20_000),
      transports: field.optional(field.set('Transports', field.text('Transport', { max: 40 }), { max: 10 })),
    }),
    name: field.optional(field.name('Name', { max: 100 })),
  },
  response: shape(passkeyShape),
  status: 201,
})

export const removePasskey = call({
  method: 'DELETE',
  path: '/account/Passkeys/:id',
  permission: 'signed in',
  summary: 'Remove one of my passkeys',
  response: nothing,
})

/** `PublicKeyCredentialRequestOptionsJSON` of the WebAuthn standard. */
export const startPasskeySignIn = call({
  method: 'POST',
  path: '/account/Passkeys/SignIn/Options',
  permission: 'anyone',
  summary: 'Get the options to sign in or to confirm my identity with a passkey',
  body: { challenge: field.optional(field.text('Challenge of the sign-in', { max: 200 })) },
  response: shape({
    challenge: field.text('Challenge'),
    rpId: field.text('Relying party'),
    timeout: field.integer('Timeout', { max: 600_000 }),
    userVerification: field.text('Verification'),
    allowCredentials: objects('Allowed passkeys', credentialDescriptor),
  }),
})

export const signInWithPasskey = call({
  method: 'POST',
  path: '/account/Passkeys/SignIn',
  permission: 'anyone',
  summary: 'Sign in with a passkey',
  body: assertionFields,
  response: shape(signedInShape),
  shownOnce: ['token'],
})
