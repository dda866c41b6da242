/** Visible content of a drawing that cannot be kept. The message names it. */
export class UnsupportedDrawing extends Error {
  readonly reason = 'unsupported'
}

const mostRules = 2_000
const mostMatches = 2_000_000

interface Declaration {
  name: string
  value: string
  isImportant: boolean
}
interface Rule {
  selector: string
  declarations: Declaration[]
}

/** An escape sequence could hide the keyword of a reference. */
const outsideReference = /\\|@import|expression|url\(\s*(?!['"]?#)|image(-set)?\(/i
export const refersOutside = (value: string) => outsideReference.test(value)

export const outsideOf = (name: string) =>
  new UnsupportedDrawing(`The drawing refers to something outside of it (${name}). Please save it with everything embedded.`)

/** Splits at a separator outside of quotes, parentheses, and brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let [depth, start, quote] = [0, 0, '']
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (quote) {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (sign === separator && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter(Boolean)
}

/** Properties without effect on a still picture. */
const isIdle = (name: string) => /^-?(webkit-|moz-)?(animation|transition|cursor|src$)/i.test(name)

function parseDeclarations(text: string): Declaration[] {
  return splitOutside(text, ';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    if (colon < 1) return []
    const name = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1).trim()
    if (isIdle(name)) return []
    if (refersOutside(value)) throw outsideOf(name)
    const bang = value.lastIndexOf('!')
    const isImportant =
      bang >= 0 &&
      value
        .slice(bang + 1)
        .trim()
        .toLowerCase() === 'important'
    return [{ name, value: isImportant ? value.slice(0, bang).trim() : value, isImportant }]
  })
}

/** End of a block: the index of its closing brace. */
function blockEnd(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) return at
  }
  return css.length
}

interface StyleSheet {
  rules: Rule[]
  hasFonts: boolean
}

function parseSheet(css: string, sheet: StyleSheet) {
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at)
    const semicolon = css.indexOf(';', at)
    const head = css.slice(at, open < 0 ? css.length : open).trim()
    if (head.startsWith('@') && semicolon >= 0 && (open < 0 || semicolon < open)) {
      // `@charset`, `@namespace`, and `@import`, which brings fonts.
      if (/^@import/i.test(head)) sheet.hasFonts = true
      at = semicolon + 1
      continue
    }
    if (open < 0) return
    const end = blockEnd(css, open)
    const block = css.slice(open + 1, end)
    at = end + 1
    if (!head.startsWith('@')) sheet.rules.push({ selector: head, declarations: parseDeclarations(block) })
    else if (/^@font-face/i.test(head)) sheet.hasFonts = true
    else if (/^@media\s+(only\s+)?(screen|all)\s*$/i.test(head)) parseSheet(block, sheet)
    // Print, dark mode, and movement do not change the picture as it is normally shown.
    else if (!/^@(media\s+(print|\(prefers-)|(-\w+-)?keyframes|page)/i.test(head))
      throw new UnsupportedDrawing(
        `The drawing has a style that cannot be kept (${head.slice(0, 60)}). Please save it with presentation attributes.`,
      )
    if (sheet.rules.length > mostRules) throw new Error('the drawing is too large')
  }
}

/** Weight of a selector: ids, then classes, then element names. */
function specificity(selector: string): number {
  const count = (pattern: RegExp) => selector.match(pattern)?.length ?? 0
  const names = selector.replace(/\[[^[\]]*\]|[.#:][\w-]+/g, ' ').match(/[a-z][\w-]*/gi)?.length ?? 0
  return count(/#[\w-]+/g) * 10_000 + count(/\.[\w-]+|\[[^[\]]*\]|:[\w-]+/g) * 100 + names
}

const dynamicSelector = /::|:(hover|focus|active|visited|link|target|before|after)\b/i

/** Writes the rules of style elements into the elements that they apply to, and removes the style elements. */
export function inlineStyles(root: Element) {
  const sheets = [...root.querySelectorAll('style')]
  if (sheets.length === 0) return
  const sheet: StyleSheet = { rules: [], hasFonts: false }
  for (const style of sheets) {
    const type = style.getAttribute('type') ?? ''
    if (type === '' || /css/i.test(type)) parseSheet((style.textContent ?? '').replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, ' '), sheet)
    style.remove()
  }
  if (sheet.hasFonts && root.querySelector('text'))
    throw new UnsupportedDrawing('The drawing has text in an embedded font. Please convert the text to paths.')
  const applied = new Map<Element, { declaration: Declaration; weight: number }[]>()
  let matches = 0
  for (const { selector: list, declarations } of sheet.rules)
    for (const selector of splitOutside(list, ',')) {
      if (dynamicSelector.test(selector)) continue
      for (const element of matching(root, selector)) {
        if (++matches > mostMatches) throw new Error('the drawing is too large')
        const weighted = declarations.map((declaration) => ({ declaration, weight: specificity(selector) }))
        applied.set(element, [...(applied.get(element) ?? []), ...weighted])
      }
    }
  for (const [element, weighted] of applied) writeStyle(element, weighted)
}

function matching(root: Element, selector: string): Element[] {
  try {
    return [...(root.matches(selector) ? [root] : []), ...root.querySelectorAll(selector)]
  } catch {
    // Browsers ignore a rule with a selector that they do not understand.
    return []
  }
}

/** Cascade: normal rules by weight and order, the element's own style, important rules, its own important style. */
function writeStyle(element: Element, weighted: { declaration: Declaration; weight: number }[]) {
  const sorted = weighted.toSorted((a, b) => a.weight - b.weight).map(({ declaration }) => declaration)
  const own = parseDeclarations(element.getAttribute('style') ?? '')
  const important = (all: Declaration[]) => all.filter(({ isImportant }) => isImportant)
  const style = new Map([...sorted, ...own, ...important(sorted), ...important(own)].map(({ name, value }) => [name, value]))
  element.setAttribute('style', [...style].map(([name, value]) => `${name}:${value}`).join(';'))
}
