import type { Field, Fields } from '../../../model/kit/description.ts'
import type { Served } from '../entity/served.ts'
import type { Context } from '../request/context.ts'
import { badRequest, HttpError } from '../request/errors.ts'
import { is, orNull } from '../sql/row-types.ts'
import { columnName } from '../sql/table.ts'

const isFileId = (key: string) => /^fileId$|FileId$/.test(key)

/** Whether what is written into a field can name a file: by its address or, alone or in a list, by its id. */
const namesFiles = (key: string, { kind, fields = {} }: Field): boolean =>
  kind === 'image' || kind === 'richText' || isFileId(key) || Object.entries(fields).some(([inner, field]) => namesFiles(inner, field))

/** Whether a body can name a file that was uploaded for it; a picture comes by a call of its own. */
export const canNameFiles = (fields: Fields): boolean =>
  Object.entries(fields).some(([key, field]) => field.kind !== 'image' && namesFiles(key, field))

/** Where a value in this column names a file by its id, `$1`. Words that say an id name nothing: cleaned text has no `<` but of its elements. */
function holds(key: string, { kind }: Field): string {
  const column = `t."${columnName(key)}"`
  if (kind === 'image') return `${column} like '/api/files/' || $1 || '/%'`
  if (kind === 'richText') return `${column} like '%' || ${pictureMarkupSql('$1')} || '%'`
  return isFileId(key) ? `${column}::text = $1` : `${column}::text like '%ileId": "' || $1 || '"%'`
}

/** How a picture stands in cleaned text, up to the name of its file; SQL. */
export const pictureMarkupSql = (id: string) => `'<img src="/api/files/' || ${id} || '/'`

/**
 * Whether a file is none of the business of whoever asks: they see nothing that has it. One that nothing has yet is
 * the business of whoever uploaded it.
 */
export async function isFileHidden(ctx: Context, id: string): Promise<boolean> {
  const [file] = await ctx.rows({ createdById: orNull(is.uuid) }, 'select created_by_id as "createdById" from files where id = $1', [id])
  if (!file) return false
  let isOwned = false
  const { entities, fileOpeners } = ctx.services.extensions
  for (const served of entities) {
    const fields: Fields = served.resource.fields
    const places = Object.entries(fields).filter(([key, field]) => key in served.table && namesFiles(key, field))
    if (places.length === 0) continue
    const inAny = (some: typeof places) => some.map(([key, field]) => holds(key, field)).join(' or ') || 'false'
    // What a masked field names is hidden with it.
    const seen = inAny(places.filter(([, { mask }]) => !mask || ctx.actor.held.has(mask)))
    const rows = await ctx.lists(
      `select t.id, coalesce(${seen}, false) from ${served.shape.table} t where ${inAny(places)} order by 2 desc limit 100`,
      [id.toLowerCase()],
    )
    for (const [owner, isSeen] of rows) {
      isOwned = true
      if (isSeen && ctx.actor.held.has(served.resource.permission.view) && (await sees(served, ctx, owner))) return false
    }
  }
  for (const opens of fileOpeners) {
    const isOpen = await opens(ctx, id)
    if (isOpen) return false
    isOwned ||= isOpen === false
  }
  return isOwned || file.createdById !== ctx.actor.userId
}

const sees = (served: Served, ctx: Context, id: unknown): Promise<boolean> =>
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

/** The files a value names; formatted text is read as it is stored. */
export function fileIdsIn(key: string, { kind, fields }: Pick<Field, 'kind' | 'fields'>, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fileIdsIn(key, { kind, fields }, one))
  if (typeof value === 'object' && value !== null)
    return Object.entries(fields ?? {}).flatMap(([inner, field]) => fileIdsIn(inner, field, Object(value)[inner]))
  if (typeof value !== 'string') return []
  if (kind === 'image' || kind === 'richText')
    return Array.from(value.matchAll(kind === 'image' ? ownPicture : pictures), ([, id = '']) => id)
  return isFileId(key) ? [value.toLowerCase()] : []
}

/** Nobody gets at a file by naming it: what is newly named was shown to whoever names it (`said`, with its signature), or is theirs to see. */
export async function namesHiddenFile(ctx: Context, said: unknown, named: string[], before: string[]): Promise<boolean> {
  if (!ctx.actor.userId || named.length === 0) return false
  const known = new Set([...before, ...shownIn(ctx, JSON.stringify(said))])
  for (const id of new Set(named)) if (!known.has(id) && (await ctx.services.isFileHidden(ctx, id))) return true
  return false
}

/** `written` is what becomes of `values`: the same, with its formatted text cleaned. */
export async function checkFiles(
  { fields }: { fields: Fields },
  ctx: Context,
  values: Record<string, unknown>,
  before: Record<string, unknown> | null,
  written = values,
) {
  const known = before ? Object.entries(fields).flatMap(([key, field]) => fileIdsIn(key, field, before[key])) : []
  for (const [key, field] of Object.entries(fields))
    if (key in values && (await namesHiddenFile(ctx, values[key], fileIdsIn(key, field, written[key]), known)))
      throw badRequest({ [key]: ['File not found.'] })
}

function shownIn(ctx: Context, text = ''): string[] {
  return Array.from(text.matchAll(addresses)).flatMap(([, id = '', name, query = '']) => {
    const given = new URLSearchParams(query.replaceAll('&amp;', '&'))
    const signed = { expires: given.get('expires'), signature: given.get('signature'), for: given.get('for') ?? undefined }
    return ctx.addresses.opens(`/api/files/${id}/${name}`, signed, 'file') ? [id] : []
  })
}
