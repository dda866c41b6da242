// Limits how much a browser loads to show a page for the first time. Stops the build where a page is heavier.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** KB of scripts as sent (brotli), by kind of page, and files (scripts and style sheets). */
export const limits = { signIn: 200, list: 330, page: 400 }
export const mostFiles = 30

/** Pages that are still above the limits, with what they may load: KB of scripts and files. These figures may only fall. */
const heavier = JSON.parse(readFileSync(new URL('heavy-pages.json', import.meta.url), 'utf8'))

/** Parts that the main layout loads without an action of the user. `test/journeys/page-weight.test.ts` compares them with a browser. */
const unasked = [
  'reports/download-menu.tsx',
  'inbox/inbox-bell.tsx',
  'settings/personal-settings-store.tsx',
  '@microsoft/signalr/dist/esm/HubConnection.js',
]

/** Pages of the app with the module of each, as declared in `routes.tsx`. Pages of the simple layout belong to the first script. */
function readRoutes(root) {
  const text = readFileSync(join(root, 'src/web/routes.tsx'), 'utf8')
  return [...text.matchAll(/\{ path: '([^']+)', page: (?:lazy\(\(\) => import\('\.\/([^']+)'\)|\w+).* layout: '(\w+)' \}/g)].map(
    ([, path, module, layout]) => ({ path, module, layout }),
  )
}

const hasPart = (root, { module }, part) => module !== undefined && readFileSync(join(root, 'src/web', module), 'utf8').includes(`<${part}`)
/** Modules of a list often have the page of a row, too. */
const isRow = ({ path }) => path.endsWith('id')
const showsForm = (root, route) => isRow(route) && hasPart(root, route, 'FormPage')

function kindOf(root, route) {
  if (route.path === '/login') return 'signIn'
  return !isRow(route) && hasPart(root, route, 'ListPage') ? 'list' : 'page'
}

/** Files that a first visit of each page loads: the static imports of the entry, of the layout, of the page, and of the unasked parts. */
export function pageFiles(root, web) {
  const chunks = JSON.parse(readFileSync(join(web, '.vite', 'chunks.json'), 'utf8'))
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]))
  const chunkOf = (module) => {
    const chunk = chunks.find(({ modules }) => modules.some((own) => own === module || own.endsWith(`/${module}`)))
    if (!chunk) throw new Error(`The build has no file with ${module}`)
    return chunk
  }
  return readRoutes(root).map((route) => {
    const parts = [
      ...(route.module ? [route.module] : []),
      ...(showsForm(root, route) ? ['kit/form/form-page-body.tsx'] : []),
      ...(route.layout === 'main' ? ['shell/shell.tsx', ...unasked] : []),
    ]
    const loaded = new Set()
    const follow = (chunk) => {
      if (loaded.has(chunk)) return
      loaded.add(chunk)
      for (const file of chunk.imports) follow(byFile.get(file))
    }
    for (const chunk of [...chunks.filter(({ isEntry }) => isEntry), ...parts.map(chunkOf)]) follow(chunk)
    return { ...route, kind: kindOf(root, route), files: [...new Set([...loaded].flatMap(({ file, styles }) => [file, ...styles]))] }
  })
}

const sizeKb = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size / 1000

export function checkWeights(root, web) {
  const sum = (files) => files.reduce((total, file) => total + sizeKb(join(web, file)), 0)
  const pages = pageFiles(root, web).map((page) => ({
    ...page,
    scripts: sum(page.files.filter((file) => !file.endsWith('.css'))),
    styles: sum(page.files.filter((file) => file.endsWith('.css'))),
  }))
  for (const [kind, limit] of Object.entries(limits)) {
    const own = pages.filter((page) => page.kind === kind).sort((a, b) => b.scripts - a.scripts)
    console.error(`First visit, ${kind}: ${own.length} pages, at most ${limit} KB of scripts and ${mostFiles} files`)
    for (const page of own.slice(0, 5)) console.error(`  ${describe(page)}`)
    if (own.length > 10) console.error(`  half are below ${own[Math.floor(own.length / 2)].scripts.toFixed(0)} KB`)
  }
  const heavy = pages.filter(({ path, kind, scripts, files }) => {
    const [mostKb, most] = heavier[path] ?? [limits[kind], mostFiles]
    return scripts > mostKb || files.length > most
  })
  if (heavy.length > 0)
    throw new Error(
      `${heavy.length} pages load too much at the first visit. Load what they do not show at once with import().\n${heavy.map((page) => `  ${describe(page)}`).join('\n')}`,
    )
}

const describe = ({ path, scripts, styles, files }) =>
  `${path.padEnd(48)} ${scripts.toFixed(1).padStart(6)} KB of scripts, ${styles.toFixed(1).padStart(5)} KB of styles, ${files.length} files`
