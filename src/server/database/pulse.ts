import pg from 'pg'

const everyMs = 500
/** Event loop turns without a response that count as silence. Counting turns avoids mistaking a busy process for a silent database. */
const turnMs = 100
const turns = 30

/** `away` refuses connections or is unreachable; `silent` accepts requests but never responds. */
type State = 'up' | 'away' | 'silent'

/**
 * Queries the database twice a second on its own connection. A frozen database accepts connections and statements but never responds, which
 * looks like a slow query, so requests would wait forever.
 */
export function keepPulse(address: pg.ClientConfig, onChange: (state: State) => void) {
  let isClosed = false
  let state: State = 'up'
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  function drop() {
    client?.end().catch(() => undefined)
    client = undefined
  }
  /** Reports silence repeatedly, because further requests may have started to wait. */
  function changeState(now: State) {
    if (now !== 'up') drop()
    if (isClosed || (now === state && now !== 'silent')) return
    state = now
    onChange(now)
  }

  async function connected(): Promise<pg.Client> {
    const newClient = new pg.Client({ ...address, application_name: 'dna pulse' })
    newClient.on('error', () => newClient === client && changeState('away'))
    await newClient.connect().catch((error) => {
      newClient.end().catch(() => undefined)
      throw error
    })
    return newClient
  }

  async function beat() {
    const reply = await waitAtMost(turns, client ? client.query('select 1') : connected())
    if (reply instanceof pg.Client) client = reply
    changeState(reply === 'nothing' ? 'silent' : reply === 'an error' ? 'away' : 'up')
    if (!isClosed) timer = setTimeout(() => void beat(), everyMs).unref()
  }
  void beat()

  return {
    state: () => state,
    close() {
      isClosed = true
      clearTimeout(timer)
      drop()
    },
  }
}

async function waitAtMost(most: number, work: Promise<unknown>): Promise<unknown> {
  let settled: { as: unknown } | undefined
  work.then(
    (answer) => {
      settled = { as: answer }
    },
    () => {
      settled = { as: 'an error' }
    },
  )
  for (let at = 0; at < most && !settled; at++) await new Promise((done) => setTimeout(done, turnMs).unref())
  return settled ? settled.as : 'nothing'
}
