import { round } from '../../model/kit/money.ts'

/** Longest side of a photo in pixels. */
const longestSide = 2048

/** Returns the photo upright, at most 2,048 pixels long, as a JPEG without its position and other notes of the camera. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = round(picture.width * scale, 0)
  canvas.height = round(picture.height * scale, 0)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The photo cannot be read.'))), 'image/jpeg', 0.85)
  })
}
