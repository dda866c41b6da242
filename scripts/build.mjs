import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import { repoRoot, runLocked } from './install.mjs'

const firstPageLimitKb = 200
const sources = ['src', 'package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.base.json', 'scripts/build.mjs']
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
      checkFirstPage(join(aside, 'web'))
      await compress(join(aside, 'web'))

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

function checkFirstPage(web) {
  const manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8'))
  const first = new Set()
  for (const chunk of Object.values(manifest)) if (chunk.isEntry) follow(chunk)
  function follow(chunk) {
    if (first.has(chunk.file)) return
    first.add(chunk.file)
    for (const name of chunk.imports ?? []) follow(manifest[name])
  }

  const sizes = readdirSync(web, { recursive: true })
    .filter((name) => /\.(m?js|css)$/.test(name))
    .map((name) => name.split(sep).join('/'))
    .map((name) => ({ name, kb: gzipSync(readFileSync(join(web, name))).length / 1000, isFirst: first.has(name) }))
    .sort((a, b) => b.kb - a.kb)
  const scripts = sizes.filter(({ name }) => !name.endsWith('.css'))
  const firstPage = scripts.filter(({ isFirst }) => isFirst)
  const later = scripts.filter(({ isFirst }) => !isFirst)
  const styles = sizes.filter(({ name }) => name.endsWith('.css'))
  printChunks('JavaScript of the first page', firstPage)
  printChunks('JavaScript loaded later', later, 12)
  printChunks('Styles', styles, 6)
  if (totalSize(firstPage) > firstPageLimitKb)
    throw new Error(
      `The first page loads ${totalSize(firstPage).toFixed(1)} KB of JavaScript (gz); ${firstPageLimitKb} KB are allowed. Load what it does not need at once with import().`,
    )
}

function printChunks(title, chunks, most = chunks.length) {
  const line = (name, kb) => console.error(`  ${name.padEnd(56)} ${kb.toFixed(1).padStart(8)} KB gz`)
  console.error(title)
  for (const { name, kb } of chunks.slice(0, most)) line(basename(name), kb)
  const rest = chunks.slice(most)
  if (rest.length > 0) line(`and ${rest.length} more`, totalSize(rest))
  line(`= ${chunks.length} files`, totalSize(chunks))
}

function totalSize(chunks) {
  return chunks.reduce((total, { kb }) => total + kb, 0)
}

/** Compresses assets once at build time instead of on every request; the server picks the encoding the browser supports. */
async function compress(web) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const names = readdirSync(web, { recursive: true }).filter((name) => compressible.test(name) && !name.startsWith('.vite'))
  await Promise.all(
    names.map(async (name) => {
      const file = join(web, name)
      const plain = readFileSync(file)
      if (plain.length < 1000) return
      writeFileSync(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }))
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(plain, quality))
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
