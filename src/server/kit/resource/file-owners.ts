import type { Field, Fields } from '../../../model/kit/description.ts'
import type { Served } from '../entity/served.ts'
import type { Context, Row } from '../request/context.ts'
import { invalid, Refusal } from '../request/errors.ts'
import { columnName } from '../sql/table.ts'

const isFileId = (key: string) => /^fileId$|FileId$/.test(key)

/** Whether what is written into a field can name a file: by its address or, alone or in a list, by its id. */
const namesFiles = (key: string, { kind, fields = {} }: Field): boolean =>
  kind === 'image' || kind === 'richText' || isFileId(key) || Object.entries(fields).some(([inner, field]) => namesFiles(inner, field))

/** Whether a body can name a file that was uploaded for it; a picture comes by a call of its own. */
export const takesFiles = (fields: Fields): boolean =>
  Object.entries(fields).some(([key, field]) => field.kind !== 'image' && namesFiles(key, field))

/**
 * Whether a file is none of the business of whoever asks: they see no row that has it. One that no row has yet is
 * the business of whoever uploaded it.
 */
export async function hidesFile(entities: readonly Served[], ctx: Context, id: string): Promise<boolean> {
  const [file] = await ctx.lists('select created_by_id from files where id = $1', [id])
  if (!file) return false
  let isOwned = false
  for (const served of entities) {
    const fields: Fields = served.of.fields
    const keys = Object.keys(fields).filter((key) => key in served.table && fields[key] && namesFiles(key, fields[key]))
    if (keys.length === 0) continue
    const conditions = keys.map((key) => `t."${columnName(key)}"::text like $1`).join(' or ')
    const rows = await ctx.lists(`select t.id from ${served.shape.table} t where ${conditions} limit 100`, [`%${id.toLowerCase()}%`])
    for (const [owner] of rows) {
      isOwned = true
      if (ctx.actor.held.has(served.of.permission.view) && (await sees(served, ctx, owner))) return false
    }
  }
  return isOwned || file[0] !== ctx.actor.userId
}

const sees = (served: Served, ctx: Context, id: unknown): Promise<boolean> =>
  served.get(ctx, id).then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

const addresses = /\/api\/files\/([0-9a-f-]{36})\/([^"\s?\\<>]{1,300})(?:\?([\w=&;.-]{0,200}))?/gi
const ids = /fileId":"([0-9a-f-]{36})"/gi

/** Nobody gets at a file by naming it: what is newly named was shown to whoever names it, or is theirs to see. */
export async function checkFiles({ fields }: { fields: Fields }, ctx: Context, values: Row, before: Row | null) {
  if (!ctx.actor.userId) return
  const known = JSON.stringify(before ?? {}).toLowerCase()
  for (const [key, field] of Object.entries(fields)) {
    if (values[key] == null || !namesFiles(key, field)) continue
    const text = JSON.stringify({ [key]: values[key] })
    const unshown = Array.from(text.matchAll(addresses)).filter(([, id, name, query]) => !isShown(ctx, `/api/files/${id}/${name}`, query))
    for (const [, id = ''] of [...unshown, ...text.matchAll(ids)])
      if (!known.includes(id.toLowerCase()) && (await ctx.services.hidesFile(ctx, id))) throw invalid({ [key]: ['File not found.'] })
  }
}

function isShown({ services }: Context, path: string, query = ''): boolean {
  const given = new URLSearchParams(query.replaceAll('&amp;', '&'))
  return services.addresses.opens(
    path,
    { expires: given.get('expires'), signature: given.get('signature'), for: given.get('for') ?? undefined },
    'file',
  )
}
