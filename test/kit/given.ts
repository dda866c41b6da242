import sharp from 'sharp'
import { fresh } from './fresh.ts'
import type { House } from './start.ts'

/** Makes a row through the API as the administrator and answers it; a test that cannot be prepared fails here. */
export async function given(house: House, path: string, body: Record<string, unknown>) {
  const answer = await house.admin('POST', path, body)
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function uploaded(house: House, path: string, content: Buffer | string, name: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  const answer = await house.admin('POST', path, form)
  if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The address of a picture that was uploaded for a thing of this path. */
export async function givenPicture(house: House, path: string): Promise<string> {
  const plain = { width: 8, height: 6, channels: 3, background: '#0055aa' } as const
  return (await uploaded(house, `/api/${path}/Image`, await sharp({ create: plain }).png().toBuffer(), 'picture.png')).url
}

/** The id of an uploaded file. */
export const givenFile = async (house: House, name: string): Promise<string> =>
  (await uploaded(house, '/api/files', `What ${name} says`, name)).id

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

export const givenConnector = (house: House, more: Record<string, unknown> = {}) =>
  given(house, '/api/connectorPhysicalTypes', { name: fresh('Connector'), ...more })

export const givenManufacturer = (house: House, more: Record<string, unknown> = {}) =>
  given(house, '/api/Manufactures', { name: fresh('Manufacturer'), ...more })

export const givenProductFamily = (house: House, manufactureId: number, more: Record<string, unknown> = {}) =>
  given(house, `/api/Manufactures/${manufactureId}/ProductFamilies`, { name: fresh('Family'), ...more })

export const givenCategory = (house: House, more: Record<string, unknown> = {}) => {
  const name = fresh('Category')
  return given(house, '/api/categories', { name, number: 1000 + Number(name.split(' ')[1]), ...more })
}

/** Equipment of a manufacturer and category of its own, unless they are named. */
export const givenEquipment = async (house: House, more: Record<string, unknown> = {}) =>
  given(house, '/api/equipments', {
    tag: 'DEV',
    model: fresh('Model'),
    manufactureId: more.manufactureId ?? (await givenManufacturer(house)).id,
    categoryId: more.categoryId ?? (await givenCategory(house)).id,
    ...more,
  })

export const givenClient = (house: House, more: Record<string, unknown> = {}) => {
  const name = fresh('Client')
  return given(house, '/api/clients', { name, abbreviatedName: `C${name.split(' ')[1]}`, ...more })
}
