import { outlet, outletsOf, slits } from './illustration-ports.ts'
import { along, bend, box, closed, disc, type Form, type Front, grid, open, part } from './illustration-shapes.ts'

const railUnits = ({ product: { rackUnits }, text }: Front) => rackUnits || Number(/\b(\d{1,2}) ru\b/.exec(text)?.[1] ?? 0) || 24
export const enclosure: Form = {
  usual: [24, 46],
  draw: (front) => {
    const { w, h, isTile } = front
    const units = Math.min(52, railUnits(front))
    const [inner, tall] = [w * 0.8, h * 0.88]
    const rows = isTile ? Math.min(5, units) : units
    return [
      part('dark', box(-w * 0.36, h * 0.48, w * 0.14, h * 0.04), box(w * 0.36, h * 0.48, w * 0.14, h * 0.04)),
      part('shade', box(0, -h * 0.01, w, h * 0.96, 4)),
      part('body', box(0, -h * 0.01, inner, tall)),
      part(
        'faint',
        along(rows, tall, (y) => box(0, y - h * 0.01, inner, tall / rows)),
      ),
      part(
        'soft',
        along(Math.min(3, rows), tall * 0.3, (y) => box(0, y - tall * 0.24, inner * 0.86, (tall / rows) * 0.7)),
      ),
      part('dark', isTile ? '' : along(units, tall, (y) => disc(-inner * 0.46, y, 1) + disc(inner * 0.46, y, 1))),
      part('accent', box(w * 0.45, 0, w * 0.03, h * 0.08, 2)),
    ]
  },
}
export const wallMount: Form = {
  usual: [30, 18],
  draw: ({ w, h, isTile }) => [
    part('body', box(0, -h * 0.28, w, h * 0.18, 3), box(0, h * 0.28, w, h * 0.18, 3)),
    part(
      'dark',
      along(isTile ? 4 : 10, w * 0.9, (x) => box(x, -h * 0.28, w * 0.04, h * 0.05, 2) + box(x, h * 0.28, w * 0.04, h * 0.05, 2)),
    ),
    part('shade', box(-w * 0.26, 0, w * 0.08, h, 3), box(w * 0.26, 0, w * 0.08, h, 3)),
    part('accent', box(-w * 0.26, -h * 0.28, w * 0.03, h * 0.06), box(w * 0.26, -h * 0.28, w * 0.03, h * 0.06)),
  ],
}
const ceiling = (w: number, h: number) => [
  part('soft', box(0, -h * 0.47, w * 0.9, h * 0.06)),
  part('line', open([-w * 0.45, -h * 0.44], [w * 0.45, -h * 0.44])),
]
export const ceilingMount: Form = {
  usual: [16, 20],
  draw: ({ w, h }) => [
    ...ceiling(w, h),
    part('dark', box(0, -h * 0.41, w * 0.3, h * 0.05)),
    part('body', box(0, -h * 0.16, w * 0.09, h * 0.46)),
    part('shade', box(0, h * 0.08, w * 0.24, h * 0.06, 3)),
    part('body', box(0, h * 0.3, w * 0.72, h * 0.36, 4)),
    part('faint', box(0, h * 0.3, w * 0.5, h * 0.2)),
    part('accent', disc(0, h * 0.3, w * 0.03)),
  ],
}
export const projectorMount: Form = {
  usual: [16, 16],
  draw: ({ w, h }) => [
    ...ceiling(w, h),
    part('dark', box(0, -h * 0.41, w * 0.26, h * 0.05)),
    part('body', box(0, -h * 0.2, w * 0.1, h * 0.38)),
    part('accent', disc(0, h * 0.02, w * 0.06)),
    part(
      'thick',
      open([0, h * 0.06], [-w * 0.4, h * 0.36]),
      open([0, h * 0.06], [w * 0.4, h * 0.36]),
      open([0, h * 0.06], [-w * 0.15, h * 0.42]),
      open([0, h * 0.06], [w * 0.15, h * 0.42]),
    ),
    part(
      'dark',
      ...[
        [-0.4, 0.36],
        [0.4, 0.36],
        [-0.15, 0.42],
        [0.15, 0.42],
      ].map(([x = 0, y = 0]) => box(w * x, h * y, w * 0.09, h * 0.05, 2)),
    ),
  ],
}
export const bars: Form = {
  usual: [19, 8],
  draw: ({ w, h }) => [
    part('body', ...[-0.3, 0, 0.3].map((y) => box(0, h * y, w, h * 0.12, 3))),
    part('dark', ...[-0.3, 0, 0.3].map((y) => along(6, w * 0.9, (x) => disc(x, h * y, h * 0.03)))),
  ],
}
export const outletStrip: Form = {
  usual: [4, 40],
  draw: (front) => {
    const { h, isTile } = front
    const w = Math.max(front.w, h * 0.12)
    const count = isTile ? 5 : Math.min(21, outletsOf(front))
    const size = Math.min(w * 0.6, (h * 0.84) / count / 1.25)
    const at = (shape: (x: number, y: number, size: number) => string) => along(count, h * 0.86, (y) => shape(0, y + h * 0.05, size))
    return [
      part('body', box(0, 0, w, h, 4)),
      part('accent', box(0, -h * 0.46, w * 0.4, h * 0.025, 2)),
      part('shade', at(outlet)),
      part('dark', at(isTile ? (x, y, s) => box(x, y, s * 0.4, s * 0.4) : slits)),
    ]
  },
}
export const upsTower: Form = {
  usual: [7, 14],
  draw: ({ w, h, isTile }) => [
    part('body', box(0, 0, w, h, 6)),
    part('glass', box(0, -h * 0.3, w * 0.62, h * 0.18, 3)),
    part('accent', box(-w * 0.08, -h * 0.3, w * 0.3, h * 0.05)),
    part(
      'dark',
      along(3, w * 0.5, (x) => disc(x, -h * 0.14, w * 0.05)),
    ),
    part(
      'faint',
      along(isTile ? 4 : 11, h * 0.46, (y) => open([-w * 0.36, y], [w * 0.36, y]), h * 0.2),
    ),
  ],
}
export const surge: Form = {
  usual: [9, 4],
  draw: (front) => {
    const count = Math.min(front.isTile ? 3 : 8, outletsOf(front))
    const { w, h } = front
    const size = Math.min(h * 0.5, (w * 0.74) / count / 1.2)
    return [
      part('body', box(0, 0, w, h, h * 0.2)),
      part(
        'shade',
        along(count, w * 0.76, (x) => outlet(x + w * 0.06, 0, size)),
      ),
      part(
        'dark',
        along(count, w * 0.76, (x) => slits(x + w * 0.06, 0, size)),
      ),
      part('accent', box(-w * 0.42, 0, w * 0.04, h * 0.3, 2)),
    ]
  },
}
export const floorBox: Form = {
  usual: [12, 12],
  isPlan: true,
  draw({ w, h, isTile }) {
    const side = Math.min(w, h)
    return [
      part('shade', box(0, 0, side, side, 8)),
      part('body', box(0, 0, side * 0.84, side * 0.84, 4)),
      part(
        'soft',
        grid(2, 2, side * 0.66, side * 0.62, (x, y) => box(x, y - side * 0.05, side * 0.27, side * 0.25, 2)),
      ),
      part(
        'dark',
        isTile
          ? grid(2, 2, side * 0.66, side * 0.62, (x, y) => box(x, y - side * 0.05, side * 0.13, side * 0.1))
          : grid(2, 2, side * 0.66, side * 0.62, (x, y) =>
              along(3, side * 0.22, (at) => box(at, y - side * 0.05, side * 0.045, side * 0.07), x),
            ),
      ),
      part('accent', box(0, side * 0.36, side * 0.22, side * 0.035, 3)),
    ]
  },
}
const gangsOf = (text: string) => {
  const word = /\b(one|two|three|four|six|ten)-gang/.exec(text)?.[1]
  const stated = { one: 1, two: 2, three: 3, four: 4, six: 6, ten: 10 }[word ?? ''] ?? Number(/\b(\d{1,3}) ports?\b/.exec(text)?.[1] ?? 2)
  return Math.max(1, Math.min(6, stated))
}
export const wallBox: Form = {
  usual: [4.6, 4.6],
  draw: ({ w, h, text }) => {
    const count = gangsOf(text)
    return [
      part('body', box(0, 0, w, h, 6)),
      part('faint', disc(0, -h * 0.42, 3), disc(0, h * 0.42, 3)),
      part(
        'shade',
        along(count, w * 0.86, (x) => box(x, 0, (w * 0.86) / Math.max(2, count) / 1.2, h * 0.5, 3)),
      ),
      part(
        'dark',
        along(count, w * 0.86, (x) => box(x, 0, (w * 0.86) / Math.max(2, count) / 2.4, h * 0.16, 1)),
      ),
    ]
  },
}
export const storageBox: Form = {
  usual: [14, 12],
  draw: ({ w, h }) => [
    part('shade', box(0, 0, w, h, 4)),
    part('body', box(0, 0, w * 0.84, h * 0.8)),
    part('faint', disc(-w * 0.3, -h * 0.44, 4), disc(0, -h * 0.44, 4), disc(w * 0.3, -h * 0.44, 4)),
    part('dark', box(-w * 0.26, h * 0.22, w * 0.18, h * 0.16, 2)),
    part('soft', box(w * 0.12, -h * 0.05, w * 0.46, h * 0.12, 2)),
    part('accent', box(w * 0.3, -h * 0.05, w * 0.05, h * 0.04)),
  ],
}
export const lectern: Form = {
  usual: [30, 44],
  draw: ({ w, h }) => [
    part('thick', bend(w * 0.16, -h * 0.28, w * 0.16, -h * 0.44, w * 0.02, -h * 0.46)),
    part('shade', closed([-w * 0.46, -h * 0.2], [w * 0.46, -h * 0.2], [w * 0.36, -h * 0.32], [-w * 0.36, -h * 0.32])),
    part('glass', closed([-w * 0.26, -h * 0.22], [-w * 0.02, -h * 0.22], [-w * 0.02, -h * 0.3], [-w * 0.22, -h * 0.3])),
    part('body', closed([-w * 0.42, -h * 0.2], [w * 0.42, -h * 0.2], [w * 0.36, h * 0.44], [-w * 0.36, h * 0.44])),
    part('faint', box(0, h * 0.12, w * 0.5, h * 0.44)),
    part('accent', box(w * 0.18, h * 0.12, w * 0.02, h * 0.08)),
    part('dark', box(0, h * 0.465, w * 0.82, h * 0.05, 3)),
  ],
}
export const cart: Form = {
  usual: [42, 60],
  draw: ({ w, h }) => [
    part('body', box(-w * 0.16, h * 0.12, w * 0.06, h * 0.6), box(w * 0.16, h * 0.12, w * 0.06, h * 0.6)),
    part('shade', box(0, h * 0.2, w * 0.5, h * 0.04, 2)),
    part('dark', box(0, -h * 0.22, w, h * 0.44, 4)),
    part('glass', box(0, -h * 0.22, w * 0.95, h * 0.4)),
    part('shade', box(0, h * 0.43, w * 0.8, h * 0.05, 3)),
    part('dark', disc(-w * 0.34, h * 0.475, h * 0.025), disc(w * 0.34, h * 0.475, h * 0.025)),
  ],
}
export const credenza: Form = {
  usual: [66, 30],
  draw: ({ w, h }) => [
    part('dark', box(-w * 0.42, h * 0.46, w * 0.05, h * 0.08), box(w * 0.42, h * 0.46, w * 0.05, h * 0.08)),
    part(
      'body',
      along(3, w * 0.96, (x) => box(x, h * 0.02, (w * 0.96) / 3, h * 0.8)),
    ),
    part(
      'faint',
      along(3, w * 0.96, (x) => box(x, h * 0.02, w * 0.27, h * 0.66)),
    ),
    part('shade', box(0, -h * 0.42, w, h * 0.08, 3)),
    part(
      'accent',
      along(3, w * 0.96, (x) => box(x + w * 0.1, -h * 0.02, w * 0.012, h * 0.12)),
    ),
  ],
}
export const table: Form = {
  usual: [60, 30],
  draw: ({ w, h }) => [
    part('body', box(-w * 0.34, h * 0.08, w * 0.05, h * 0.76), box(w * 0.34, h * 0.08, w * 0.05, h * 0.76)),
    part('shade', box(0, -h * 0.34, w, h * 0.1, 3)),
    part('dark', box(-w * 0.34, h * 0.47, w * 0.16, h * 0.05, 2), box(w * 0.34, h * 0.47, w * 0.16, h * 0.05, 2)),
    part('accent', box(0, -h * 0.39, w * 0.12, h * 0.02)),
  ],
}
