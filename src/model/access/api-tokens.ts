import { call, items, nothing, shape } from '../kit/call.ts'
import { date, id, instant, name, optional, set, text, uuid } from '../kit/field.ts'

/** A program's key to the API, on behalf of one person: it may do a part of what they may, until a day. */
export const apiTokenShape = {
  id: id('Token'),
  name: name('Name', { max: 100 }),
  permissions: set('Permissions', text('Permission', { max: 100 })),
  createDate: instant('Made'),
  expiresDate: date('Expires'),
  lastUsedDate: optional(instant('Last used')),
}

/** What tokens begin with, so that people and scanners of code know one when they see it. */
export const tokenPrefix = 'dna_'
/** The longest a token can go on. */
export const mostTokenDays = 365
export const mostTokens = 50

export const listTokens = call({
  method: 'GET',
  path: '/account/Tokens',
  permission: 'internal',
  summary: 'List my API tokens',
  response: items(shape(apiTokenShape)),
})

/** The token itself is told by this one answer and kept nowhere. */
export const createToken = call({
  method: 'POST',
  path: '/account/Tokens',
  permission: 'internal',
  summary: 'Create an API token with some of my permissions; the token is returned only here',
  body: {
    name: apiTokenShape.name,
    permissions: set('Permissions', text('Permission', { max: 100 }), { min: 1, max: 400 }),
    /** The last day it can be used. */
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
