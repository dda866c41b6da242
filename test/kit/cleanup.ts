import { onTestFinished, TestRunner } from 'vitest'

type End = () => unknown

/** Cleanup functions registered by the current file outside its tests. */
let begun: End[] = []

/**
 * Registers a cleanup for the current test, or for the file if called outside tests. Cleanups run in reverse order. Vitest ignores an
 * `afterAll` registered inside a test or hook, which would leak into the following files.
 */
export function onCleanup(end: End) {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()))
  else begun.push(end)
}

/** Runs all cleanups of the file even if one fails, then throws. */
export async function runCleanups() {
  const faults: unknown[] = []
  const ends = begun.toReversed()
  begun = []
  for (const end of ends)
    try {
      await end()
    } catch (error) {
      faults.push(error)
    }
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults)
}
