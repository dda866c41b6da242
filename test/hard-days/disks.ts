import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findRunningDatabase } from '../../src/server/database/bundled.ts'
import { listChildPids, newFolder, readPostmasterPid } from '../kit/process.ts'
import { counting, createFileForm, type Day, isHealthy, must, startDay, startWriting, until } from './day.ts'

const megabyte = 1024 * 1024

/** Mounts a small tmpfs disk that can be filled. Requires root. */
function mountDisk(at: string, size: string) {
  mkdirSync(at, { recursive: true })
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', at], { encoding: 'utf8' })
  must(status === 0, `A small disk cannot be mounted here (run it as root): ${stderr}`)
  return {
    grow: (to: string) => must(spawnSync('mount', ['-o', `remount,size=${to}`, at]).status === 0, 'The disk cannot be made larger.'),
    unmount: () => void spawnSync('umount', ['-l', at]),
  }
}

const databaseDisk: Day = {
  name: 'database-disk-full',
  description: 'the disk of PostgreSQL is full for ten seconds while people write',
  async run() {
    const folder = newFolder()
    const disk = mountDisk(folder, '700m')
    try {
      const { product, ask: callApi } = await startDay({}, folder)
      const writing = startWriting(callApi)
      await pause(3000)
      const filler = join(folder, 'filler')
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize - megabyte))
      // Writes until the reserved WAL space is used up and no new segment fits. Counts the failed writes.
      let refusals = 0
      let kind = ''
      const fullUntil = Date.now() + 10_000
      while (Date.now() < fullUntil) {
        const client = new pg.Client(findRunningDatabase(folder)?.poolConfig ?? {})
        client.on('error', () => undefined)
        await client
          .connect()
          .then(() => client.query(`create table if not exists ballast (of text); alter table ballast alter of set storage external`))
          .then(() => client.query(`insert into ballast select repeat(md5(n::text), 20000) from generate_series(1, 10) n`))
          .catch((error) => {
            refusals++
            kind = String(error.code ?? error.message)
          })
        await client.end().catch(() => undefined)
        await pause(50)
      }
      must(refusals > 0, 'The disk was not full.')
      rmSync(filler)
      const seconds = await until(() => isHealthy(product), 'The database is not back')
      const before = writing.acknowledged.length
      const writes = await until(() => writing.acknowledged.length > before + 20, 'Nothing is written again')
      return {
        'PostgreSQL was refused room': `${refusals} times (${kind})`,
        'healthy again after': `${seconds} s`,
        'writing again after': `${writes} s`,
        ...(await writing.stop()),
      }
    } finally {
      disk.unmount()
    }
  },
}

const fileDisk: Day = {
  name: 'file-disk-full',
  description: 'the disk of the files is full, and made larger',
  async run() {
    const folder = newFolder()
    const filesFolder = join(folder, 'files')
    const disk = mountDisk(filesFolder, '24m')
    try {
      const { ask: callApi } = await startDay({}, folder)
      const answers = counting()
      const acknowledged: string[] = []
      for (let at = 0; at < 10; at++) {
        const result = await answers.count(callApi('POST', '/api/files', createFileForm(4 * megabyte, `full ${at}.txt`)))
        if (result?.status === 201 || result?.status === 200) acknowledged.push(result.body.url)
        else must(result?.status === 507, `a full disk answered ${result?.status}`)
        must((await callApi('GET', '/api/signalTypes')).status === 200, 'Lists suffer from full files.')
      }
      must(acknowledged.length > 2 && acknowledged.length < 10, `${acknowledged.length} files were kept`)
      for (const url of acknowledged) must((await callApi('GET', url)).body.length === 4 * megabyte, 'A kept file is not whole.')
      disk.grow('80m')
      const after = await answers.count(callApi('POST', '/api/files', createFileForm(4 * megabyte, 'after.txt')))
      must(after !== undefined && after.status < 300, 'Nothing is kept after the disk was made larger.')
      const there = readdirSync(filesFolder, { recursive: true, withFileTypes: true }).filter((dirent) => dirent.isFile()).length
      must(there === acknowledged.length + 1, `${there} files lie there in the place of ${acknowledged.length + 1}`)
      return {
        'kept before it was full': acknowledged.length,
        answers: answers.text(),
        'parts left behind': there - acknowledged.length - 1,
      }
    } finally {
      disk.unmount()
    }
  },
}

const frozenDatabase: Day = {
  name: 'frozen-database',
  description: 'PostgreSQL is frozen for 20 seconds while people write',
  async run() {
    const { product, folder, ask: callApi } = await startDay()
    const writing = startWriting(callApi)
    await pause(2000)
    const postmaster = readPostmasterPid(folder)
    must(postmaster !== undefined, 'There is no PostgreSQL.')
    const all = [postmaster, ...listChildPids(postmaster)]
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    const answers = counting()
    let longest = 0
    const frozenUntil = Date.now() + 20_000
    while (Date.now() < frozenUntil) {
      const begun = Date.now()
      const result = await answers.count(callApi('GET', '/api/signalTypes'))
      longest = Math.max(longest, Date.now() - begun)
      must(result?.status === 503, `a frozen database answered ${result?.status}`)
      await pause(200)
    }
    must(!(await isHealthy(product)), 'Health says nothing of a frozen database.')
    for (const pid of all) process.kill(pid, 'SIGCONT')
    const seconds = await until(() => isHealthy(product), 'The product is not back')
    const before = writing.acknowledged.length
    const writes = await until(() => writing.acknowledged.length > before + 20, 'Nothing is written again')
    return {
      'reads meanwhile': answers.text(),
      'longest of them': `${longest} ms`,
      'healthy again after': `${seconds} s`,
      'writing again after': `${writes} s`,
      ...(await writing.stop()),
    }
  },
}

export const disks = [databaseDisk, fileDisk, frozenDatabase]
