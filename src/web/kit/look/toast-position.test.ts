import { describe, expect, it } from 'vitest'
import { toastOffset } from './toast-position.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height })
const toasts = box(1064, 56, 360, 120)

/** Mimics DOMRect, whose properties are inherited and not own. */
const measured = (box: object) => Object.create(box)

describe('toasts', () => {
  it('stay where nothing is covered', () => {
    expect(toastOffset(toasts, [box(900, 90, 100, 36), box(1300, 600, 100, 36)], 900)).toEqual({ down: 0, left: 0 })
  })
  it('stand below what would be covered, one button after the other', () => {
    expect(toastOffset(toasts, [box(1300, 84, 100, 36), box(1300, 200, 100, 36)], 900)).toEqual({ down: 188, left: 0 })
  })
  it('stand below it also where the browser has measured them', () => {
    expect(toastOffset(measured(toasts), [measured(box(1300, 84, 100, 36))], 900)).toEqual({ down: 72, left: 0 })
  })
  it('stand beside it where there is no room below', () => {
    expect(toastOffset(toasts, [box(1300, 84, 100, 36), box(1200, 84, 90, 36), box(1300, 200, 100, 36)], 300)).toEqual({
      down: 0,
      left: 232,
    })
  })
})
