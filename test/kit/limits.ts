// Before every test file: the limits it is held to on a machine as busy as this one is now.
import { vi } from 'vitest'
import { patient } from './patience.ts'

const limit = patient(5 * 60_000)
vi.setConfig({ testTimeout: limit, hookTimeout: limit, expect: { poll: { timeout: patient(10_000), interval: 50 } } })
