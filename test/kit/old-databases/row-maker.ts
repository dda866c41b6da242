import sharp from 'sharp'
import type { Asking, Row } from './client.ts'

interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
}

/** Values that a field's type alone does not determine. */
const sampleValues: Row = {
  phone: '+1 303 555 0142',
  mobile: '+1 303 555 0143',
  color: '#336699',
  icon: 'speaker',
  masterFormatSection: '27 41 16',
  state: 'CO',
  postalCode: '80014',
  country: 'US',
  rackUnits: 2,
  date: '2026-03-02',
  endDate: '2026-03-09',
  targetDate: '2026-11-20',
  tempoUrl: 'https://firm.tempo.io/hours',
  description: '<p>With <strong>everything</strong>, “quoted” and ähm 👩‍👩‍👧</p>',
}

let counter = 0
export const fresh = (prefix: string) => `${prefix} ${++counter}`
export const code = (letters: string) => `${letters}${++counter}`

/** Generates a value for every field of a body, so fields added later are covered. */
function fillBody({ properties = {} }: Schema, values: Row): Row {
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, key in values ? values[key] : anyValue(schema, key)]))
}

function anyValue(schema: Schema, key: string): unknown {
  if (key === 'rowVersion') return null
  if (key in sampleValues) return sampleValues[key]
  const variant = schema.anyOf?.find((item) => item.type !== 'null') ?? schema
  if (variant.enum) return variant.enum[0]
  const kinds = [variant.type].flat()
  if (kinds.includes('object')) return fillBody(variant, {})
  if (kinds.includes('array')) return variant.items?.enum ? variant.items.enum.slice(0, 2) : []
  if (kinds.includes('boolean')) return true
  if (kinds.includes('integer') || kinds.includes('number')) return Math.max(variant.minimum ?? 0, 3)
  if (variant.format === 'email') return `${code('odd')}@outside.example`
  if (variant.format === 'uri') return 'https://maker.example/page'
  if (variant.format === 'date') return '2026-02-27'
  return kinds.includes('string') && !variant.format ? fresh('Odd') : null
}

/** Row ids by the path segment before them: `projects`, or `leads Notes` if the segment is ambiguous. */
export type Ids = Record<string, number | string>

/** Creates rows from the OpenAPI document, with only the required fields or with all of them. */
export function createRowMaker(admin: Asking, document: Row) {
  const schemaOf = (path: string): Schema =>
    document.paths[`/api${path.replace(/\/\d+\//g, '/{id}/')}`].post.requestBody.content['application/json'].schema
  /** `also` lists optional fields that a cross-field rule requires. */
  const bare = (path: string, values: Row = {}, also: string[] = []): Promise<Row> => {
    const { required = [], properties = {} } = schemaOf(path)
    const some = Object.fromEntries([...required, ...also].map((key) => [key, properties[key]!]))
    return admin.make(path, fillBody({ properties: some }, values))
  }
  const full = (path: string, values: Row = {}): Promise<Row> => admin.make(path, fillBody(schemaOf(path), values))
  const deleted = async (path: string, values: Row = {}): Promise<Row> => {
    const row = await full(path, values)
    await admin.remove(`${path}/${row.id}`)
    return row
  }
  const ids: Ids = {}
  const know = (path: string, { id }: Row) => {
    const [lastSegment, , within] = path.split('/').reverse() as [string, string?, string?]
    ids[lastSegment] ??= id
    if (within) ids[`${within} ${lastSegment}`] ??= id
  }
  const three = async (path: string, makeValues: () => Row = () => ({}), also: string[] = []): Promise<Row> => {
    await bare(path, makeValues(), also)
    await deleted(path, makeValues())
    const row = await full(path, makeValues())
    know(path, row)
    return row
  }
  return { bare, full, deleted, three, know, ids }
}
export type Making = ReturnType<typeof createRowMaker>

export function createForm(name: string, data: Buffer | string, more: Row = {}): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  form.append('file', new Blob([new Uint8Array(Buffer.from(data))]), name)
  return form
}

export async function uploadImage(admin: Asking, path: string, color: string): Promise<string> {
  const data = await sharp({ create: { width: 24, height: 16, channels: 3, background: color } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(data)], { type: 'image/png' }), `${color.slice(1)}.png`)
  const { url, imageUrl } = await admin.make(`${path}/Image`, form)
  return (url ?? imageUrl).split('?')[0]
}
