import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBundledDatabase } from '../../src/server/database/bundled.ts'
import { startProduct } from '../../src/server/product.ts'
import { settingsFor } from './settings.ts'
import { workersFor } from './shards.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: string
    /** True if the apps of one worker use the same address, one after the other. */
    sharesOrigin: boolean
  }
}

/** Template database that every test file copies: migrated, with the first user and the initial data. */
export const templateDatabase = 'house'

/** Vitest projects have separate module instances but share one process, so the state is global. */
const run = globalThis as { testCluster?: Promise<{ url: string; stop(): Promise<void> }>; testClusterUsers?: number }

/** Starts one PostgreSQL for the whole run, on behalf of the first project. */
export default async function provideCluster(project: TestProject) {
  run.testClusterUsers = (run.testClusterUsers ?? 0) + 1
  run.testCluster ??= startCluster()
  const cluster = await run.testCluster
  project.provide('cluster', cluster.url)
  return async () => {
    run.testClusterUsers!--
    if (run.testClusterUsers === 0) await cluster.stop()
  }
}

/** Durability is disabled, because test data need not survive a crash. */
async function startCluster() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dna-test-')))
  // When run as root, PostgreSQL runs as another user who needs access.
  chmodSync(folder, 0o755)
  const cluster = await startBundledDatabase(folder, {
    // Two workers need 150.
    maxConnections: 75 * workersFor(availableParallelism()),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' },
  })
  const stop = async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(cluster.url, folder)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: cluster.url, stop }
}

async function makeTemplate(clusterUrl: string, folder: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client(clusterUrl)
  await client.connect()
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  const product = await startProduct(settingsFor(databaseUrl(clusterUrl, templateDatabase), join(folder, 'files')))
  await product.stop()
}

export function databaseUrl(clusterUrl: string, name: string): string {
  return clusterUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}
