import { expect, it } from 'vitest'
import { standardCalls } from '../kit/call.ts'
import { listPeopleNames } from '../kit/people-calls.ts'
import { users } from './users.ts'

it('uses the same method, path, permission and query as the people picker of the kit', () => {
  const { method, path, permission, query } = standardCalls(users).typeHead
  expect({ method: listPeopleNames.method, path: listPeopleNames.path, permission: listPeopleNames.permission }).toEqual({
    method,
    path,
    permission,
  })
  expect(Object.keys(query)).toEqual(expect.arrayContaining(Object.keys(listPeopleNames.query)))
  expect(Object.keys({ ...users.fields, ...users.computed })).toEqual(expect.arrayContaining(['firstName', 'lastName']))
})
