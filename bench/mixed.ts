import { readFileSync } from 'node:fs'
import type { Figures, Load } from './load.ts'
import type { Kind, Request } from './requests.ts'

const shares = ['list', 'update', 'detail', 'project', 'update', 'filtered', 'search', 'create', 'aggregates', 'detail']
const connections = 16
const ms = 60_000

interface Asking {
  pid: number
  port: number
  textOf: (request: Request) => string
  load: (load: Omit<Load, 'warmMs' | 'firstNumber'>) => Promise<Figures>
}

export async function measureMixed(kinds: Kind[], { pid, port, textOf, load }: Asking) {
  const known = new Map(kinds.map(({ name, requests }) => [name, requests]))
  const requests = Array.from({ length: 600 }, (_, n) => {
    const own = known.get(shares[n % shares.length] ?? '') ?? []
    const request = own[Math.floor(n / shares.length) % own.length]
    if (!request) throw new Error('The mixed load needs all of what it is made of; ask for it alone.')
    return textOf(request)
  })
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  let most = memory()
  const looking = setInterval(() => {
    most = Math.max(most, memory())
  }, 250)
  const { perSecond, p50, p99 } = await load({ port, requests, connections, ms }).finally(() => clearInterval(looking))
  console.log(
    `\nA minute of everything, three of ten requests writes, ${connections} connections: ${perSecond.toFixed(0)} per second, p50 ${p50.toFixed(0)} ms, ` +
      `p99 ${p99.toFixed(0)} ms, ${memory().toFixed(0)} MB at its end, ${most.toFixed(0)} MB at most; aim: 600, 150 ms, 200 MB`,
  )
}
