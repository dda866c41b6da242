import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { splitByDuration, workersFor } from './test/kit/shards.ts'

const root = import.meta.dirname
const pathOf = ({ moduleId }: TestSpecification) => relative(root, moduleId).replaceAll('\\', '/')

/** Tests that need no database: the rules of the code, and the splitting of the tests. */
const withoutDatabase = ['architecture', 'documents', 'language', 'shards', 'specification'].map((name) => `test/${name}.test.ts`)

/**
 * Runs the longest files first, so the run does not end with a long one. `npm test -- --changed` defines its own order. With `--shard` it
 * selects files of about equal total duration.
 */
class LongestFirst extends BaseSequencer {
  override async shard(files: TestSpecification[]) {
    const { index, count } = this.ctx.config.shard!
    const chosen = new Set(splitByDuration(files.map(pathOf), count)[index - 1])
    return files.filter((file) => chosen.has(pathOf(file)))
  }

  override async sort(files: TestSpecification[]) {
    const { DNA_TEST_ORDER } = process.env
    if (DNA_TEST_ORDER) {
      const order: string[] = JSON.parse(readFileSync(DNA_TEST_ORDER, 'utf8'))
      return files.sort((a, b) => order.indexOf(pathOf(a)) - order.indexOf(pathOf(b)))
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
    maxWorkers: workersFor(availableParallelism()),
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'model',
          ...shared,
          include: ['src/model/**/*.test.ts', 'src/web/**/*.test.ts', ...withoutDatabase],
        },
      },
      {
        root,
        test: {
          name: 'server',
          ...shared,
          provide: { sharesOrigin: false },
          include: ['src/server/**/*.test.ts', 'test/*.test.ts'],
          exclude: withoutDatabase,
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
