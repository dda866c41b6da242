import type { Context } from '../kit/request/context.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import type { WireSignal } from './connection-reading.ts'

/** Takes the next numbers behind a prefix (domain 29): the highest ever and one more, none twice; answers the first of them. */
export async function takeNumbers(ctx: Context, projectId: number, prefix: string, count: number, start = 1): Promise<number> {
  const rows = await ctx.rows(
    { highest: is.number },
    `insert into connection_numbers as n (project_id, prefix, highest) values ($1, dna_key($2), $3::int + $4::int)
     on conflict (project_id, prefix) do update set highest = greatest(n.highest, $3::int) + $4::int returning n.highest`,
    [projectId, prefix, start - 1, count],
  )
  return onlyRow(rows).highest - count + 1
}

export async function nextNumber(ctx: Context, projectId: number, { prefix, start }: Pick<WireSignal, 'prefix' | 'start'>) {
  return `${prefix}${await takeNumbers(ctx, projectId, prefix, 1, start)}`
}

/** The number somebody wrote is used from now on. */
export async function noteNumber(ctx: Context, projectId: number, number: string) {
  const [, prefix = '', digits] = /^(.*?)(\d{1,7})(?:-[A-Z]{1,2})?$/.exec(number) ?? []
  if (digits === undefined) return
  await ctx.run(
    `insert into connection_numbers as n (project_id, prefix, highest) values ($1, dna_key($2), $3)
     on conflict (project_id, prefix) do update set highest = greatest(n.highest, excluded.highest)`,
    [projectId, prefix, Number(digits)],
  )
}

export async function highestNumber(ctx: Context, projectId: number, prefix: string): Promise<number> {
  const [row] = await ctx.rows(
    { highest: is.number },
    'select highest from connection_numbers where project_id = $1 and prefix = dna_key($2)',
    [projectId, prefix],
  )
  return row?.highest ?? 0
}

/** A, B … Z, AA: the pieces of a way. */
export const letterOf = (nth: number): string =>
  (nth > 26 ? letterOf(Math.floor((nth - 1) / 26)) : '') + String.fromCharCode(65 + ((nth - 1) % 26))

/** The next piece of a way through panels. */
export async function nextPiece(ctx: Context, projectId: number, path: string): Promise<string> {
  const rows = await ctx.rows({ number: is.text }, 'select number from connections where project_id = $1 and dna_key(path) = dna_key($2)', [
    projectId,
    path,
  ])
  const taken = new Set(rows.map(({ number }) => number.toLowerCase()))
  let nth = 1
  while (taken.has(`${path}-${letterOf(nth)}`.toLowerCase())) nth++
  return `${path}-${letterOf(nth)}`
}
