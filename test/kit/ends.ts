import { onTestFinished, TestRunner } from 'vitest'

type End = () => unknown

/** What the file that runs now has begun outside its tests. */
let begun: End[] = []

/**
 * Ends what was begun: with the test that runs now, outside of tests with their file, what was begun last first. An `afterAll` of a test
 * that runs or of a hook is taken by Vitest and forgotten, and what should have ended with it goes on in all files that follow.
 */
export function onCleanup(end: End) {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()))
  else begun.push(end)
}

/** Ends all that the file has begun, even where one of them fails, and then says so. */
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
