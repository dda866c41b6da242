import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Loaded with the first new password: the dictionaries take 23 MB and up to a second. */
let loading: Promise<ZxcvbnFactory> | undefined
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary: { passwords: dictionary['passwords-common'] }, graphs: adjacencyGraphs })
}

/** Estimating takes quadratic time, and no common password is longer. */
const mostChecked = 40
/** Guesses an attacker needs: a season and a year take 10^8. The limit applies only to passwords made mostly of known parts. */
const enoughGuesses = 10 ** 8.1

/** Returns true if the password is mostly words of the dictionary, keyboard rows, sequences, repetitions, or dates. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadEstimator()
  const checked = password.slice(0, mostChecked)
  const { guesses, sequence } = (await loading).check(checked)
  const known = sequence.reduce((length, { pattern, token }) => (pattern === 'bruteforce' ? length : length + token.length), 0)
  return guesses < enoughGuesses && known >= checked.length / 2
}

/** Returns true if less than the shortest password is left without the names. Names of one or two letters are parts of other words. */
export function isMadeOfNames(password: string, names: readonly (string | null)[]): boolean {
  let rest = password.toLowerCase()
  const parts = names.flatMap((name) => (name ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2)
  for (const part of parts.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(part, '')
  return rest.length < password.length && rest.length < shortestPassword
}
const shortestPassword = 8
