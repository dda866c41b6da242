import { along, bend, bowl, box, closed, disc, type Form, grid, open, part } from './illustration-shapes.ts'

export const reel: Form = {
  usual: [14, 12],
  draw({ w, h, isTile }) {
    const wound = isTile ? 4 : 11
    return [
      part('body', box(-w * 0.32, 0, w * 0.14, h * 0.96, 12), box(w * 0.32, 0, w * 0.14, h * 0.96, 12)),
      part('shade', box(0, 0, w * 0.5, h * 0.66)),
      part(
        'faint',
        along(wound, w * 0.48, (x) => bend(x - w * 0.015, -h * 0.33, x + w * 0.025, 0, x - w * 0.015, h * 0.33)),
      ),
      part('accentLine', bend(w * 0.18, h * 0.33, w * 0.2, h * 0.5, w * 0.5, h * 0.47)),
      part('dark', box(-w * 0.42, 0, w * 0.06, h * 0.2, 3), box(w * 0.42, 0, w * 0.06, h * 0.2, 3)),
    ]
  },
}
export const patchCable: Form = {
  usual: [16, 11],
  draw: ({ w, h }) => [
    part('thick', disc(0, -h * 0.02, h * 0.3), disc(w * 0.03, 0, h * 0.22)),
    part(
      'thick',
      bend(-h * 0.24, h * 0.16, -w * 0.28, h * 0.44, -w * 0.36, h * 0.38),
      bend(h * 0.24, h * 0.16, w * 0.28, h * 0.44, w * 0.36, h * 0.38),
    ),
    part('body', box(-w * 0.4, h * 0.37, w * 0.13, h * 0.15, 4), box(w * 0.4, h * 0.37, w * 0.13, h * 0.15, 4)),
    part('dark', box(-w * 0.485, h * 0.37, w * 0.05, h * 0.1), box(w * 0.485, h * 0.37, w * 0.05, h * 0.1)),
    part('accent', box(0, -h * 0.26, w * 0.05, h * 0.16, 2)),
  ],
}
export const chassisConnector: Form = {
  usual: [1.1, 1.3],
  draw({ w, h, text }) {
    const r = Math.min(w, h) * 0.4
    const isRound = /xlr|pole|speakon/.test(text)
    const pins = [-150, -30, 90].map((angle) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)] as const)
    return [
      part('body', box(0, 0, w, h, 10)),
      part('faint', disc(-w * 0.4, -h * 0.42, w * 0.04), disc(w * 0.4, h * 0.42, w * 0.04)),
      part('shade', disc(0, 0, r)),
      ...(isRound
        ? [part('paper', disc(0, 0, r * 0.74)), part('dark', ...pins.map(([x, y]) => disc(x * r * 0.4, y * r * 0.4, r * 0.12)))]
        : [
            part('glass', box(0, 0, r * 1.1, r * 0.9, 3)),
            part(
              'light',
              along(8, r * 0.8, (x) => box(x, -r * 0.24, r * 0.05, r * 0.3)),
            ),
          ]),
      part('accent', box(0, r * 0.86, r * 0.3, r * 0.12, 2)),
    ]
  },
}
export const plate: Form = {
  usual: [2.75, 4.5],
  draw: ({ w, h }) => [
    part('body', box(0, 0, w, h, 6)),
    part('faint', disc(0, -h * 0.42, w * 0.04), disc(0, h * 0.42, w * 0.04)),
    part('shade', box(0, -h * 0.16, w * 0.44, h * 0.16, 3), disc(0, h * 0.16, w * 0.22)),
    part('dark', box(0, -h * 0.16, w * 0.26, h * 0.06, 1), disc(0, h * 0.16, w * 0.08)),
    part('accent', box(0, -h * 0.32, w * 0.3, h * 0.02)),
  ],
}
export const fireAlarm: Form = {
  usual: [5, 6.5],
  draw: ({ w, h, isTile }) => [
    part('body', box(0, 0, w, h, 8)),
    part('accent', box(0, -h * 0.3, w * 0.66, h * 0.2, 4)),
    part('light', closed([-w * 0.2, -h * 0.23], [0, -h * 0.37], [w * 0.2, -h * 0.23])),
    part('shade', disc(0, h * 0.14, w * 0.32)),
    part(
      'dark',
      along(isTile ? 3 : 6, h * 0.3, (y) => box(0, y, w * 0.36, h * 0.016), h * 0.14),
    ),
  ],
}
/** Relay or interface with terminals, on a rail or in a box. */
export const terminals: Form = {
  usual: [5, 4],
  draw: ({ w, h, isTile }) => {
    const count = isTile ? 4 : 9
    return [
      part('soft', box(0, 0, w * 1.1, h * 0.1)),
      part('body', box(0, 0, w * 0.9, h * 0.94, 5)),
      part('shade', box(0, -h * 0.36, w * 0.82, h * 0.14), box(0, h * 0.36, w * 0.82, h * 0.14)),
      part(
        'dark',
        along(count, w * 0.8, (x) => disc(x, -h * 0.36, Math.min(w * 0.028, 5)) + disc(x, h * 0.36, Math.min(w * 0.028, 5))),
      ),
      part('glass', box(-w * 0.14, -h * 0.04, w * 0.36, h * 0.2, 2)),
      part(
        'accent',
        along(2, w * 0.2, (x) => disc(x, -h * 0.04, w * 0.028), w * 0.22),
      ),
    ]
  },
}
export const washLight: Form = {
  usual: [12, 14],
  draw({ w, h, isTile }) {
    const r = w * 0.36
    return [
      part(
        'thick',
        `${open([-w * 0.42, h * 0.14], [-w * 0.42, -h * 0.2])}${open([w * 0.42, h * 0.14], [w * 0.42, -h * 0.2])}`,
        bend(-w * 0.42, -h * 0.2, 0, -h * 0.62, w * 0.42, -h * 0.2),
      ),
      part('dark', box(0, -h * 0.42, w * 0.16, h * 0.1, 3)),
      part('body', disc(0, h * 0.14, r)),
      part('shade', disc(0, h * 0.14, r * 0.84)),
      part(
        'dark',
        grid(isTile ? 3 : 5, isTile ? 3 : 5, r * 1.3, r * 1.3, (x, y) =>
          Math.hypot(x, y) < r * 0.72 ? disc(x, y + h * 0.14, r * (isTile ? 0.12 : 0.09)) : '',
        ),
      ),
      part('accent', disc(0, h * 0.14, r * 0.1)),
    ]
  },
}
export const profileLight: Form = {
  usual: [26, 15],
  draw: ({ w, h, isTile }) => [
    part('thick', open([-w * 0.1, h * 0.1], [-w * 0.1, -h * 0.36])),
    part('dark', box(-w * 0.1, -h * 0.42, w * 0.14, h * 0.1, 3)),
    part('body', box(-w * 0.26, h * 0.1, w * 0.42, h * 0.52, 8)),
    part(
      'faint',
      along(isTile ? 3 : 8, w * 0.34, (x) => open([x, -h * 0.08], [x, h * 0.28]), -w * 0.27),
    ),
    part('shade', closed([-w * 0.05, -h * 0.06], [w * 0.2, -h * 0.06], [w * 0.2, h * 0.26], [-w * 0.05, h * 0.26])),
    part('body', closed([w * 0.2, -h * 0.12], [w * 0.4, -h * 0.18], [w * 0.4, h * 0.38], [w * 0.2, h * 0.32])),
    part('accent', box(w * 0.42, h * 0.1, w * 0.03, h * 0.5, 2)),
  ],
}
export const bulb: Form = {
  usual: [8, 12],
  draw: ({ w, h }) => [
    part(
      'body',
      disc(0, -h * 0.12, w * 0.36),
      closed([-w * 0.24, h * 0.1], [w * 0.24, h * 0.1], [w * 0.16, h * 0.26], [-w * 0.16, h * 0.26]),
    ),
    part('paper', disc(0, -h * 0.12, w * 0.33)),
    part('accentLine', open([-w * 0.1, h * 0.1], [-w * 0.14, -h * 0.12], [0, -h * 0.04], [w * 0.14, -h * 0.12], [w * 0.1, h * 0.1])),
    part('shade', box(0, h * 0.32, w * 0.34, h * 0.12, 3)),
    part('dark', bowl(0, h * 0.39, w * 0.1)),
  ],
}
export const software: Form = {
  usual: [13, 9],
  draw: ({ w, h, isTile }) => [
    part('body', box(0, 0, w, h, 8)),
    part('shade', box(0, -h * 0.42, w, h * 0.16, 6)),
    part('dark', ...(isTile ? [disc(-w * 0.4, -h * 0.42, 10)] : [-0.45, -0.41, -0.37].map((x) => disc(w * x, -h * 0.42, 4)))),
    part('soft', box(-w * 0.33, h * 0.08, w * 0.22, h * 0.66, 3)),
    part('dark', ...[-0.16, -0.04, 0.08].map((y) => box(w * 0.06, h * y, w * 0.42, h * (isTile ? 0.05 : 0.03)))),
    part('accent', box(w * 0.3, h * 0.34, w * 0.26, h * 0.13, 4)),
  ],
}
export const printer: Form = {
  usual: [22, 20],
  draw: ({ w, h }) => [
    part('paper', box(0, -h * 0.34, w * 0.5, h * 0.3)),
    part('line', box(0, -h * 0.34, w * 0.5, h * 0.3)),
    part('body', box(0, h * 0.08, w * 0.9, h * 0.6, 8)),
    part('shade', box(0, -h * 0.16, w * 0.9, h * 0.14, 6)),
    part('glass', box(w * 0.26, -h * 0.16, w * 0.22, h * 0.07, 2)),
    part('dark', box(0, h * 0.1, w * 0.62, h * 0.04)),
    part('paper', closed([-w * 0.26, h * 0.11], [w * 0.26, h * 0.11], [w * 0.32, h * 0.28], [-w * 0.32, h * 0.28])),
    part('faint', closed([-w * 0.26, h * 0.11], [w * 0.26, h * 0.11], [w * 0.32, h * 0.28], [-w * 0.32, h * 0.28])),
    part('accent', disc(-w * 0.34, -h * 0.16, w * 0.02)),
  ],
}
export const screws: Form = {
  usual: [10, 10],
  draw: ({ w, h, isTile }) => {
    const slot = isTile ? 3 : 7
    const screw = (x: number, y: number) => [
      part('shade', disc(x, y, w * 0.13)),
      part('dark', box(x, y, w * 0.14, slot), box(x, y, slot, w * 0.14)),
    ]
    return [
      part('body', box(0, h * 0.02, w, h * 0.9, 10)),
      part('soft', box(0, -h * 0.36, w, h * 0.12)),
      ...[-0.24, 0.24].flatMap((x) => [-0.08, 0.26].flatMap((y) => screw(w * x, h * y))),
      part('accent', box(0, -h * 0.36, w * 0.24, h * 0.04, 3)),
    ]
  },
}
/** Product of an unknown kind: a parcel. */
export const parcel: Form = {
  usual: [12, 10],
  draw: ({ w, h }) => [
    part('body', closed([-w * 0.42, -h * 0.22], [0, -h * 0.02], [0, h * 0.48], [-w * 0.42, h * 0.26])),
    part('shade', closed([w * 0.42, -h * 0.22], [0, -h * 0.02], [0, h * 0.48], [w * 0.42, h * 0.26])),
    part('paper', closed([-w * 0.42, -h * 0.22], [0, -h * 0.44], [w * 0.42, -h * 0.22], [0, -h * 0.02])),
    part('line', closed([-w * 0.42, -h * 0.22], [0, -h * 0.44], [w * 0.42, -h * 0.22], [0, -h * 0.02])),
    part('accent', closed([-w * 0.25, -h * 0.31], [-w * 0.17, -h * 0.35], [w * 0.25, -h * 0.14], [w * 0.17, -h * 0.1])),
    part('faint', open([-w * 0.34, h * 0.12], [-w * 0.2, h * 0.19])),
  ],
}
