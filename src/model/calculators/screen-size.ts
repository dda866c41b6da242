import { round } from '../kit/money.ts'

export const cmPerInch = 2.54

export interface ScreenInput {
  widthPixels: number
  heightPixels: number
  known: 'diagonal' | 'width' | 'height'
  value: number
  unit: 'in' | 'cm'
}

export const screenStart: ScreenInput = {
  widthPixels: 1920,
  heightPixels: 1080,
  known: 'diagonal',
  value: 55,
  unit: 'in',
}

/** Group → name → width and height in pixels. */
export const screenPresets = {
  Common: {
    '4K Ultra HD': [3840, 2160],
    'Full HD': [1920, 1080],
    'HD-Ready': [1280, 720],
    WUXGA: [1920, 1200],
    WQXGA: [2560, 1600],
  },
  'Ultra-wide': {
    WFHD: [2560, 1080],
    WQHD: [3440, 1440],
    UW4K: [4320, 1800],
    UW8K: [8640, 3600],
  },
  Others: {
    FWXGA: [1366, 768],
    NTSC: [720, 540],
    PAL: [720, 576],
  },
} as const

const isLength = (value: number | null | undefined) => Number.isFinite(value) && Number(value) > 0

export function screenProblem(width: number | null | undefined, height: number | null | undefined): string | undefined {
  if (!isLength(width) && !isLength(height)) return 'Invalid width or height'
  if (!isLength(width)) return 'Invalid width'
  return isLength(height) ? undefined : 'Invalid height'
}

/** Common names for some reduced ratios; 1366 x 768 is only approximately 16 : 9. */
const knownAs: Record<string, string> = { '8 : 5': '16 : 10', '5 : 8': '10 : 16', '683 : 384': '≈ 16 : 9' }

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

export function aspectRatio(width: number, height: number): string {
  // Scales fractional pixels to integers first: a common divisor of binary fractions is meaningless.
  const scale = Number.isInteger(width) && Number.isInteger(height) ? 1 : 1e6
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)]
  const divisor = greatestCommonDivisor(w, h) || 1
  const reduced = `${w / divisor} : ${h / divisor}`
  return knownAs[reduced] ?? reduced
}

/** Returns all measures of the screen to one decimal, or the validation error. */
export function measureScreen({ widthPixels, heightPixels, known, value, unit }: ScreenInput) {
  const problem = screenProblem(widthPixels, heightPixels)
  if (problem) return { problem }
  const ratio = aspectRatio(widthPixels, heightPixels)
  if (!isLength(value)) return { ratio }

  const pixels = { width: widthPixels, height: heightPixels, diagonal: Math.hypot(widthPixels, heightPixels) }
  const inches = unit === 'in' ? value : value / cmPerInch
  const pixelsPerInch = pixels[known] / inches
  const item = (length: number) => round(length, 1)
  const inInches = (dimension: keyof typeof pixels) => (dimension === known ? inches : pixels[dimension] / pixelsPerInch)
  const [width, height, diagonal] = [inInches('width'), inInches('height'), inInches('diagonal')]
  return {
    ratio,
    size: {
      widthIn: item(width),
      heightIn: item(height),
      diagonalIn: item(diagonal),
      widthCm: item(width * cmPerInch),
      heightCm: item(height * cmPerInch),
      diagonalCm: item(diagonal * cmPerInch),
      areaSquareFeet: item((width * height) / 144),
      areaSquareMeters: item((width * height * cmPerInch ** 2) / 10_000),
      pixelsPerInch: item(pixelsPerInch),
      megapixels: item((widthPixels * heightPixels) / 1e6),
    },
  }
}
