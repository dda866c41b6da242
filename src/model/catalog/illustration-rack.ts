import { along, box, type Form, type Front, open, type Part, part } from './illustration-shapes.ts'

/** Width over the ears, and height of a rack unit. */
export const rackWidthIn = 19
export const rackUnitIn = 1.75

/** Area of the faceplate between the ears, around its center. */
export interface Face extends Front {
  /** Height of one rack unit. */
  readonly unit: number
}
export type DrawFace = (face: Face) => readonly Part[]

/** Form of a rack device: a faceplate with ears around the face. */
export type RackForm = Form & { readonly face: DrawFace }

/** Rows of equal parts on a tall device, so that its drawing stays small. */
export const mostRows = 12

/** Width and height in the trade's units, below a front that leaves room for them. */
const dimension = { gap: 20, tick: 5, half: 62, most: 200 }

export const rackForm = (face: DrawFace): RackForm => ({
  usual: [rackWidthIn, rackUnitIn],
  isRack: true,
  face,
  draw(front) {
    const { w, h, product, isTile } = front
    const units = Math.max(1, product.rackUnits ?? 1)
    const ear = w * (isTile ? 0.07 : 0.033)
    const unit = h / units
    const rows = Math.min(mostRows, Math.ceil(units))
    const pitch = h / rows
    const hole = (x: number, y: number) =>
      box(x, y - pitch * 0.29, ear * 0.5, unit * 0.12, 2) + box(x, y + pitch * 0.29, ear * 0.5, unit * 0.12, 2)
    const holes = along(rows, h, (y) => hole((ear - w) / 2, y) + hole((w - ear) / 2, y))
    return [
      part('shade', box(0, 0, w, h, 2)),
      part('body', box(0, 0, w - 2 * ear, h)),
      ...(isTile ? [] : [part('dark', holes)]),
      ...face({ ...front, w: w - 2 * ear - w * 0.03, unit }),
      ...(isDimensioned(front) ? [dimensionLine(w, h)] : []),
    ]
  },
  notes(front) {
    if (!isDimensioned(front)) return []
    return [{ x: 0, y: front.h / 2 + dimension.gap, text: `${rackWidthIn} in, ${front.product.rackUnits} RU`, size: 17 }]
  },
})

const isDimensioned = ({ h, product, isTile }: Front) => Boolean(product.rackUnits) && !isTile && h <= dimension.most

function dimensionLine(w: number, h: number): Part {
  const { gap, tick, half } = dimension
  const y = h / 2 + gap
  const end = (x: number) => open([x, y - tick], [x, y + tick])
  return part('faint', end(-w / 2), open([-w / 2, y], [-half, y]), open([half, y], [w / 2, y]), end(w / 2))
}
