import sharp from 'sharp'
import { uniqueName } from './fresh.ts'
import type { TestApp } from './start.ts'

/** Creates a row through the API as the administrator and returns it. Throws if setup fails. */
export async function createRow(house: TestApp, path: string, body: Record<string, unknown>) {
  const answer = await house.admin('POST', path, body)
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function uploaded(house: TestApp, path: string, content: Buffer | string, name: string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  const answer = await house.admin('POST', path, form)
  if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function uploadPicture(house: TestApp, path: string): Promise<string> {
  const plain = { width: 8, height: 6, channels: 3, background: '#0055aa' } as const
  return (await uploaded(house, `/api/${path}/Image`, await sharp({ create: plain }).png().toBuffer(), 'picture.png')).url
}

export const uploadTestFile = async (house: TestApp, name: string): Promise<string> =>
  (await uploaded(house, '/api/files', `What ${name} says`, name)).id

export const createSignalType = (house: TestApp, more: Record<string, unknown> = {}) => {
  const name = uniqueName('Signal')
  return createRow(house, '/api/signalTypes', { name, abbreviation: name.replace('Signal ', 'S'), color: '#0055aa', ...more })
}

export const createRole = (house: TestApp, more: Record<string, unknown> = {}) =>
  createRow(house, '/api/roles', { name: uniqueName('Role'), permissions: ['Clients.View'], ...more })

export const createUser = (house: TestApp, more: Record<string, unknown> & { roleId: number }) => {
  const name = uniqueName('Person')
  return createRow(house, '/api/users', {
    email: `${name.replace(' ', '').toLowerCase()}@example.com`,
    firstName: 'A',
    lastName: name,
    ...more,
  })
}

export const createConnector = (house: TestApp, more: Record<string, unknown> = {}) =>
  createRow(house, '/api/connectorPhysicalTypes', { name: uniqueName('Connector'), ...more })

export const createManufacturer = (house: TestApp, more: Record<string, unknown> = {}) =>
  createRow(house, '/api/Manufactures', { name: uniqueName('Manufacturer'), ...more })

export const createProductFamily = (house: TestApp, manufactureId: number, more: Record<string, unknown> = {}) =>
  createRow(house, `/api/Manufactures/${manufactureId}/ProductFamilies`, { name: uniqueName('Family'), ...more })

export const createCategory = (house: TestApp, more: Record<string, unknown> = {}) => {
  const name = uniqueName('Category')
  return createRow(house, '/api/categories', { name, number: 1000 + Number(name.split(' ')[1]), ...more })
}

export const createEquipment = async (house: TestApp, more: Record<string, unknown> = {}) =>
  createRow(house, '/api/equipments', {
    tag: 'DEV',
    model: uniqueName('Model'),
    manufactureId: more.manufactureId ?? (await createManufacturer(house)).id,
    categoryId: more.categoryId ?? (await createCategory(house)).id,
    ...more,
  })

export const createClient = (house: TestApp, more: Record<string, unknown> = {}) => {
  const name = uniqueName('Client')
  return createRow(house, '/api/clients', { name, abbreviatedName: `C${name.split(' ')[1]}`, ...more })
}
