import { defineConfig } from 'vitest/config'

const root = import.meta.dirname

/** Every suite of the house. `model` needs nothing; `server` runs on one bundled PostgreSQL that `test/kit/database.ts` starts. */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        root,
        test: {
          name: 'model',
          testTimeout: 20_000,
          include: ['src/model/**/*.test.ts', 'src/web/**/*.test.ts', 'test/architecture.test.ts', 'test/specification.test.ts'],
        },
      },
      {
        root,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'test/*.test.ts'],
          exclude: ['test/architecture.test.ts', 'test/specification.test.ts'],
          globalSetup: ['test/kit/database.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        root,
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/kit/database.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
