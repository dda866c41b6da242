import { PlanOverlay, type PlanSymbol } from './enums.ts'
import { coverageRadius, farthestViewer } from './plan-geometry.ts'
import type { Point } from './plan-scale.ts'
import type { OverlayShape } from './plans.ts'

/** A device on a plan with the facts that its overlays are computed from. */
export interface CoveringDevice extends Point {
  unitId: number
  label: string
  rotation: number
  mountingHeightIn: number | null
  symbol: PlanSymbol
  diagonalIn: number | null
  dispersionDegrees: number | null
  fieldOfViewDegrees: number | null
  isWireless: boolean
  elementHeightPercent: number | null
  /** Corners of the outline of its space, if one is drawn. */
  corners: readonly Point[]
}

/** Angle in which an image can be read, 60° to both sides of the middle. */
const viewingAngle = 120
/** Nominal reach indoors. */
const wirelessRangeFt = 50
/** Reach of a camera in a space without an outline. */
const usualCameraFt = 30
const whole = 360

type Reach = Pick<OverlayShape, 'radiusFt' | 'angleDegrees'>
const reaches: Readonly<Record<PlanOverlay, (device: CoveringDevice, ceilingHeightFt: number) => Reach | null>> = {
  viewing: ({ diagonalIn, elementHeightPercent }) =>
    diagonalIn ? { radiusFt: farthestViewer(diagonalIn, elementHeightPercent), angleDegrees: viewingAngle } : null,
  coverage({ dispersionDegrees, mountingHeightIn }, ceilingHeightFt) {
    const height = mountingHeightIn === null ? ceilingHeightFt : mountingHeightIn / 12
    const radiusFt = dispersionDegrees ? coverageRadius(height, dispersionDegrees) : null
    return radiusFt === null ? null : { radiusFt, angleDegrees: whole }
  },
  camera({ fieldOfViewDegrees, corners, x, y }) {
    const farthest = Math.max(0, ...corners.map((corner) => Math.hypot(corner.x - x, corner.y - y)))
    return fieldOfViewDegrees ? { radiusFt: farthest || usualCameraFt, angleDegrees: fieldOfViewDegrees } : null
  },
  wireless: ({ symbol, isWireless }) => (symbol === 'wireless' || isWireless ? { radiusFt: wirelessRangeFt, angleDegrees: whole } : null),
}

/** Shapes of the overlays in feet, by overlay and device. */
export const overlaysOf = (devices: readonly CoveringDevice[], kinds: readonly PlanOverlay[], ceilingHeightFt: number): OverlayShape[] =>
  kinds.flatMap((overlay) =>
    devices.flatMap((device): OverlayShape[] => {
      const reach = reaches[overlay](device, ceilingHeightFt)
      if (!reach) return []
      const { unitId, label, x, y, rotation } = device
      return [{ kind: overlay, unitId, label, shape: reach.angleDegrees >= whole ? 'circle' : 'sector', x, y, rotation, ...reach }]
    }),
  )
export const allOverlays = PlanOverlay.values.map(({ value }) => value)
