import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { teams } from './teams.ts'

const app = await startApp()
const person = await app.signInAs([], { isNew: true })
const guest = await app.signInAs([], { external: true, isNew: true })

entityContract(teams, app, {
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

it('returns lead and members as users, in the list too', async () => {
  const other = await app.signInAs([], { isNew: true })
  const body = { name: 'Corporate', color: '#0f7767', leadUserId: other.userId, memberIds: [person.userId, other.userId] }
  const created = (await app.admin('POST', '/api/teams', body)).body
  const [row] = (await app.admin('GET', '/api/teams?search=Corporate&sortBy=lead')).body.items
  for (const item of [created, row]) {
    expect(item).toMatchObject({ lead: { id: other.userId, firstName: 'Test' }, usersCount: 2, color: '#0f7767' })
    expect(item.members).toHaveLength(2)
  }
})
