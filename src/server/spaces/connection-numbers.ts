import type { Context } from '../kit/request/context.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { connectionNumbersTable } from './cable-tables.ts'
import type { WireSignal } from './connection-reading.ts'

const numberKeys = ['projectId', 'prefix'] as const

/**
 * Reserves the next numbers of a prefix (domain 29): one above the highest ever used. Skips numbers already on a cable: CAT62 may be the
 * second of CAT6, the sixty-second of CAT, or entered by hand.
 */
export async function takeNumbers(ctx: Context, projectId: number, prefix: string, count: number, start = 1): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const missing = count - free.length
    const row = { projectId, prefix: sql`dna_key(${prefix})`, highest: start - 1 + missing }
    const set = { highest: sql`greatest(connection_numbers.highest, ${start - 1}::int) + ${missing}::int` }
    const rows = await ctx.insert(connectionNumbersTable, row, { onConflict: { keys: numberKeys, set }, returning: ['highest'] })
    const first = onlyRow(rows).highest - missing + 1
    const next = Array.from({ length: missing }, (_, index) => `${prefix}${first + index}`)
    const used = await ctx.rows(
      { number: is.text },
      `select x.number from unnest($2::text[]) x(number)
       where exists (select from connections c where c.project_id = $1 and dna_key(c.number) = dna_key(x.number) and not c.is_deleted)`,
      [projectId, next],
    )
    const usedNumbers = new Set(used.map(({ number }) => number))
    free.push(...next.filter((number) => !usedNumbers.has(number)))
  }
  return free
}

export async function nextCableNumber(ctx: Context, projectId: number, { prefix, start }: Pick<WireSignal, 'prefix' | 'start'>) {
  const [number = ''] = await takeNumbers(ctx, projectId, prefix, 1, start)
  return number
}

/** Registers a number entered by hand, so that it is not assigned again. */
export async function noteNumber(ctx: Context, projectId: number, number: string) {
  const [, prefix = '', digits] = /^(.*?)(\d{1,7})(?:-[A-Z]{1,2})?$/.exec(number) ?? []
  if (digits === undefined) return
  const row = { projectId, prefix: sql`dna_key(${prefix})`, highest: Number(digits) }
  const set = { highest: sql`greatest(connection_numbers.highest, excluded.highest)` }
  await ctx.insert(connectionNumbersTable, row, { onConflict: { keys: numberKeys, set } })
}

export async function highestNumber(ctx: Context, projectId: number, prefix: string): Promise<number> {
  const [row] = await ctx.rows(
    { highest: is.number },
    'select highest from connection_numbers where project_id = $1 and prefix = dna_key($2)',
    [projectId, prefix],
  )
  return row?.highest ?? 0
}

/** Letter of a piece of a path: A, B … Z, AA. */
const pieceLetter = (index: number): string =>
  (index > 26 ? pieceLetter(Math.floor((index - 1) / 26)) : '') + String.fromCharCode(65 + ((index - 1) % 26))

export async function nextPiece(ctx: Context, projectId: number, path: string): Promise<string> {
  const rows = await ctx.rows({ number: is.text }, 'select number from connections where project_id = $1 and dna_key(path) = dna_key($2)', [
    projectId,
    path,
  ])
  const usedNumbers = new Set(rows.map(({ number }) => number.toLowerCase()))
  let nextNumber = 1
  while (usedNumbers.has(`${path}-${pieceLetter(nextNumber)}`.toLowerCase())) nextNumber++
  return `${path}-${pieceLetter(nextNumber)}`
}
