import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { repoRoot, runLocked } from './install.mjs'
import { checkWeights } from './weights.mjs'

const sources = [
  'src',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/weights.mjs',
]
const compressible = /\.(m?js|css|html|svg|json|map|wasm|txt)$/

export function isBuilt(root = repoRoot) {
  const stamp = join(root, 'build', 'stamp')
  if (!existsSync(stamp)) return false
  return !existsSync(join(root, 'src')) || readFileSync(stamp, 'utf8') === fingerprint(root)
}

/** Builds client and server into a temporary folder and moves them to their final path once both succeed. */
export async function build({ force = false, root = repoRoot } = {}) {
  if (!force && isBuilt(root)) return false
  return runLocked(root, async () => {
    if (!force && isBuilt(root)) return false
    const stamp = fingerprint(root)
    const startedAt = Date.now()
    const aside = join(root, 'build', 'next')
    rmSync(aside, { recursive: true, force: true })
    mkdirSync(aside, { recursive: true })
    try {
      console.error('Building …')
      // Waits for both, so that neither keeps writing after the other has failed.
      const parts = await Promise.allSettled([buildWeb(root, join(aside, 'web')), buildServer(root, join(aside, 'server'))])
      for (const part of parts) if (part.status === 'rejected') throw part.reason
      await compress(join(aside, 'web'))
      checkWeights(root, join(aside, 'web'))

      rmSync(join(root, 'build', 'stamp'), { force: true })
      for (const part of ['web', 'server']) replaceFolder(join(root, 'build', part), join(aside, part))
      writeFileSync(join(root, 'build', 'stamp.new'), stamp)
      renameSync(join(root, 'build', 'stamp.new'), join(root, 'build', 'stamp'))
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
    console.error(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
    return true
  })
}

/**
 * Hashes only sizes and modification times of the sources, for speed. Times are in whole seconds, because images and archives store no
 * finer resolution.
 */
function fingerprint(root) {
  const hash = createHash('sha256')
  for (const source of sources) add(join(root, source), true)
  return hash.digest('hex')

  function add(path, isNamed) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found || /\.test\.tsx?$/.test(path)) return
    hash.update(`${relative(root, path)}\n`)
    if (found.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name), false)
    else hash.update(isNamed ? readFileSync(path) : `${Math.floor(found.mtimeMs / 1000)} ${found.size}\n`)
  }
}

async function buildWeb(root, outDir) {
  const vite = await import('vite')
  await vite.build({
    root: join(root, 'src', 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, manifest: true, reportCompressedSize: false },
  })
}

async function buildServer(root, outDir) {
  const esbuild = await import('esbuild')
  const server = join(root, 'src', 'server')
  const entries = ['main.ts', join('tools', 'worker.ts')].filter((entry) => entry === 'main.ts' || existsSync(join(server, entry)))
  await Promise.all(
    entries.map((entry) =>
      esbuild.build({
        entryPoints: [join(server, entry)],
        outfile: join(outDir, entry.replace(/\.ts$/, '.js')),
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node20',
        packages: 'external',
        sourcemap: 'linked',
        logLevel: 'warning',
        plugins: [ownAddresses(server, entry)],
      }),
    ),
  )
  cpSync(server, outDir, { recursive: true, filter: (path) => (statSync(path).isDirectory() ? holdsData(path) : !/\.tsx?$/.test(path)) })
}

function holdsData(folder) {
  return readdirSync(folder, { recursive: true }).some((name) => !/\.tsx?$/.test(name) && !statSync(join(folder, name)).isDirectory())
}

/** Keeps `new URL('./offers.json', import.meta.url)` relative to its original source file in the bundle. */
function ownAddresses(server, entry) {
  return {
    name: 'own-addresses',
    setup(bundling) {
      bundling.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const contents = readFileSync(path, 'utf8')
        if (!contents.includes('import.meta.url')) return undefined
        const relativePath = relative(dirname(join(server, entry)), path)
          .split(sep)
          .join('/')
          .replace(/\.tsx?$/, '.js')
        const address = `new URL(${JSON.stringify(`./${relativePath}`)}, import.meta.url).href`
        return { contents: contents.replaceAll('import.meta.url', address), loader: path.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
}

/** Compresses assets once at build time instead of on every request; the server picks the encoding the browser supports. */
async function compress(web) {
  // Best for scripts and styles, which every first visit loads; large files are decoders and workers, where it takes seconds.
  const quality = (size) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: size < 700_000 ? 11 : 9 } })
  const names = readdirSync(web, { recursive: true }).filter((name) => compressible.test(name) && !name.startsWith('.vite'))
  await Promise.all(
    names.map(async (name) => {
      const file = join(web, name)
      const plain = readFileSync(file)
      if (plain.length < 1000) return
      writeFileSync(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(plain, quality(plain.length)))
    }),
  )
}

function replaceFolder(target, by) {
  const old = `${target}.old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(target)) renameSync(target, old)
  renameSync(by, target)
  rmSync(old, { recursive: true, force: true })
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build({ force: argv.includes('--force') })
  } catch (error) {
    // esbuild has already printed its own errors.
    if (!error.errors) console.error(error.message)
    process.exitCode = 1
  }
}
