import { mostCounted, mostShown } from '../../model/search/spotlight.ts'
import type { Context, Row } from '../kit/context.ts'
import { whereOf } from '../kit/list.ts'
import { type Column, Params, selection } from '../kit/rows.ts'
import type { Served } from '../kit/serve.ts'
import { columnName, natural } from '../kit/table.ts'

/** One kind of thing that can be found: whose it is, what its hits show, and which of its texts people know it by. */
export interface Searchable {
  of: Served
  /** Answer keys of a hit. */
  keys: readonly string[]
  /** Own texts in which the beginning counts more than a match somewhere. */
  known: readonly string[]
  /** Also finds what was misspelt, where exactly nothing was found. */
  isTolerant?: boolean
}

export interface Hits {
  total: number
  items: Row[]
}

/** More than enough to find the best five among them. */
const candidates = 200

/**
 * The best hits of one kind and how many there are, in one statement. Rows that begin with the term, or have a word that
 * does, are looked up by themselves: among a hundred thousand matches the five best would not be met by chance.
 */
export async function searchSection(ctx: Context, searchable: Searchable, words: string): Promise<Hits> {
  const p = new Params()
  const { where } = whereOf(searchable.of, ctx.actor, p, { search: words })
  const first = beginning(words.split(/\s+/)[0]!)
  const atStart = `t.search_text like dna_fold(${p.add(first)})`
  const atWord = `t.search_text like dna_fold(${p.add(`% ${first}`)})`
  return hits(ctx, searchable, words, p, [
    [`${where} and ${atStart}`, candidates],
    [`${where} and ${atWord}`, candidates],
    [where, mostCounted],
  ])
}

/** The same with another punctuation, or with a letter wrong, missing, too many or in its neighbour's place. */
export async function searchNearby(ctx: Context, searchable: Searchable, words: string): Promise<Hits> {
  const p = new Params()
  const parts = words.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  if (parts.join('').length < shortest) return { total: 0, items: [] }
  const { where } = whereOf(searchable.of, ctx.actor, p, {})
  const anyOf = (patterns: string[]) =>
    `(${patterns.map((pattern) => `t.search_text like dna_fold(${p.add(`%${pattern}%`)})`).join(' or ')})`
  const each = parts.slice(0, 10).map((part, at) => anyOf(at < 3 ? [part, ...slipsOf(part)] : [part]))
  const joined = parts.length > 1 ? ` or ${anyOf([parts.join('')])}` : ''
  return hits(ctx, searchable, words, p, [[`${where} and (${each.join(' and ')}${joined})`, candidates]])
}

/** Shorter words are too like each other. */
const shortest = 4

/** Patterns of what may have been meant by a word with one slip in it. */
function slipsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < shortest || letters.length > 40) return []
  const slips = letters.flatMap((letter, at) => {
    const next = letters[at + 1]
    const wrong = letters.with(at, '_')
    if (next === undefined) return [wrong]
    return [wrong, letters.toSpliced(at, 2, next, letter), letters.toSpliced(at + 1, 0, '_')]
  })
  const tooMany = letters.length > shortest ? letters.map((_, at) => letters.toSpliced(at, 1)) : []
  return [...new Set([...slips, ...tooMany].map((slip) => slip.join('')))]
}

const beginning = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

async function hits(
  ctx: Context,
  searchable: Searchable,
  words: string,
  p: Params,
  sources: [where: string, most: number][],
): Promise<Hits> {
  const { of, keys, known } = searchable
  const { shape, filterJoins } = of
  const shown = shape.columns.filter(({ key }) => keys.includes(key))
  const { text, read } = selection([idColumn(shape.columns), ...shown], ctx.actor, 1)
  const phrase = p.add(beginning(words))
  const exact = p.add(words)
  const first = p.add(beginning(words.split(/\s+/)[0]!))
  const any = (test: string) => known.map((property) => `coalesce(dna_fold(t.${columnName(property)}) ${test}, false)`).join(' or ')
  const rank = `case when ${any(`= dna_fold(${exact})`)} then 0 when ${any(`like dna_fold(${phrase})`)} then 1 when ${any(`like dna_fold(${first})`)} then 2 else 3 end`
  const title = `t.${columnName(of.of.title)} collate ${natural}`
  const found = sources.map(([where, most]) => `(select t.id from ${shape.table} t ${filterJoins} where ${where} limit ${most})`)
  const [, , counted = sources[0]] = sources
  const statement = `
    with found as materialized (${found.join(' union ')})
    select (select count(*)::int from found), listed.* from (select 1) one left join lateral (
      select ${text} from (
        select t.id, ${rank} as rank from found join ${shape.table} t on t.id = found.id order by rank, ${title}, t.id limit ${mostShown}
      ) best join ${shape.table} t on t.id = best.id ${shape.joins} order by best.rank, ${title}, t.id
    ) listed on true`
  const rows = (await ctx.rows({ text: statement, values: p.values, rowMode: 'array' } as never)) as unknown as unknown[][]
  return { total: Math.min(rows[0]![0] as number, counted![1]), items: rows.filter((row) => row[1] !== null).map(read) }
}

const idColumn = (columns: Column[]) => columns.find(({ key }) => key === 'id')!
