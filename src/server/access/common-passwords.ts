import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Loaded with the first new password: the dictionaries take 7 MB of heap and up to a second. */
let loading: Promise<ZxcvbnFactory> | undefined
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary: { passwords: dictionary['passwords-common'], places: placeNames() }, graphs: adjacencyGraphs })
}

/** Names of countries and large cities as the JavaScript runtime has them, in lower case without spaces. */
function placeNames(): string[] {
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const countries = letters.flatMap((first) => letters.flatMap((second) => regions.of(first + second) ?? []))
  const cities = Intl.supportedValuesOf('timeZone').map((zone) => zone.slice(zone.lastIndexOf('/') + 1))
  const names = [...countries, ...cities].map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  return [...new Set(names)].filter((name) => name.length > 3)
}

/** Estimating takes quadratic time, and no common password is longer. */
const mostChecked = 40
/** Guesses an attacker needs: a season and a year take 10^8. The limit applies only to passwords made mostly of known parts. */
const enoughGuesses = 10 ** 8.1
/** Symbols between and after words, as in Pass@word1, make ten times as many guesses necessary. */
const guessesOfSymbols = 10
/** Length of a short word that no dictionary has. */
const fewUnknown = 5

/**
 * Returns true if the password is mostly words of the dictionary, places, keyboard rows, sequences, repetitions, or dates, with or without
 * its symbols.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadEstimator()
  const estimator = await loading
  const isGuessed = (text: string, factor: number) => {
    const { guesses, sequence } = estimator.check(text)
    const unknown = sequence.reduce((length, { pattern, token }) => (pattern === 'bruteforce' ? length + token.length : length), 0)
    return guesses * factor < enoughGuesses && unknown <= Math.max(fewUnknown, text.length / 2)
  }
  const checked = password.slice(0, mostChecked)
  return isGuessed(checked, 1) || isGuessed(checked.replace(/[^\p{L}\p{N}]/gu, ''), guessesOfSymbols)
}

/** Returns true if less than the shortest password is left without the names. Names of one or two letters are parts of other words. */
export function isMadeOfNames(password: string, names: readonly (string | null)[]): boolean {
  let rest = password.toLowerCase()
  const parts = names.flatMap((name) => (name ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2)
  for (const part of parts.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(part, '')
  return rest.length < password.length && rest.length < shortestPassword
}
const shortestPassword = 8
