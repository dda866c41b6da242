import type { House } from './start.ts'

let made = 0
/** A name nobody has used in this file. */
export const fresh = (word: string) => `${word} ${++made}`

/** Makes a row through the API as the administrator and answers it; a test that cannot be prepared fails here. */
export async function given(house: House, path: string, body: Record<string, unknown>) {
  const answer = await house.admin('POST', path, body)
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export const givenSignalType = (house: House, more: Record<string, unknown> = {}) => {
  const name = fresh('Signal')
  return given(house, '/api/signalTypes', { name, abbreviation: name.replace('Signal ', 'S'), color: '#0055aa', ...more })
}

export const givenRole = (house: House, more: Record<string, unknown> = {}) =>
  given(house, '/api/roles', { name: fresh('Role'), permissions: ['Clients.View'], ...more })

export const givenUser = (house: House, more: Record<string, unknown> & { roleId: number }) => {
  const name = fresh('Person')
  return given(house, '/api/users', {
    email: `${name.replace(' ', '').toLowerCase()}@example.com`,
    firstName: 'A',
    lastName: name,
    ...more,
  })
}
