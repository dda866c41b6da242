// Drafts the changelog from the commits since a tag or commit: `npm run release-notes -- v2.47.0`. Commit subjects have the form
// `area: imperative summary`; the draft groups them for an editor, who keeps what users notice.
import { execFileSync } from 'node:child_process'
import { repoRoot } from './install.mjs'

const git = (...args) => execFileSync('git', args, { cwd: repoRoot, encoding: 'utf8' }).trim()
const [base = lastRelease()] = process.argv.slice(2)

/** The newest tag, or the commit that last changed the version. */
function lastRelease() {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    return git('log', '-1', '--format=%h', '-G"version": "', '--', 'package.json')
  }
}

const sections = [
  ['Security', /\b(?:secure|forbid|permission|escalat|leak|rate limit)/i],
  ['Fixed', /^(?:fix|correct|mend|prevent|restore)\b/i],
  ['Added', /^(?:add|introduce|offer|support|show)\b/i],
  ['Changed', /./],
]
const developerAreas = new Set(['test', 'tests', 'code', 'comments', 'docs', 'bench', 'scripts', 'check', 'lint', 'kits'])
const commits = git('log', '--reverse', '--no-merges', '--format=%s', `${base}..HEAD`).split('\n').filter(Boolean)
const drafts = new Map(sections.map(([name]) => [name, []]))
for (const subject of commits) {
  const [, area, summary = subject] = /^([\w -]+): (.+)$/.exec(subject) ?? []
  if (area && developerAreas.has(area)) continue
  const [section] = sections.find(([, pattern]) => pattern.test(summary)) ?? []
  drafts.get(section)?.push(`- ${summary.charAt(0).toUpperCase()}${summary.slice(1)}${area ? ` (${area})` : ''}.`)
}
console.log(`## [Unreleased]\n\n<!-- ${commits.length} commits since ${base}; keep what users notice, at most 120 characters a line -->`)
for (const section of ['Added', 'Changed', 'Fixed', 'Security'])
  if (drafts.get(section)?.length) console.log(`\n### ${section}\n\n${drafts.get(section)?.join('\n')}`)
