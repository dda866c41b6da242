import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'

/** Milliseconds from the last keystroke until what was typed is searched for. */
const typingPause = 120

/** The text to search for: the typed text after a pause, or at once if the answer is in the cache. */
export function useSearchText(typed: string, isCached: (text: string) => boolean = () => false, pause = typingPause): string {
  const text = typed.trim()
  const [settled] = useDebouncedValue(text, pause)
  return isCached(text) ? text : settled
}

/** Calls `search` after a pause in typing, or at once if the answer is in the cache. */
export function useTypedSearch<T>(search: (typed: T) => void, isCached: (typed: T) => boolean = () => false) {
  const searchLater = useDebouncedCallback(search, typingPause)
  return (typed: T) => {
    searchLater(typed)
    if (isCached(typed)) searchLater.flush()
  }
}
