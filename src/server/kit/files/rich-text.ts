import { createHash } from 'node:crypto'
import { messages } from '../../../model/kit/rules.ts'
import { errorCode } from '../../tools/errors.ts'
import { runInWorker } from '../../tools/run-in-worker.ts'
import type { FileUrls } from '../request/context.ts'
import type { Requester } from '../request/routes.ts'
import { runInUserQueue } from '../request/user-queue.ts'

const longest = 200_000
const BARE = /<(\/?)([a-z][a-z0-9]*)>/g
const bare = new Set('p strong em u s ul ol li h1 h2 h3 h4 table thead tbody tr th td'.split(' '))

/** Returns true for markup that needs no cleaning: only allowed elements without attributes, properly nested. */
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

const unsigned = (text: string) => text.replace(/(<img src="\/api\/files\/[^"?]+)\?[^"]*"/g, '$1"')

export const signRichText = (text: unknown, addresses: FileUrls): unknown =>
  typeof text === 'string' && text.includes('/api/files/')
    ? text.replace(/(?<=<img src=")\/api\/files\/[^"?]+(?=")/g, (path) => addresses.signed(path).replaceAll('&', '&amp;'))
    : text

/**
 * Sanitizes formatted text to the HTML subset of `html.ts`. `before` is the stored or the returned text; unchanged text is not cleaned
 * again. Text that no editor could have produced is reported.
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

/** Cleans texts before the transaction begins, so that no database connection waits for it. */
export async function precleanRichText({ userId }: Requester, texts: readonly { given: unknown; before: unknown }[]): Promise<void> {
  for (const { given, before } of texts)
    if (typeof given === 'string' && needsCleaning(given, before)) await runInUserQueue(userId, () => cleanedOnce(unsigned(given)))
}

interface Cleaned {
  clean: string
  problem?: string
}
/** Recent results: the write that follows cleans the same texts again. */
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
