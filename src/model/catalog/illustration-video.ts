import { round } from '../kit/money.ts'
import { along, bend, bowl, box, closed, disc, type Form, type Front, grid, lens, open, type Part, part } from './illustration-shapes.ts'

const inchesOf = ({ product: { diagonalIn }, text }: Front) => diagonalIn ?? Number(/(\d{2,3})(?:\.\d+)? in\b/.exec(text)?.[1] ?? 0)
const inchText = (inches: number) => `${round(inches, 1)}″`

const screenGlass = (w: number, h: number): readonly Part[] => [part('dark', box(0, 0, w, h, 4)), part('glass', box(0, 0, w - 8, h - 8, 1))]
const diagonal = (front: Front, w: number, h: number): Part[] =>
  front.isTile || inchesOf(front) === 0
    ? []
    : [part('faint', open([-w / 2 + 16, h / 2 - 14], [-w * 0.12, h * 0.12]), open([w * 0.12, -h * 0.12], [w / 2 - 16, -h / 2 + 14]))]
const diagonalNote = (front: Front) => {
  const inches = inchesOf(front)
  return inches > 0 && !front.isTile ? [{ x: 0, y: 0, text: inchText(inches), size: 34, isLight: true }] : []
}
const glare = (w: number, h: number) =>
  part('faint', open([-w * 0.3, h * 0.2], [-w * 0.08, -h * 0.24]), open([-w * 0.12, h * 0.22], [w * 0.1, -h * 0.22]))

export const displayForm: Form = {
  usual: [48, 28],
  draw: (front) => {
    const { w, h, isTile } = front
    const tall = h * 0.94
    return [
      part('soft', box(-w * 0.3, h * 0.49, w * 0.1, h * 0.03), box(w * 0.3, h * 0.49, w * 0.1, h * 0.03)),
      part('line', open([-w * 0.3, h * 0.46], [-w * 0.3, h * 0.49]), open([w * 0.3, h * 0.46], [w * 0.3, h * 0.49])),
      ...screenGlass(w, tall),
      part('accent', box(0, tall / 2 - 2, w * 0.03, isTile ? 0.1 : 1.6)),
      ...(isTile ? [glare(w, h)] : diagonal(front, w, tall)),
    ]
  },
  notes: diagonalNote,
}
export const ledWall: Form = {
  usual: [48, 27],
  draw: ({ w, h }) => [
    part('glass', box(0, 0, w, h, 1)),
    part(
      'faint',
      along(3, (w * 3) / 4, (x) => open([x, -h / 2], [x, h / 2])),
      along(2, (h * 2) / 3, (y) => open([-w / 2, y], [w / 2, y])),
    ),
    part('line', box(0, 0, w, h, 1)),
  ],
  notes: diagonalNote,
}
export const videoWall: Form = {
  usual: [48, 28],
  draw: (front) => {
    const { w, h, isTile } = front
    return [part('glass', box(0, 0, w, h, 1)), part('line', box(0, 0, w, h)), ...(isTile ? [glare(w, h)] : diagonal(front, w, h))]
  },
  notes: diagonalNote,
}
export const boardForm: Form = {
  usual: [50, 32],
  draw: ({ w, h }) => [
    ...screenGlass(w, h * 0.9),
    part('glow', bend(-w * 0.3, h * 0.1, -w * 0.1, -h * 0.34, w * 0.02, 0), bend(w * 0.02, 0, w * 0.12, h * 0.24, w * 0.3, -h * 0.16)),
    part('shade', box(0, h * 0.475, w * 0.4, h * 0.05, 3)),
    part('accent', box(-w * 0.08, h * 0.465, w * 0.12, h * 0.02, 2)),
  ],
}
export const projectorForm: Form = {
  usual: [22, 9],
  draw({ w, h, isTile }) {
    const r = Math.min(h * 0.36, w * 0.2)
    return [
      part('dark', box(-w * 0.36, h * 0.46, w * 0.08, h * 0.08), box(w * 0.36, h * 0.46, w * 0.08, h * 0.08)),
      part('body', box(0, -h * 0.03, w, h * 0.88, h * 0.12)),
      part(
        'faint',
        along(isTile ? 3 : 9, w * 0.34, (x) => open([x, -h * 0.24], [x, h * 0.16]), -w * 0.26),
      ),
      ...lens(w * 0.2, -h * 0.03, r),
      part('accent', disc(-w * 0.42, h * 0.28, isTile ? 0 : 3)),
    ]
  },
}
export const projectorLens: Form = {
  usual: [12, 8],
  draw: ({ w, h, isTile }) => [
    part('shade', closed([w * 0.3, -h * 0.42], [w * 0.46, -h * 0.5], [w * 0.46, h * 0.5], [w * 0.3, h * 0.42])),
    part('body', box(0.02 * w, 0, w * 0.56, h * 0.84, 4)),
    part('shade', box(-w * 0.34, 0, w * 0.18, h * 0.6, 3)),
    part('dark', box(-w * 0.46, 0, w * 0.06, h * 0.44, 2)),
    part(
      'faint',
      along(isTile ? 3 : 10, w * 0.3, (x) => open([x, -h * 0.4], [x, h * 0.4])),
    ),
    part('accent', box(w * 0.22, 0, w * 0.02, h * 0.82)),
  ],
}
const sheet = (w: number, top: number, bottom: number, edge: number): Part[] => [
  part('glass', box(0, (top + bottom) / 2, w, bottom - top)),
  part('paper', box(0, (top + bottom) / 2 + edge * 0.2, w - edge * 2, bottom - top - edge * 1.6)),
]
export const motorScreen: Form = {
  usual: [48, 36],
  draw: ({ w, h, isTile }) => [
    ...sheet(w * 0.9, -h * 0.42, h * 0.44, isTile ? w * 0.05 : w * 0.025),
    part('shade', box(0, -h * 0.44, w, h * 0.11, 5)),
    part('dark', box(0, h * 0.455, w * 0.92, h * 0.035, 2)),
    part('accent', disc(w * 0.45, -h * 0.44, isTile ? w * 0.02 : 3)),
  ],
}
export const recessedScreen: Form = {
  usual: [48, 36],
  draw: ({ w, h, isTile }) => [
    part('soft', box(0, -h * 0.46, w * 1.04, h * 0.08)),
    part('line', open([-w * 0.52, -h * 0.42], [w * 0.52, -h * 0.42])),
    part('shade', box(0, -h * 0.43, w * 0.8, h * 0.04)),
    ...sheet(w * 0.76, -h * 0.41, h * 0.42, isTile ? w * 0.05 : w * 0.025),
    part('dark', box(0, h * 0.44, w * 0.78, h * 0.035, 2)),
  ],
}
export const frameScreen: Form = { usual: [48, 28], draw: ({ w, h, isTile }) => sheet(w, -h / 2, h / 2, isTile ? w * 0.06 : w * 0.03) }

export const ptzCamera: Form = {
  usual: [6.5, 7],
  draw({ w, h }) {
    const r = Math.min(w, h) * 0.3
    return [
      part('shade', closed([-w * 0.34, h * 0.28], [w * 0.34, h * 0.28], [w * 0.42, h * 0.48], [-w * 0.42, h * 0.48])),
      part('body', box(-w * 0.33, h * 0.02, w * 0.14, h * 0.56, 6), box(w * 0.33, h * 0.02, w * 0.14, h * 0.56, 6)),
      part('body', box(0, -h * 0.1, w * 0.54, h * 0.62, w * 0.16)),
      ...lens(0, -h * 0.1, r * 0.84),
      part('accent', disc(0, h * 0.385, w * 0.03)),
    ]
  },
}
export const domeCamera: Form = {
  usual: [6, 5],
  draw: ({ w, h }) => [
    part('soft', box(0, -h * 0.44, w * 1.1, h * 0.05)),
    part('body', box(0, -h * 0.3, w, h * 0.26, 6)),
    part('shade', bowl(0, -h * 0.17, Math.min(w * 0.42, h * 0.6))),
    ...lens(0, h * 0.06, Math.min(w, h) * 0.17),
  ],
}
export const bulletCamera: Form = {
  usual: [8, 5],
  draw: ({ w, h, isTile }) => [
    part('soft', box(w * 0.44, -h * 0.1, w * 0.06, h * 0.6)),
    part('thick', open([w * 0.41, -h * 0.24], [w * 0.18, -h * 0.1])),
    part('shade', box(-w * 0.06, -h * 0.12, w * 0.72, h * 0.06, 2)),
    part('body', box(-w * 0.06, h * 0.08, w * 0.66, h * 0.36, h * 0.14)),
    ...lens(-w * 0.28, h * 0.08, h * 0.13),
    part(
      'faint',
      isTile ? '' : open([w * 0.06, -h * 0.1], [w * 0.06, h * 0.26]),
      isTile ? '' : open([w * 0.14, -h * 0.1], [w * 0.14, h * 0.26]),
    ),
  ],
}
export const documentCamera: Form = {
  usual: [12, 14],
  draw: ({ w, h }) => [
    part('shade', box(0, h * 0.43, w * 0.9, h * 0.09, 5)),
    part('paper', closed([-w * 0.28, h * 0.38], [w * 0.16, h * 0.38], [w * 0.1, h * 0.3], [-w * 0.22, h * 0.3])),
    part('thick', open([w * 0.3, h * 0.4], [w * 0.34, -h * 0.18], [0, -h * 0.4])),
    part('body', box(-w * 0.1, -h * 0.36, w * 0.34, h * 0.16, 8)),
    ...lens(-w * 0.14, -h * 0.24, w * 0.1),
    part('dark', disc(w * 0.34, -h * 0.18, w * 0.04)),
  ],
}
export const laptop: Form = {
  usual: [14, 10],
  draw: ({ w, h, isTile }) => [
    part('dark', box(0, -h * 0.12, w * 0.78, h * 0.66, 6)),
    part('glass', box(0, -h * 0.12, w * 0.72, h * 0.57, 2)),
    ...(isTile
      ? []
      : [
          part('light', box(-w * 0.16, -h * 0.26, w * 0.24, h * 0.03), box(-w * 0.12, -h * 0.18, w * 0.32, h * 0.03)),
          part('accent', box(w * 0.16, 0, w * 0.2, h * 0.14, 2)),
        ]),
    part('body', closed([-w * 0.4, h * 0.22], [w * 0.4, h * 0.22], [w * 0.5, h * 0.4], [-w * 0.5, h * 0.4])),
    part('soft', closed([-w * 0.32, h * 0.25], [w * 0.32, h * 0.25], [w * 0.36, h * 0.33], [-w * 0.36, h * 0.33])),
    part('shade', box(0, h * 0.42, w, h * 0.04, 2)),
  ],
}
export const tower: Form = {
  usual: [7, 15],
  draw: ({ w, h, isTile }) => [
    part('body', box(0, 0, w, h, 5)),
    part('shade', box(0, -h * 0.36, w * 0.8, h * 0.09, 2), box(0, -h * 0.24, w * 0.8, h * 0.09, 2)),
    part(
      'faint',
      along(isTile ? 3 : 9, h * 0.4, (y) => open([-w * 0.34, y], [w * 0.34, y]), h * 0.16),
    ),
    part('accent', disc(0, h * 0.42, w * 0.07)),
  ],
}
/** Small device on a shelf or behind a display: player, converter, computer, gateway. */
export const smallBox: Form = {
  usual: [8, 2.6],
  draw({ w, h, isTile }) {
    const lid = h * 0.3
    const face = h - lid
    return [
      part('shade', closed([-w * 0.42, -h / 2], [w * 0.42, -h / 2], [w / 2, -h / 2 + lid], [-w / 2, -h / 2 + lid])),
      part('body', box(0, lid / 2, w, face, 4)),
      part(
        'dark',
        along(isTile ? 2 : 4, w * 0.5, (x) => box(x, lid / 2, w * (isTile ? 0.14 : 0.085), face * 0.32, 2), -w * 0.12),
      ),
      part('accent', disc(w * 0.38, lid / 2, Math.min(w * 0.05, face * 0.12))),
    ]
  },
}
export const boardComputer: Form = {
  usual: [3.4, 2.2],
  draw: ({ w, h, isTile }) => [
    part('body', box(0, 0, w, h, 8)),
    part('dark', box(-w * 0.08, -h * 0.04, w * 0.2, w * 0.2, 2)),
    part(
      'shade',
      box(w * 0.41, -h * 0.28, w * 0.18, h * 0.24),
      box(w * 0.41, h * 0.04, w * 0.18, h * 0.24),
      box(w * 0.41, h * 0.34, w * 0.18, h * 0.2),
    ),
    part(
      'shade',
      along(3, w * 0.5, (x) => box(x, h * 0.44, w * 0.1, h * 0.1), -w * 0.14),
    ),
    part(
      'dark',
      isTile ? box(-w * 0.1, -h * 0.42, w * 0.6, h * 0.06) : grid(18, 2, w * 0.62, h * 0.09, (x, y) => disc(x - w * 0.08, y - h * 0.42, 2)),
    ),
    part('accent', disc(-w * 0.42, h * 0.34, w * 0.02)),
  ],
}
export const cardForm: Form = {
  usual: [9, 5],
  draw: ({ w, h, isTile }) => [
    part('shade', box(-w * 0.47, 0, w * 0.05, h, 2)),
    part('body', box(w * 0.02, -h * 0.06, w * 0.92, h * 0.74)),
    part('dark', box(-w * 0.42, -h * 0.2, w * 0.12, h * 0.16), box(-w * 0.42, h * 0.06, w * 0.12, h * 0.16)),
    part('shade', box(w * 0.06, -h * 0.1, w * 0.26, h * 0.36, 2)),
    part(
      'accent',
      along(isTile ? 6 : 22, w * 0.5, (x) => box(x, h * 0.36, w * (isTile ? 0.04 : 0.012), h * 0.1), w * 0.12),
    ),
  ],
}
const barWith = (count: number, { w, h, isTile }: Front): Part[] => {
  const tall = Math.max(h, w * 0.15)
  const spread = count === 1 ? [0] : [-w * 0.07, w * 0.07]
  return [
    part('body', box(0, 0, w, tall, tall * 0.34)),
    part(
      'dark',
      grid(
        isTile ? 3 : 16,
        isTile ? 2 : 5,
        w * 0.3,
        tall * 0.56,
        (x, y) => disc(x - w * 0.3, y, tall * (isTile ? 0.07 : 0.03)) + disc(x + w * 0.3, y, tall * (isTile ? 0.07 : 0.03)),
      ),
    ),
    ...spread.flatMap((x) => lens(x, 0, tall * (count === 1 ? 0.34 : 0.27))),
    part('accent', box(0, tall * 0.44, w * 0.06, tall * 0.05)),
  ]
}
export const videoBar: Form = { usual: [27, 4.5], draw: (front) => barWith(/dual/.test(front.text) ? 2 : 1, front) }
export const presenter: Form = {
  usual: [11, 6],
  draw: ({ w, h, isTile }) => [
    part('body', box(-w * 0.18, h * 0.06, w * 0.6, h * 0.5, 8)),
    part('accent', disc(-w * 0.38, h * 0.06, w * 0.02)),
    part(
      'dark',
      along(2, w * 0.24, (x) => box(x, h * 0.06, w * 0.08, h * 0.14, 2), -w * 0.1),
    ),
    part('shade', disc(w * 0.34, h * 0.16, h * 0.26)),
    part('accentLine', disc(w * 0.34, h * 0.16, h * 0.18)),
    part('thick', bend(w * 0.34, -h * 0.1, w * 0.34, -h * 0.36, w * 0.12, -h * 0.36)),
    part('dark', box(w * 0.09, -h * 0.36, w * 0.07, h * (isTile ? 0.14 : 0.1), 2)),
  ],
}
