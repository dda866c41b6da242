import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createApiClient } from '../kit/api-client.ts'
import { startNodes } from '../kit/nodes.ts'
import { newFolder } from '../kit/process.ts'
import { counting, type Day, folders, must, startWriting, until } from './day.ts'

const root = join(import.meta.dirname, '..', '..')
const nextVersion = '99.0.0'

/** Creates a future version of the built server: two tables and a view with another column, and a table with another index. */
function makeNextVersion(): string {
  const folder = newFolder()
  folders.add(folder)
  cpSync(join(root, 'build'), join(folder, 'build'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const change = (path: string, how: (text: string) => string) => {
    const [before, at] = [readFileSync(path === 'package.json' ? join(root, path) : join(folder, path), 'utf8'), join(folder, path)]
    const after = how(before)
    must(after !== before, `${path} could not be made that of the next version`)
    writeFileSync(at, after)
  }
  change('package.json', (text) => text.replace(/"version": "[^"]+"/, `"version": "${nextVersion}"`))
  const program = join('build', 'server', 'main.js')
  change(program, (text) =>
    text.replace('end_date as "endDate", error from backups', 'end_date as "endDate", error, true as next from backups'),
  )
  const migrations = join('build', 'server', 'migrations')
  const name = '9999_next-version'
  change(join(migrations, 'meta', '_journal.json'), (text) => {
    const journal = JSON.parse(text)
    const last = journal.entries.at(-1)
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: name })
    return JSON.stringify(journal)
  })
  const statements = [
    'alter table signal_types add column next_note text',
    `alter table projects add column next_count integer not null default 0`,
    'create index next_index on signal_types (next_note)',
  ]
  writeFileSync(join(folder, migrations, `${name}.sql`), statements.join(';\n--> statement-breakpoint\n'))
  return join(folder, program)
}

const rolling: Day = {
  name: 'rolling-upgrade',
  description:
    'two nodes and a worker are replaced by the next version one after the other, while people write, read and export: no call fails',
  async run() {
    const next = makeNextVersion()
    const set = await startNodes()
    const seen = new Set(set.nodes.map(({ running }) => running))
    try {
      const callApi = await createApiClient(set.url)
      const versionOf = async (url: string) => (await (await fetch(`${url}/api/health`)).json()).version as string
      const before = await versionOf(set.url)
      const answers = counting()
      const writing = startWriting(callApi, 4)
      let isOver = false
      const files: number[] = []
      const lists = ['signalTypes', 'equipments', 'projects', 'contracts', 'users', 'DownloadCenter', 'backups', 'auditLogs']
      const reading = Promise.all(
        lists.map(async (list) => {
          while (!isOver) await answers.count(callApi('GET', `/api/${list}?itemsPerPage=20`))
        }),
      )
      const exporting = (async () => {
        while (!isOver) {
          const result = await answers.count(callApi('GET', '/api/signalTypes/Export'))
          if (result?.status === 202) files.push((result.body as { id: number }).id)
          await pause(500)
        }
      })()
      for (const item of [reading, exporting]) item.catch(() => undefined)
      for (const [at, node] of set.nodes.entries()) {
        // A node of the old version that starts after a newer one must leave the database schema unchanged.
        if (at === set.nodes.length - 1) await node.replaceBy(join(root, 'build', 'server', 'main.js'))
        seen.add(node.running)
        await node.replaceBy(next)
        seen.add(node.running)
        await pause(1500)
      }
      isOver = true
      await Promise.all([reading, exporting])
      const written = await writing.stop()
      const failed = { ...answers.counted, ...writing.answers.counted }
      for (const status of ['cut', '500', '502', '503', '507']) must(!failed[status], `${failed[status]} calls ended with ${status}`)
      for (const { name, running } of set.nodes) must((await versionOf(running.url)) === nextVersion, `${name} is still the version before`)
      const client = new pg.Client(set.database.poolConfig)
      await client.connect()
      const { fields } = await client.query('select * from nights_backed_up limit 0').finally(() => client.end())
      must(
        fields.some((field) => field.name === 'next'),
        'the version before has taken a view of the next one away',
      )
      const states = async () => {
        const { body } = await callApi('GET', '/api/DownloadCenter?itemsPerPage=200')
        return files.map((id) => body.items.find((item: { id: number }) => item.id === id)?.status)
      }
      await until(async () => (await states()).every((state) => state === 2), 'Not all files were made', 60)
      return { versions: `${before}, then ${nextVersion}`, reads: answers.text(), files: files.length, ...written }
    } catch (error) {
      const faults = [...seen].flatMap(({ output }) => output().split('\n')).filter((line) => line.includes('"level":50'))
      throw new Error([(error as Error).message, ...faults.slice(0, 5)].join('\n  '))
    } finally {
      await set.stop()
    }
  },
}

export const upgrade = [rolling]
