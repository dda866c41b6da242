import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBundledDatabase } from '../../src/server/database/bundled.ts'
import { startProduct } from '../../src/server/product.ts'
import { settingsFor } from './settings.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: string
    /** Whether the products of one worker have the same address, one after the other. */
    sharesOrigin: boolean
  }
}

/** The database every test file gets a copy of: migrated, with the first user and the initial data. */
export const templateDatabase = 'house'

/** Projects are set up side by side, each with modules of its own, but in one process. */
const run = globalThis as { testCluster?: Promise<{ url: string; stop(): Promise<void> }>; testClusterUsers?: number }

/** One PostgreSQL for the whole run, whichever project comes first. */
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

/** Nothing here has to survive a crash, so it need not wait for the disk. */
async function startCluster() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dna-test-')))
  // Root's PostgreSQL runs as another user, who has to get in.
  chmodSync(folder, 0o755)
  const cluster = await startBundledDatabase(folder, {
    maxConnections: 150,
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

/** The address of another database of the same cluster. */
export function databaseUrl(clusterUrl: string, name: string): string {
  return clusterUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}
