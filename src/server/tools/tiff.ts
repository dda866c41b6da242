import sharp from 'sharp'
import { ImageError } from './image-error.ts'

const pixelsLimit = 40_000_000
// A scan has more pixels than a photo, but only one bit each.
const scanPixelsLimit = 400_000_000
/** Decoded size of an image at the normal limit, with four channels of one byte. */
const bytesLimit = 4 * pixelsLimit
const side = 5000
const bytesOf: Record<string, number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
}

/**
 * Converts the first page of a TIFF to PNG. Runs in a worker, because it is slow and the input is untrusted; the header is checked before
 * decoding.
 */
export async function tiffFirstPageToPng(data: Uint8Array): Promise<Buffer> {
  const broken = (error: unknown) => {
    throw new ImageError('broken', 'The picture cannot be read.', error)
  }
  const scan = sharp(data, { limitInputPixels: scanPixelsLimit, failOn: 'error', sequentialRead: true })
  const { width, height, channels, depth, bitsPerSample } = await scan.metadata().catch((error: Error) => {
    if (/pixel limit/i.test(error.message)) throw new ImageError('size', 'The picture has too many pixels.', error)
    return broken(error)
  })
  const isScan = bitsPerSample === 1 && channels === 1
  const pixels = width * height
  const tooMany = isScan ? pixels > scanPixelsLimit : pixels > pixelsLimit || pixels * channels * (bytesOf[depth] ?? 16) > bytesLimit
  if (tooMany) throw new ImageError('size', 'The picture has too many pixels.')
  const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
  return scan.autoOrient().resize(size).png().toBuffer().catch(broken)
}
