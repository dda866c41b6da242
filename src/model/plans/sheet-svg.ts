import { round } from '../kit/money.ts'
import { symbolPath } from './plan-symbols.ts'
import { estimatedWidth, fitText, type SceneItem, type SheetScene } from './sheet-scene.ts'

const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? letter)
const number = (value: number) => String(round(value, 4))
const pointsPerMillimeter = 72 / 25.4
const stroke = (weight: number) => `fill="none" stroke="#000" stroke-width="${number(weight * pointsPerMillimeter)}"`
const anchors = { left: 'start', center: 'middle', right: 'end' } as const

/** Contents of pictures below a plan by file, as a data address. Pages of PDFs are only in the PDF of the sheet. */
type PictureAddresses = ReadonlyMap<string, string>

function itemSvg(item: SceneItem, pictures: PictureAddresses): string {
  switch (item.kind) {
    case 'line': {
      const path = `M${item.points.map(({ x, y }) => `${number(x)} ${number(y)}`).join('L')}${item.isClosed ? 'Z' : ''}`
      return `<path data-layer="${item.layer}" d="${path}" ${stroke(item.weight)}${item.isDashed ? ' stroke-dasharray="4 3"' : ''}/>`
    }
    case 'text':
      return `<text data-layer="${item.layer}" x="${number(item.x)}" y="${number(item.y)}" font-size="${number(item.size)}"${item.isBold ? ' font-weight="600"' : ''} text-anchor="${anchors[item.align ?? 'left']}">${escapeXml(fitText(item, estimatedWidth))}</text>`
    case 'device': {
      const { x, y, rotation, radius, symbol, attributes, layer } = item
      return `<g data-layer="${layer}" data-tag="${escapeXml(attributes.TAG)}" transform="translate(${number(x)} ${number(y)}) rotate(${number(rotation)}) scale(${number(radius)})"><path d="${symbolPath(symbol)}" fill="#fff" stroke="#000" stroke-width="${number((0.25 * pointsPerMillimeter) / radius)}"/></g>`
    }
    case 'underlay': {
      const picture = pictures.get(item.fileId)
      const { clip, x, y, scale, width, height } = item
      if (!picture) return ''
      return `<svg x="${number(clip.x)}" y="${number(clip.y)}" width="${number(clip.width)}" height="${number(clip.height)}" viewBox="${[clip.x, clip.y, clip.width, clip.height].map(number).join(' ')}"><image x="${number(x)}" y="${number(y)}" width="${number(width * scale)}" height="${number(height * scale)}" preserveAspectRatio="none" href="${escapeXml(picture)}"/></svg>`
    }
  }
}

/** The sheet as SVG in its real size. */
export const sheetSvg = ({ width, height, title, items }: SheetScene, pictures: PictureAddresses = new Map()): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${number(width / 72)}in" height="${number(height / 72)}in" viewBox="0 0 ${number(width)} ${number(height)}" font-family="Inter, Helvetica, Arial, sans-serif"><title>${escapeXml(title)}</title><rect width="100%" height="100%" fill="#fff"/>${items.map((item) => itemSvg(item, pictures)).join('')}</svg>`
