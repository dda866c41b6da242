import { RackSide } from './enums.ts'
import type { Box, DrawnUnit, RackDrawing } from './rack-drawing.ts'
import { unitIn } from './rack-drawing.ts'
import { escapeXml } from './svg-text.ts'

interface NamedDrawing {
  name: string
  note: string
  drawing: RackDrawing
}
export const RackWords = ['labels', 'tags', 'pictures'] as const
export type RackWords = (typeof RackWords)[number]
interface SvgOptions {
  faces: readonly RackSide[]
  labelMode: RackWords
}

const [margin, head, numbersIn, gap] = [1, 5, 3, 3]
const [size, small] = [1, 0.85]
/** Average letter width relative to its height. */
const letter = 0.58

/** Label of a device in a drawing: unit label or equipment tag; with pictures, the label. */
export const deviceLabel = ({ device }: Pick<DrawnUnit, 'device'>, labelMode: RackWords) =>
  labelMode === 'tags' ? device.equipment.tag || device.label : device.label

const truncateToWidth = (text: string, widthIn: number) => {
  const fits = Math.floor(widthIn / (small * letter))
  return text.length <= fits ? text : fits > 1 ? `${text.slice(0, fits - 1)}…` : ''
}
const n = (value: number) => String(Math.round(value * 1000) / 1000)
const rect = ({ leftIn, topIn, widthIn, heightIn }: Box, attributes: string) =>
  `<rect x="${n(leftIn)}" y="${n(topIn)}" width="${n(widthIn)}" height="${n(heightIn)}" ${attributes}/>`
const svgText = (x: number, y: number, label: string, attributes = '') =>
  `<text x="${n(x)}" y="${n(y)}" ${attributes}>${escapeXml(label)}</text>`
const inset = ({ leftIn, topIn, widthIn, heightIn }: Box): Box => ({
  leftIn: leftIn + 0.1,
  topIn: topIn + 0.1,
  widthIn: widthIn - 0.2,
  heightIn: heightIn - 0.2,
})

function svgUnit(drawn: DrawnUnit, labelMode: RackWords): string {
  const { device, leftIn, topIn, widthIn, heightIn } = drawn
  const unitLabel = deviceLabel(drawn, labelMode)
  const y = topIn + heightIn / 2 + small / 3
  const name = truncateToWidth(unitLabel, widthIn - 1)
  const model = truncateToWidth(device.equipment.model, widthIn - 1.6 - name.length * small * letter)
  const fill = device.equipment.rackAccessory === null ? '#eceef0' : '#ffffff'
  return `<g><title>${escapeXml(`${unitLabel}, ${device.equipment.model}`)}</title>${rect(inset(drawn), `fill="${fill}" stroke="#626c74" stroke-width="0.08"`)}${svgText(leftIn + 0.5, y, name, 'font-weight="600"')}${
    model ? svgText(leftIn + 1 + name.length * small * letter, y, model) : ''
  }</g>`
}

function face(drawing: RackDrawing, at: RackDrawing['faces'][number], labelMode: RackWords): string {
  const fullBox: Box = { leftIn: 0, topIn: 0, widthIn: drawing.widthIn, heightIn: drawing.heightIn }
  return [
    svgText(0, -0.6, RackSide.label(at.face), `font-size="${size}"`),
    rect(fullBox, 'fill="#ffffff" stroke="#1b2024" stroke-width="0.15"'),
    ...drawing.numbers.map(({ topIn }) =>
      rect({ leftIn: 0, topIn, widthIn: drawing.widthIn, heightIn: unitIn }, 'fill="none" stroke="#e3e6e8" stroke-width="0.05"'),
    ),
    ...drawing.numbers.map(({ number, topIn }) =>
      svgText(-0.5, topIn + unitIn / 2 + small / 3, String(number), `text-anchor="end"${number % 5 === 0 ? ' font-weight="600"' : ''}`),
    ),
    ...at.behind.map((box) => rect(inset(box), 'fill="url(#behind)"')),
    ...at.units.map((item) => svgUnit(item, labelMode)),
  ].join('')
}

/** Renders racks side by side; one inch of rack is a tenth of an inch on paper. */
export function racksSvg(racks: readonly NamedDrawing[], { faces, labelMode }: SvgOptions): string {
  const parts: string[] = []
  let left = margin
  const tallest = Math.max(0, ...racks.map(({ drawing }) => drawing.heightIn))
  for (const { name, note, drawing } of racks) {
    const shown = drawing.faces.filter((item) => faces.includes(item.face))
    if (shown.length === 0) continue
    // Aligns racks at the bottom.
    const top = margin + head + tallest - drawing.heightIn
    parts.push(svgText(left, top - 3.4, name, `font-size="1.4" font-weight="600"`), svgText(left, top - 2.1, note))
    for (const drawnFace of shown) {
      parts.push(`<g transform="translate(${n(left + numbersIn)} ${n(top)})">${face(drawing, drawnFace, labelMode)}</g>`)
      left += numbersIn + drawing.widthIn + gap
    }
    left += gap
  }
  const [width, height] = [left + margin, margin + head + tallest + margin]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width / 10)}in" height="${n(height / 10)}in" viewBox="0 0 ${n(width)} ${n(height)}" font-family="Inter, Arial, sans-serif" font-size="${small}" fill="#1b2024"><defs><pattern id="behind" width="0.7" height="0.7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V0.7" stroke="#c9ced2" stroke-width="0.12"/></pattern></defs>${rect({ leftIn: 0, topIn: 0, widthIn: width, heightIn: height }, 'fill="#ffffff"')}${parts.join('')}</svg>`
}
