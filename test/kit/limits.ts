// Before every test file: the limits it is held to on a machine as busy as this one is now, names that begin anew, and that it ends what it began.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, vi } from 'vitest'
import { runCleanups } from './ends.ts'
import { resetNames } from './fresh.ts'
import { timeoutMs } from './patience.ts'

const limit = timeoutMs(5 * 60_000)
vi.setConfig({ testTimeout: limit, hookTimeout: limit, expect: { poll: { timeout: timeoutMs(10_000), interval: 50 } } })
resetNames()
// A file that could not be loaded has ended nothing.
await runCleanups()
afterAll(runCleanups)

// The day ends, here or by UTC: what a file does today it compares with today, so it begins after midnight.
const day = 86_400_000
const local = Date.now() - new Date().getTimezoneOffset() * 60_000
const left = Math.min(day - (Date.now() % day), day - (local % day))
// However busy the machine is, nobody waits for longer than the longest file takes.
if (left < Math.min(timeoutMs(60_000), 300_000)) await sleep(left + 1000)
