import { mostPlanPages } from '../../model/plans/plans.ts'
import { readUploadedPicture } from '../kit/files/files.ts'
import { badRequest } from '../kit/request/errors.ts'
import type { Requester, UploadedFile } from '../kit/request/routes.ts'
import { runInUserQueue } from '../kit/request/user-queue.ts'
import { errorCode } from '../tools/errors.ts'
import { runInWorker } from '../tools/run-in-worker.ts'

export interface PlanFile {
  name: string
  contentType: string
  data: Buffer
  widthPt: number
  heightPt: number
  rotation: number
  pages: number
}

const isPdf = (data: Buffer) => data.subarray(0, 1024).includes('%PDF-')

/** Reads an uploaded drawing in a worker, recognized by content. Throws the refusal in words that say what to do. */
export async function readPlanFile({ file }: { file?: UploadedFile }, page: number, by: Requester): Promise<PlanFile> {
  if (!file || file.data.length === 0) throw badRequest({ file: ['The file is empty.'] })
  if (!isPdf(file.data)) return readPicture(file, page, by)
  const { name, data } = file
  try {
    const input = { data: new Uint8Array(data), page, mostPages: mostPlanPages }
    const found = await runInUserQueue(by.userId, () => runInWorker('planPage', input, { timeoutMs: 60_000, signal: by.signal }))
    return {
      name: /\.pdf$/i.test(name) ? name : `${name}.pdf`,
      contentType: 'application/pdf',
      data,
      widthPt: found.width,
      heightPt: found.height,
      rotation: found.rotation,
      pages: found.pages,
    }
  } catch (error) {
    throw by.signal.aborted ? error : refusal(error)
  }
}

function refusal(error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'BUSY' || code === 'STOPPED') return error
  if (code === 'MEMORY' || code === 'TIMEOUT')
    return badRequest({ file: ['The PDF is too large to be read. Save the page that you need as a file.'] }, 413)
  const reason = error instanceof Error && 'reason' in error ? error.reason : undefined
  const pages = error instanceof Error && 'pages' in error ? Number(error.pages) : 0
  if (reason === 'encrypted')
    return badRequest({ file: ['The PDF is protected by a password. Save a copy without protection and upload that.'] })
  if (reason === 'pages')
    return badRequest({
      file: [`The PDF has ${pages} pages, and a plan can have at most ${mostPlanPages}. Save the page that you need as a file.`],
    })
  if (reason === 'page') return badRequest({ page: [pages === 1 ? 'The PDF has only one page.' : `The PDF has only ${pages} pages.`] })
  return badRequest({ file: ['The PDF is damaged and cannot be read. Open it in a PDF viewer, save it again, and upload that copy.'] })
}

const pointsPerInch = 72
async function readPicture(file: UploadedFile, page: number, by: Requester): Promise<PlanFile> {
  if (page !== 1) throw badRequest({ page: ['Only a PDF has more than one page.'] })
  const { default: sharp } = await import('sharp')
  const picture = await readUploadedPicture(file, by)
  const { density } = picture.extension === 'svg' ? { density: undefined } : await sharp(file.data).metadata()
  const scale = pointsPerInch / (density && density >= 50 ? density : pointsPerInch)
  return {
    name: picture.name,
    contentType: picture.contentType,
    data: picture.data,
    widthPt: picture.width * scale,
    heightPt: picture.height * scale,
    rotation: 0,
    pages: 1,
  }
}
