import { createHash } from 'node:crypto'
import { messages } from '../../../model/kit/rules.ts'
import { errorCode } from '../../tools/faults.ts'
import { runInWorker } from '../../tools/run-in-worker.ts'
import type { FileUrls } from '../request/context.ts'
import type { Requester } from '../request/routes.ts'
import { runInUserQueue } from '../request/turns.ts'

const longest = 200_000
const BARE = /<(\/?)([a-z][a-z0-9]*)>/g
const bare = new Set('p strong em u s ul ol li h1 h2 h3 h4 table thead tbody tr th td'.split(' '))

/** Markup that needs no cleaning: nothing but allowed elements without attributes, each closed where it was opened. */
function isPlain(text: string): boolean {
  const open: string[] = []
  let end = 0
  for (const { 0: tag, 1: closes, 2: name, index } of text.matchAll(BARE)) {
    if (text.slice(end, index).includes('<')) return false
    end = index + tag.length
    if (closes) {
      if (open.pop() !== name) return false
    } else if (name !== 'br') {
      if (!bare.has(name!) || open.push(name!) > 50) return false
    }
  }
  return open.length === 0 && !text.includes('<', end)
}

/** Addresses of own pictures as they are stored. */
const unsigned = (text: string) => text.replace(/(<img src="\/api\/files\/[^"?]+)\?[^"]*"/g, '$1"')

/** Stored text with addresses a page can show. */
export const signRichText = (text: unknown, addresses: FileUrls): unknown =>
  typeof text === 'string' && text.includes('/api/files/')
    ? text.replace(/(?<=<img src=")\/api\/files\/[^"?]+(?=")/g, (path) => addresses.signed(path).replaceAll('&', '&amp;'))
    : text

/**
 * Formatted text as it may be stored: the subset of HTML of `html.ts` and nothing else. `before` is the stored or the answered text;
 * what has not changed is not cleaned again. A text that nobody could have written is reported.
 */
export async function cleanRichText(given: string, before: unknown, report: (message: string) => void): Promise<string> {
  if (!needsCleaning(given, before)) return unsigned(given)
  const { clean, problem } = await cleanedOnce(unsigned(given))
  if (problem) report(problem)
  return clean
}

export const hasMarkup = (given: unknown): given is string => typeof given === 'string' && given.includes('<') && !isPlain(given)
const needsCleaning = (given: string, before: unknown) =>
  hasMarkup(given) && !(typeof before === 'string' && unsigned(given) === unsigned(before))

/** Cleans before a change begins what it will ask to be cleaned, so that no connection to the database waits for it. */
export async function precleanRichText({ userId }: Requester, texts: readonly { given: unknown; before: unknown }[]): Promise<void> {
  for (const { given, before } of texts)
    if (typeof given === 'string' && needsCleaning(given, before)) await runInUserQueue(userId, () => cleanedOnce(unsigned(given)))
}

interface Cleaned {
  clean: string
  problem?: string
}
/** What the same texts became a moment ago: they are the same again when the change that is on its way asks. */
const lately = new Map<string, Promise<Cleaned>>()
const mostKept = 50

function cleanedOnce(text: string): Promise<Cleaned> {
  const key = createHash('sha256').update(text).digest('base64')
  const known = lately.get(key)
  if (known) return known
  const made = cleanedBy(text)
  lately.set(key, made)
  made.catch(() => lately.delete(key))
  const [oldest] = lately.keys()
  if (lately.size > mostKept && oldest !== undefined) lately.delete(oldest)
  return made
}

async function cleanedBy(text: string): Promise<Cleaned> {
  try {
    const clean = await runInWorker('html', text, { timeoutMs: 10_000 })
    return clean.length > longest ? { clean: '', problem: messages.maxLength(longest) } : { clean }
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'MEMORY' && code !== 'TIMEOUT' && code !== 'TOO_COMPLEX') throw error
    return { clean: '', problem: messages.unknown }
  }
}
