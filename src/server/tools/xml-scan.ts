interface XmlEvents {
  open?(name: string, attributes: Record<string, string | undefined>): unknown
  close?(name: string): void
  text?(text: string): void
}

/** Scans the XML of an office file in one pass. Supports no custom entities and no document type; names have no prefix. */
export function scanXml(xml: string, on: XmlEvents): void {
  let at = xml.indexOf('<')
  while (at >= 0) {
    if (xml.startsWith('<!--', at)) at = indexAfter(xml, '-->', at + 4)
    else if (xml.startsWith('<?', at)) at = indexAfter(xml, '?>', at)
    else if (xml.startsWith('<![CDATA[', at)) {
      const end = indexAfter(xml, ']]>', at)
      on.text?.(xml.slice(at + 9, end - 3))
      at = end
    } else {
      TAG.lastIndex = at
      const tag = TAG.exec(xml)
      if (!tag) throw new Error('the XML is damaged')
      const fullName = NAME.exec(tag[2]!)?.[0]
      if (!fullName) throw new Error('the XML is damaged')
      const name = fullName.slice(fullName.indexOf(':') + 1)
      const rest = tag[2]!.slice(fullName.length)
      if (!tag[1]) on.open?.(name, parseAttributes(rest))
      if (tag[1] || rest.endsWith('/')) on.close?.(name)
      at = TAG.lastIndex
    }
    const next = xml.indexOf('<', at)
    if (next > at) on.text?.(decodeEntities(xml.slice(at, next)))
    at = next
  }
}

export function elementAttributes(xml: string, elementName: string): Record<string, string | undefined>[] {
  const found: Record<string, string | undefined>[] = []
  scanXml(xml, { open: (name, attributes) => name === elementName && found.push(attributes) })
  return found
}

export function elementTexts(xml: string, elementName: string): string[] {
  const found: string[] = []
  let text: string | undefined
  scanXml(xml, {
    open: (name) => {
      text = name === elementName ? '' : undefined
    },
    text: (piece) => {
      if (text !== undefined) text += piece
    },
    close: (name) => {
      if (name === elementName && text !== undefined) found.push(text)
      text = undefined
    },
  })
  return found
}

const TAG = /<(\/?)((?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>/y
const NAME = /^(?:[\w.-]+:)?[\w.-]+/
const ATTRIBUTE = /(?<![\w.-])([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function parseAttributes(text: string): Record<string, string | undefined> {
  const attributes: Record<string, string> = Object.create(null)
  for (const [, name, double, single] of text.matchAll(ATTRIBUTE)) attributes[name!] = decodeEntities(double ?? single ?? '')
  return attributes
}

/** Entities of XML itself. */
export const xmlEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Decodes numeric character references and the named entities. Leaves other entities as they are. */
export function decodeEntities(text: string, entities = xmlEntities): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (all, hex, decimal, name) => {
    if (name) return entities[name] ?? all
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

function indexAfter(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from)
  if (at < 0) throw new Error('the XML is damaged')
  return at + end.length
}
