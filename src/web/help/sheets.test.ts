import { expect, it } from 'vitest'
import { sheets } from './sheets.ts'

it('has a picture of every sheet in both themes, and no others', () => {
  const pictures = Object.keys(import.meta.glob('./pictures/*.webp')).sort()
  expect(pictures).toEqual(sheets.flatMap(({ id }) => ['dark', 'light'].map((theme) => `./pictures/${id}-${theme}.webp`)).sort())
})
