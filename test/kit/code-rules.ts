import { analyse } from 'scslre'
import type { Blind, Source } from './sources.ts'

/** Feature areas. A new one needs a decision record. */
export const areas = [
  'access',
  'backups',
  'companies',
  'catalog',
  'templates',
  'projects',
  'spaces',
  'drawings',
  'checks',
  'contracts',
  'planning',
  'offers',
  'portal',
  'bids',
  'papers',
  'hours',
  'reports',
  'activity',
  'search',
  'calculators',
  'settings',
  'site',
  'plans',
  'starter',
  'integrations',
  'dashboard',
  'files',
  'help',
  'inbox',
  'programs',
  'wire-cad',
]

/** Folders beside the areas in each layer. */
const beside: Record<string, string[]> = {
  model: ['kit'],
  server: ['kit', 'tools', 'database', 'migrations', 'demo'],
  web: ['kit', 'shell', 'public'],
}

/** Folders of a kit in order. Each may import only from itself and those before it. */
export const kitRooms: Record<string, string[]> = {
  server: ['sql', 'request', 'files', 'jobs', 'live', 'external', 'entity', 'list', 'resource'],
  web: ['look', 'request', 'edits', 'parts', 'form', 'list'],
}

const foundations = ['server/settings.ts', 'server/version.ts']
/** Model definitions the kit uses that belong to an area, because users see them there. */
const wordsOfTheKit = ['model/settings/saved-views.ts', 'model/activity/enums.ts', 'model/reports/enums.ts', 'model/enumerations.ts']
/** Packages only the kit may import, because they bypass transactions and permission checks. */
const handles = ['pg', 'fastify', 'pg-boss']

const topFolder = (path: string) => path.split('/')[0]!
const areaFolder = (path: string) => path.split('/').slice(0, 2).join('/')
const isTop = (path: string) => path.split('/').length === 2
const isKit = (path: string) => /^(model|server|web)\/kit\//.test(path)
const isArea = (path: string) => !isTop(path) && areas.includes(path.split('/')[1]!)
const isPublic = (path: string) => /\/public\.tsx?$/.test(path)

/** Checks the import rules between layers and areas (docs/ARCHITECTURE.md). Returns one sentence per violation. */
export function layerViolations(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    source.imports
      .filter(({ target, isPackage }) => !(isPackage ? mayUse(source.path, target) : mayImport(source.path, target)))
      .map(({ target }) => `${source.path} may not import ${target}`),
  )
}

function mayImport(path: string, target: string): boolean {
  const floor = topFolder(path)
  if (isKit(path) && isKit(target) && topFolder(target) === floor) return mayImportInKit(path, target)
  if (areaFolder(path) === areaFolder(target) && !isTop(path)) return true
  // The tools are independent of this app, so they could be reused elsewhere.
  if (path.startsWith('server/tools/')) return false
  if (isTop(path)) return floor === 'model' ? topFolder(target) === 'model' : topFolder(target) === floor || topFolder(target) === 'model'
  if (floor !== 'model' && topFolder(target) === 'model') {
    if (!isKit(path)) return true
    return isKit(target) || isTop(target) || wordsOfTheKit.includes(target)
  }
  if (topFolder(target) !== floor) return false
  if (floor === 'model') return target === 'model/permissions.ts' || (isArea(path) && (isKit(target) || isArea(target)))
  if (floor === 'server') return mayImportOnServer(path, target)
  return mayImportOnWeb(path, target)
}

/** Imports between the folders of a kit go in one direction; a file beside the folders may import all of them. */
function mayImportInKit(path: string, target: string): boolean {
  const order = kitRooms[topFolder(path)]
  const [from, to] = [path, target].map((text) => order?.indexOf(text.split('/')[2]!) ?? -1) as [number, number]
  return from < 0 || (to >= 0 && to <= from)
}

/** The shell may import what areas export publicly, and only top-level web files may import the shell. */
function mayImportOnWeb(path: string, target: string): boolean {
  const isShell = path.startsWith('web/shell/')
  if (isKit(target)) return isArea(path) || isShell
  if (isArea(target)) return isShell || (isArea(path) && isPublic(target))
  return isShell && isTop(target)
}

function mayImportOnServer(path: string, target: string): boolean {
  if (foundations.includes(target)) return true
  // Only an area's index needs the definition of an area.
  if (target === 'server/area.ts') return isArea(path) && /^server\/[\w-]+\/index\.ts$/.test(path)
  if (path.startsWith('server/demo/')) return !isTop(target)
  if (target.startsWith('server/tools/')) return true
  if (path.startsWith('server/database/')) return isKit(target)
  if (isKit(path)) return target.startsWith('server/database/')
  return isKit(target) || (isArea(target) && isPublic(target))
}

function mayUse(path: string, name: string): boolean {
  const floor = topFolder(path)
  if (floor === 'model') return false
  if (floor === 'web') return !name.startsWith('node:') && !handles.includes(name)
  if (isArea(path)) return !handles.includes(name)
  return !/^(react|@mantine|@tanstack)/.test(name)
}

/** Returns import cycles, including type-only and lazy imports, because neither file can be understood without the other. */
export function importCycles(sources: Source[]): string[] {
  const next = new Map(sources.map(({ path, imports }) => [path, imports.filter((one) => !one.isPackage).map(({ target }) => target)]))
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const target of next.get(path) ?? []) visit(target, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of next.keys()) visit(path, [])
  return cycles
}

/** Checks that folders are areas and files are business nouns in kebab-case. */
export function nameViolations(sources: Source[]): string[] {
  return sources.flatMap(({ path }) => {
    const [floor, folder, ...rest] = path.split('/')
    const violations: string[] = []
    if (folder === 'kit' && kitRooms[floor!] && rest.length > 1 && !kitRooms[floor!]!.includes(rest[0]!))
      violations.push(`${path} is in no room of the kit`)
    if (rest.length > 0 && !areas.includes(folder!) && !beside[floor!]?.includes(folder!)) violations.push(`${path} is in no area`)
    const file = path
      .split('/')
      .at(-1)!
      .replace(/\.tsx?$/, '')
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(file)) violations.push(`${path} is not in kebab-case`)
    if (/^(utils?|common|misc|helpers?|manager|service|base)$/.test(file)) violations.push(`${path} says nothing about the business`)
    if (file === 'index' && !(floor === 'server' && isArea(path) && rest.length === 1))
      violations.push(`${path}: only an area's list is an index`)
    return violations
  })
}

function tablesIn(sources: Source[]) {
  const owners = new Map<string, string>()
  const constants = new Map<string, string>()
  for (const { path, text } of sources)
    for (const [, constant, table] of text.matchAll(/(?:const (\w+) = )?(?:entityTable|uuidTable|plainTable)\(\s*'(\w+)'/g)) {
      owners.set(table!, areaFolder(path))
      if (constant) constants.set(constant, table!)
    }
  return { owners, constants }
}

/** Number of direct reads of foreign tables in SQL, by area and table. Views that other areas offer do not count. */
export type CrossAreaReads = Record<string, Record<string, number>>

/** SQL patterns that access a table: first in a clause, later in a list under a short alias, or with a trigger. */
const waysToTables = [
  /\b(?:from|join|using)\s+(?:only\s+)?"?([a-z_]+)\b/g,
  /,\s*(?:only\s+)?"?([a-z_]+)"?(?=\s+(?:where|(?:as\s+)?(?!as|by|in|is|of|on|or|to)[a-z]{1,2})\b)/g,
  /\btrigger\s+\w+\s+(?:before|after)\s[\w\s,]*?\bon\s+"?([a-z_]+)/g,
]

export function crossAreaReads(sources: Source[]): CrossAreaReads {
  const { owners } = tablesIn(sources)
  const found: CrossAreaReads = {}
  for (const { path, text } of sources.filter(({ path }) => path.startsWith('server/') && isArea(path))) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    for (const table of waysToTables.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = '']) => table))) {
      const owner = owners.get(table)
      if (!owner || owner === areaFolder(path)) continue
      const area = path.split('/')[1]!
      found[area] ??= {}
      found[area][table] = (found[area][table] ?? 0) + 1
    }
  }
  return found
}

/** Compares the crossings with the listed limits: additional ones are rejected, and removed ones must be updated in the list. */
export function listDifferences(now: CrossAreaReads, listed: CrossAreaReads): string[] {
  const places = Object.entries({ ...listed, ...now }).flatMap(([area]) =>
    Object.keys({ ...listed[area], ...now[area] }).map((table) => [area, table] as const),
  )
  return places.flatMap(([area, table]) => {
    const [is, was] = [now[area]?.[table] ?? 0, listed[area]?.[table] ?? 0]
    if (is > was)
      return [`the SQL of ${area} names ${table} ${is} times, and ${was} are listed: read a view or call a function of its area`]
    return is < was ? [`the SQL of ${area} names ${table} ${is} times: write ${is} instead of ${was} into the list`] : []
  })
}

/** Files that may decide which price or rate applies. Equipment groups have no agreed prices. */
const tellMoney = [
  'model/contracts/money.ts',
  'model/projects/money.ts',
  'server/catalog/equipment-groups.ts',
  'server/contracts/planned.ts',
  'server/projects/money.ts',
]
const withoutMoney = (path: string) => path.startsWith('server/tools/') || path.startsWith('server/demo/')

/**
 * Finds fallbacks between rates or prices, and amounts multiplied in SQL, outside the functions and views that define them (decision 12).
 * Otherwise a changed rule would apply in only one place.
 */
export const moneyViolations = (sources: Source[]): string[] =>
  sources
    .filter(({ path }) => !tellMoney.includes(path) && !withoutMoney(path))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /\b(?:sellRate|costRate|gaFeePercent|unitPriceOverride|frozenUnitPrice)\)? *(?:\?\?|\|\|)(?! *(?:null|undefined)\b)[^;\n]*/g,
        ),
        ...text.matchAll(/coalesce\([^()]*\b(?:sell_rate|cost_rate|ga_fee_percent|unit_price_override|frozen_unit_price)\b[^()]*\)/g),
        ...text.matchAll(/\bquantity \* (?:\$\{|\w+\.)\w*price\w*/gi),
      ].map(([snippet]) => `${path} decides by itself what counts: ${snippet}`),
    )

/** A form for manufacturers to fill in, assembled sheet by sheet. */
const filledIn = 'server/catalog/manufacturer-workbook.ts'

/**
 * Finds workbooks with separate lists of headers and values, or with their own author line. `ReportColumn` and `preambleOf` exist for
 * these.
 */
export const workbookViolations = (sources: Source[]): string[] =>
  sources
    .filter(({ path }) => path.startsWith('server/') && isArea(path))
    .flatMap(({ path, text }) => [
      ...(path.startsWith('server/reports/') || path === filledIn
        ? []
        : [...text.matchAll(/\{ header: ['`][^{}]*\}/g)].filter(([column]) => !/\b(?:value|read|columnKeys)\b/.test(column))
      ).map(([column]) => `${path} has a column without what stands in it: ${column}`),
      ...(path === 'server/reports/report-scope.ts' ? [] : [...text.matchAll(/\[\s*'(?:Author|Firm)',/g)]).map(
        () => `${path} says itself who made a workbook`,
      ),
    ])

/** Counts roundings per file that bypass `round` or `roundedProduct`, which are exact and round half away from zero. */
export const manualRoundings = (sources: Source[]): Record<string, number> =>
  Object.fromEntries(
    sources.flatMap(({ path, text }) => {
      const count = text.match(/\bMath\.round\(|\.toFixed\(|\.toPrecision\(/g)?.length ?? 0
      return count === 0 || path === 'model/kit/money.ts' || withoutMoney(path) ? [] : [[path, count] as const]
    }),
  )

/** Files that may read untyped rows: row typing itself, and the backup, which counts the rows of its archive. */
const readersOfRows = ['server/kit/sql/row-types.ts', 'server/kit/request/context.ts', 'server/database/backup.ts']
/** Finds untyped database reads. Every query needs a row shape (decision 13), because the driver's own result has no types. */
export const rowViolations = (sources: Source[]): string[] =>
  sources
    .filter(
      ({ path, text }) => path.startsWith('server/') && !readersOfRows.includes(path) && /\.query(<\w+>)?\(|\bQueryable\b|'pg'/.test(text),
    )
    .flatMap(({ path, text }) =>
      [...text.matchAll(/.*(?:\.rows\b(?![(<])|\{[^{}]*\brows\b[^{}]*\}\)? =).*/g)].map(
        ([snippet]) => `${path} reads rows without a shape: ${snippet.trim()}`,
      ),
    )

/** Positional values are reserved for the kit, whose columns are composed at run time, and for ranked search results. */
export const placeholderViolations = (sources: Source[]): string[] =>
  sources
    .filter(
      ({ path, text }) =>
        path.startsWith('server/') && !isKit(path) && path !== 'server/search/search-section.ts' && /\blists\(/.test(text),
    )
    .map(({ path }) => `${path} reads values by their places`)

/** Only its owner, or the kit on the owner's behalf, may write a table. */
export function tableWriteViolations(sources: Source[]): string[] {
  const { owners, constants } = tablesIn(sources)
  const mayWrite = (path: string, table: string) =>
    !owners.has(table) ||
    areaFolder(path) === owners.get(table) ||
    isKit(path) ||
    isTop(path) ||
    path.startsWith('server/database/') ||
    path.startsWith('server/demo/')
  return sources.flatMap(({ path, text }) => {
    const inSql = [...text.matchAll(/\b(?:insert\s+into|delete\s+from|update)\s+(?:only\s+)?"?([a-z_]+)"?\b/g)].map(([, table]) => table!)
    const inCalls = [...text.matchAll(/\.(?:insert|insertMany|update|updateMany|markDeleted|delete)\(\s*(\w+)[,)]/g)].map(
      ([, constant]) => constants.get(constant!) ?? '',
    )
    return [...inSql, ...inCalls]
      .filter((table) => !mayWrite(path, table))
      .map((table) => `${path} writes ${table}, which is ${owners.get(table)}'s`)
  })
}

/** Detects waits by time, which are too short on a slow machine and prove nothing there. */
export const sleepViolations = (text: string) =>
  /\bsetTimeout\(\w+(?:, [^()'"]*)?\)|\bsetTimeout\b.* from 'node:timers\/promises'|\bpg_sleep\(|\bwaitForTimeout\(/.test(text)

/** Finds regular expressions with superlinear run time, because a client could send a text that exploits it. */
export function slowPatternViolations(sources: Source[]): string[] {
  return sources.flatMap(({ path, patterns }) =>
    patterns.flatMap(({ source, flags }) => {
      const [slow] = analyse({ source, flags }, { maxReports: 1 }).reports
      return slow ? [`${path}: /${source}/${flags} is slow for many ${JSON.stringify(slow.character.pick)}`] : []
    }),
  )
}

/** Calls must be declared in the model, which both sides read. */
export const callViolations = (sources: Source[]): string[] =>
  sources
    .filter(({ path, text }) => !path.startsWith('model/') && /\bcall\(\{/.test(text))
    .map(({ path }) => `${path} declares a call of its own`)

/** Served entities are customized with `withOverrides`, which has their calls, not by copying the object with other calls. */
export const overrideViolations = (sources: Source[]): string[] =>
  sources
    .filter(
      ({ path, text }) =>
        isArea(path) && path.startsWith('server/') && /(?:freeze\(|= |=> \()\{\s*\.\.\.\w+,[^{}]*\b(?:routes|calls):/.test(text),
    )
    .map(({ path }) => `${path} copies what is served with other calls`)

/** Checks that every link leads to a page, including links the server sends. */
export function linkViolations(sources: Source[], pages: string[], promised: string[]): string[] {
  const known = new Set([...pages, ...promised].map(addressPattern))
  return sources
    .filter(({ path }) => !path.startsWith('model/'))
    .flatMap(({ path, text }) =>
      (path.startsWith('web/') ? linksOfWeb(path, text) : linksOfServer(text))
        .filter((to) => !to.startsWith('/api/') && !known.has(addressPattern(to)))
        .map((to) => `${path} leads to ${to}, which is no page`),
    )
}
function linksOfWeb(path: string, text: string) {
  const linkPattern = path === 'web/menu.ts' ? /path: '(\/[^']*)'/g : /\b(?:to|href)(?:=|: |=\{)\s*["'`](\/[^"'`?#]*)/g
  return [...text.matchAll(linkPattern)].map(([, to]) => to!)
}
/** Skips links that start with a variable, and paths that are not for users. */
function linksOfServer(text: string) {
  const lines = text.split('\n').filter((line) => /\b(?:link|href|texts|at)(?:: |\(| = )/.test(line))
  return lines.flatMap((line) => [...line.matchAll(/["'`](\/[a-z][^"'`?#]*)/g)].map(([, to]) => to!.replace(/\$\{query\}$/, '')))
}

/** Normalizes paths: `/users/$id`, `/users/{id}` and `/users/${user.id}` are one page. */
export const addressPattern = (path: string) =>
  path
    .replace(/\$\{[^}]*\}|\{[^}]*\}|\$\w+/g, '*')
    .replace(/(.)\/$/, '$1')
    .toLowerCase()

const countLines = ({ text }: Source) => text.split('\n').length - 1

/** Figures that may only decrease; `test/fixtures/figures.json` holds the current values. */
/**
 * Returns exports no other file uses. `others` are tests and scripts, whose uses count. Tables are matched by file, as are closed lists of
 * choices. For a module that is imported as a whole, any mention of the name counts.
 */
export function deadExports(sources: Pick<Source, 'path' | 'text'>[], others: readonly string[] = []): string[] {
  const wordsIn = (text: string) => text.match(/\w+/g) ?? []
  const named = new Set(
    [...sources.map(({ text }) => text), ...others].flatMap((text) =>
      /\* as |\bimport\(/.test(text)
        ? wordsIn(text)
        : [...text.matchAll(/^(?:import|export) [^'"=]+ from '/gm)].flatMap(([head]) => wordsIn(head)),
    ),
  )
  return sources
    .filter(({ path }) => !/^model\/[\w-]+\/enums\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|function|interface|type|class) (\w+)(?! = \w*Table\()\b/gm)]
        .map(([, name]) => name ?? '')
        .filter((name) => !named.has(name))
        .map((name) => `${path} ${name}`),
    )
}

/**
 * Returns unused classes of style sheets. Classes of libraries are ignored, and a style object that is passed on as a whole may use any
 * class.
 */
export function deadClasses(sheets: { path: string; text: string }[], sources: Pick<Source, 'path' | 'text'>[]): string[] {
  return sheets.flatMap(({ path, text }) => {
    const importPattern = new RegExp(`import (\\w+) from '[^']*/${path.split('/').at(-1)?.replaceAll('.', '\\.')}'`)
    const users = sources.flatMap((source) => {
      const css = importPattern.exec(source.text)?.[1]
      return css ? [{ css, text: source.text }] : []
    })
    if (users.some(({ css, text }) => text.includes(`classNames={${css}}`))) return []
    const plain = text.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|:global\([^)]*\)/g, '')
    const names = new Set([...plain.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name ?? ''))
    const isUsed = (name: string) => users.some(({ css, text }) => new RegExp(`\\b${css}\\.${name}\\b|['"\`]${name}['"\`]`).test(text))
    return [...names].filter((name) => !isUsed(name)).map((name) => `${path} .${name}`)
  })
}

export interface CodeMetrics extends Record<Blind, number> {
  looseJson: number
  /** Model fields without a declared content type, which neither the OpenAPI document nor a test checks. */
  looseFields: number
  lines: Record<string, number>
  long: Record<string, number>
}
const frames = ['model/kit', 'server/kit', 'server/tools', 'web/kit', 'web/shell']
const longest = 120

const isDescription = (path: string) => path.startsWith('model/') && !/kit\/(field|response-fields)\.ts$/.test(path)

export function codeMetrics(sources: Source[]): CodeMetrics {
  const product = sources.filter(({ path }) => !path.startsWith('server/demo/'))
  const count = (kind: keyof Source['blind']) => product.reduce((sum, { blind }) => sum + blind[kind], 0)
  const lines = frames.map((frame) => {
    const own = sources.filter(({ path }) => path.startsWith(`${frame}/`))
    return [frame, own.reduce((sum, source) => sum + countLines(source), 0)] as const
  })
  const long = product.flatMap(({ path, functions }) =>
    functions.filter((one) => one.lines > longest).map((one) => [`${path} ${one.name}`, one.lines] as const),
  )
  return {
    any: count('any'),
    casts: count('casts'),
    asNever: count('asNever'),
    nonNull: count('nonNull'),
    AnyRow: count('AnyRow'),
    Values: count('Values'),
    HandlerRequest: count('HandlerRequest'),
    AnyCall: count('AnyCall'),
    looseJson: product.reduce((sum, { text }) => sum + (text.match(/\bis\.json[<(]/g)?.length ?? 0), 0),
    looseFields: sources.reduce((sum, { path, text }) => sum + (isDescription(path) ? (text.match(/\bjson[<(]/g)?.length ?? 0) : 0), 0),
    lines: Object.fromEntries(lines),
    long: Object.fromEntries(long),
  }
}

export function grownMetrics(now: CodeMetrics, before: CodeMetrics): string[] {
  const { lines, long, ...plain } = now
  const larger = (label: string, is: number, was: number) => (is > was ? [`${label}: ${is}, and was ${was}`] : [])
  return [
    ...Object.entries(plain).flatMap(([label, is]) => larger(label, is, before[label as keyof typeof plain])),
    ...Object.entries(lines).flatMap(([label, is]) => larger(`lines of ${label}`, is, before.lines[label] ?? 0)),
    ...Object.entries(long).flatMap(([label, is]) => larger(`lines of ${label}`, is, before.long[label] ?? longest)),
  ]
}

export function sizeReport(sources: Source[]) {
  const productSources = sources.filter(({ path }) => !path.startsWith('server/demo/'))
  const files = productSources.filter((source) => countLines(source) > 300).map((source) => `${source.path} (${countLines(source)})`)
  // A component or entity is declared in one function or call, so its length is the length of the declaration.
  const functions = productSources.flatMap(({ path, functions }) =>
    functions.filter(({ lines }) => lines > 40).map(({ name, lines }) => `${path} ${name} (${lines})`),
  )
  const parameters = productSources.flatMap(({ path, functions }) =>
    functions.filter((one) => one.parameters > 3).map((one) => `${path} ${one.name} (${one.parameters})`),
  )
  return { files, functions, parameters }
}

/** Normalizes spelling differences between wire and domain, as the web client does. */
export const normalizedName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(ie)?s$/, '')

/** Entity names written as literals: in the server's change events, and in the web's event handlers and refetches. */
export function entityNamesInCode(sources: Source[]) {
  const find = (floor: string, ...patterns: RegExp[]) =>
    sources
      .filter(({ path }) => path.startsWith(floor))
      .flatMap(({ path, text }) => patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => ({ path, name: name! }))))
  const hearing = sources.filter(({ text }) => text.includes('EntityChanged'))
  const lists = hearing.flatMap(({ path, text }) =>
    [...text.matchAll(/(\w+)\.(?:includes|has)\(entity\)/g)].flatMap(([, list]) => {
      const [, names = ''] = new RegExp(`const ${list} = (?:new Set\\()?\\[([^\\]]*)\\]`).exec(text) ?? []
      return [...names.matchAll(/'(\w+)'/g)].map(([, name]) => ({ path, name: name! }))
    }),
  )
  return {
    said: find('server/', /\.changed\(\s*\{\s*entity: '(\w+)'/g, /'EntityChanged',\s*\{\s*entity: '(\w+)'/g),
    heard: [
      ...find('web/', /\binvalidateEntity\('(\w+)'[,)]/g),
      ...hearing.flatMap(({ path, text }) => [...text.matchAll(/\bentity [!=]== '(\w+)'/g)].map(([, name]) => ({ path, name: name! }))),
      ...lists,
    ],
  }
}
