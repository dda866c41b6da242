import { spawn } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBundledDatabase } from '../../src/server/database/bundled.ts'
import { findPostgresBinaries } from '../../src/server/database/bundled-binaries.ts'
import { type CallResult, createApiClient } from '../kit/api-client.ts'
import { newFolder, readPostmasterPid } from '../kit/process.ts'
import { type Day, must, startDay, startWriting, until } from './day.ts'

/** Library that shifts the wall clock of a process. Durations are not affected. */
const clock = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** Starts the bundled PostgreSQL directly, because its supervisor does not pass on its environment. */
async function startDatabase(folder: string, environment: Record<string, string>) {
  const bundled = await startBundledDatabase(folder, { overPort: true })
  await bundled.stop()
  const program = findPostgresBinaries(join(folder, 'libraries'))
  const { uid, gid } = statSync(join(folder, 'postgres'))
  const settings = ['listen_addresses=127.0.0.1', `port=${new URL(bundled.url).port}`, 'unix_socket_directories=', 'max_connections=60']
  const args = ['-D', join(folder, 'postgres'), ...settings.flatMap((setting) => ['-c', setting])]
  const postgres = spawn(program.postgres, args, { env: { ...program.environment, ...environment }, cwd: '/', stdio: 'ignore', uid, gid })
  await until(() => readPostmasterPid(folder) !== undefined, 'PostgreSQL does not start')
  return { url: bundled.url, end: () => postgres.kill('SIGINT') }
}

const jumps: Day = {
  name: 'clock-jumps',
  description: 'the clock of the machine jumps while people work: an hour on, three hours back, a day on and back',
  async run() {
    must(existsSync(clock), 'This needs the package libfaketime.')
    const folder = newFolder()
    const clockFile = join(folder, 'clock')
    const jumpTo = (offset: string) => writeFileSync(clockFile, offset)
    jumpTo('+0')
    const faked = { LD_PRELOAD: clock, FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    const database = await startDatabase(join(folder, 'database'), faked)
    try {
      const { product, ask: first } = await startDay({ ...faked, DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') }, folder)
      let callApi = first
      const writing = startWriting((...args) => callApi(...args), 2)
      const figures: Record<string, string> = {}
      const hours = { '+0': 0, '+1h': 1, '-2h': -2, '+22h': 22 }
      for (const offset of ['+1h', '-2h', '+22h', '+0'] as const) {
        // Requested before the clock jump and generated after it.
        const files = await Promise.all(Array.from({ length: 12 }, () => callApi('GET', '/api/signalTypes/Export')))
        jumpTo(offset)
        // Sessions may have expired by the new time, so signing in must work.
        callApi = await createApiClient(product.url)
        const { body: created } = await callApi('POST', '/api/signalTypes', {
          name: `At ${offset}`,
          abbreviation: offset,
          color: '#2f6bc6',
        })
        const { body: read } = await callApi('GET', `/api/signalTypes/${created.id}`)
        const hoursOff = (Date.parse(read.createDate) - Date.now()) / 3_600_000
        must(Math.abs(hoursOff - hours[offset]) < 0.1, `at ${offset} PostgreSQL is ${hoursOff.toFixed(2)} hours off`)
        files.push(await callApi('GET', '/api/signalTypes/Export'))
        const isMade = async ({ body }: CallResult) => (await callApi('GET', `/api/DownloadCenter/${body.id}`)).body.status === 2
        const areMade = async () => (await Promise.all(files.map(isMade))).every(Boolean)
        const seconds = await until(areMade, `At ${offset} not all files are made`, 60)
        figures[`${files.length} files at ${offset}`] = `${seconds.toFixed(1)} s`
      }
      const written = await writing.stop()
      await product.end('SIGTERM')
      must(!Object.keys(writing.answers.counted).some((status) => status.startsWith('5')), `answers: ${writing.answers.text()}`)
      return { ...figures, ...written }
    } finally {
      database.end()
    }
  },
}

export const clocks = [jumps]
