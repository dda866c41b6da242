import type { Field, Fields } from '../../../model/kit/description.ts'
import type { Served } from '../entity/served.ts'
import type { Context } from '../request/context.ts'
import { badRequest, HttpError } from '../request/errors.ts'
import { is, orNull } from '../sql/row-types.ts'
import { columnName } from '../sql/table.ts'

const isFileId = (key: string) => /^fileId$|FileId$/.test(key)

/** True if a value of this field can reference a file: by its URL, or by one or more ids. */
const namesFiles = (key: string, { kind, fields = {} }: Field): boolean =>
  kind === 'image' || kind === 'richText' || isFileId(key) || Object.entries(fields).some(([inner, field]) => namesFiles(inner, field))

export const canNameFiles = (fields: Fields): boolean =>
  Object.entries(fields).some(([key, field]) => field.kind !== 'image' && namesFiles(key, field))

/**
 * SQL condition that the column references file id `$1`. An id in plain text does not count: cleaned text has no `<` except in its
 * elements.
 */
function referencesFileSql(key: string, { kind }: Field): string {
  const column = `t."${columnName(key)}"`
  if (kind === 'image') return `${column} like '/api/files/' || $1 || '/%'`
  if (kind === 'richText') return `${column} like '%' || ${pictureMarkupSql('$1')} || '%'`
  return isFileId(key) ? `${column}::text = $1` : `${column}::text like '%ileId": "' || $1 || '"%'`
}

/** SQL of an image in cleaned text, up to its file name. */
export const pictureMarkupSql = (id: string) => `'<img src="/api/files/' || ${id} || '/'`

/** Returns true if the actor sees no row that references the file. A file without references belongs to its uploader. */
export async function isFileHidden(ctx: Context, id: string): Promise<boolean> {
  const [file] = await ctx.rows({ createdById: orNull(is.uuid) }, 'select created_by_id from files where id = $1', [id])
  if (!file) return false
  let isOwned = false
  const { entities, fileOpeners } = ctx.services.extensions
  for (const served of entities) {
    const fields: Fields = served.resource.fields
    const fileFields = Object.entries(fields).filter(([key, field]) => key in served.table && namesFiles(key, field))
    if (fileFields.length === 0) continue
    const inAny = (some: typeof fileFields) => some.map(([key, field]) => referencesFileSql(key, field)).join(' or ') || 'false'
    // A file in a masked field is hidden with the field.
    const seen = inAny(fileFields.filter(([, { mask }]) => !mask || ctx.actor.held.has(mask)))
    const rows = await ctx.lists(
      `select t.id, coalesce(${seen}, false) from ${served.shape.table} t where ${inAny(fileFields)} order by 2 desc limit 100`,
      [id.toLowerCase()],
    )
    for (const [owner, isSeen] of rows) {
      isOwned = true
      if (isSeen && ctx.actor.held.has(served.resource.permission.view) && (await canSee(served, ctx, owner))) return false
    }
  }
  for (const opens of fileOpeners) {
    const isOpen = await opens(ctx, id)
    if (isOpen) return false
    isOwned ||= isOpen === false
  }
  return isOwned || file.createdById !== ctx.actor.userId
}

const canSee = (served: Served, ctx: Context, id: unknown): Promise<boolean> =>
  served.get(ctx, id).then(
    () => true,
    (error) => {
      if (error instanceof HttpError) return false
      throw error
    },
  )

const addresses = /\/api\/files\/([0-9a-f-]{36})\/([^"\s?\\<>]{1,300})(?:\?([\w=&;.-]{0,200}))?/g
const ownPicture = /^\/api\/files\/([0-9a-f-]{36})\//g
const pictures = /<img src="\/api\/files\/([0-9a-f-]{36})\//g

/** Returns the ids of the files a value references; formatted text is read as stored. */
export function fileIdsIn(key: string, { kind, fields }: Pick<Field, 'kind' | 'fields'>, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fileIdsIn(key, { kind, fields }, item))
  if (typeof value === 'object' && value !== null)
    return Object.entries(fields ?? {}).flatMap(([inner, field]) => fileIdsIn(inner, field, Object(value)[inner]))
  if (typeof value !== 'string') return []
  if (kind === 'image' || kind === 'richText')
    return Array.from(value.matchAll(kind === 'image' ? ownPicture : pictures), ([, id = '']) => id)
  return isFileId(key) ? [value.toLowerCase()] : []
}

/**
 * Prevents access to a file by referencing it. A newly referenced file must be visible to the user, or be in `value` with a valid
 * signature.
 */
export async function referencesHiddenFile(ctx: Context, value: unknown, named: string[], before: string[]): Promise<boolean> {
  if (!ctx.actor.userId || named.length === 0) return false
  const known = new Set([...before, ...openableFileIds(ctx, JSON.stringify(value))])
  for (const id of new Set(named)) if (!known.has(id) && (await ctx.services.isFileHidden(ctx, id))) return true
  return false
}

/** `written` is `values` with cleaned formatted texts. */
export async function checkFileReferences(
  { fields }: { fields: Fields },
  ctx: Context,
  values: Record<string, unknown>,
  before: Record<string, unknown> | null,
  written = values,
) {
  const known = before ? Object.entries(fields).flatMap(([key, field]) => fileIdsIn(key, field, before[key])) : []
  for (const [key, field] of Object.entries(fields))
    if (key in values && (await referencesHiddenFile(ctx, values[key], fileIdsIn(key, field, written[key]), known)))
      throw badRequest({ [key]: ['File not found.'] })
}

function openableFileIds(ctx: Context, text = ''): string[] {
  return Array.from(text.matchAll(addresses)).flatMap(([, id = '', name, query = '']) => {
    const params = new URLSearchParams(query.replaceAll('&amp;', '&'))
    const signed = { expires: params.get('expires'), signature: params.get('signature'), for: params.get('for') ?? undefined }
    return ctx.addresses.opens(`/api/files/${id}/${name}`, signed, 'file') ? [id] : []
  })
}
