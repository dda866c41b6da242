import { randomUUID } from 'node:crypto'
import type { Row } from '../../src/server/kit/request/context.ts'
import { fresh } from './fresh.ts'
import type { Answer, Caller } from './start.ts'

export const cadFile = (text: string, name = 'library.xml') => new File([text], name)

/** A multipart body with files and fields. */
export function cadForm(files: readonly File[], fields: Row = {}): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries({ name: fresh('CAD request'), ...fields })) if (value != null) form.append(key, String(value))
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

/** The product specification as the CAD tool writes it. */
export const libraryOf = (definitions: readonly CadDefinition[]) =>
  `<?xml version="1.0" encoding="utf-8"?><WCEQUIPDEF>${definitions
    .map(
      ({ guid = randomUUID(), maker, model, more = '', inside = '' }) =>
        `<EquipDef GUID="${guid}" ManufacturerName="${maker}" EquipmentName="${model}" ${more}>${inside}</EquipDef>`,
    )
    .join('')}</WCEQUIPDEF>`

export const postCad = (who: Caller, files: readonly File[], fields: Row = {}) =>
  who('POST', '/api/wireCad/Requests', cadForm(files, fields))

/** A request of one file that was taken. */
export async function givenCad(who: Caller, text: string, fields: Row = {}, name?: string): Promise<Row> {
  const answer = await postCad(who, [cadFile(text, name)], fields)
  if (answer.status !== 201) throw new Error(`A WireCAD request was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export const cadItems = async (who: Caller, request: Row, query: Row = {}): Promise<Row[]> =>
  (await who('GET', `/api/wireCad/Requests/${request.id}/Items`, undefined, { query: { itemsPerPage: -1, ...query } })).body.items
export const cadStep = (who: Caller, request: Row, step: string, body: Row = {}): Promise<Answer> =>
  who('PUT', `/api/wireCad/Requests/${request.id}/${step}`, body)
export const chooseCad = (who: Caller, request: Row, body: Row): Promise<Answer> =>
  who('PUT', `/api/wireCad/Requests/${request.id}/Items`, body)
