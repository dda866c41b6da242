import { call, nothing, shape } from '../kit/call.ts'
import * as field from '../kit/field.ts'
import { arrayField, object } from '../kit/response-fields.ts'
import { signedInShape } from './account-calls.ts'

export const ssoStartPath = '/account/oidc/start'
export const ssoCallbackPath = '/account/oidc/callback'

export const readSignInOptions = call({
  method: 'GET',
  path: '/account/SignInOptions',
  permission: 'anyone',
  summary: 'Get the ways to sign in',
  response: shape({
    password: field.boolean('Password'),
    oidc: field.optional(object('Single sign-on', { name: field.text('Name'), path: field.text('Path') })),
    passkeys: field.boolean('Passkeys'),
  }),
})

/** `binding` is the SHA-256 hash of a secret that only the page has, so that the sign-in of another user cannot be finished in it. */
export const startSingleSignOn = call({
  method: 'GET',
  path: ssoStartPath,
  permission: 'anyone',
  summary: 'Send the browser to the identity provider',
  query: { returnTo: field.optional(field.text('Page', { max: 2000 })), binding: field.optional(field.text('Binding', { max: 100 })) },
  response: nothing,
  status: 302,
})

export const endSingleSignOn = call({
  method: 'GET',
  path: ssoCallbackPath,
  permission: 'anyone',
  summary: 'Accept the browser back from the identity provider',
  query: {
    code: field.optional(field.text('Code', { max: 4000 })),
    state: field.optional(field.text('State', { max: 200 })),
    iss: field.optional(field.text('Issuer', { max: 2000 })),
    error: field.optional(field.text('Error', { max: 200 })),
    error_description: field.optional(field.text('Description', { max: 4000 })),
  },
  response: nothing,
  status: 302,
})

export const openSsoSession = call({
  method: 'POST',
  path: '/account/oidc/session',
  permission: 'anyone',
  summary: 'Sign in with the code that the page got after single sign-on',
  body: { code: field.text('Code', { min: 1, max: 200 }), binding: field.optional(field.text('Secret of the page', { max: 200 })) },
  response: shape(signedInShape),
  shownOnce: ['token'],
})

export const readSignOutAddress = call({
  method: 'GET',
  path: '/account/oidc/SignOut',
  permission: 'signed in',
  summary: 'Get the address that ends my session at the identity provider, if I signed in there',
  response: shape({ address: field.optional(field.text('Address')) }),
})

/** OpenID Connect Back-Channel Logout 1.0: the provider ends sessions here, with a token that it signs. */
export const endSessionsByProvider = call({
  method: 'POST',
  path: '/account/oidc/logout',
  permission: 'anyone',
  summary: 'End the sessions of a user who signed out at the identity provider',
  isForm: true,
  body: { logout_token: field.text('Logout token', { min: 1, max: 10_000 }) },
  response: nothing,
  status: 200,
})

export const testIdentityProvider = call({
  method: 'POST',
  path: '/settings/identity/Test',
  permission: 'AppSettings.Update',
  summary: 'Test the connection to an identity provider without saving it',
  body: {
    issuer: field.url('Provider address'),
    clientId: field.text('Client id', { min: 1, max: 500 }),
    clientSecret: field.optional(field.text('Client secret', { max: 1000 })),
  },
  response: shape({
    ok: field.boolean('Works'),
    problems: arrayField('Problems', field.text('Problem')),
    endpoints: object('Addresses', {
      authorization: field.optional(field.text('Sign-in')),
      token: field.optional(field.text('Tokens')),
      keys: field.optional(field.text('Keys')),
      endSession: field.optional(field.text('Sign-out')),
    }),
  }),
})

/** Reasons for which single sign-on sends the browser back to the sign-in page. */
export const ssoProblems: Record<string, string> = {
  off: 'Single sign-on is not set up.',
  unreachable: 'The identity provider cannot be reached. Please try again, or use your password.',
  refused: 'The identity provider refused the sign-in.',
  expired: 'The sign-in took too long or was already used. Please start again.',
  invalid: 'The response of the identity provider is not valid. Please start again.',
  email: 'The identity provider does not confirm your e-mail address.',
  domain: 'Your e-mail domain is not allowed to sign in.',
  account: 'There is no account for you. Please ask your administrator.',
  linked: 'Your account is linked to another identity. Please ask your administrator.',
  suspended: 'Your account is suspended.',
}
