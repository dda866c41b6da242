import { escapeXml } from '../spaces/svg-text.ts'
import { illustrationForm, illustrationText } from './illustration-forms.ts'
import { rackUnitIn, rackWidthIn } from './illustration-rack.ts'
import type { Form, Front, IllustratedProduct, Note, Part, Tone } from './illustration-shapes.ts'

export type { IllustratedProduct } from './illustration-shapes.ts'

const [ink, grey, accent] = ['#4a535a', '#848b91', '#0e6580']
const outlined = (fill: string, stroke: string) => `fill="${fill}" stroke="${stroke}" vector-effect="non-scaling-stroke"`
/** Drawn for a light ground. A line is one pixel at every size. */
const tones: Record<Tone, string> = {
  body: outlined('#ffffff', ink),
  shade: outlined('#dfe3e6', ink),
  paper: 'fill="#ffffff"',
  soft: 'fill="#c9ced2"',
  dark: `fill="${ink}"`,
  glass: 'fill="#3c444a"',
  light: 'fill="#c9ced2"',
  line: outlined('none', ink),
  faint: outlined('none', grey),
  thick: `fill="none" stroke="${ink}" stroke-width="7" stroke-linecap="round"`,
  accent: `fill="${accent}"`,
  accentLine: outlined('none', accent),
  /** Accent on a dark ground. */
  glow: outlined('none', '#45a6c3'),
}

/** Not allowed in XML, not even escaped. */
const unprintable = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** Drawing area of a picture, in units; its middle is the origin. */
const area = { width: 400, height: 300 }
/** Proportions of the 28 x 24 pixels inside the frame of a tile. */
const tileArea = { width: 400, height: 336 }
const margins = { full: 16, tile: 10 }
/** A product whose size is known differs at most so much from the typical proportions, or its form could not be recognized. */
const mostStretch = 2

function proportions(form: Form, product: IllustratedProduct): number {
  const [usualWidth, usualHeight] = form.usual
  const usual = usualWidth / usualHeight
  if (form.isRack) return rackWidthIn / (rackUnitIn * Math.max(1, product.rackUnits ?? 1))
  const { widthIn, heightIn, depthIn } = product
  const height = form.isPlan ? depthIn : heightIn
  if (!widthIn || !height) return usual
  return Math.max(usual / mostStretch, Math.min(usual * mostStretch, widthIn / height))
}

function frontOf(form: Form, product: IllustratedProduct, isTile: boolean, text: string): Front {
  const { width, height } = isTile ? tileArea : area
  const margin = isTile ? margins.tile : margins.full
  const most = { w: width - 2 * margin, h: height - 2 * margin }
  const ratio = Math.min(proportions(form, product), isTile ? 4.4 : 11)
  const w = Math.min(most.w, most.h * ratio)
  return { w, h: w / ratio, isTile, product, text }
}

const partsSvg = (parts: readonly Part[], styles: Record<Tone, string>) =>
  parts.map(({ tone, d }) => (d === '' ? '' : `<path ${styles[tone]} d="${d}"/>`)).join('')
const noteSvg = ({ x, y, text, size, isLight }: Note) =>
  `<text x="${x}" y="${y}" fill="${isLight ? '#e6e9eb' : ink}" font-size="${size}" font-weight="${isLight ? 600 : 400}" text-anchor="middle" dominant-baseline="central">${escapeXml(text)}</text>`

/** Takes the rack units from the text where only the text is known, as for external users. */
function completed(product: IllustratedProduct) {
  const text = illustrationText(product)
  const stated = product.rackUnits === undefined ? Number(/\b(\d{1,2}) ru\b/.exec(text)?.[1] ?? 0) : product.rackUnits
  return { product: { ...product, rackUnits: stated }, text }
}

interface IllustrationOptions {
  /** For a picture of some 30 pixels: fewer parts and no text. */
  readonly isTile?: boolean
}

/**
 * Draws a product from its data: its form from category, description and model, its proportions from its size, its front from rack units
 * and ports. The same data always makes the same text, of at most 30 KB and without scripts or references.
 */
export function drawIllustration(given: IllustratedProduct, { isTile = false }: IllustrationOptions = {}): string {
  const { product, text } = completed(given)
  const form = illustrationForm(product, text)
  const front = frontOf(form, product, isTile, text)
  const { width, height } = isTile ? tileArea : area
  const title = [product.model, product.category?.name].filter(Boolean).join(', ').replace(unprintable, ' ')
  const parts = partsSvg(form.draw(front), tones)
  const notes = (form.notes?.(front) ?? []).map(noteSvg).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-width / 2} ${-height / 2} ${width} ${height}" width="${width}" height="${height}" font-family="Inter, Arial, sans-serif" stroke-linejoin="round"><title>${escapeXml(title)}</title>${parts}${notes}</svg>`
}

/** Every part in one gray that both themes show, without the faceplate: the rack draws that. */
const faceTones: Record<Tone, string> = (() => {
  const [filled, stroked] = [`fill="${grey}"`, outlined('none', grey)]
  return {
    ...{ body: stroked, shade: stroked, line: stroked, faint: stroked, thick: stroked, accentLine: stroked, glow: stroked },
    ...{ paper: 'fill="none"', soft: filled, dark: filled, glass: filled, light: 'fill="none"', accent: filled },
  }
})()
/** Units per inch of a face. */
const faceScale = 20
/** Part of the faceplate's width that a face takes in an elevation, right of the label. */
const faceShare = 0.26

/** Draws the front of a rack device for an elevation; undefined for products that are not drawn as rack devices. */
export function drawRackFace(given: IllustratedProduct): string | undefined {
  const { product, text } = completed(given)
  const form = illustrationForm(product, text)
  if (!('face' in form)) return undefined
  const unit = rackUnitIn * faceScale
  const w = rackWidthIn * faceShare * faceScale
  const h = unit * Math.max(1, product.rackUnits ?? 1)
  const parts = form.face({ w, h, unit, isTile: true, product, text })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-w / 2} ${-h / 2} ${w} ${h}" width="${w}" height="${h}">${partsSvg(parts, faceTones)}</svg>`
}
