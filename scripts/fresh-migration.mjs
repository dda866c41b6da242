// Before the first release there is one generated migration; this makes it anew from the table definitions.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'

const lock = '/tmp/dna-fresh-migration.lock'
for (let i = 0; ; i++) {
  try {
    mkdirSync(lock)
    break
  } catch {
    if (i > 300) throw new Error('locked')
    await new Promise((r) => setTimeout(r, 200))
  }
}
try {
  const dir = 'src/server/migrations'
  const journal = JSON.parse(readFileSync(`${dir}/meta/_journal.json`, 'utf8'))
  journal.entries = journal.entries.filter((e) => e.tag === '0000_foundations')
  for (const f of readdirSync(dir)) if (f.endsWith('.sql') && !f.startsWith('0000')) rmSync(`${dir}/${f}`)
  for (const f of readdirSync(`${dir}/meta`)) if (f.endsWith('_snapshot.json') && !f.startsWith('0000')) rmSync(`${dir}/meta/${f}`)
  writeFileSync(`${dir}/meta/_journal.json`, JSON.stringify(journal, null, 2))
  execFileSync('npx', ['drizzle-kit', 'generate', '--name=house'], { stdio: ['ignore', 'ignore', 'inherit'] })
} finally {
  rmdirSync(lock)
}
