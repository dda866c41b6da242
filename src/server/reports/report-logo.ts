import { readOwnFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { settingOf } from '../settings/public.ts'
import { ImageError } from '../tools/image-error.ts'
import { readPixelImage } from '../tools/images.ts'
import type { SheetPicture } from '../tools/sheet.ts'

export const loadFirmLogo = async (ctx: Context) => loadPicture(ctx, await settingOf(ctx, 'general.logoFileId'))

/** The client's logo if it is a stored file, not an external URL. */
export async function loadClientLogo(ctx: Context, clientId: number): Promise<SheetPicture | undefined> {
  const [client] = await ctx.rows(
    { fileId: orNull(is.text) },
    `select substring(logo_url from '^/api/files/([0-9a-f-]{36})/') as "fileId" from client_names where id = $1`,
    [clientId],
  )
  return loadPicture(ctx, client?.fileId)
}

/** An unreadable image is left out of the report. */
async function loadPicture(ctx: Context, id: string | null | undefined): Promise<SheetPicture | undefined> {
  const stored = id ? await readOwnFile(ctx, id) : undefined
  if (!stored) return undefined
  try {
    return await readPixelImage(stored)
  } catch (error) {
    if (error instanceof ImageError) return undefined
    throw error
  }
}
