import { expect, it } from 'vitest'
import { colorName } from './color-name.ts'

it.each([
  ['#0055aa', 'Dark blue'],
  ['#cf352c', 'Red'],
  ['#2b8a57', 'Dark green'],
  ['#868e96', 'Gray'],
  ['#d6336c', 'Pink'],
  ['#6741d9', 'Violet'],
  ['#000000', 'Black'],
  ['#FFFFFF', 'White'],
])('names %s %s', (hex, name) => expect(colorName(hex)).toBe(name))
