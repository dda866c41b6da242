import { call, items, nothing, shape } from '../kit/call.ts'
import { date, id, instant, name, optional, set, text, uuid } from '../kit/field.ts'

/** API key that acts for one user with a subset of their permissions until it expires. */
export const apiTokenShape = {
  id: id('Token'),
  name: name('Name', { max: 100 }),
  permissions: set('Permissions', text('Permission', { max: 100 })),
  createDate: instant('Made'),
  expiresDate: date('Expires'),
  lastUsedDate: optional(instant('Last used')),
}

/** Fixed prefix, so that people and secret scanners recognize a token. */
export const tokenPrefix = 'dna_'
export const mostTokenYears = 1
export const mostTokens = 50

export const listTokens = call({
  method: 'GET',
  path: '/account/Tokens',
  permission: 'internal',
  summary: 'List my API tokens',
  response: items(shape(apiTokenShape)),
})

/** Only this response contains the token; it is not stored. */
export const createToken = call({
  method: 'POST',
  path: '/account/Tokens',
  permission: 'internal',
  summary: 'Create an API token with some of my permissions; the token is returned only here',
  body: {
    name: apiTokenShape.name,
    permissions: set('Permissions', text('Permission', { max: 100 }), { min: 1, max: 400 }),
    expiresDate: date('Expires'),
  },
  response: shape({ ...apiTokenShape, token: optional(text('Token')) }),
  status: 201,
  shownOnce: ['token'],
})

export const endToken = call({
  method: 'DELETE',
  path: '/account/Tokens/:id',
  permission: 'internal',
  summary: 'Revoke one of my API tokens',
  response: nothing,
})

const params = { id: uuid('User') }
export const listTokensOfUser = call({
  method: 'GET',
  path: '/users/:id/Tokens',
  params,
  permission: 'DNAUsers.Update',
  summary: 'List the API tokens of a user',
  response: items(shape(apiTokenShape)),
})

export const endTokenOfUser = call({
  method: 'DELETE',
  path: '/users/:id/Tokens/:tokenId',
  params: { ...params, tokenId: id('Token') },
  permission: 'DNAUsers.Update',
  summary: 'Revoke an API token of a user',
  response: nothing,
})
