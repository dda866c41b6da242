import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = import.meta.dirname

/** Runs the longest files first, so the run does not end with a long one. `npm test -- --changed` defines its own order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { DNA_TEST_ORDER } = process.env
    if (DNA_TEST_ORDER) {
      const order: string[] = JSON.parse(readFileSync(DNA_TEST_ORDER, 'utf8'))
      const orderOf = ({ moduleId }: TestSpecification) => order.indexOf(relative(root, moduleId).replaceAll('\\', '/'))
      return files.sort((a, b) => orderOf(a) - orderOf(b))
    }
    const rank = ({ moduleId, project }: TestSpecification) =>
      moduleId.includes('every-route-') ? 0 : project.name === 'journeys' ? 1 : project.name === 'server' ? 2 : 3
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/**
 * Test files in one worker share modules, because loading the app for each file cost as much as its tests. Every test must clean up what it
 * starts. Tests are not retried, and none has its own timeout (`test/kit/limits.ts`).
 */
const shared = { isolate: false, setupFiles: ['test/kit/limits.ts'] }

/** All test projects. `model` has no dependencies; the others share one bundled PostgreSQL, started by `test/kit/database.ts`. */
export default defineConfig({
  root,
  test: {
    // On two processors, a third worker slows the journeys by a tenth and does not speed up the server tests.
    maxWorkers: 2,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'model',
          ...shared,
          include: [
            'src/model/**/*.test.ts',
            'src/web/**/*.test.ts',
            'test/architecture.test.ts',
            'test/documents.test.ts',
            'test/language.test.ts',
            'test/specification.test.ts',
          ],
        },
      },
      {
        root,
        test: {
          name: 'server',
          ...shared,
          provide: { sharesOrigin: false },
          include: ['src/server/**/*.test.ts', 'test/*.test.ts'],
          exclude: ['test/{architecture,documents,language,specification}.test.ts'],
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
