import { loadProductDrawings } from '../catalog/public.ts'
import { readOwnFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { ImageError } from '../tools/image-error.ts'
import { readPixelImage, smallPicture } from '../tools/images.ts'
import type { DescribedPicture } from '../tools/sheet.ts'
import { breathing } from './event-loop-pause.ts'
import type { ReportProduct } from './report-lines.ts'

interface ProductRow {
  product: Pick<ReportProduct, 'id'>
}

/** Pixels; printed at most 0.75 inches wide. */
const most = { width: 240, height: 180 }

export const pictureOfRow = ({ product }: ProductRow) => ({ picture: String(product.id) })

/** Loads the pictures of the rows by product: the photo, otherwise the drawing. Also for a revision, whose contents have no pictures. */
export async function loadProductPictures(ctx: Context, rows: readonly ProductRow[]): Promise<Record<string, DescribedPicture>> {
  const pictures: Record<string, DescribedPicture> = {}
  const breathe = breathing()
  for (const { id, name, photoId, draw } of await loadProductDrawings(ctx, [...new Set(rows.map(({ product }) => product.id))])) {
    const photo = photoId === null ? undefined : await photoPicture(ctx, photoId)
    pictures[id] = { ...(photo ?? (await smallPicture(Buffer.from(draw()), most))), description: name }
    await breathe()
  }
  return pictures
}

/** An unreadable photo is replaced by the drawing. */
async function photoPicture(ctx: Context, id: string) {
  const stored = await readOwnFile(ctx, id)
  if (!stored) return undefined
  try {
    return await smallPicture((await readPixelImage(stored)).data, most)
  } catch (error) {
    if (error instanceof ImageError) return undefined
    throw error
  }
}
