import { randomUUID } from 'node:crypto'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { uniqueName } from './fresh.ts'
import type { Answer, Caller } from './start.ts'

export const cadFile = (text: string, name = 'library.xml') => new File([text], name)

export function cadForm(files: readonly File[], fields: AnyRow = {}): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries({ name: uniqueName('CAD request'), ...fields }))
    if (value != null) form.append(key, String(value))
  for (const file of files) form.append('file', file)
  return form
}

export interface CadDefinition {
  guid?: string
  maker: string
  model: string
  more?: string
  inside?: string
}

export const cadLibrary = (definitions: readonly CadDefinition[]) =>
  `<?xml version="1.0" encoding="utf-8"?><WCEQUIPDEF>${definitions
    .map(
      ({ guid = randomUUID(), maker, model, more = '', inside = '' }) =>
        `<EquipDef GUID="${guid}" ManufacturerName="${maker}" EquipmentName="${model}" ${more}>${inside}</EquipDef>`,
    )
    .join('')}</WCEQUIPDEF>`

export const postCad = (who: Caller, files: readonly File[], fields: AnyRow = {}) =>
  who('POST', '/api/wireCad/Requests', cadForm(files, fields))

export async function createCadRequest(who: Caller, text: string, fields: AnyRow = {}, name?: string): Promise<AnyRow> {
  const answer = await postCad(who, [cadFile(text, name)], fields)
  if (answer.status !== 201) throw new Error(`A WireCAD request was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export const cadItems = async (who: Caller, request: AnyRow, query: AnyRow = {}): Promise<AnyRow[]> =>
  (await who('GET', `/api/wireCad/Requests/${request.id}/Items`, undefined, { query: { itemsPerPage: -1, ...query } })).body.items
export const transitionCad = (who: Caller, request: AnyRow, step: string, body: AnyRow = {}): Promise<Answer> =>
  who('PUT', `/api/wireCad/Requests/${request.id}/${step}`, body)
export const chooseCad = (who: Caller, request: AnyRow, body: AnyRow): Promise<Answer> =>
  who('PUT', `/api/wireCad/Requests/${request.id}/Items`, body)
