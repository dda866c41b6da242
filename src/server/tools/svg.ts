import createDOMPurify from 'dompurify'
import { JSDOM } from 'jsdom'
import { inlineStyles, outsideOf, refersOutside, UnsupportedDrawing } from './svg-styles.ts'

const SVG = 'http://www.w3.org/2000/svg'

const deepest = 200
const mostElements = 50_000
/** No program writes this many on one element; parsing attributes is quadratic. */
const mostAttributes = 200
const mostAttributesOfAll = 100_000
const TAG = /<(\/?)[^\s"'<>/](?:[^"'<>]|"[^"]*"|'[^']*')*>/y
const ATTRIBUTE = /"[^"]*"|'[^']*'/g

/** Parsing is quadratic in depth and in attributes per element, so input that no drawing program writes is rejected first. */
function checkComplexity(source: string) {
  let [depth, elements, attributes] = [0, 0, 0]
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at)) {
    const end = endOfOther(source, at)
    if (end !== undefined) {
      at = end
      continue
    }
    TAG.lastIndex = at
    const tag = TAG.exec(source)
    if (!tag) throw new Error('the drawing is damaged')
    at = TAG.lastIndex
    if (tag[1]) depth--
    else {
      elements++
      const own = tag[0].match(ATTRIBUTE)?.length ?? 0
      attributes += own
      if (!tag[0].endsWith('/>')) depth++
      if (own > mostAttributes) throw new Error('the drawing is too large')
    }
    if (depth > deepest || elements > mostElements || attributes > mostAttributesOfAll) throw new Error('the drawing is too large')
  }
}

/** End of a comment, CDATA section, or declaration, exactly as the parser sees it. A mismatch would hide elements from this check. */
function endOfOther(source: string, at: number): number | undefined {
  if (source.startsWith('<!--', at)) return endAfter(source, '-->', at + 4)
  if (source.startsWith('<![CDATA[', at)) return endAfter(source, ']]>', at)
  if (source.startsWith('<?', at)) return endAfter(source, '?>', at)
  return source.startsWith('<!', at) ? endOfDoctype(source, at) : undefined
}

function endOfDoctype(source: string, start: number): number {
  let isInside = false
  for (let at = start; at < source.length; at++) {
    const char = source[at]
    if (char === '"' || char === "'") at = endAfter(source, char, at + 1) - 1
    else if (isInside && source.startsWith('<!--', at)) at = endAfter(source, '-->', at + 4) - 1
    else if (isInside && source.startsWith('<?', at)) at = endAfter(source, '?>', at) - 1
    else if (char === '[' || char === ']') isInside = char === '['
    else if (char === '>' && !isInside) return at + 1
  }
  throw new Error('the drawing is damaged')
}

function endAfter(source: string, end: string, from: number): number {
  const at = source.indexOf(end, from)
  if (at < 0) throw new Error('the drawing is damaged')
  return at + end.length
}

/** Visible contents that cannot be kept, by element. */
const unsupported: Record<string, string> = {
  image: 'an embedded picture',
  feImage: 'an embedded picture',
  foreignObject: 'embedded HTML',
}

function checkContents(root: Element) {
  for (const name of Object.keys(unsupported))
    for (const element of root.querySelectorAll(name)) {
      // Drawing programs add their own data this way; no browser shows it.
      if (name === 'foreignObject' && element.hasAttribute('requiredExtensions')) element.remove()
      else
        throw new UnsupportedDrawing(
          `The drawing has ${unsupported[name]}, which cannot be kept. Please save it with shapes only, or as PNG.`,
        )
    }
}

/** Programs may write every name with a prefix (`svg:rect`); the sanitizer knows only plain names. */
function withoutPrefixes(root: Element): Element {
  const { ownerDocument: document } = root
  const rename = (element: Element): Element => {
    const renamed = document.createElementNS(SVG, element.localName)
    for (const attribute of [...element.attributes])
      if (attribute.prefix !== 'xmlns') renamed.setAttributeNS(attribute.namespaceURI, attribute.name, attribute.value)
    renamed.append(...element.childNodes)
    element.replaceWith(renamed)
    return renamed
  }
  for (const element of root.querySelectorAll('*')) if (element.prefix && element.namespaceURI === SVG) rename(element)
  return root.prefix ? rename(root) : root
}

const hrefOf = (element: Element) => (element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '').trim()

/** Replaces references to elements of the drawing by copies of them, within the limit of elements. */
function expandUses(root: Element) {
  const { ownerDocument: document } = root
  let elements = root.querySelectorAll('*').length
  for (let use = root.querySelector('use'), round = 0; use; use = root.querySelector('use'), round++) {
    const href = hrefOf(use)
    if (href && !href.startsWith('#')) throw outsideOf('use')
    const target = href.length > 1 ? [...root.querySelectorAll('[id]')].find(({ id }) => id === href.slice(1)) : undefined
    if (!target || target.contains(use)) {
      use.remove()
      continue
    }
    elements += target.querySelectorAll('*').length + 1
    if (elements > mostElements || round > mostUses) throw new Error('the drawing is too large')
    use.replaceWith(copyInPlace(document, use, target))
  }
}
const mostUses = 2_000

function copyInPlace(document: Document, use: Element, target: Element): Element {
  const group = document.createElementNS(SVG, 'g')
  for (const { name, value } of [...use.attributes])
    if (!/^(x|y|width|height|id|href|xlink:href|xmlns.*)$/.test(name)) group.setAttribute(name, value)
  const [x, y] = [use.getAttribute('x') ?? '0', use.getAttribute('y') ?? '0']
  const isFrame = target.localName === 'symbol' || target.localName === 'svg'
  const copy = isFrame ? document.createElementNS(SVG, 'svg') : document.importNode(target, true)
  if (isFrame) {
    for (const { name, value } of [...target.attributes]) if (!name.startsWith('xmlns')) copy.setAttribute(name, value)
    for (const name of ['width', 'height']) copy.setAttribute(name, use.getAttribute(name) ?? target.getAttribute(name) ?? '100%')
    copy.setAttribute('x', x)
    copy.setAttribute('y', y)
    copy.append(...[...target.childNodes].map((node) => document.importNode(node, true)))
  } else if (x !== '0' || y !== '0')
    group.setAttribute(
      'transform',
      `${group.getAttribute('transform') ?? ''} translate(${Number.parseFloat(x)} ${Number.parseFloat(y)})`.trim(),
    )
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id')
  group.append(copy)
  return group
}

/**
 * Sanitizes a drawing: no scripts and no external references. A drawing with visible contents that would get lost is rejected; styles are
 * stored with the elements. Runs in a worker, because it is slow and the input is untrusted.
 */
export function cleanSvg(source: string): { svg: string; width: number; height: number } {
  checkComplexity(source)
  const { window } = new JSDOM('')
  try {
    const purify = createDOMPurify(window)
    purify.addHook('uponSanitizeAttribute', (node, attribute) => {
      const name = attribute.attrName.replace(/^.*:/, '')
      const value = attribute.attrValue.trim()
      if (name === 'base') attribute.keepAttr = false
      else if (name === 'href' || name === 'src') {
        if (value !== '' && !value.startsWith('#') && node.localName !== 'script') throw outsideOf(node.localName)
      }
      // Styles and paints can contain URLs too.
      else if (refersOutside(value)) {
        if (paints.has(name)) throw outsideOf(name)
        attribute.keepAttr = false
      }
    })
    // A text that was decoded from UTF-16 still declares it.
    const declaration = source.startsWith('<?xml') ? source.indexOf('?>') : 0
    const declared = source.slice(0, declaration).replace(/\sencoding=("[^"]*"|'[^']*')/i, '') + source.slice(declaration)
    const parsed = new window.DOMParser().parseFromString(declared, 'image/svg+xml').documentElement
    if (parsed.localName !== 'svg' || parsed.namespaceURI !== SVG) throw new Error('there is no drawing')
    const root = withoutPrefixes(parsed)
    checkContents(root)
    for (const link of root.querySelectorAll('a')) link.replaceWith(...link.childNodes)
    inlineStyles(root)
    expandUses(root)
    purify.sanitize(root, {
      IN_PLACE: true,
      USE_PROFILES: { svg: true, svgFilters: true },
      FORBID_TAGS: ['style', 'image', 'use', 'foreignObject', 'feImage', 'script', 'a', 'animate', 'set'],
      KEEP_CONTENT: false,
    })
    return { svg: new window.XMLSerializer().serializeToString(root), ...svgSize(root) }
  } finally {
    window.close()
  }
}
/** Attributes whose loss would change the picture. */
const paints = new Set('fill stroke filter mask clip-path style marker marker-start marker-mid marker-end'.split(' '))

function svgSize(root: Element): { width: number; height: number } {
  const pixels = (name: string) => Number(/^\s*(\d{1,9}(?:\.\d{1,9})?)(?:px)?\s*$/.exec(root.getAttribute(name) ?? '')?.[1])
  const [, , boxWidth, boxHeight] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const dimensions = [
    [pixels('width'), pixels('height')],
    [boxWidth, boxHeight],
  ].find(([width, height]) => width && height && width > 0 && height > 0)
  // Default size in browsers.
  const [width, height] = dimensions ?? [300, 150]
  return { width: Math.max(1, Math.round(width!)), height: Math.max(1, Math.round(height!)) }
}
