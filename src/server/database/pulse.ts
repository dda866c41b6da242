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
  function turn(now: State) {
    if (now !== 'up') drop()
    if (isClosed || (now === state && now !== 'silent')) return
    state = now
    onChange(now)
  }

  async function connected(): Promise<pg.Client> {
    const made = new pg.Client({ ...address, application_name: 'dna pulse' })
    made.on('error', () => made === client && turn('away'))
    await made.connect().catch((error) => {
      made.end().catch(() => undefined)
      throw error
    })
    return made
  }

  async function beat() {
    const heard = await within(turns, client ? client.query('select 1') : connected())
    if (heard instanceof pg.Client) client = heard
    turn(heard === 'nothing' ? 'silent' : heard === 'an error' ? 'away' : 'up')
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

async function within(most: number, asked: Promise<unknown>): Promise<unknown> {
  let heard: { as: unknown } | undefined
  asked.then(
    (answer) => {
      heard = { as: answer }
    },
    () => {
      heard = { as: 'an error' }
    },
  )
  for (let at = 0; at < most && !heard; at++) await new Promise((done) => setTimeout(done, turnMs).unref())
  return heard ? heard.as : 'nothing'
}
