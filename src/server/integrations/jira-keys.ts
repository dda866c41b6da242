import type { Services } from '../kit/request/context.ts'
import { conflict, HttpError } from '../kit/request/errors.ts'
import type { ReadOnly } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { atKey, type JiraAccess, keyFrom, keysAfter, takenWords } from './jira.ts'
import { asked } from './states.ts'

/** Somebody waits for the answer: what Jira does not say at once the work finds out later. */
const hastily = ({ remote, ...access }: JiraAccess): JiraAccess => ({ ...access, remote: { ...remote, timeoutMs: 3000, repetitions: 0 } })
const mostKeysTried = 8

interface Wish {
  look: ReadOnly
  access: JiraAccess
  services: Services
  projectId: number
  clientId: number | undefined
  key: string | undefined
}

/** The key that was chosen, refused with another one where it is taken; without one the first that is free for this client. */
export async function freeKey({ look, access, services, projectId, clientId, key }: Wish): Promise<string> {
  const hasty = hastily(access)
  const standsAt = async (one: string) => {
    try {
      return await asked(services, 'jira', access.secrets, () => atKey(hasty, one, projectId))
    } catch (error) {
      // Whether Jira can be reached is told by the work, which tries longer.
      if (error instanceof HttpError && error.status === 502) return 'unknown'
      throw error
    }
  }
  if (key === undefined) {
    const first = await firstKey(look, clientId)
    for (const one of [first, ...Array.from(keysAfter(first)).slice(0, mostKeysTried)]) if ((await standsAt(one)) !== 'taken') return one
    return first
  }
  if ((await standsAt(key)) !== 'taken') return key
  for (const one of Array.from(keysAfter(key)).slice(0, mostKeysTried))
    if ((await standsAt(one)) === 'free') {
      const message = `${takenWords(key)} ${one} is free.`
      throw conflict(message, { detail: one, fields: { key: [message] } })
    }
  throw conflict(takenWords(key), { fields: { key: [takenWords(key)] } })
}

/** What no project of ours is linked to. */
async function firstKey(look: ReadOnly, clientId: number | undefined): Promise<string> {
  return look(async (ctx) => {
    const [client] = await ctx.rows({ abbreviation: is.text }, 'select abbreviated_name as abbreviation from client_names where id = $1', [
      clientId ?? null,
    ])
    const abbreviation = client?.abbreviation ?? 'DNA'
    const rows = await ctx.rows({ key: is.text }, 'select external_key as key from project_links where external_key is not null')
    const taken = new Set(rows.map((row) => row.key))
    let n = 1
    while (taken.has(keyFrom(abbreviation, n))) n++
    return keyFrom(abbreviation, n)
  })
}
