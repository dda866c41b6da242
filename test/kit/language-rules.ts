import { parseAst, parseSync } from 'vite'
import { type Source, walk } from './sources.ts'

type File = Pick<Source, 'path' | 'text'>

/** Words that no comment, test name or UI text begins with, except in a question: they lead to inverted sentences without a subject. */
const openings = ['What', 'Who', 'Whoever', 'Whose', 'Whether', 'Whatever', 'Those', 'Of', 'As']

/** Phrases to avoid, with their replacement. Those with `isForCode` are allowed in UI texts. */
const phrases: [pattern: RegExp, better: string, isForCode?: true][] = [
  [/\bstands\b/i, 'is, is stored, is listed'],
  [/\bcomes? to be\b/i, 'becomes'],
  [/\b(?:is|are|was|were|be) told\b/i, 'is sent, sees, is notified'],
  [/\btells\b/i, 'returns, shows, reports'],
  [/\b(?:is|are) kept\b/i, 'is stored, is cached, stays', true],
  [/\b(?:is|are) meant\b/i, 'applies to, is intended for'],
  [/\blets? go\b/i, 'releases, closes, removes'],
  [/\bof its own\b/i, 'separate, its own'],
  [/\bby now\b/i, 'already'],
  [/\bholds for\b/i, 'applies to'],
  [/\bwhoever\b/i, 'the user, the caller, anyone who'],
  [/\bwhatever\b/i, 'any, every, all'],
  [/\bsomebody\b/i, 'a user, another user'],
  [/\bnobody\b/i, 'no user, no one', true],
  // The names of phases such as "CD 50 %" are data of the specification.
  [/(?:…|(?<!CD )\b\d[\d.]*) %/, 'the sign next to the number: 50%'],
  [/\b(?:catalogue|colour|centre|licence|behaviour|favourite|labelled)\b/i, 'the American spelling'],
]

/** Names of exports that say nothing to a reader of another file. */
const genericNames = new Set(
  'one of at told tell kept keep given asked ask said say meant words word place places act acts deed look made own whole thing things data info item stuff helper util utils handle process manager nameOf columnsOf inWords wordsOf read write house'.split(
    ' ',
  ),
)

/** Describes what is wrong with a comment or the name of a test, or returns undefined. Code in backticks and quoted examples do not count. */
export function problemInCode(text: string): string | undefined {
  const prose = proseIn(text)
  return openingProblem(prose) ?? phraseProblem(prose, phrases)
}

/** Like `problemInCode`, for a text of a page or report. A label of up to three words may be a short question: "What changed". */
export function problemInText(text: string): string | undefined {
  const prose = proseIn(text)
  const isSentence = prose.split(/\s+/).length > 3
  return (
    (isSentence ? openingProblem(prose) : undefined) ??
    phraseProblem(
      prose,
      phrases.filter(([, , isForCode]) => !isForCode),
    )
  )
}

const proseIn = (text: string) => text.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, '…').trim()

function openingProblem(prose: string): string | undefined {
  if (prose.endsWith('?')) return undefined
  const opening = openings.find((word) => new RegExp(`^${word}\\b`, 'i').test(prose))
  return opening && `begins with “${opening}”: begin with a verb or a noun`
}

function phraseProblem(prose: string, checked: typeof phrases): string | undefined {
  for (const [pattern, better] of checked) {
    const [found] = pattern.exec(prose) ?? []
    if (found) return `has “${found}”: write ${better}`
  }
  return undefined
}

/** The comments of a file, without their marks and without directives to tools. Lines of `//` that follow each other are one comment. */
export function commentsIn({ path, text }: File): string[] {
  const blocks = path.endsWith('.css') ? [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(([found]) => found) : commentBlocks(path, text)
  return blocks
    .map((block) =>
      block
        .replace(/^\s*\/\*\*?|\*\/\s*$/g, '')
        .replace(/^[ \t]*(?:\/\/|\*(?!\/)) ?/gm, '')
        .trim(),
    )
    .filter((comment) => comment && !/^(?:@|biome-ignore|!|\/|SPDX|__)/.test(comment))
}

/** The comments of a source with their marks. The parser lists them, so the tree is never built. */
function commentBlocks(path: string, text: string): string[] {
  const blocks: [from: number, to: number][] = []
  let isOpen = false
  for (const { type, start, end } of parseSync(path, text).comments) {
    const line = text.lastIndexOf('\n', start - 1) + 1
    const isWholeLine = type === 'Line' && text.slice(line, start).trim() === ''
    const last = blocks.at(-1)
    if (isOpen && isWholeLine && last && /^\r?\n[ \t]*$/.test(text.slice(last[1], start))) last[1] = end
    else blocks.push([start, end])
    isOpen = isWholeLine
  }
  return blocks.map(([from, to]) => text.slice(from, to))
}

/** The names of tests and groups of tests of a file; placeholders of templates are left out. */
export function testNamesIn({ path, text }: File): string[] {
  const names: string[] = []
  walk(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), '', (node) => {
    // `it.each(…)` itself takes a table; only the call of its result takes a name.
    if (node.type !== 'CallExpression' || /^(?:each|skipIf|runIf)$/.test(node.callee?.property?.name)) return
    if (!/^(?:it|test|describe)$/.test(rootOf(node.callee))) return
    const [name] = node.arguments
    if (name?.type === 'Literal' && typeof name.value === 'string') names.push(name.value)
    if (name?.type === 'TemplateLiteral') names.push(name.quasis.map((part: any) => part.value.cooked).join('…'))
  })
  return names
}

function rootOf(callee: any): string {
  if (callee?.type === 'Identifier') return callee.name
  if (callee?.type === 'CallExpression' || callee?.type === 'TaggedTemplateExpression') return rootOf(callee.callee ?? callee.tag)
  return callee?.type === 'MemberExpression' ? rootOf(callee.object) : ''
}

const problemsIn = <F extends File>(
  files: readonly F[],
  kind: string,
  textsOf: (file: F) => string[],
  problemOf: (text: string) => string | undefined,
) =>
  files.flatMap((file) =>
    textsOf(file).flatMap((text) => {
      const problem = problemOf(text)
      return problem ? [`${file.path}: the ${kind} “${text.slice(0, 80).replaceAll('\n', ' ')}” ${problem}`] : []
    }),
  )

export const commentProblems = (files: readonly File[]) => problemsIn(files, 'comment', commentsIn, problemInCode)
export const testNameProblems = (files: readonly File[]) => problemsIn(files, 'test name', testNamesIn, problemInCode)
export const uiTextProblems = (sources: readonly Source[]) => problemsIn(sources, 'text', ({ texts }) => texts, problemInText)

export const genericExports = (files: readonly File[]): string[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:async )?(?:const|function\*?|interface|type|class) (\w+)/gm)]
      .filter(([, name]) => genericNames.has(name ?? ''))
      .map(([, name]) => `${path} exports “${name}”: say what it is, as other files see only the name`),
  )
