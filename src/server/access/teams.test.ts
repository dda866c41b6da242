import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { teams } from './teams.ts'

const house = await startApp()
const person = await house.signInAs([], { isNew: true })
const guest = await house.signInAs([], { external: true, isNew: true })

entityContract(teams, house, {
  valid: {
    name: 'Education',
    description: 'Universities and schools',
    color: '#2f6bc6',
    leadUserId: person.userId,
    memberIds: [person.userId],
  },
  invalid: [
    ['name', '', messages.required],
    ['leadUserId', guest.userId, 'Lead not found.'],
    ['memberIds', [guest.userId], 'External users cannot be named here.'],
  ],
})

it('shows lead and members as people, in the list too', async () => {
  const other = await house.signInAs([], { isNew: true })
  const body = { name: 'Corporate', color: '#0f7767', leadUserId: other.userId, memberIds: [person.userId, other.userId] }
  const made = (await house.admin('POST', '/api/teams', body)).body
  const [row] = (await house.admin('GET', '/api/teams?search=Corporate&sortBy=lead')).body.items
  for (const item of [made, row]) {
    expect(item).toMatchObject({ lead: { id: other.userId, firstName: 'Test' }, usersCount: 2, color: '#0f7767' })
    expect(item.members).toHaveLength(2)
  }
})
