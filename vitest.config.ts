import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = import.meta.dirname

/** The longest go first, so that nobody waits for one of them in the end; or those that `npm test -- --changed` wants first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { DNA_TEST_ORDER } = process.env
    if (DNA_TEST_ORDER) {
      const order: string[] = JSON.parse(readFileSync(DNA_TEST_ORDER, 'utf8'))
      const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(root, moduleId).replaceAll('\\', '/'))
      return files.sort((a, b) => place(a) - place(b))
    }
    const rank = ({ moduleId, project }: TestSpecification) =>
      moduleId.includes('every-route-') ? 0 : project.name === 'journeys' ? 1 : project.name === 'server' ? 2 : 3
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/**
 * Files share what their worker has loaded: loading the house anew for each cost as much as testing it. What one file leaves
 * behind for the next is a fault. No test is tried twice in a run, and none has a time limit of its own (`test/kit/limits.ts`).
 */
const shared = { isolate: false, setupFiles: ['test/kit/limits.ts'] }

/** Every suite of the house. `model` needs nothing; the others run on one bundled PostgreSQL that `test/kit/database.ts` starts. */
export default defineConfig({
  root,
  test: {
    // On two processors a third costs journeys a tenth of their time and gains the server nothing.
    maxWorkers: 2,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'model',
          ...shared,
          include: ['src/model/**/*.test.ts', 'src/web/**/*.test.ts', 'test/architecture.test.ts', 'test/specification.test.ts'],
        },
      },
      {
        root,
        test: {
          name: 'server',
          ...shared,
          provide: { sharesOrigin: false },
          include: ['src/server/**/*.test.ts', 'test/*.test.ts'],
          exclude: ['test/architecture.test.ts', 'test/specification.test.ts'],
          globalSetup: ['test/kit/database.ts'],
        },
      },
      {
        root,
        test: {
          name: 'journeys',
          ...shared,
          provide: { sharesOrigin: true },
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/kit/database.ts'],
        },
      },
    ],
  },
})
