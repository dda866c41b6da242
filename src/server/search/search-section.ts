import { type Found, mostCounted, mostShown, type SectionName } from '../../model/search/spotlight.ts'
import { Params } from '../kit/entity/rows.ts'
import { selectColumns } from '../kit/entity/selection.ts'
import type { Served } from '../kit/entity/served.ts'
import { listConditions } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { columnName, naturalOrder } from '../kit/sql/table.ts'

export interface Searchable<N extends SectionName = SectionName> {
  resource: Served
  keys: readonly (keyof Found[N])[]
  /** Texts in which a match at the beginning ranks higher. */
  known: readonly string[]
  /** Also finds misspelled words if there is no exact match. */
  isTolerant?: boolean
}

export type Searchables = { [N in SectionName]?: Searchable<N> }

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    searchables: Searchables
  }
}

export interface Hits<N extends SectionName> {
  total: number
  items: Found[N][]
}

/** More than enough to find the best five among them. */
const candidates = 200
/** A word without an index entry is searched only in the newest rows. */
const newest = 20_000

const containsSql = (word: string, p: Params) => `position(dna_fold(${p.add(word)}) in t.search_text) > 0`
const hasByIndex = (word: string, p: Params) => `t.search_text like dna_fold(${p.add(`%${escapeLike(word)}%`)})`
const newestRows = ({ shape }: Served) => `t.id > (select coalesce(max(id), 0) - ${newest} from ${shape.table})`
/** The trigram index needs three consecutive letters or digits. */
const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/**
 * Finds the best hits of one section and their number in one statement. Exact and prefix matches use a separate index, because they might
 * be missed among a hundred thousand matches. The others are counted up to a limit.
 */
export async function searchSection<N extends SectionName>(ctx: Context, searchable: Searchable<N>, text: string): Promise<Hits<N>> {
  const p = new Params()
  const { resource, known } = searchable
  const { where } = listConditions(resource, ctx.actor, p, {})
  const words = text.split(/\s+/).slice(0, 10)
  const others = words.slice(1).map((word) => containsSql(word, p))
  const called = known.flatMap((property): Source[] => {
    const begins = (how: string) => `spotlight_fold(t.${columnName(property)}) like dna_fold(${p.add(`${escapeLike(how)}%`)})`
    const wholePhrase: Source[] = words.length > 1 ? [[`${where} and ${begins(words.join(' '))}`, candidates]] : []
    return [...wholePhrase, [[where, begins(words[0]!), ...others].join(' and '), candidates]]
  })
  const holds = words.map((word) => (isIndexed(word) ? hasByIndex(word, p) : containsSql(word, p)))
  if (!words.some(isIndexed)) holds.push(newestRows(resource))
  return hits(ctx, searchable, text, p, [...called, [[where, ...holds].join(' and '), mostCounted]])
}

/** Searches with different punctuation, and with one letter wrong, missing, added, or swapped. */
export async function searchNearby<N extends SectionName>(ctx: Context, searchable: Searchable<N>, searchText: string): Promise<Hits<N>> {
  const p = new Params()
  const parts = searchText.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  if (parts.join('').length < shortest) return { total: 0, items: [] }
  const { where } = listConditions(searchable.resource, ctx.actor, p, {})
  const anyOf = (patterns: string[]) =>
    `(${patterns.map((pattern) => `t.search_text like dna_fold(${p.add(`%${pattern}%`)})`).join(' or ')})`
  const variants = parts.slice(0, 10).map((part, index) => (index < 3 ? [part, ...misspellingPatterns(part)] : [part]))
  const indexed = variants.map((patterns) => (patterns.some(isIndexed) ? patterns.filter(isIndexed) : patterns))
  const short = variants.flat().filter((pattern) => !isIndexed(pattern))
  const all = (words: string[][]) => words.map(anyOf).join(' and ')
  const [only = [], second] = indexed
  const sources: Source[] = second
    ? [[`${where} and (${all(indexed)} or ${anyOf([parts.join('')])})`, candidates, 'collected']]
    : only.filter(isIndexed).map((pattern) => [`${where} and ${anyOf([pattern])}`, candidates])
  // A pattern without three consecutive letters would make PostgreSQL read all rows.
  if (short.length > 0)
    sources.push([`${where} and ${newestRows(searchable.resource)} and ${all(second ? variants : [short])}`, candidates])
  return hits(ctx, searchable, searchText, p, sources)
}

/** Shorter words are too similar to each other. */
const shortest = 4

function misspellingPatterns(word: string): string[] {
  const letters = [...word]
  if (letters.length < shortest || letters.length > 40) return []
  const slips = letters.flatMap((letter, index) => {
    const next = letters[index + 1]
    const variant = letters.with(index, '_')
    if (next === undefined) return [variant]
    return [variant, letters.toSpliced(index, 2, next, letter), letters.toSpliced(index + 1, 0, '_')]
  })
  const tooMany = letters.length > shortest ? letters.map((_, index) => letters.toSpliced(index, 1)) : []
  return [...new Set([...slips, ...tooMany].map((slip) => slip.join('')))]
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * PostgreSQL knows how often one pattern occurs, and reads the table from its beginning if often. For several words it expects too many
 * matches and would read all rows, so those are collected by the index before the limit.
 */
type Source = [where: string, most: number, how?: 'collected']

async function hits<N extends SectionName>(
  ctx: Context,
  { resource, keys, known }: Searchable<N>,
  text: string,
  p: Params,
  sources: Source[],
): Promise<Hits<N>> {
  const { shape, filterJoins } = resource
  const requestedKeys: readonly PropertyKey[] = keys
  const shown = shape.columns.filter(({ key }) => key === 'id' || requestedKeys.includes(key))
  const { text: columns, read } = selectColumns(shown, ctx, 2)
  const exact = p.add(text)
  const phrase = p.add(`${escapeLike(text.replace(/\s+/g, ' '))}%`)
  const first = p.add(`${escapeLike(text.split(/\s+/)[0]!)}%`)
  const names = known.map((property) => `spotlight_fold(t.${columnName(property)})`)
  const any = (test: string) => names.map((_, index) => `coalesce(names.n${index} ${test}, false)`).join(' or ')
  const rank = `case when ${any(`= dna_fold(${exact})`)} then 0 when ${any(`like dna_fold(${phrase})`)} then 1 when ${any(`like dna_fold(${first})`)} then 2 else 3 end`
  const title = `t.${columnName(resource.resource.title)} collate ${naturalOrder}`
  const found = sources.map(([where, most, how]) => {
    const matches = `select t.id from ${shape.table} t ${filterJoins} where ${where}`
    return how ? `(select unnest((array(${matches}))[:${most}]) as id)` : `(${matches} limit ${most})`
  })
  const statement = `
    with found as materialized (${found.join(' union ')})
    select (select count(*)::int from found), best.id, ${columns} from (select 1) one left join (
      select t.id, ${rank} as rank from found join ${shape.table} t on t.id = found.id
      cross join lateral (select ${names.map((name, index) => `${name} as n${index}`).join(', ')} offset 0) names
      order by rank, ${title}, t.id limit ${mostShown}
    ) best on true left join ${shape.table} t on t.id = best.id ${shape.joins} order by best.rank, ${title}, t.id`
  const rows = await ctx.lists(statement, p.values)
  // The selected keys are those of the hit type.
  const items = rows.filter((row) => row[1] !== null).map(read) as unknown[] as Found[N][]
  return { total: Math.min(Number(rows[0]?.[0]), mostCounted), items }
}

/**
 * Prefix indexes of the known texts; without them a common word would be checked row by row. They use a separate fold function with
 * explicit schemas, because indexes are created and restored with an empty search path.
 */
export const searchIndexStatements = (searchables: Pick<Searchable, 'resource' | 'known'>[]): string[] => {
  const all = searchables.flatMap(({ resource, known }) => known.map((property) => [resource.shape.table, columnName(property)] as const))
  return [
    `create or replace function spotlight_fold(text) returns text language sql immutable parallel safe strict as $f$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $f$`,
    ...new Set(
      all.map(
        ([table, column]) =>
          `create index if not exists spotlight_${table}_${column} on ${table} (spotlight_fold(${column}) text_pattern_ops) where not is_deleted`,
      ),
    ),
  ]
}
