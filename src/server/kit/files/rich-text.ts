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

const stripSignatures = (text: string) => text.replace(/(<img src="\/api\/files\/[^"?]+)\?[^"]*"/g, '$1"')

export const signRichText = (text: unknown, addresses: FileUrls): unknown =>
  typeof text === 'string' && text.includes('/api/files/')
    ? text.replace(/(?<=<img src=")\/api\/files\/[^"?]+(?=")/g, (path) => addresses.signed(path).replaceAll('&', '&amp;'))
    : text

/**
 * Sanitizes formatted text to the HTML subset of `html.ts`. `before` is the stored or the returned text; unchanged text is not cleaned
 * again. Text that no editor could have produced is reported.
 */
export async function cleanRichText(input: string, before: unknown, report: (message: string) => void): Promise<string> {
  if (!needsCleaning(input, before)) return stripSignatures(input)
  const { clean, problem } = await cleanedOnce(stripSignatures(input))
  if (problem) report(problem)
  return clean
}

export const hasMarkup = (input: unknown): input is string => typeof input === 'string' && input.includes('<') && !isPlain(input)
const needsCleaning = (input: string, before: unknown) =>
  hasMarkup(input) && !(typeof before === 'string' && stripSignatures(input) === stripSignatures(before))

/** Cleans texts before the transaction begins, so that no database connection waits for it. */
export async function precleanRichText({ userId }: Requester, texts: readonly { input: unknown; before: unknown }[]): Promise<void> {
  for (const { input, before } of texts)
    if (typeof input === 'string' && needsCleaning(input, before)) await runInUserQueue(userId, () => cleanedOnce(stripSignatures(input)))
}

interface Cleaned {
  clean: string
  problem?: string
}
/** Recent results: the write that follows cleans the same texts again. */
const recent = new Map<string, Promise<Cleaned>>()
const mostKept = 50

function cleanedOnce(text: string): Promise<Cleaned> {
  const key = createHash('sha256').update(text).digest('base64')
  const known = recent.get(key)
  if (known) return known
  const cleaned = cleanedBy(text)
  recent.set(key, cleaned)
  cleaned.catch(() => recent.delete(key))
  const [oldest] = recent.keys()
  if (recent.size > mostKept && oldest !== undefined) recent.delete(oldest)
  return cleaned
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
