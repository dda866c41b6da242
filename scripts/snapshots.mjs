import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the snapshots that drizzle-kit no longer reads: all except that of the newest migration. It compares the table definitions with
 * the newest snapshot only, and each snapshot is half a megabyte.
 */
export function oldSnapshots(migrations) {
  const folder = join(migrations, 'meta')
  const { entries } = JSON.parse(readFileSync(join(folder, '_journal.json'), 'utf8'))
  const newest = `${String(entries.at(-1).idx).padStart(4, '0')}_snapshot.json`
  const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))
  if (!snapshots.includes(newest)) throw new Error(`The newest migration has no snapshot: ${join(folder, newest)} is missing.`)
  return snapshots.filter((name) => name !== newest).map((name) => join(folder, name))
}
