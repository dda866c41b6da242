const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

export const escapeXml = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => SIGNS[character] ?? character) : text

type Attributes = Record<string, string | number | boolean | undefined>

/** Builds one element. Undefined attributes are left out, booleans are 1 and 0, and the content must be XML. */
export function xmlElement(name: string, attributes: Attributes = {}, content = ''): string {
  let text = `<${name}`
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) text += ` ${key}="${typeof value === 'string' ? escapeXml(value) : Number(value)}"`
  return content ? `${text}>${content}</${name}>` : `${text}/>`
}

export const xmlFile = (content: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`
