import { along, bend, box, closed, disc, type Form, grid, type Part, part } from './illustration-shapes.ts'

const screen = (w: number, h: number, isTile: boolean, x = 0, y = 0): Part[] => [
  part('dark', box(x, y, w, h, 6)),
  part('glass', box(x, y, w * 0.92, h * 0.88, 2)),
  part(
    'light',
    grid(3, 2, w * 0.8, h * 0.66, (cx, cy) => box(cx + x, cy + y, w * 0.2, h * (isTile ? 0.2 : 0.22), 3)),
  ),
  part('accent', box(x - (w * 0.8) / 3, y - h * 0.165, w * 0.2, h * 0.22, 3)),
]
export const touchPanel: Form = { usual: [10, 6.6], draw: ({ w, h, isTile }) => screen(w, h, isTile) }
export const tablePanel: Form = {
  usual: [10, 7.6],
  draw: ({ w, h, isTile }) => [
    part('shade', closed([-w * 0.26, h * 0.3], [w * 0.26, h * 0.3], [w * 0.38, h * 0.48], [-w * 0.38, h * 0.48])),
    ...screen(w, h * 0.8, isTile, 0, -h * 0.08),
  ],
}
export const schedulePanel: Form = {
  usual: [10, 6.6],
  draw: ({ w, h }) => [
    part('dark', box(0, 0, w, h, 6)),
    part('glass', box(0, 0, w * 0.92, h * 0.88, 2)),
    part('accent', box(-w * 0.36, 0, w * 0.2, h * 0.88)),
    part(
      'light',
      box(w * 0.02, -h * 0.26, w * 0.4, h * 0.1, 1),
      along(3, h * 0.42, (y) => box(w * 0.1, y, w * 0.56, h * 0.045), h * 0.12),
    ),
  ],
}
export const keypad: Form = {
  usual: [2.75, 4.5],
  draw({ w, h }) {
    return [
      part('body', box(0, 0, w, h, 6)),
      part(
        'shade',
        grid(1, 4, w * 0.7, h * 0.78, (x, y) => box(x, y, w * 0.66, h * 0.15, 4)),
      ),
      part(
        'accent',
        along(4, h * 0.78, (y) => disc(-w * 0.24, y, w * 0.03)),
      ),
    ]
  },
}
export const lightBar: Form = {
  usual: [1.6, 7],
  draw: ({ w, h }) => [part('body', box(0, 0, w, h, w * 0.3)), part('accent', box(0, 0, w * 0.4, h * 0.86, w * 0.2))],
}
export const accessPoint: Form = {
  usual: [8, 8],
  isPlan: true,
  draw({ w, h }) {
    const r = Math.min(w, h) / 2
    return [
      part('body', disc(0, 0, r)),
      part('soft', disc(0, 0, r * 0.56)),
      part('body', disc(0, 0, r * 0.5)),
      part('accentLine', disc(0, 0, r * 0.2)),
      part('faint', disc(0, 0, r * 0.86)),
    ]
  },
}
const waves = (x: number, y: number, size: number) =>
  part('accentLine', ...[0.5, 1].map((scale) => bend(x, y - size * scale, x + size * 0.7 * scale, y, x, y + size * scale)))
export const bridge: Form = {
  usual: [8, 12],
  draw: ({ w, h }) => [
    part('shade', box(-w * 0.3, 0, w * 0.12, h, 3)),
    part('dark', box(-w * 0.2, -h * 0.16, w * 0.12, h * 0.06), box(-w * 0.2, h * 0.16, w * 0.12, h * 0.06)),
    part('body', box(0, 0, w * 0.36, h * 0.62, 10)),
    part(
      'accent',
      along(3, w * 0.2, (x) => disc(x, h * 0.22, w * 0.018)),
    ),
    waves(w * 0.28, 0, h * 0.16),
    waves(w * 0.36, 0, h * 0.24),
  ],
}
export const reader: Form = {
  usual: [2, 5],
  draw: ({ w, h }) => [
    part('body', box(0, 0, w, h, w * 0.2)),
    part('accent', box(0, -h * 0.36, w * 0.6, h * 0.04, 3)),
    part('line', box(0, h * 0.06, w * 0.56, h * 0.22, 4)),
    part(
      'faint',
      ...[0.5, 0.8, 1.1].map((scale) =>
        bend(
          -w * 0.24 * scale,
          -h * 0.12 - h * 0.05 * scale,
          0,
          -h * 0.16 - h * 0.1 * scale,
          w * 0.24 * scale,
          -h * 0.12 - h * 0.05 * scale,
        ),
      ),
    ),
  ],
}
export const deskPhone: Form = {
  usual: [9, 8],
  draw: ({ w, h, isTile }) => [
    part('body', box(0, h * 0.02, w, h * 0.86, 10)),
    part('shade', box(-w * 0.36, h * 0.02, w * 0.2, h * 0.94, 12)),
    part('glass', box(w * 0.14, -h * 0.2, w * 0.56, h * 0.3, 3)),
    part('accent', box(w * 0.04, -h * 0.24, w * 0.26, h * 0.05)),
    part(
      'dark',
      grid(3, isTile ? 2 : 4, w * 0.5, h * 0.34, (x, y) => box(x + w * 0.14, y + h * 0.2, w * 0.1, h * (isTile ? 0.09 : 0.05), 2)),
    ),
  ],
}
export const conferencePhone: Form = {
  usual: [12, 11],
  draw: ({ w, h, isTile }) => {
    const r = Math.min(w, h) * 0.22
    const legs = [-90, 30, 150].map((angle) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)] as const)
    return [
      part('body', ...legs.map(([x, y]) => disc(x * r * 1.3, y * r * 1.3 + h * 0.06, r * 0.9))),
      part('paper', disc(0, h * 0.06, r * 1.4)),
      part(
        'dark',
        ...legs.map(([x, y]) =>
          grid(isTile ? 2 : 5, isTile ? 2 : 5, r, r, (dx, dy) => disc(x * r * 1.4 + dx, y * r * 1.4 + dy + h * 0.06, isTile ? 5 : 2.2)),
        ),
      ),
      part('glass', box(0, h * 0.05, r * 1.3, r * 0.8, 4)),
      part('accent', box(0, h * 0.05, r * 0.7, r * 0.12)),
    ]
  },
}
