import { NetworkPortType } from './enums.ts'
import type { DrawFace, Face } from './illustration-rack.ts'
import { along, box, closed, disc, type Form, type Front, grid, type Part, part } from './illustration-shapes.ts'

const most = 400
const countIn = (text: string, pattern: RegExp) => Math.min(most, Number(pattern.exec(text)?.[1] ?? 0))

interface Sockets {
  copper: number
  fiber: number
}
/** Sockets on the front: network ports as stated, otherwise as the description counts them. */
function countSockets({ product: { networkPorts }, text }: Front): Sockets {
  const stated = { copper: 0, fiber: 0 }
  for (const { networkPortType, quantity } of networkPorts ?? []) {
    const isCopper = NetworkPortType.values.some(
      (entry) => entry.value === networkPortType && 'interface' in entry && entry.interface === 'RJ45',
    )
    stated[isCopper ? 'copper' : 'fiber'] += quantity
  }
  if (stated.copper + stated.fiber > 1) return { copper: Math.min(most, stated.copper), fiber: Math.min(most, stated.fiber) }
  const counted = countIn(text, /\b(\d{1,4})[ -](?:outlets?|ports?)\b/)
  const copper = countIn(text, /\b(\d{1,4}) x (?:gigabit rj45|100base-tx|10gbase-t|1g)/) || counted
  return { copper, fiber: countIn(text, /\b(\d{1,4}) x q?sfp/) }
}

const socketRows = (count: number, { unit, h }: Face) => {
  const units = Math.max(1, Math.ceil(h / unit - 0.5))
  return Math.min(Math.max(1, Math.ceil(count / 4)), (count > 14 * units ? 2 : 1) * units)
}
/** Equal sockets in rows; returns the width that they take. */
function drawSockets(face: Face, count: number, left: number, width: number, isWide: boolean) {
  const rows = socketRows(count, face)
  const columns = Math.ceil(count / rows)
  const cell = Math.min(width / columns, isWide ? 18 : 15)
  const tall = Math.min(face.h / rows, face.unit / 1.6)
  const [w, h] = [cell * 0.74, Math.min(tall * 0.68, isWide ? 9 : 11)]
  let rest = count
  const shapes = along(rows, Math.min(face.h * 0.82, tall * rows), (y) => {
    const inRow = Math.min(columns, rest)
    rest -= inRow
    return Array.from({ length: inRow }, (_, index) => box(left + cell * (index + 0.5), y, w, h)).join('')
  })
  return { shapes, width: cell * columns }
}

const lamps = (face: Face, x: number, count: number, gap: number) =>
  part(
    'accent',
    along(count, count * gap, (at) => disc(at, 0, Math.min(2.6, face.h * 0.09)), x),
  )

export const sockets: DrawFace = (face) => {
  const { copper, fiber } = countSockets(face)
  const { w, isTile } = face
  if (copper + fiber === 0)
    return [
      part(
        'dark',
        along(face.isTile ? 3 : 6, w * 0.3, (x) => disc(x, 0, Math.min(face.h * 0.14, 3)), w * 0.22),
      ),
    ]
  if (isTile) {
    const columns = Math.min(12, Math.max(3, Math.ceil((copper + fiber) / 2)))
    const rows = copper + fiber > 12 ? 2 : 1
    const cell = Math.min(25, (w * 0.86) / columns)
    return [
      part(
        'dark',
        grid(columns, rows, cell * columns, face.h * 0.66, (x, y) => box(x, y, cell * 0.62, (face.h * 0.4) / rows)),
      ),
    ]
  }
  const left = -w / 2 + w * 0.13
  const width = w * 0.85
  const parts: Part[] = [lamps(face, -w / 2 + w * 0.07, 2, w * 0.03)]
  const forCopper = copper && fiber ? width * Math.max(0.3, Math.min(0.8, copper / (copper + fiber * 1.4))) : copper ? width : 0
  if (copper) parts.push(part('dark', drawSockets(face, copper, left, forCopper - (fiber ? 8 : 0), false).shapes))
  if (fiber) {
    const wide = Math.min(18 * Math.ceil(fiber / socketRows(fiber, face)), width - forCopper)
    const at = copper ? w / 2 - wide - w * 0.02 : left
    parts.push(part('shade', drawSockets(face, fiber, at, wide, true).shapes))
  }
  return parts
}

export const outletsOf = ({ text }: Front) => {
  const stated = countIn(text, /\b(\d{1,4}) outlets?/)
  const sockets = [...text.matchAll(/\((\d+)\)s? ?(?:iec )?(?:nema )?(?:c1[39]|5-[12]|l\d)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
  return Math.min(60, stated || sockets || 8)
}
/** One outlet of a power strip. */
export const outlet = (x: number, y: number, size: number) => box(x, y, size, size, size * 0.3)
export const slits = (x: number, y: number, size: number) =>
  box(x - size * 0.18, y - size * 0.06, size * 0.09, size * 0.3) + box(x + size * 0.18, y - size * 0.06, size * 0.09, size * 0.3)
export const outlets: DrawFace = (face) => {
  const { w, h, isTile, unit } = face
  const total = outletsOf(face)
  const rows = Math.max(1, Math.min(Math.ceil(h / unit - 0.5), Math.ceil(total / 10)))
  const columns = Math.min(isTile ? 5 : 16, Math.ceil(total / rows))
  const size = Math.min(h / rows / (isTile ? 1.5 : 1.8), (w * 0.8) / columns / 1.2)
  const at = (shape: (x: number, y: number, size: number) => string) =>
    grid(columns, rows, w * 0.8, h * 0.9, (x, y) => shape(x + w * 0.06, y, size))
  return [
    part('accent', box(-w * 0.44, 0, w * 0.045, Math.min(h * 0.4, unit * 0.4), 2)),
    part('shade', at(outlet)),
    ...(isTile
      ? [
          part(
            'dark',
            at((x, y) => box(x, y, size * 0.4, size * 0.4)),
          ),
        ]
      : [part('dark', at(slits))]),
  ]
}

/** Device with sockets on a desk. */
export const socketBox: Form = {
  usual: [10, 3.6],
  draw(front) {
    const { w, h } = front
    const tall = h * 0.6
    return [
      part('shade', closed([-w * 0.42, -h / 2], [w * 0.42, -h / 2], [w / 2, -tall / 2], [-w / 2, -tall / 2])),
      part('body', box(0, 0, w, tall, 4)),
      ...sockets({ ...front, w: w * 0.94, h: tall, unit: tall }),
    ]
  },
}
