import createDOMPurify from 'dompurify'
import { JSDOM } from 'jsdom'

const elements = ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'a', 'img']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td']
const LINK = /^(https?:\/\/[^\s/]|mailto:[^\s])\S*$/i
const OWN_FILE = /^\/api\/files\/[0-9a-f-]{36}\/[\w.~!*'()%-]{1,300}(?=\?|$)/

const mostElements = 20_000
const deepest = 200
/** Elements without an end tag, or with an optional one. */
const ENDLESS = /^(br|img|hr|input|meta|link|wbr|p|li|thead|tbody|tr|th|td)$/i

const mostAttributes = 200
const mostAttributesOfAll = 20_000
const ATTRIBUTE = /[\s/]*[^\s/>][^\s/>=]*\s*(?:=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*)?)?/y

/** Repairing broken nesting is exponential and attributes are quadratic, so input that no editor produces is rejected before parsing. */
function checkComplexity(source: string) {
  let [count, depth, attributes] = [0, 0, 0]
  for (const { 0: tag, 1: closes, 2: name, index } of source.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    count++
    const own = attributesAt(source, index + tag.length)
    attributes += own
    if (!ENDLESS.test(name!)) depth = Math.max(0, depth + (closes ? -1 : 1))
    if (count > mostElements || depth > deepest || own > mostAttributes || attributes > mostAttributesOfAll)
      throw Object.assign(new Error('the text is too complex'), { code: 'TOO_COMPLEX' })
  }
}

function attributesAt(source: string, from: number): number {
  let count = 0
  ATTRIBUTE.lastIndex = from
  while (count <= mostAttributes && ATTRIBUTE.test(source)) count++
  return count
}

/** Sanitizes to the HTML subset for formatted text. Runs in a worker, because it is slow and the input is untrusted. */
export function cleanHtml(source: string): string {
  checkComplexity(source)
  const { window } = new JSDOM('')
  try {
    const purify = createDOMPurify(window)
    purify.addHook('uponSanitizeAttribute', (node, attribute) => {
      const value = attribute.attrValue.trim()
      const address = node.localName === 'a' && attribute.attrName === 'href' ? LINK.exec(value) : undefined
      const picture = node.localName === 'img' && attribute.attrName === 'src' ? OWN_FILE.exec(value) : undefined
      attribute.attrValue = (address ?? picture)?.[0] ?? ''
      attribute.keepAttr = attribute.attrValue !== ''
    })
    purify.addHook('afterSanitizeAttributes', (node) => {
      if (node.localName === 'img' && !node.hasAttribute('src')) node.remove()
    })
    return purify.sanitize(source, {
      ALLOWED_TAGS: [...elements, ...tables],
      ALLOWED_ATTR: ['href', 'src'],
      ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
    })
  } finally {
    window.close()
  }
}
