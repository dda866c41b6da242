import { messages } from '../../../model/kit/rules.ts'
import { codeOf } from '../../tools/faults.ts'
import { runInWorker } from '../../tools/run-in-worker.ts'
import type { Addresses } from '../request/context.ts'

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
export const signedText = (text: unknown, addresses: Addresses): unknown =>
  typeof text === 'string' && text.includes('/api/files/')
    ? text.replace(/(?<=<img src=")\/api\/files\/[^"?]+(?=")/g, (path) => addresses.signed(path).replaceAll('&', '&amp;'))
    : text

/**
 * Formatted text as it may be stored: the subset of HTML of `html.ts` and nothing else. `before` is the stored or the answered text;
 * what has not changed is not cleaned again. A text that nobody could have written is reported.
 */
export async function cleanRichText(given: string, before: unknown, report: (message: string) => void): Promise<string> {
  if (!given.includes('<') || isPlain(given)) return given
  const text = unsigned(given)
  if (typeof before === 'string' && text === unsigned(before)) return text
  try {
    const clean = await runInWorker('html', text, { timeoutMs: 40_000 })
    if (clean.length > longest) report(messages.maxLength(longest))
    return clean
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'MEMORY' && code !== 'TIMEOUT' && code !== 'TOO_COMPLEX') throw error
    report(messages.unknown)
    return ''
  }
}
