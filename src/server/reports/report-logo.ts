import { readStored } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { settingOf } from '../settings/public.ts'
import { ImageError, readPixelImage } from '../tools/images.ts'
import type { SheetPicture } from '../tools/sheet.ts'

/** The logo of the settings, as it stands at the head of every report; a report does without one that cannot be read. */
export async function logoOf(ctx: Context): Promise<SheetPicture | undefined> {
  const id = await settingOf(ctx, 'general.logoFileId')
  const stored = id ? await readStored(ctx, id) : undefined
  if (!stored) return undefined
  try {
    return await readPixelImage(stored)
  } catch (error) {
    if (error instanceof ImageError) return undefined
    throw error
  }
}
