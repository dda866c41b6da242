import { along, bend, bowl, box, closed, cone, disc, type Form, grid, open, part } from './illustration-shapes.ts'

const rings = (count: number, r: number) => Array.from({ length: count }, (_, index) => (r * (index + 1)) / count)
/** Perforation in circles around the origin. */
const perforation = (r: number, count: number, size: number) =>
  rings(count, r)
    .map((radius, index) => {
      const dots = 6 * (index + 1)
      return Array.from({ length: dots }, (_, dot) => {
        const angle = (dot / dots) * 2 * Math.PI
        return disc(radius * Math.cos(angle), radius * Math.sin(angle), size)
      }).join('')
    })
    .join('')

export const ceilingSpeaker: Form = {
  usual: [9, 9],
  isPlan: true,
  draw({ w, h, isTile }) {
    const r = Math.min(w, h) / 2
    return [
      part('body', disc(0, 0, r)),
      part('shade', disc(0, 0, r * 0.86)),
      part('dark', isTile ? perforation(r * 0.6, 2, r * 0.08) : perforation(r * 0.76, 7, r * 0.018)),
      part('dark', disc(0, 0, r * 0.09)),
    ]
  },
}
export const wallSpeaker: Form = {
  usual: [8, 13],
  draw: ({ w, h }) => [
    part('body', box(0, 0, w, h, w * 0.07)),
    ...cone(0, h * 0.16, Math.min(w * 0.38, h * 0.26)),
    ...cone(0, -h * 0.29, Math.min(w * 0.2, h * 0.13)),
    part('accent', box(0, h * 0.45, w * 0.16, h * 0.014)),
  ],
}
export const columnSpeaker: Form = {
  usual: [5, 24],
  draw({ w, h, isTile }) {
    const count = isTile ? 4 : 8
    const r = Math.min(w * 0.34, (h * 0.42) / count)
    return [
      part('body', box(0, 0, w, h, w * 0.12)),
      part(
        'shade',
        along(count, h * 0.92, (y) => disc(0, y, r)),
      ),
      part(
        'dark',
        along(count, h * 0.92, (y) => disc(0, y, r * 0.4)),
      ),
    ]
  },
}
export const subwoofer: Form = {
  usual: [24, 16],
  draw: ({ w, h }) => [
    part('body', box(0, 0, w, h, 6)),
    ...cone(-w * 0.24, 0, Math.min(w * 0.2, h * 0.4)),
    ...cone(w * 0.24, 0, Math.min(w * 0.2, h * 0.4)),
  ],
}
export const pendantSpeaker: Form = {
  usual: [12, 16],
  draw: ({ w, h, isTile }) => [
    part('line', open([0, -h / 2], [0, -h * 0.2])),
    part('soft', box(0, -h / 2, w * 0.3, h * 0.03)),
    part('body', closed([-w * 0.2, -h * 0.2], [w * 0.2, -h * 0.2], [w * 0.42, h * 0.3], [-w * 0.42, h * 0.3])),
    part('shade', bowl(0, h * 0.3, w * 0.42, h * 0.16)),
    part(
      'dark',
      along(isTile ? 3 : 9, w * 0.6, (x) => disc(x, h * 0.36, w * (isTile ? 0.035 : 0.014))),
    ),
  ],
}
export const handheld: Form = {
  usual: [4, 10],
  draw: ({ h, isTile }) => {
    const r = h * 0.13
    return [
      part('shade', box(0, -h * 0.34, r * 2, r * 2.3, r)),
      part(
        'faint',
        isTile ? '' : along(5, r * 1.8, (x) => open([x, -h * 0.46], [x, -h * 0.23])),
        along(isTile ? 2 : 5, r * 2, (y) => open([-r, y], [r, y]), -h * 0.34),
      ),
      part('dark', box(0, -h * 0.2, r * 2.1, h * 0.035, 2)),
      part('body', closed([-r * 0.86, -h * 0.18], [r * 0.86, -h * 0.18], [r * 0.5, h * 0.46], [-r * 0.5, h * 0.46])),
      part('dark', box(0, h * 0.48, r * 0.7, h * 0.04)),
      part('accent', box(0, -h * 0.05, r * 0.34, h * 0.07, 3)),
    ]
  },
}
export const gooseneck: Form = {
  usual: [10, 14],
  draw: ({ w, h }) => [
    part('thick', bend(-w * 0.1, h * 0.4, -w * 0.16, -h * 0.3, w * 0.22, -h * 0.36)),
    part('dark', box(w * 0.26, -h * 0.37, w * 0.18, h * 0.08, h * 0.04)),
    part('body', box(-w * 0.1, h * 0.43, w * 0.5, h * 0.13, 6)),
    part('dark', box(-w * 0.1, h * 0.35, w * 0.1, h * 0.05, 2)),
    part('accent', disc(w * 0.06, h * 0.43, w * 0.025)),
  ],
}
export const bodypack: Form = {
  usual: [4, 8],
  draw: ({ w, h }) => [
    part('thick', open([w * 0.26, -h * 0.2], [w * 0.26, -h * 0.48])),
    part('body', box(0, h * 0.14, w * 0.86, h * 0.68, 8)),
    part('glass', box(0, h * 0.02, w * 0.56, h * 0.22, 3)),
    part('light', box(0, h * 0.02, w * 0.34, h * 0.05)),
    part('dark', disc(-w * 0.24, -h * 0.23, w * 0.08)),
    part('accent', disc(0, h * 0.26, w * 0.06)),
  ],
}
export const tableMicrophone: Form = {
  usual: [5, 5],
  isPlan: true,
  draw({ w, h, isTile }) {
    const r = Math.min(w, h) * 0.46
    return [
      part('body', disc(0, 0, r)),
      part('dark', isTile ? '' : perforation(r * 0.82, 6, r * 0.02)),
      part('shade', disc(0, 0, r * 0.36)),
      part('accentLine', disc(0, 0, r * (isTile ? 0.66 : 0.28))),
    ]
  },
}
export const microphoneBar: Form = {
  usual: [24, 3],
  draw: ({ w, h, isTile }) => {
    const tall = Math.max(h, w * 0.11)
    return [
      part('body', box(0, 0, w, tall, tall * 0.3)),
      part(
        'dark',
        grid(isTile ? 7 : 36, isTile ? 1 : 3, w * 0.9, tall * 0.6, (x, y) => disc(x, y, isTile ? tall * 0.16 : tall * 0.045)),
      ),
      part('accent', box(0, tall * 0.38, w * 0.05, tall * 0.08)),
    ]
  },
}
export const ceilingArray: Form = {
  usual: [24, 24],
  isPlan: true,
  draw({ w, h, isTile }) {
    const side = Math.min(w, h)
    const count = isTile ? 4 : 13
    return [
      part('body', box(0, 0, side, side, side * 0.05)),
      part('shade', box(0, 0, side * 0.88, side * 0.88, side * 0.03)),
      part(
        'dark',
        grid(count, count, side * 0.8, side * 0.8, (x, y) => disc(x, y, side * (isTile ? 0.04 : 0.011))),
      ),
      part('accent', disc(0, side * 0.47, side * (isTile ? 0 : 0.012))),
    ]
  },
}
export const roundArray: Form = {
  usual: [18, 18],
  isPlan: true,
  draw({ w, h, isTile }) {
    const r = Math.min(w, h) / 2
    return [
      part('body', disc(0, 0, r)),
      part('dark', isTile ? perforation(r * 0.66, 2, r * 0.07) : perforation(r * 0.84, 8, r * 0.02)),
      part('accentLine', disc(0, 0, r * 0.93)),
    ]
  },
}
export const pendantMicrophone: Form = {
  usual: [8, 14],
  draw: ({ w, h, isTile }) => [
    part('soft', box(0, -h * 0.48, w * 0.3, h * 0.035)),
    part('line', open([0, -h * 0.47], [0, -h * 0.04])),
    part('body', box(0, h * 0.06, w * 0.22, h * 0.2, 4)),
    part('shade', box(0, h * 0.28, w * 0.34, h * 0.26, w * 0.12)),
    part(
      'dark',
      grid(isTile ? 2 : 6, isTile ? 2 : 5, w * 0.28, h * 0.2, (x, y) => disc(x, y + h * 0.28, w * (isTile ? 0.035 : 0.013))),
    ),
  ],
}
export const console: Form = {
  usual: [32, 21],
  draw({ w, h, isTile }) {
    const count = isTile ? 5 : 17
    const at = (_x: number, index: number) => h * 0.26 - h * 0.05 * ((index * 7) % 4)
    return [
      part('body', box(0, 0, w, h * 0.96, 8)),
      part('glass', box(0, -h * 0.27, w * 0.34, h * 0.28, 4)),
      part(
        'accent',
        along(isTile ? 2 : 6, w * 0.28, (x, index) => box(x, -h * 0.22, w * 0.02, h * (0.06 + 0.03 * (index % 3)))),
      ),
      part(
        'shade',
        grid(
          isTile ? 2 : 5,
          isTile ? 1 : 3,
          w * 0.26,
          h * 0.28,
          (x, y) =>
            disc(x - w * 0.33, y - h * 0.27, Math.min(w, h) * (isTile ? 0.06 : 0.03)) +
            disc(x + w * 0.33, y - h * 0.27, Math.min(w, h) * (isTile ? 0.06 : 0.03)),
        ),
      ),
      part(
        'faint',
        along(count, w * 0.92, (x) => open([x, h * 0.02], [x, h * 0.42])),
      ),
      part(
        'dark',
        along(count, w * 0.92, (x, index) => box(x, at(x, index), (w * 0.92) / count / 1.9, h * 0.07, 2)),
      ),
    ]
  },
}
export const radiator: Form = {
  usual: [14, 9],
  draw: ({ w, h, isTile }) => [
    part('body', box(0, -h * 0.05, w, h * 0.8, 8)),
    part('glass', box(0, -h * 0.05, w * 0.88, h * 0.62, 4)),
    part(
      'light',
      grid(isTile ? 5 : 14, isTile ? 3 : 6, w * 0.8, h * 0.52, (x, y) => disc(x, y - h * 0.05, w * (isTile ? 0.03 : 0.013))),
    ),
    part('shade', closed([-w * 0.16, h * 0.35], [w * 0.16, h * 0.35], [w * 0.22, h * 0.48], [-w * 0.22, h * 0.48])),
  ],
}
