import { parseAllDocuments } from 'yaml'
import { SheetError } from './sheet-reading.ts'

const mostBytes = 256 * 1024
const mostDepth = 40
const mostAliases = 20

/**
 * Parses YAML documents with every value as its original text: `0123` is a part number, not 83, and `no` is not false. Limits aliases and
 * size, so that nothing expands much.
 */
export function readYaml(text: string): unknown[] {
  if (text.length > mostBytes) throw new SheetError('size', 'The file is too large.')
  if (nestingDepth(text) > mostDepth) throw new SheetError('broken', 'The file is nested too deeply.')
  try {
    const documents = parseAllDocuments(text, {
      schema: 'failsafe',
      logLevel: 'silent',
      uniqueKeys: false,
      prettyErrors: false,
      merge: false,
    })
    const all = Array.isArray(documents) ? documents : []
    return all.map((document) => {
      const [error] = document.errors
      if (error) throw new SheetError('broken', `The file is not valid YAML: ${error.message.split('\n')[0]!.slice(0, 120)}`)
      return document.toJS({ maxAliasCount: mostAliases })
    })
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw Object.assign(new SheetError('broken', 'The file is not valid YAML.'), { cause: error })
  }
}

/** Nesting depth of brackets and indentation; limits the parser's recursion. */
function nestingDepth(text: string): number {
  let brackets = 0
  let deepest = 0
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++brackets)
    else if (character === ']' || character === '}') brackets = Math.max(0, brackets - 1)
  }
  for (const line of text.split('\n'))
    deepest = Math.max(deepest, /^ */.exec(line)![0].length / 2 + (line.match(/(^|\s)- /g)?.length ?? 0) / 2)
  return deepest
}
