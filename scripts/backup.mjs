// Runs `npm run backup -- FILE` and `npm run restore -- FILE` with the app's own environment variables (DATA_DIR, DATABASE_URL, S3_…).
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, isBuilt } from './build.mjs'
import { ensureInstalled, repoRoot } from './install.mjs'

const [command, file] = process.argv.slice(2)
const forBuilding = !isBuilt()
await ensureInstalled({ forBuilding })
if (forBuilding) await build()
process.argv = [process.argv[0], join(repoRoot, 'build', 'server', 'main.js'), command, ...(file ? [resolve(file)] : [])]
await import(pathToFileURL(process.argv[1]).href)
