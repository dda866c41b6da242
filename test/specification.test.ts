import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageOf from '../package.json' with { type: 'json' }
import { btuPerHourPerTon, btuPerHourPerWatt, btuStart } from '../src/model/calculators/btu.ts'
import { projectCostStart } from '../src/model/calculators/project-cost.ts'
import { cmPerInch, screenPresets, screenStart } from '../src/model/calculators/screen-size.ts'
import { messages } from '../src/model/kit/rules.ts'
import { defaultInstallationFactor } from '../src/model/projects/money.ts'
import calls from './fixtures/calls.json' with { type: 'json' }
import words from './fixtures/messages.json' with { type: 'json' }
import promised from './fixtures/not-yet.json' with { type: 'json' }
import { menu, menuLabels, pages } from './fixtures/pages.json' with { type: 'json' }
import { addressPattern } from './kit/code-rules.ts'
import { constantIn, readSources } from './kit/sources.ts'

/** Compares the app with its specification. The fixtures list what is specified; not-yet.json lists what is not implemented. */
const notYet: Record<keyof typeof promised, string[]> = promised
const sources = readSources()
const sourceAt = (path: string) => sources.find((source) => source.path === path)!
type Page = { path: string; permission: unknown }
const built = new Map((constantIn(sourceAt('web/routes.tsx'), 'routes') as Page[]).map((page) => [addressPattern(page.path), page]))

describe('specified pages', () => {
  it('all exist', () => {
    expect(Object.keys(pages).length).toBeGreaterThan(100)
    const missing = Object.keys(pages).filter((path) => !built.has(addressPattern(path)))
    expect(missing.filter((path) => !notYet.pages.includes(path))).toEqual([])
    warnOfDone('pages', notYet.pages, (path) => built.has(addressPattern(path)))
  })

  it('require the specified permission', () => {
    const checked = Object.entries(pages).filter(([path, need]) => need !== null && built.has(addressPattern(path)))
    expect(checked.length).toBeGreaterThan(5)
    const mismatches = checked.filter(
      ([path, need]) => JSON.stringify(built.get(addressPattern(path))!.permission) !== JSON.stringify(need),
    )
    expect(mismatches.map(([path, need]) => `${path} needs ${need}`)).toEqual([])
  })

  it('are in the menu in the specified order', () => {
    const groups: { entries: { path: string }[] }[] = constantIn(sourceAt('web/menu.ts'), 'menu')
    const specified = Object.values(menu).flat() as string[]
    const ownPaths = groups.flatMap(({ entries }) => entries.map(({ path }) => path))
    expect(ownPaths.filter((path) => specified.includes(path))).toEqual(specified)
  })

  it('are in the menu with the specified labels', () => {
    const groups: { label?: string; entries: { path: string; label: string }[] }[] = constantIn(sourceAt('web/menu.ts'), 'menu')
    const ownLabels = new Map(groups.flatMap(({ entries }) => entries.map(({ path, label }) => [path, label])))
    expect(Object.keys(menuLabels).map((path) => [path, ownLabels.get(path)])).toEqual(Object.entries(menuLabels))
    // A group in parentheses has no label.
    const specifiedGroups = Object.keys(menu).filter((group) => /^\w/.test(group))
    expect(groups.flatMap(({ label }) => label ?? [])).toEqual(specifiedGroups)
  })
})

describe('specified calls', async () => {
  const { entities, routes } = await import('../src/server/areas.ts')
  const mounted = new Set(routes.map(({ call }) => addressPattern(`${call.method} /${call.path.slice(1).replace(/:(\w+)/g, '{$1}')}`)))
  const kindsOf = (path: string) => entities.find(({ resource }) => resource.path === path)?.resource.stats ?? []
  /** `{kind}` represents every kind of rows behind a count. */
  const isMounted = (call: string): boolean => {
    const [, path] = /^GET (\w+)\/\{id\}\/Stats\/\{kind\}$/.exec(call) ?? []
    if (!path) return mounted.has(addressPattern(call.replace(' ', ' /')))
    return kindsOf(path).length > 0 && kindsOf(path).every((kind) => isMounted(call.replace('{kind}', kind)))
  }

  it('have a summary of one imperative sentence', () => {
    const verbs =
      /^(Accept|Activate|Add,?|Attach|Apply|Approve|Archive|Change|Check|Clone|Close|Comment|Compare|Copy|Count|Create|Decline|Delete|Download|End|Export|Fill|Generate|Get|Import|Invite|Lift|Link|List|Lock|Mark|Match|Merge|Move|Pin|Preview|Promote|Rank|Recall|Reject|Remove|Rename|Renumber|Reopen|Reorder|Replace|Request|Resend|Reset|Resolve|Restore|Retire|Retry|Revise|Revoke|Rotate|Run|Search|Send|Set|Share|Sign|Snooze|Stop|Submit|Suggest|Suspend|Sync|Test|Turn|Unapprove|Unarchive|Undo|Unlink|Unlock|Unretire|Update|Upload|View|Waive|Watch) /
    expect(
      routes
        .map(({ call }) => call.summary)
        .filter((summary) => !verbs.test(summary) || /(?<!Update|Delete|End|or|of) one of (?!my)/.test(summary)),
    ).toEqual([])
  })

  it('are all mounted', () => {
    expect(calls.length).toBeGreaterThan(70)
    expect(isMounted('POST account/login')).toBe(true)
    expect(isMounted('POST account/nowhere')).toBe(false)
    expect(isMounted('GET roles/{id}/Stats/{kind}')).toBe(false)
    expect(calls.filter((call) => !isMounted(call) && !notYet.calls.includes(call))).toEqual([])
    warnOfDone('calls', notYet.calls, isMounted)
  })
})

describe('specified messages', () => {
  const ruleText = (rule: string): string => {
    const found = rule.split('.').reduce<any>((at, key) => at?.[key], messages)
    return typeof found === 'function' ? found('N') : found
  }
  it.each(Object.entries(words))('%s: %s', (rule, message) => expect(ruleText(rule)).toBe(message))
})

describe('specified constants', () => {
  it('match in the model', () => {
    expect({ btuPerHourPerWatt, btuPerHourPerTon, btuStart }).toEqual({
      btuPerHourPerWatt: 3.412141633,
      btuPerHourPerTon: 12_000,
      btuStart: { watts: 100, heatBtuPerHour: 341.21, tons: 0.02843 },
    })
    expect(projectCostStart).toMatchObject({
      hardwareCost: 1000,
      totalArea: 0,
      installFactor: 0.25,
      installCost: 250,
      laborFactor: 0.25,
      laborCost: 250,
    })
    expect({ cmPerInch, defaultInstallationFactor }).toEqual({ cmPerInch: 2.54, defaultInstallationFactor: 0.25 })
    expect(screenStart).toMatchObject({ widthPixels: 1920, heightPixels: 1080 })
    expect(Object.fromEntries(Object.entries(screenPresets).map(([group, presets]) => [group, Object.keys(presets)]))).toEqual({
      Common: ['4K Ultra HD', 'Full HD', 'HD-Ready', 'WUXGA', 'WQXGA'],
      'Ultra-wide': ['WFHD', 'WQHD', 'UW4K', 'UW8K'],
      Others: ['FWXGA', 'NTSC', 'PAL'],
    })
  })

  it('match in the version', () => expect(packageOf.version).toBe('2.47.0'))

  const web = readAll(join(import.meta.dirname, '..', 'src', 'web'))
  /** Visible or measurable requirements with the pattern that proves each, in any web file or in a specific one. */
  const seen: [name: string, looks: RegExp, file?: string][] = [
    ['side menu 220 wide', /side-width: 220px/],
    ['personal settings at least 600 wide', /min-width: 600px|miw=\{600\}|size=\{600\}[^>]*Personal/],
    ['file viewer 1100 wide', /\b1100px/],
    ['global search 575 wide', /\b575\b/],
    ['a toast for 5 s', /duration = 5000/],
    ['at most 20 toasts', /limit=\{20\}/],
    [
      'a failed start of the live channel again after 5 s',
      /retryAfter = 5000\n.*=== 0 \? .*: retryAfter\n.*setTimeout\(resolve, retryAfter\)/s,
      'web/kit/request/live.ts',
    ],
    ['copied for 2000 ms', /timeout=\{2000\}/],
    ['searching 400 ms after the last key', /search[^\n]*400\)|Debounced[^\n]*400/],
    ['menus of filters 300 high', /maxDropdownHeight[=:] ?\{?300/],
    ['out after changed permissions in 100 ms', /signOut\('permissions-updated'\), 100/],
    ['a chunk within 120 s', /120_000|120000/],
    ['unsaved changes', /You have unsaved changes on this page! leave anyway\?/],
    ['unknown error', /Unknown error occured!/],
    ['no response', /Error receiving a response!/],
    ['no viewer', /No supported viewer for this file type!/],
    ['file fetched', /Fetching File\.\.\./],
    ['file not fetched', /Error Fetching File Content!/],
    ['pdf without url', /Invalid File Url/],
    ['settings not loaded', /Error Loading Your Personal Settings!/],
    ['something wrong', /Uh-Oh! Something went wrong!/],
    ['no desktop notifications', /This browser does not support desktop notification/],
    ['dates missing', /'N\/A'|>N\/A</],
    ['previous user', /Previous User/],
  ]
  it.each(seen)('%s', (name, pattern, file) => {
    const isThere = pattern.test(file ? sourceAt(file).text : web)
    if (isThere)
      warnOfDone(
        'constants',
        notYet.constants.filter((constant) => constant === name),
        () => true,
      )
    expect(isThere || notYet.constants.includes(name)).toBe(true)
  })
})

describe('displayed dates', () => {
  const filesWith = (pattern: RegExp) =>
    sources.filter(({ path, text }) => /^web\/.*\.tsx$/.test(path) && pattern.test(text)).map(({ path }) => path)

  it('are N/A when missing', () => {
    const own = /<Date(Time|Only)[^>]*\/> : <(MissingValue|span className="dna-muted">–)|=> \w+ && <Date(Time|Only)/
    for (const planted of ['at ? <DateOnly of={at} /> : <MissingValue />', '(at) => at && <DateTime of={at} />'])
      expect(own.test(planted)).toBe(true)
    expect(filesWith(own)).toEqual([])
  })

  // Allowed exceptions: plain text in a cell, and today's date on a printed sheet.
  it('with a time have their offset in a tooltip', () =>
    expect(filesWith(/formatInstant(Day)?\(/)).toEqual([
      'web/kit/look/format.tsx',
      'web/kit/parts/columns.tsx',
      'web/spaces/flow-sheets.tsx',
    ]))
})

function readAll(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && !file.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(20)
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
}

function warnOfDone(what: string, list: string[], isDone: (name: string) => boolean) {
  const done = list.filter(isDone)
  if (done.length > 0) console.warn(`test/fixtures/not-yet.json can drop from ${what}: ${done.join(', ')}`)
}
