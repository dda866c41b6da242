import createDOMPurify from 'dompurify'
import { JSDOM } from 'jsdom'

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

/** Sanitizes a drawing: no scripts and no external references. Runs in a worker, because it is slow and the input is untrusted. */
export function cleanSvg(source: string): { svg: string; width: number; height: number } {
  checkComplexity(source)
  const { window } = new JSDOM('')
  try {
    const purify = createDOMPurify(window)
    purify.addHook('uponSanitizeAttribute', (_node, attribute) => {
      const name = attribute.attrName.replace(/^.*:/, '')
      const value = attribute.attrValue.trim()
      if (name === 'base') attribute.keepAttr = false
      else if (name === 'href' || name === 'src') attribute.keepAttr = value.startsWith('#')
      // Styles and paints can contain URLs too; an escape sequence could hide the keyword.
      else if (/\\|@import|expression|url\(\s*(?!['"]?#)|image(-set)?\(/i.test(value)) attribute.keepAttr = false
    })
    const root = new window.DOMParser().parseFromString(source, 'image/svg+xml').documentElement
    if (root.localName !== 'svg' || root.namespaceURI !== SVG) throw new Error('there is no drawing')
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
