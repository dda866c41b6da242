import { memo } from 'react'
import { round } from '../../model/kit/money.ts'
import { boundsOf } from '../../model/plans/plan-geometry.ts'
import type { Point } from '../../model/plans/plan-scale.ts'
import { symbolPath, symbolRadiusPt } from '../../model/plans/plan-symbols.ts'
import type { OverlayShape, PlanOutline } from '../../model/plans/plans.ts'
import css from './plans.module.css'
import type { PlacedDevice } from './use-plan-edits.ts'

interface DeviceProps {
  device: PlacedDevice
  /** Points of the page per foot. */
  scale: number
  dx: number
  dy: number
  isSelected: boolean
}
/** One device. It is rendered again only if it moves or its selection changes. */
const Device = memo(
  function Device({ device, scale, dx, dy, isSelected }: DeviceProps) {
    const { unitId, label, symbol, rotation } = device
    const [x, y] = [(device.x + dx) * scale, (device.y + dy) * scale]
    return (
      <g className={css.device} data-unit={unitId} data-selected={isSelected || undefined} transform={`translate(${x} ${y})`}>
        <circle className={css.halo} r={symbolRadiusPt + 2} />
        <path d={symbolPath(symbol)} transform={`rotate(${rotation}) scale(${symbolRadiusPt})`} vectorEffect="non-scaling-stroke" />
        <text y={symbolRadiusPt + 6}>{label}</text>
      </g>
    )
  },
  (a, b) =>
    a.scale === b.scale &&
    a.dx === b.dx &&
    a.dy === b.dy &&
    a.isSelected === b.isSelected &&
    a.device.x === b.device.x &&
    a.device.y === b.device.y &&
    a.device.rotation === b.device.rotation &&
    a.device.label === b.device.label,
)

interface DevicesProps {
  devices: readonly PlacedDevice[]
  scale: number
  selected: ReadonlySet<number>
  offset: Point
}
export const DeviceLayer = ({ devices, scale, selected, offset }: DevicesProps) =>
  devices.map((device) => {
    const isSelected = selected.has(device.unitId)
    return (
      <Device
        key={device.unitId}
        device={device}
        scale={scale}
        isSelected={isSelected}
        dx={isSelected ? offset.x : 0}
        dy={isSelected ? offset.y : 0}
      />
    )
  })

export const OutlineLayer = memo(function OutlineLayer({
  outlines,
  scale,
  current,
}: {
  outlines: readonly PlanOutline[]
  scale: number
  current?: number
}) {
  return outlines.map(({ spaceId, space, points, areaFt2 }) => {
    const { left, top } = boundsOf(points)
    return (
      <g key={spaceId} className={css.outline} data-current={spaceId === current || undefined}>
        <polygon points={points.map(({ x, y }) => `${x * scale},${y * scale}`).join(' ')} vectorEffect="non-scaling-stroke" />
        <text x={left * scale + 3} y={top * scale + 8}>
          {[space.spaceNumber, space.name].filter(Boolean).join(' ')}, {round(areaFt2, 0).toLocaleString('en-US')} ft²
        </text>
      </g>
    )
  })
})

/** Path of a sector whose middle points up before it is turned. */
function sectorPath(radius: number, degrees: number): string {
  const half = (degrees / 2 / 180) * Math.PI
  const [x, y] = [radius * Math.sin(half), -radius * Math.cos(half)]
  return `M0 0L${-x} ${y}A${radius} ${radius} 0 ${degrees > 180 ? 1 : 0} 1 ${x} ${y}Z`
}
export const OverlayLayer = memo(function OverlayLayer({ shapes, scale }: { shapes: readonly OverlayShape[]; scale: number }) {
  return shapes.map(({ kind, unitId, shape, x, y, radiusFt, angleDegrees, rotation }) => (
    <g
      key={`${kind} ${unitId}`}
      className={css.overlay}
      data-kind={kind}
      transform={`translate(${x * scale} ${y * scale}) rotate(${rotation})`}
    >
      {shape === 'circle' ? <circle r={radiusFt * scale} /> : <path d={sectorPath(radiusFt * scale, angleDegrees)} />}
    </g>
  ))
})
