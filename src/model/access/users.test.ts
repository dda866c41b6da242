import { expect, it } from 'vitest'
import { standardCalls } from '../kit/call.ts'
import { listPeopleNames } from '../kit/people-calls.ts'
import { users } from './users.ts'

it('answers the pickers of the kit, which know people without knowing this area', () => {
  const { method, path, permission, query } = standardCalls(users).typeHead
  expect({ method: listPeopleNames.method, path: listPeopleNames.path, permission: listPeopleNames.permission }).toEqual({
    method,
    path,
    permission,
  })
  expect(Object.keys(query)).toEqual(expect.arrayContaining(Object.keys(listPeopleNames.query)))
  expect(Object.keys({ ...users.fields, ...users.computed })).toEqual(expect.arrayContaining(['firstName', 'lastName']))
})
