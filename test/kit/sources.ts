import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseAst } from 'vite'

export interface Import {
  target: string
  isPackage: boolean
  isTypeOnly: boolean
  isLazy: boolean
}

export interface Source {
  path: string
  text: string
  imports: Import[]
  functions: { name: string; lines: number; parameters: number }[]
  patterns: { source: string; flags: string }[]
  /** User-visible texts: text between tags, and literals and templates that look like prose. Paths, keys and SQL are excluded. */
  texts: string[]
  blind: Record<Blind, number>
}

/** Types as loose as `any`, with the files that define them. Each use is counted. */
const vague = {
  AnyRow: ['server/kit/request/context.ts'],
  Values: ['web/kit/form/form.ts'],
  HandlerRequest: ['server/kit/request/routes.ts'],
  AnyCall: ['model/kit/description.ts', 'web/kit/request/client.ts'],
}
type Vague = keyof typeof vague
const vagueNames = Object.keys(vague) as Vague[]
/** Counts `any`, `x as T` except `as const`, `as never` separately, and `x!`. */
export type Blind = 'any' | 'casts' | 'asNever' | 'nonNull' | Vague

const root = join(import.meta.dirname, '..', '..', 'src')

let sources: Source[] | undefined

/** Returns all sources without tests, parsed once per worker: the files of the code rules share it. */
export function readSources(): Source[] {
  sources ??= readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
    .sort()
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')))
  return sources
}

/** Parses a text as a source file. Also used for test sources that do not exist. */
export function parseSource(path: string, text: string): Source {
  const source: Source = {
    path,
    text,
    imports: [],
    functions: [],
    patterns: [],
    texts: [],
    blind: { any: 0, casts: 0, asNever: 0, nonNull: 0, AnyRow: 0, Values: 0, HandlerRequest: 0, AnyCall: 0 },
  }
  const names = new Map<string, Vague>(vagueNames.filter((name) => vague[name].includes(path)).map((name) => [name, name]))
  const vagueIn = (type: any): Vague | undefined =>
    type?.type === 'TSTypeReference' && !type.typeArguments ? names.get(type.typeName.name) : undefined
  const lineOf = lineCounter(text)
  walk(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), '', (node, name) => {
    const from = node.source?.value
    if (['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(node.type) && typeof from === 'string')
      source.imports.push(createImport(path, from, isTypeOnly(node), false))
    if (node.type === 'ImportExpression' && typeof node.source?.value === 'string')
      source.imports.push(createImport(path, node.source.value, false, true))
    if (node.type === 'TSImportType' && typeof node.source?.value === 'string')
      source.imports.push(createImport(path, node.source.value, true, false))
    if (node.type === 'TSAnyKeyword') source.blind.any++
    if (node.type === 'TSNonNullExpression') source.blind.nonNull++
    if (node.type === 'TSAsExpression' && !isConst(node.typeAnnotation)) {
      source.blind.casts++
      if (node.typeAnnotation.type === 'TSNeverKeyword') source.blind.asNever++
    }
    for (const item of node.type === 'ImportDeclaration' ? node.specifiers : []) {
      const name = vagueNames.find((name) => name === item.imported?.name && vague[name].includes(normalize(join(dirname(path), from))))
      if (name) names.set(item.local.name, name)
    }
    const named = vagueIn(node)
    if (named) source.blind[named]++
    // A type parameter's constraint is not its type, so it does not count.
    const bound = node.type === 'TSTypeParameter' && vagueIn(node.constraint)
    if (bound) source.blind[bound]--
    if (['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type)) {
      const lines = lineOf(node.end) - lineOf(node.start) + 1
      source.functions.push({ name: node.id?.name ?? name, lines, parameters: node.params.length })
    }
    const pattern = regexPattern(node)
    if (pattern) source.patterns.push(pattern)
    const words = proseOf(node)
    if (words) source.texts.push(words)
  })
  return source
}

function proseOf(node: any): string | undefined {
  const text =
    node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string')
      ? node.value
      : node.type === 'TemplateLiteral'
        ? node.quasis.map((item: any) => item.value.cooked).join('…')
        : ''
  if (node.type === 'JSXText' && text.startsWith(' %')) return `…${text}`
  const words = text.replace(/\s+/g, ' ').trim()
  const isProse = /^[A-Z…]|[a-z,] [a-z]/.test(words) && !/\b(?:select|update|from|where)\b[^.]*[=("]|^insert |^var\(/.test(words)
  return isProse ? words : undefined
}

const isConst = (type: any) => type.type === 'TSTypeReference' && type.typeName?.name === 'const'

function createImport(path: string, from: string, isType: boolean, isLazy: boolean): Import {
  const isPackage = !from.startsWith('.')
  return { target: isPackage ? packageName(from) : normalize(join(dirname(path), from)), isPackage, isTypeOnly: isType, isLazy }
}

/** Pattern of a regex literal or of `RegExp(…)`. An interpolation counts as a letter; an unreadable pattern counts as slow. */
function regexPattern(node: any): { source: string; flags: string } | undefined {
  if (node.type === 'Literal' && node.regex) return { source: node.regex.pattern, flags: node.regex.flags }
  if (!['NewExpression', 'CallExpression'].includes(node.type) || node.callee?.name !== 'RegExp') return undefined
  const [sourceNode, flags] = node.arguments
  const source =
    sourceNode?.type === 'TemplateLiteral' ? sourceNode.quasis.map((item: any) => item.value.cooked).join('w') : literal(sourceNode)
  return { source: typeof source === 'string' ? source : '^(x+)+$', flags: literal(flags) ?? '' }
}

const packageName = (from: string) =>
  from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : from.startsWith('node:') ? from : from.split('/')[0]!

function isTypeOnly(node: any): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  const specifiers: any[] = node.specifiers ?? []
  return specifiers.length > 0 && specifiers.every((specifier) => specifier.importKind === 'type' || specifier.exportKind === 'type')
}

export function walk(node: any, name: string, visit: (node: any, name: string) => void) {
  if (Array.isArray(node)) {
    for (const item of node) if (item && typeof item === 'object') walk(item, name, visit)
    return
  }
  if (typeof node.type === 'string') visit(node, name)
  const own = node.type === 'VariableDeclarator' ? node.id?.name : node.type === 'Property' ? node.key?.name : undefined
  for (const key in node) {
    const value = node[key]
    if (value && typeof value === 'object' && key !== 'parent') walk(value, own ?? name, visit)
  }
}

function lineCounter(text: string) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset: number) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** Evaluates an exported constant: strings, numbers, arrays and objects. Anything that would have to run is omitted. */
export function constantIn({ path, text }: Source, name: string): any {
  const ast: any = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path)
  let found: any
  walk(ast, '', (node) => {
    if (node.type === 'VariableDeclarator' && node.id?.name === name) found = literal(node.init)
  })
  return found
}

function literal(node: any): any {
  if (!node) return undefined
  if (node.type === 'Literal') return node.value
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return literal(node.expression)
  if (node.type === 'ArrayExpression') return node.elements.map(literal)
  if (node.type === 'ObjectExpression')
    return Object.fromEntries(node.properties.map((property: any) => [property.key?.name ?? property.key?.value, literal(property.value)]))
  return undefined
}
