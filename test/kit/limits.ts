// Runs before every test file: sets time limits for the current load, restarts unique names and registers the cleanup.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, vi } from 'vitest'
import { runCleanups } from './cleanup.ts'
import { timeoutMs } from './timeouts.ts'
import { resetNames } from './unique-names.ts'

const limit = timeoutMs(5 * 60_000)
vi.setConfig({ testTimeout: limit, hookTimeout: limit, expect: { poll: { timeout: timeoutMs(10_000), interval: 50 } } })
resetNames()
await runCleanups()
afterAll(runCleanups)

// A file compares dates with today, locally or in UTC, so near midnight it starts after midnight instead.
const day = 86_400_000
const local = Date.now() - new Date().getTimezoneOffset() * 60_000
const left = Math.min(day - (Date.now() % day), day - (local % day))
// Never waits longer than the longest test file takes, however busy the machine is.
if (left < Math.min(timeoutMs(60_000), 300_000)) await sleep(left + 1000)
