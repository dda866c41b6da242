import { type DrawFace, mostRows } from './illustration-rack.ts'
import { along, box, disc, grid, open, type Part, part } from './illustration-shapes.ts'

const display = (x: number, w: number, h: number): Part[] => [
  part('glass', box(x, 0, w, h, 2)),
  part('accent', box(x - w * 0.2, 0, w * 0.36, Math.min(3, h * 0.2))),
]

export const sparse: DrawFace = (face) => [
  ...display(-face.w * 0.26, face.w * 0.26, face.unit * 0.5),
  part(
    'dark',
    along(face.isTile ? 3 : 6, face.w * 0.3, (x) => disc(x, 0, face.unit * (face.isTile ? 0.13 : 0.08)), face.w * 0.22),
  ),
]
export const processor: DrawFace = (face) => {
  const { w, unit, isTile } = face
  if (isTile)
    return [
      part(
        'dark',
        along(5, w * 0.56, (x) => disc(x, 0, unit * 0.14), -w * 0.1),
      ),
      part('accent', disc(w * 0.34, 0, unit * 0.16)),
    ]
  return [
    part('accent', disc(-w * 0.44, 0, unit * 0.07)),
    part(
      'dark',
      along(12, w * 0.44, (x) => disc(x, -unit * 0.12, unit * 0.06), -w * 0.1),
    ),
    part(
      'soft',
      along(12, w * 0.44, (x) => disc(x, unit * 0.12, unit * 0.06), -w * 0.1),
    ),
    part('shade', box(w * 0.25, 0, w * 0.1, unit * 0.44, 2), box(w * 0.39, 0, w * 0.1, unit * 0.44, 2)),
    part(
      'dark',
      along(2, w * 0.14, (x) => disc(x * 2 - w * 0.32, 0, unit * 0.08), w * 0.32),
    ),
  ]
}
const channelsOf = (text: string) => {
  const word = /\b(one|two|four|eight|single|dual|quad)[- ]/.exec(text)?.[1] ?? ''
  return { single: 1, one: 1, two: 2, dual: 2, quad: 4, four: 4, eight: 8 }[word] ?? 2
}
export const amplifier: DrawFace = (face) => {
  const { w, h, isTile, text } = face
  const channels = channelsOf(text)
  const slots = isTile ? 5 : 14
  return [
    part(
      'faint',
      along(slots, w * 0.44, (x) => open([x, -h * 0.3], [x, h * 0.3]), -w * 0.2),
    ),
    part(
      'dark',
      along(isTile ? 2 : channels, w * 0.34, (x) => disc(x, 0, Math.min(h * 0.22, isTile ? w * 0.07 : w * 0.014)), w * 0.22),
    ),
    part('accent', disc(w * 0.45, 0, isTile ? h * 0.12 : Math.min(3, h * 0.1))),
  ]
}
export const player: DrawFace = (face) => {
  const { w, unit, isTile } = face
  return [
    part('shade', box(-w * 0.22, -unit * 0.06, w * 0.42, unit * 0.3, 1)),
    ...display(w * 0.13, w * 0.16, unit * 0.44),
    part(
      'dark',
      along(isTile ? 2 : 5, w * 0.2, (x) => disc(x, 0, unit * (isTile ? 0.14 : 0.08)), w * 0.36),
    ),
  ]
}
export const matrix: DrawFace = (face) => {
  const { w, h, unit, isTile } = face
  const rows = h > unit * 1.6 ? 3 : 2
  const columns = isTile ? 5 : 12
  const size = Math.min((w * 0.56) / columns, (h * 0.8) / rows)
  return [
    part(
      'shade',
      grid(columns, rows, size * columns, size * rows, (x, y) => box(x - w * 0.14, y, size * 0.66, size * 0.56, 1)),
    ),
    part('accent', box(-w * 0.14 - (size * (columns - 1)) / 2, (-size * (rows - 1)) / 2, size * 0.66, size * 0.56, 1)),
    ...display(w * 0.34, w * 0.2, Math.min(h * 0.7, unit * 0.8)),
  ]
}
const bays =
  (perUnit: number): DrawFace =>
  ({ w, h, isTile, unit }) => {
    const units = Math.max(1, Math.min(mostRows, Math.ceil(h / unit - 0.5)))
    const columns = isTile ? Math.min(6, perUnit) : perUnit
    const rows = isTile ? Math.min(2, units) : units
    const [cw, ch] = [(w * 0.94) / columns, (h * 0.88) / rows]
    return [
      part(
        'shade',
        grid(columns, rows, w * 0.94, h * 0.88, (x, y) => box(x, y, cw * 0.9, ch * 0.84, 2)),
      ),
      part(
        'dark',
        grid(columns, rows, w * 0.94, h * 0.88, (x, y) => box(x - cw * 0.12, y, cw * 0.44, Math.min(3, ch * 0.14))),
      ),
      part(
        'accent',
        grid(columns, rows, w * 0.94, h * 0.88, (x, y) => disc(x + cw * 0.3, y, Math.min(2.4, ch * 0.1))),
      ),
    ]
  }
export const drives = bays(4)
/** Vertical cards, as in a modular frame. */
export const cards: DrawFace = ({ w, h, isTile }) => {
  const count = isTile ? 7 : 20
  const cell = (w * 0.94) / count
  return [
    part(
      'shade',
      along(count, w * 0.94, (x) => box(x, 0, cell * 0.84, h * 0.84, 1)),
    ),
    part(
      'accent',
      along(count, w * 0.94, (x) => disc(x, -h * 0.26, Math.min(2, cell * 0.16))),
    ),
    part(
      'dark',
      along(count, w * 0.94, (x) => box(x, h * 0.2, cell * 0.3, h * 0.2)),
    ),
  ]
}
export const ups: DrawFace = ({ w, h, unit, isTile }) => {
  const slots = isTile ? 4 : 11
  const slot = (x: number) => open([x, -h * 0.3], [x, h * 0.3])
  const tall = Math.min(h * 0.5, unit * 1.4)
  return [
    part('faint', along(slots, w * 0.34, slot, -w * 0.28), along(slots, w * 0.34, slot, w * 0.28)),
    part('glass', box(0, -h * 0.06, w * 0.16, tall, 2)),
    part('accent', box(0, -h * 0.06, w * 0.09, tall * 0.28)),
    part(
      'dark',
      along(3, w * 0.1, (x) => disc(x, h * 0.32, Math.min(2.4, h * 0.07))),
    ),
  ]
}
export const receiver: DrawFace = (face) => {
  const { w, h, unit, isTile, text } = face
  const channels = isTile ? 2 : Math.max(2, Math.min(4, channelsOf(text)))
  const cell = (w * 0.8) / channels
  return [
    part(
      'glass',
      along(channels, w * 0.8, (x) => box(x - cell * 0.1, 0, cell * 0.46, unit * 0.5, 2)),
    ),
    part(
      'accent',
      along(channels, w * 0.8, (x) => box(x - cell * 0.2, 0, cell * 0.14, Math.min(4, h * 0.14))),
    ),
    part(
      'shade',
      along(channels, w * 0.8, (x) => disc(x + cell * 0.3, 0, Math.min(unit * 0.22, cell * 0.14))),
    ),
  ]
}
export const chargers: DrawFace = ({ w, h, isTile }) => [
  part(
    'glass',
    along(isTile ? 4 : 8, w * 0.9, (x) => box(x, 0, (w * 0.9) / (isTile ? 6 : 11), h * 0.66, 3)),
  ),
  part(
    'accent',
    along(isTile ? 4 : 8, w * 0.9, (x) => disc(x, -h * 0.12, h * 0.07)),
  ),
]
export const touchFace: DrawFace = ({ w, h }) => [
  part('glass', box(-w * 0.12, 0, w * 0.66, h * 0.78, 3)),
  part(
    'light',
    grid(5, 2, w * 0.56, h * 0.5, (x, y) => box(x - w * 0.12, y, w * 0.08, h * 0.16, 2)),
  ),
  part('accent', box(-w * 0.344, -h * 0.125, w * 0.08, h * 0.16, 2)),
  part('shade', disc(w * 0.36, 0, Math.min(w * 0.05, h * 0.3))),
]
export const blank: DrawFace = () => []
export const vent: DrawFace = ({ w, h, isTile, unit }) => {
  const rows = Math.max(1, Math.min(mostRows, Math.ceil(h / unit - 0.5))) * (isTile ? 2 : 3)
  return [
    part(
      'dark',
      grid(isTile ? 4 : 12, rows, w * 0.92, h * 0.8, (x, y) => box(x, y, (w * 0.92) / (isTile ? 5 : 14), Math.min(4, (h * 0.3) / rows), 2)),
    ),
  ]
}
export const shelf: DrawFace = ({ w, h, isTile }) => [
  part('soft', box(0, -h * 0.22, w, h * 0.5)),
  part('line', open([-w / 2, h * 0.03], [w / 2, h * 0.03])),
  part(
    'dark',
    along(isTile ? 4 : 10, w * 0.9, (x) => box(x, h * 0.26, (w * 0.9) / (isTile ? 7 : 16), Math.min(4, h * 0.12), 2)),
  ),
]
export const drawer: DrawFace = ({ w, h, unit }) => [
  part('shade', box(0, 0, w * 0.94, h * 0.8, 2)),
  part('dark', box(0, 0, w * 0.22, Math.min(unit * 0.2, h * 0.16), 3)),
  part('accent', disc(w * 0.38, 0, Math.min(unit * 0.14, h * 0.12))),
]
export const cableManager: DrawFace = ({ w, h, isTile }) => {
  const count = isTile ? 4 : 6
  return [
    part(
      'line',
      along(count, w * 0.94, (x) => box(x, 0, w * 0.05, h * 0.78, w * 0.02)),
    ),
    part('accentLine', open([-w / 2, -h * 0.1], [w / 2, -h * 0.1]), open([-w / 2, h * 0.1], [w / 2, h * 0.1])),
  ]
}
