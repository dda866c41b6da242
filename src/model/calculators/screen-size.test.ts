import { expect, it } from 'vitest'
import { aspectRatio, measureScreen, screenPresets, screenProblem, screenStart } from './screen-size.ts'

it.each([
  [1920, 1080, '16 : 9'],
  [3840, 2160, '16 : 9'],
  [1920, 1200, '16 : 10'],
  [2560, 1600, '16 : 10'],
  [1200, 1920, '10 : 16'],
  [1366, 768, '≈ 16 : 9'],
  [720, 540, '4 : 3'],
  [720, 576, '5 : 4'],
  [2560, 1080, '64 : 27'],
  [3440, 1440, '43 : 18'],
  [1000, 1000, '1 : 1'],
  [1.5, 1, '3 : 2'],
  [0.3, 0.1, '3 : 1'],
])('returns for %d x %d the aspect ratio %s', (width, height, ratio) => {
  expect(aspectRatio(width, height)).toBe(ratio)
})

it('starts with a 55 inch Full HD screen', () => {
  expect(measureScreen(screenStart)).toEqual({
    ratio: '16 : 9',
    size: {
      widthIn: 47.9,
      heightIn: 27,
      diagonalIn: 55,
      widthCm: 121.8,
      heightCm: 68.5,
      diagonalCm: 139.7,
      areaSquareFeet: 9,
      areaSquareMeters: 0.8,
      pixelsPerInch: 40.1,
      megapixels: 2.1,
    },
  })
})

it('calculates the dimensions of a 98 inch 4K display', () => {
  const { size } = measureScreen({ ...screenStart, widthPixels: 3840, heightPixels: 2160, value: 98 })
  expect(size).toMatchObject({ widthIn: 85.4, heightIn: 48, widthCm: 217, heightCm: 122, areaSquareFeet: 28.5 })
  expect(size).toMatchObject({ pixelsPerInch: 45, megapixels: 8.3 })
})

it.each([
  ['width', 160, 'cm', { widthCm: 160, heightCm: 90, diagonalCm: 183.6, widthIn: 63 }],
  ['height', 90, 'cm', { widthCm: 160, heightCm: 90 }],
  ['height', 9, 'in', { widthIn: 16, heightIn: 9, diagonalIn: 18.4 }],
  ['diagonal', 254, 'cm', { diagonalIn: 100, diagonalCm: 254 }],
] as const)('uses %s %d %s as the known dimension', (known, value, unit, size) => {
  expect(measureScreen({ ...screenStart, known, value, unit })).toMatchObject({ size })
})

it.each([
  [0, 0, 'Invalid width or height'],
  [null, undefined, 'Invalid width or height'],
  [0, 1080, 'Invalid width'],
  [Number.NaN, 1080, 'Invalid width'],
  [1920, null, 'Invalid height'],
  [1920, -1, 'Invalid height'],
  [1920, 1080, undefined],
])('validates %s x %s with message %s', (width, height, problem) => {
  expect(screenProblem(width, height)).toBe(problem)
})

it('returns no dimensions without pixels or without a length', () => {
  expect(measureScreen({ ...screenStart, widthPixels: 0 })).toEqual({ problem: 'Invalid width' })
  expect(measureScreen({ ...screenStart, value: 0 })).toEqual({ ratio: '16 : 9' })
})

it('lists the twelve presets', () => {
  expect(Object.values(screenPresets).map((group) => Object.entries(group))).toEqual([
    [
      ['4K Ultra HD', [3840, 2160]],
      ['Full HD', [1920, 1080]],
      ['HD-Ready', [1280, 720]],
      ['WUXGA', [1920, 1200]],
      ['WQXGA', [2560, 1600]],
    ],
    [
      ['WFHD', [2560, 1080]],
      ['WQHD', [3440, 1440]],
      ['UW4K', [4320, 1800]],
      ['UW8K', [8640, 3600]],
    ],
    [
      ['FWXGA', [1366, 768]],
      ['NTSC', [720, 540]],
      ['PAL', [720, 576]],
    ],
  ])
})
