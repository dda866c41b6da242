import sharp from 'sharp'
import type { Asking, Row } from './asking.ts'

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

/** What a type alone does not tell. */
const words: Row = {
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

let made = 0
/** A text nobody has used yet. */
export const fresh = (word: string) => `${word} ${++made}`
export const code = (letters: string) => `${letters}${++made}`

/** A value for every field of a body, so that one which comes later is filled too. */
function filled({ properties = {} }: Schema, given: Row): Row {
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, key in given ? given[key] : anyValue(schema, key)]))
}

function anyValue(schema: Schema, key: string): unknown {
  if (key === 'rowVersion') return null
  if (key in words) return words[key]
  const parentSchema = schema.anyOf?.find((one) => one.type !== 'null') ?? schema
  if (parentSchema.enum) return parentSchema.enum[0]
  const kinds = [parentSchema.type].flat()
  if (kinds.includes('object')) return filled(parentSchema, {})
  if (kinds.includes('array')) return parentSchema.items?.enum ? parentSchema.items.enum.slice(0, 2) : []
  if (kinds.includes('boolean')) return true
  if (kinds.includes('integer') || kinds.includes('number')) return Math.max(parentSchema.minimum ?? 0, 3)
  if (parentSchema.format === 'email') return `${code('odd')}@outside.example`
  if (parentSchema.format === 'uri') return 'https://maker.example/page'
  if (parentSchema.format === 'date') return '2026-02-27'
  return kinds.includes('string') && !parentSchema.format ? fresh('Odd') : null
}

/** Rows by the word in front of their id in an address: `projects`, or `leads Notes` where others have notes too. */
export type Ids = Record<string, number | string>

/** Makes rows by the document the product gives of its calls: with nothing but what is required, and with everything. */
export function makingOf(admin: Asking, document: Row) {
  const schemaOf = (path: string): Schema =>
    document.paths[`/api${path.replace(/\/\d+\//g, '/{id}/')}`].post.requestBody.content['application/json'].schema
  /** `also` names what the document calls optional and a rule between the fields asks for all the same. */
  const bare = (path: string, given: Row = {}, also: string[] = []): Promise<Row> => {
    const { required = [], properties = {} } = schemaOf(path)
    const some = Object.fromEntries([...required, ...also].map((key) => [key, properties[key]!]))
    return admin.make(path, filled({ properties: some }, given))
  }
  const full = (path: string, given: Row = {}): Promise<Row> => admin.make(path, filled(schemaOf(path), given))
  const deleted = async (path: string, given: Row = {}): Promise<Row> => {
    const row = await full(path, given)
    await admin.remove(`${path}/${row.id}`)
    return row
  }
  /** The first row with everything of each kind. */
  const ids: Ids = {}
  const know = (path: string, { id }: Row) => {
    const [word, , within] = path.split('/').reverse() as [string, string?, string?]
    ids[word] ??= id
    if (within) ids[`${within} ${word}`] ??= id
  }
  /** A bare one, a deleted one, and one with everything, which is answered. */
  const three = async (path: string, given: () => Row = () => ({}), also: string[] = []): Promise<Row> => {
    await bare(path, given(), also)
    await deleted(path, given())
    const row = await full(path, given())
    know(path, row)
    return row
  }
  return { bare, full, deleted, three, know, ids }
}
export type Making = ReturnType<typeof makingOf>

export function formOf(name: string, data: Buffer | string, more: Row = {}): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  form.append('file', new Blob([new Uint8Array(Buffer.from(data))]), name)
  return form
}

/** The address of a small picture, uploaded where such a thing's pictures are. */
export async function pictureOf(admin: Asking, path: string, color: string): Promise<string> {
  const data = await sharp({ create: { width: 24, height: 16, channels: 3, background: color } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(data)], { type: 'image/png' }), `${color.slice(1)}.png`)
  const { url, imageUrl } = await admin.make(`${path}/Image`, form)
  return (url ?? imageUrl).split('?')[0]
}
