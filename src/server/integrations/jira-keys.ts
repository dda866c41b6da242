import type { Services } from '../kit/request/context.ts'
import { conflict, HttpError } from '../kit/request/errors.ts'
import type { ReadOnly } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { atKey, type JiraAccess, keyFrom, keysAfter, takenWords } from './jira.ts'
import { callService } from './states.ts'

/** Short timeout without retries, because a user waits for the response. The job finds out later what Jira does not answer in time. */
const hastily = ({ remote, ...access }: JiraAccess): JiraAccess => ({ ...access, remote: { ...remote, timeoutMs: 3000, repetitions: 0 } })
const mostKeysTried = 8

interface KeyRequest {
  readOnly: ReadOnly
  access: JiraAccess
  services: Services
  projectId: number
  clientId: number | undefined
  key: string | undefined
}

/** Returns the chosen key, or the client's first free key when none was chosen. Throws with an alternative if the chosen key is taken. */
export async function freeKey({ readOnly, access, services, projectId, clientId, key }: KeyRequest): Promise<string> {
  const hasty = hastily(access)
  const standsAt = async (text: string) => {
    try {
      return await callService(services, 'jira', access.secrets, () => atKey(hasty, text, projectId))
    } catch (error) {
      // An unreachable Jira is not an error here: the job retries for longer and reports it.
      if (error instanceof HttpError && error.status === 502) return 'unknown'
      throw error
    }
  }
  if (key === undefined) {
    const first = await firstKey(readOnly, clientId)
    for (const text of [first, ...Array.from(keysAfter(first)).slice(0, mostKeysTried)]) if ((await standsAt(text)) !== 'taken') return text
    return first
  }
  if ((await standsAt(key)) !== 'taken') return key
  for (const text of Array.from(keysAfter(key)).slice(0, mostKeysTried))
    if ((await standsAt(text)) === 'free') {
      const message = `${takenWords(key)} ${text} is free.`
      throw conflict(message, { detail: text, fields: { key: [message] } })
    }
  throw conflict(takenWords(key), { fields: { key: [takenWords(key)] } })
}

async function firstKey(readOnly: ReadOnly, clientId: number | undefined): Promise<string> {
  return readOnly(async (ctx) => {
    const [client] = await ctx.rows({ abbreviation: is.text }, 'select abbreviated_name as abbreviation from client_names where id = $1', [
      clientId ?? null,
    ])
    const abbreviation = client?.abbreviation ?? 'DNA'
    const rows = await ctx.rows({ key: is.text }, 'select external_key as key from project_links where external_key is not null')
    const usedKeys = new Set(rows.map((row) => row.key))
    let n = 1
    while (usedKeys.has(keyFrom(abbreviation, n))) n++
    return keyFrom(abbreviation, n)
  })
}
