/** Token type of a text piece, which determines its color. */
export type Mark = 'name' | 'value' | 'number' | 'word' | 'warning' | 'failure' | 'faint'
export interface Piece {
  text: string
  mark?: Mark
}
export type Language = 'json' | 'xml' | 'ini' | 'log'

/** Splits a text into colored pieces that concatenate to the original. Each tokenizer makes one linear pass. */
export function markedPieces(language: Language, text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const [start, end, mark] of marksOf[language](text)) {
    if (start > at) pieces.push({ text: text.slice(at, start) })
    pieces.push({ text: text.slice(start, end), mark })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}

type Marks = Generator<[start: number, end: number, mark: Mark]>
const marksOf: Record<Language, (text: string) => Marks> = { json: jsonMarks, xml: xmlMarks, ini: iniMarks, log: logMarks }

/** An unterminated token extends to the end of its line or of the text, which prevents repeated scanning. */
const jsonParts =
  /"(?:[^"\\\n]|\\.)*(?:"|$)|-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b|\b(?:true|false|null)\b|\/\/.*|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/gim

function* jsonMarks(text: string): Marks {
  for (const { 0: part, index } of text.matchAll(jsonParts)) {
    const end = index + part.length
    if (part.startsWith('"')) yield [index, end, nextSign(text, end) === ':' ? 'name' : 'value']
    else yield [index, end, part.startsWith('/') ? 'faint' : 'number']
  }
}

function nextSign(text: string, from: number): string | undefined {
  let at = from
  while (/\s/.test(text[at] ?? '')) at++
  return text[at]
}

const outside = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[?!][^>]*>?|<\/?[a-z][\w:.-]*/gi
const inTag = /"[^"]*(?:"|$)|'[^']*(?:'|$)|\/?>|[^\s=>"'/]+/g

function* xmlMarks(text: string): Marks {
  let found = findNextMatch(outside, text, 0)
  while (found) {
    const [start, end] = found
    const name = /^<\/?(?=[a-z])/i.exec(text.slice(start, start + 3))?.[0]
    if (!name) yield [start, end, 'faint']
    else {
      yield [start, start + name.length, 'faint']
      yield [start + name.length, end, 'name']
    }
    found = findNextMatch(outside, text, name ? yield* attributeMarks(text, end) : end)
  }
}

function* attributeMarks(text: string, from: number): Generator<[number, number, Mark], number> {
  for (let found = findNextMatch(inTag, text, from); found; found = findNextMatch(inTag, text, found[1])) {
    const [start, end] = found
    const character = text[start]
    if (text[end - 1] === '>' && (character === '>' || character === '/')) {
      yield [start, end, 'faint']
      return end
    }
    yield [start, end, character === '"' || character === "'" ? 'value' : 'name']
  }
  return text.length
}

function findNextMatch(parts: RegExp, text: string, from: number): [start: number, end: number] | undefined {
  parts.lastIndex = from
  const found = parts.exec(text)
  return found ? [found.index, found.index + found[0].length] : undefined
}

function* iniMarks(text: string): Marks {
  let at = 0
  for (const line of text.split('\n')) {
    const begins = line.length - line.trimStart().length
    const trimmed = line.trim()
    const equals = line.indexOf('=')
    const position = at + begins
    if (/^[#;]/.test(trimmed)) yield [position, position + trimmed.length, 'faint']
    else if (trimmed.startsWith('[')) yield [position, position + trimmed.length, 'name']
    else if (equals >= 0) {
      yield [position, position + line.slice(begins, equals).trimEnd().length, 'name']
      const value = line.slice(equals + 1).trim()
      const start = at + line.indexOf(value, equals + 1)
      if (/^["']/.test(value)) yield [start, start + value.length, 'value']
      else if (/^(?:-?\d[\d.,]*|true|false|yes|no|on|off)$/i.test(value)) yield [start, start + value.length, 'number']
    }
    at += line.length + 1
  }
}

/** Timestamps, levels and quoted strings of any log format. */
const logParts =
  /(\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?|\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)|\b(ERROR|FATAL|CRITICAL|SEVERE|FAILED|FAILURE|Exception)\b|\b(WARN(?:ING)?)\b|\b(INFO|DEBUG|TRACE|NOTICE|VERBOSE)\b|("[^"\n]*"?)/g
const logMark: Mark[] = ['number', 'failure', 'warning', 'word', 'value']

function* logMarks(text: string): Marks {
  for (const found of text.matchAll(logParts)) {
    const mark = logMark[found.slice(1).findIndex((group) => group !== undefined)]
    if (mark) yield [found.index, found.index + found[0].length, mark]
  }
}
