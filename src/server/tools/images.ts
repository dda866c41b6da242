import type { Sharp } from 'sharp'
import { errorCode } from './errors.ts'
import { ImageError } from './image-error.ts'
import { runInWorker } from './run-in-worker.ts'
import { decodeText, detectEncoding } from './text-encoding.ts'

export interface Image {
  contentType: 'image/jpeg' | 'image/png' | 'image/svg+xml'
  extension: 'jpg' | 'png' | 'svg'
  width: number
  height: number
  data: Buffer
}

const BYTES_LIMIT = 10 * 1024 * 1024
const PIXELS_LIMIT = 40_000_000

/** Accepts JPEG, PNG, and SVG by content, regardless of the file name. */
export async function readImage(buffer: Buffer, signal?: AbortSignal): Promise<Image> {
  if (buffer.length > BYTES_LIMIT) throw new ImageError('size', 'The picture is larger than 10 MB.')
  if (isJpeg(buffer)) return readPixels(buffer, { contentType: 'image/jpeg', extension: 'jpg' })
  if (isPng(buffer)) return readPixels(buffer, { contentType: 'image/png', extension: 'png' })
  if (isSvg(buffer)) return readSvg(buffer, signal)
  throw new ImageError('type', 'Only JPEG, PNG and SVG pictures can be used.')
}

/** Converts the first page of a TIFF, which browsers cannot display, in a worker process. */
export async function tiffToPng(buffer: Buffer): Promise<Buffer> {
  if (!/^(II[*+]\0|MM\0[*+])/.test(buffer.toString('latin1', 0, 4))) throw new ImageError('type', 'This is not a TIFF.')
  return runInWorker('tiff', new Uint8Array(buffer), { timeoutMs: 30_000 }).catch((error) => {
    throw asImageError(error, 'The picture')
  })
}

/** Maps worker errors to image errors. A busy or stopped worker is not the image's fault. */
function asImageError(error: unknown, label: string): unknown {
  const code = errorCode(error)
  if (code === 'BUSY' || code === 'STOPPED') return error
  if (code === 'MEMORY' || code === 'TIMEOUT') return new ImageError('size', `${label} is too large.`, error)
  const reason = error instanceof Error && 'reason' in error ? error.reason : undefined
  if (error instanceof Error && reason === 'unsupported') return new ImageError('broken', error.message, error)
  return error instanceof Error && reason === 'size'
    ? new ImageError('size', error.message, error)
    : new ImageError('broken', `${label} cannot be read.`, error)
}

/** Image for documents: drawings are rasterized at print resolution. */
export async function readPixelImage(buffer: Buffer) {
  const { data, width, height, extension } = await readImage(buffer)
  if (extension !== 'svg') return { data, width, height, extension: extension === 'jpg' ? ('jpeg' as const) : extension }
  const { default: sharp } = await import('sharp')
  const drawn = sharp(data, { density: 300, limitInputPixels: PIXELS_LIMIT }).resize({ height: 400 }).png()
  const { data: pixels, info } = await orBroken(drawn.toBuffer({ resolveWithObject: true }))
  return { data: pixels, width: info.width, height: info.height, extension: 'png' as const }
}

/** Reduces a stored picture or a drawing of ours to a PNG for a row of a document. */
export async function smallPicture(buffer: Buffer, { width, height }: { width: number; height: number }) {
  const { default: sharp } = await import('sharp')
  const picture = sharp(buffer, { density: 100, limitInputPixels: PIXELS_LIMIT }).autoOrient().resize({ width, height, fit: 'inside' })
  const { data, info } = await orBroken(picture.png({ palette: true }).toBuffer({ resolveWithObject: true }))
  return { data, width: info.width, height: info.height, extension: 'png' as const }
}

async function readPixels<T extends Pick<Image, 'contentType' | 'extension'>>(buffer: Buffer, type: T): Promise<Image> {
  const { width, height, orientation = 1, hasNotes } = await measureImage(await decoder(buffer, PIXELS_LIMIT), PIXELS_LIMIT)
  const image = await decoder(buffer, PIXELS_LIMIT)
  if (orientation === 1 && !hasNotes) {
    await orBroken(image.stats())
    // Bytes after the end of a picture can be another file.
    return { ...type, width, height, data: buffer.subarray(0, imageEnd(buffer)) }
  }
  const upright = image.autoOrient().keepIccProfile()
  const data = await orBroken((type.extension === 'jpg' ? upright.jpeg({ quality: 92 }) : upright.png()).toBuffer())
  return orientation < 5 ? { ...type, width, height, data } : { ...type, width: height, height: width, data }
}

async function readSvg(buffer: Buffer, signal?: AbortSignal): Promise<Image> {
  try {
    const { svg, width, height } = await runInWorker('svg', svgText(buffer), { timeoutMs: 10_000, signal })
    return { contentType: 'image/svg+xml', extension: 'svg', width, height, data: Buffer.from(svg) }
  } catch (error) {
    throw signal?.aborted ? error : asImageError(error, 'The drawing')
  }
}

/** Drawings may be UTF-16, or Windows-1252 without saying so. */
const svgText = (buffer: Buffer) => decodeText(buffer, svgEncoding(buffer)).replace(/^\ufeff/, '')
function svgEncoding(buffer: Buffer) {
  const encoding = detectEncoding(buffer)
  return encoding === undefined || encoding === 'utf-32' ? 'utf-8' : encoding
}

async function decoder(buffer: Buffer, limitInputPixels: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(buffer, { limitInputPixels, failOn: 'error', sequentialRead: true })
}

/** Reads only the header, so that a decompression bomb is rejected before it is decoded. */
async function measureImage(image: Sharp, pixelsLimit: number) {
  const found = await image.metadata().catch((error: Error) => {
    if (/pixel limit/i.test(error.message)) throw new ImageError('size', 'The picture has too many pixels.', error)
    throw new ImageError('broken', 'The picture cannot be read.', error)
  })
  const { width, height, orientation } = found
  if (width * height > pixelsLimit) throw new ImageError('size', 'The picture has too many pixels.')
  return { width, height, orientation, hasNotes: Boolean(found.exif || found.xmp || found.iptc || found.comments) }
}

function orBroken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw new ImageError('broken', 'The picture cannot be read.', error)
  })
}

const isJpeg = (buffer: Buffer) => buffer.toString('latin1', 0, 3) === '\xff\xd8\xff'
const isPng = (buffer: Buffer) => buffer.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'

/** Returns the length of the picture without what follows its end. */
export const imageEnd = (buffer: Buffer) => (isPng(buffer) ? pngEnd(buffer) : jpegEnd(buffer))

function pngEnd(buffer: Buffer): number {
  for (let at = 8; at + 12 <= buffer.length; ) {
    const next = at + 12 + buffer.readUInt32BE(at)
    if (buffer.toString('latin1', at + 4, at + 8) === 'IEND') return Math.min(next, buffer.length)
    at = next
  }
  return buffer.length
}

/** Walks the segments: thumbnails inside of them have an end of their own. Within pixel data only FF 00 and restarts are no markers. */
function jpegEnd(buffer: Buffer): number {
  let at = 2
  while (at + 4 <= buffer.length) {
    const marker = buffer.readUInt8(at + 1)
    if (buffer[at] !== 0xff || marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)) {
      at = Math.max(at + 1, buffer.indexOf(0xff, at + 1))
      continue
    }
    if (marker === 0xd9) return at + 2
    at += 2 + buffer.readUInt16BE(at + 2)
  }
  return buffer.length
}

/** Checks the root element after byte order mark, declarations, and comments. */
function isSvg(buffer: Buffer): boolean {
  let rest = svgText(buffer.subarray(0, 64 * 1024))
  for (;;) {
    rest = rest.trimStart()
    const end = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : /^<!DOCTYPE/i.test(rest) ? doctypeEnd(rest) : ''
    if (!end) return /^<([\w.-]+:)?svg[\s>/]/.test(rest)
    const at = rest.indexOf(end)
    if (at < 0) return false
    rest = rest.slice(at + end.length)
  }
}

function doctypeEnd(text: string): string {
  const [bracket, close] = [text.indexOf('['), text.indexOf('>')]
  return bracket >= 0 && bracket < close ? ']>' : '>'
}
