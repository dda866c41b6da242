import { describe, expect, it } from 'vitest'
import { toastOffset } from './toast-position.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height })
const toasts = box(1064, 56, 360, 120)

/** Mimics DOMRect, whose properties are inherited and not own. */
const measured = (box: object) => Object.create(box)

describe('toast position', () => {
  it('stays in place when nothing is covered', () => {
    expect(toastOffset(toasts, [box(900, 90, 100, 36), box(1300, 600, 100, 36)], 900)).toEqual({ down: 0, left: 0 })
  })
  it('moves below covered elements, one button after the other', () => {
    expect(toastOffset(toasts, [box(1300, 84, 100, 36), box(1300, 200, 100, 36)], 900)).toEqual({ down: 188, left: 0 })
  })
  it('moves below also with measured DOM rectangles', () => {
    expect(toastOffset(measured(toasts), [measured(box(1300, 84, 100, 36))], 900)).toEqual({ down: 72, left: 0 })
  })
  it('moves to the side when there is no room below', () => {
    expect(toastOffset(toasts, [box(1300, 84, 100, 36), box(1200, 84, 90, 36), box(1300, 200, 100, 36)], 300)).toEqual({
      down: 0,
      left: 232,
    })
  })
})
