import { EncryptedPDFError, PDFDocument, type PDFPage } from '@cantoo/pdf-lib'

/** Size and position of the visible part of a page, in points before rotation. */
interface PageBox {
  left: number
  bottom: number
  width: number
  height: number
}
interface PlanPage {
  /** Points of the page as it is shown, after rotation. */
  width: number
  height: number
  rotation: number
  pages: number
}
interface PlanPageError extends Error {
  reason: 'encrypted' | 'broken' | 'pages' | 'page'
  pages?: number
}

const failed = (reason: PlanPageError['reason'], message: string, pages?: number): PlanPageError =>
  Object.assign(new Error(message), { reason, pages })

/** The crop box within the media box, as viewers show it. */
export function visibleBox(page: PDFPage): PageBox {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()]
  const left = Math.max(media.x, crop.x)
  const bottom = Math.max(media.y, crop.y)
  const width = Math.min(media.x + media.width, crop.x + crop.width) - left
  const height = Math.min(media.y + media.height, crop.y + crop.height) - bottom
  return width > 0 && height > 0
    ? { left, bottom, width, height }
    : { left: media.x, bottom: media.y, width: media.width, height: media.height }
}

/** Degrees clockwise: 0, 90, 180, or 270. */
const pageRotation = (page: PDFPage) => ((page.getRotation().angle % 360) + 360) % 360

/** Bytes at the end of a complete file that name its table of contents. */
const tailBytes = 2048

/** Throws for a file that was cut off: a repaired one would silently lack parts of the drawing. */
export async function openPdf(data: Uint8Array): Promise<PDFDocument> {
  if (!Buffer.from(data.subarray(-tailBytes)).includes('startxref')) throw failed('broken', 'The PDF is incomplete')
  try {
    return await PDFDocument.load(data, { updateMetadata: false })
  } catch (error) {
    if (error instanceof EncryptedPDFError) throw failed('encrypted', 'The PDF is encrypted')
    throw failed('broken', 'The PDF is broken')
  }
}

/** Reads the size of one page of a PDF. */
export async function readPlanPage({ data, page, mostPages }: { data: Uint8Array; page: number; mostPages: number }): Promise<PlanPage> {
  const pdf = await openPdf(data)
  const pages = count(pdf)
  if (pages > mostPages) throw failed('pages', 'The PDF has too many pages', pages)
  if (page > pages) throw failed('page', 'The PDF has no such page', pages)
  const shown = pdf.getPage(page - 1)
  const [{ width, height }, rotation] = [visibleBox(shown), pageRotation(shown)]
  if (!(width > 0 && height > 0)) throw failed('broken', 'The page has no size')
  return { ...(rotation % 180 === 0 ? { width, height } : { width: height, height: width }), rotation, pages }
}

function count(pdf: PDFDocument): number {
  try {
    const pages = pdf.getPageCount()
    if (pages > 0) return pages
  } catch {
    // A damaged page tree throws; the message is the same.
  }
  throw failed('broken', 'The PDF has no pages')
}
