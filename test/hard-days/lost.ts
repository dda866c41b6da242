import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createApiClient } from '../kit/api-client.ts'
import { startNodes } from '../kit/nodes.ts'
import { newFolder, readPostmasterPid } from '../kit/process.ts'
import { counting, type Day, must, startDay, startWriting, until } from './day.ts'

const succeeded = 2

const workerKilled: Day = {
  name: 'worker-killed',
  description: 'the worker is killed four times in a row while it makes 30 files; all of them come, within 60 s of the last kill',
  async run() {
    const set = await startNodes()
    try {
      const callApi = await createApiClient(set.url)
      const worker = set.nodes.find(({ name }) => name === 'worker')
      must(worker !== undefined, 'There is no worker.')
      const ids: number[] = []
      const states = async () => {
        const { body } = await callApi('GET', '/api/DownloadCenter?itemsPerPage=200')
        return ids.map((id) => body.items.find((item: { id: number }) => item.id === id)?.status)
      }
      for (let at = 0; at < 30; at++) {
        const { status, body } = await callApi(
          'GET',
          ['/api/equipments/Export', '/api/signalTypes/Export', '/api/categories/Export'][at % 3]!,
        )
        must(status === 202, `a file was refused: ${status}`)
        ids.push(body.id)
      }
      const doneAt: number[] = []
      for (let kill = 0; kill < 4; kill++) {
        await worker.end('SIGKILL')
        doneAt.push((await states()).filter((state) => state === succeeded).length)
        // Pauses until the restarted worker has taken its jobs again, so the next kill hits the same jobs.
        if (kill < 3) await pause(kill === 0 ? 500 : 2000)
      }
      const seconds = await until(async () => (await states()).every((state) => state === succeeded), 'Not all files were made', 60)
      return { 'made before each kill': doneAt.join(', '), 'all made after the last': `${seconds.toFixed(1)} s`, files: ids.length }
    } finally {
      await set.stop()
    }
  },
}

/** Number of kills for a single node and for a set of nodes. */
const [killsOfOne, killsOfSet] = [20, 30]
const writesPerKill = 400

/** Repeats kills, each after a fixed number of acknowledged writes. Startup can take a while without any writes. */
async function killByTurns(times: number, writing: ReturnType<typeof startWriting>, kill: (at: number) => Promise<unknown>) {
  for (let at = 0; at < times; at++) {
    const before = writing.acknowledged.length
    await until(() => writing.acknowledged.length >= before + writesPerKill, `After ${at} kills nothing is written`, 120)
    await kill(at)
  }
}

const oneKilled: Day = {
  name: 'kills-of-one',
  description: `one node with its bundled database is killed ${killsOfOne} times while people write: the product, PostgreSQL, or both`,
  async run() {
    const folder = newFolder()
    let day = await startDay({}, folder)
    const writing = startWriting((...args) => day.ask(...args), 8)
    await killByTurns(killsOfOne, writing, async (at) => {
      const postmaster = readPostmasterPid(folder)
      if (at % 3 !== 0 && postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
      if (at % 3 === 1) return
      await day.product.end('SIGKILL')
      day = await startDay({}, folder)
    })
    // Waits for acknowledged writes instead of the health status, which may not reflect the last kill yet.
    const before = writing.acknowledged.length
    await until(() => writing.acknowledged.length > before + 20, 'Nothing is written again')
    return { kills: killsOfOne, ...(await writing.stop()) }
  },
}

const kills: Day = {
  name: 'kills',
  description: `two nodes, a worker and a standby are killed ${killsOfSet} times, by turns, while people write and read`,
  async run() {
    const set = await startNodes({ standbys: 1 })
    try {
      const callApi = await createApiClient(set.url)
      const answers = counting()
      const writing = startWriting(callApi, 8)
      let isOver = false
      const reading = (async () => {
        while (!isOver) {
          const result = await answers.count(callApi('GET', '/api/signalTypes?itemsPerPage=50'))
          if (result?.status !== 200) await pause(20)
        }
      })()
      reading.catch(() => undefined)
      let standbys = 0
      await killByTurns(killsOfSet, writing, async (at) => {
        const node = set.nodes[at % (set.nodes.length + 1)]
        if (node) return node.end('SIGKILL')
        const standby = readPostmasterPid(join(set.folder, 'standby1'))
        if (standby !== undefined) process.kill(standby, 'SIGKILL')
        standbys++
      })
      isOver = true
      await reading
      return { kills: killsOfSet, 'of them the standby': standbys, reads: answers.text(), ...(await writing.stop()) }
    } finally {
      await set.stop()
    }
  },
}

export const lost = [workerKilled, oneKilled, kills]
