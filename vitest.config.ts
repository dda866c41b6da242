import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = import.meta.dirname

/** The longest go first, so that nobody waits for one of them in the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId, project }: TestSpecification) =>
      moduleId.endsWith('every-route.test.ts') ? 0 : project.name === 'journeys' ? 1 : project.name === 'server' ? 2 : 3
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

const patient = { expect: { poll: { timeout: 15_000, interval: 50 } } }

/** Every suite of the house. `model` needs nothing; the others run on one bundled PostgreSQL that `test/kit/database.ts` starts. */
export default defineConfig({
  root,
  test: {
    // One more than two processors: a test that waits for a page or the database leaves its own to another.
    maxWorkers: 3,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'model',
          ...patient,
          testTimeout: 20_000,
          include: ['src/model/**/*.test.ts', 'src/web/**/*.test.ts', 'test/architecture.test.ts', 'test/specification.test.ts'],
        },
      },
      {
        root,
        test: {
          name: 'server',
          ...patient,
          include: ['src/server/**/*.test.ts', 'test/*.test.ts'],
          exclude: ['test/architecture.test.ts', 'test/specification.test.ts'],
          globalSetup: ['test/kit/database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'journeys',
          // They share their worker's browser.
          isolate: false,
          ...patient,
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/kit/database.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A test that passes only then is named at the end of `npm test`.
          retry: 1,
        },
      },
    ],
  },
})
