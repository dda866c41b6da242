// Before every test file: the limits it is held to on a machine as busy as this one is now, and names that begin anew.
import { vi } from 'vitest'
import { nameAnew } from './fresh.ts'
import { patient } from './patience.ts'

const limit = patient(5 * 60_000)
vi.setConfig({ testTimeout: limit, hookTimeout: limit, expect: { poll: { timeout: patient(10_000), interval: 50 } } })
nameAnew()
