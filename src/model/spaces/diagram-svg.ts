import { dashes, type SignalOfDiagram } from './diagram.ts'
import { type Box, type Drawing, portNameLimit, sizes } from './diagram-layout.ts'
import { cutName, numberHalfWidth, truncateToWidth } from './diagram-routes.ts'
import { escapeXml } from './svg-text.ts'

export const svgPath = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')

export const stackPath = (x: number, bottom: number) =>
  [0, 3].map((by) => `M${x + 4 + by} ${bottom + by}v3h${sizes.width - 8 - 2 * by}v-3`).join('')
export const blockModel = ({ isClosed, chain, model }: Box['block']) => (isClosed && chain ? `${chain.units.length} × ${model}` : model)

export function diagramSvg(
  { boxes, stubs, wires, width, height }: Drawing,
  signals: ReadonlyMap<number, SignalOfDiagram>,
  signalOf: (wireId: number) => number,
): string {
  const [parts, numbers]: [string[], string[]] = [[], []]
  const used = new Set<string>()
  for (const { wire, points, label } of wires) {
    const signal = signals.get(signalOf(wire.id))
    const dash = dashes[signal?.lineStyle ?? 'solid']
    for (const { unitId, portId } of [wire.from, wire.to]) used.add(`${unitId} ${portId}`)
    parts.push(`<path d="${svgPath(points)}" fill="none" stroke="#ffffff" stroke-width="5"/>`)
    parts.push(
      `<path d="${svgPath(points)}" fill="none" stroke="${signal?.color ?? '#4a535a'}" stroke-width="1.5"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`,
    )
    const half = numberHalfWidth(wire.number)
    numbers.push(`<rect x="${label[0] - half}" y="${label[1] - 7}" width="${2 * half}" height="14" fill="#ffffff"/>`)
    numbers.push(
      `<text x="${label[0]}" y="${label[1] + 3.5}" font-size="10" text-anchor="middle" fill="#1b2024">${escapeXml(wire.number)}</text>`,
    )
  }
  parts.push(...numbers)
  for (const box of boxes) {
    const { block, x, y, height: tall, ports } = box
    if (block.isClosed) parts.push(`<path d="${stackPath(x, y + tall)}" fill="#ffffff" stroke="#c9ced2"/>`)
    parts.push(`<rect x="${x}" y="${y}" width="${sizes.width}" height="${tall}" rx="4" fill="#ffffff" stroke="#c9ced2"/>`)
    parts.push(`<path d="M${x} ${y + sizes.head}h${sizes.width}" stroke="#e3e6e8"/>`)
    parts.push(
      `<text x="${x + 8}" y="${y + 16}" font-size="12" font-weight="600" fill="#1b2024">${escapeXml(truncateToWidth(block.label, 18))}</text>`,
    )
    parts.push(`<text x="${x + 8}" y="${y + 31}" font-size="11" fill="#4a535a">${escapeXml(truncateToWidth(blockModel(block), 22))}</text>`)
    for (const place of ports) {
      const { port, name, side, x: px, y: py, unitId } = place
      const color = signals.get(port.signalTypeIds[0] ?? 0)?.color ?? '#848b91'
      const isUsed = used.has(`${unitId} ${port.id}`)
      parts.push(`<rect x="${px - 4}" y="${py - 4}" width="8" height="8" rx="2" fill="${isUsed ? color : '#ffffff'}" stroke="${color}"/>`)
      const anchor = side === 'left' ? `x="${px + 9}"` : `x="${px - 9}" text-anchor="end"`
      parts.push(
        `<text ${anchor} y="${py + 4}" font-size="11" fill="${isUsed ? '#1b2024' : '#626c74'}">${escapeXml(cutName(name, portNameLimit(box, place)))}</text>`,
      )
    }
  }
  for (const { far, portName, side, x, y } of stubs) {
    const [w, h] = [sizes.stubWidth, sizes.stubHeight]
    const shape =
      side === 'right'
        ? `M${x} ${y}h${w - 10}l10 ${h / 2}l-10 ${h / 2}h-${w - 10}z`
        : `M${x + w} ${y}h-${w - 10}l-10 ${h / 2}l10 ${h / 2}h${w - 10}z`
    parts.push(`<path d="${shape}" fill="#f6f7f8" stroke="#c9ced2"/>`)
    parts.push(`<text x="${x + 12}" y="${y + 15}" font-size="11" fill="#1b2024">${escapeXml(truncateToWidth(far.label, 12))}</text>`)
    parts.push(`<text x="${x + 12}" y="${y + 28}" font-size="11" fill="#626c74">${escapeXml(truncateToWidth(`to ${portName}`, 13))}</text>`)
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Arial, sans-serif"><rect width="${width}" height="${height}" fill="#ffffff"/>${parts.join('')}</svg>`
}
