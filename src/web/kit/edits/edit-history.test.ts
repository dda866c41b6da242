import { describe, expect, it } from 'vitest'
import { type Change, createEditHistory, type Notice, OvertakenEdit } from './edit-history.ts'

class Outage extends Error {}

/** Rows that several people edit. Each answer takes a few turns of the event loop, so that requests can overlap. */
function createStore() {
  const values = new Map<string, number>()
  const store = { values, isAway: false, refuses: false, open: 0, mostOpen: 0 }
  async function write(key: string, value: number) {
    store.open += 1
    store.mostOpen = Math.max(store.mostOpen, store.open)
    for (let turns = (value + key.length) % 3; turns >= 0; turns--) await Promise.resolve()
    store.open -= 1
    if (store.isAway) throw new Outage()
    if (store.refuses) throw new Error('refused')
    values.set(key, value)
  }
  /** Sets a value if it is still `from`, and reverses itself. */
  const swap =
    (key: string, from: number, to: number): Change =>
    async () => {
      if ((values.get(key) ?? 0) !== from) throw new OvertakenEdit(`${key} was changed.`)
      await write(key, to)
      return swap(key, to, from)
    }
  const set =
    (key: string, to: number): Change =>
    async () => {
      const from = values.get(key) ?? 0
      await write(key, to)
      return swap(key, to, from)
    }
  return { store, set, swap }
}

function open() {
  const notices: Notice[] = []
  const { store, set } = createStore()
  const history = createEditHistory({ tell: (notice) => notices.push(notice), isOutage: (error) => error instanceof Outage })
  const kinds = () => notices.splice(0).map(({ kind }) => kind)
  return { history, store, set, kinds }
}

describe('undo and redo', () => {
  it('reverses edits in order and repeats them', async () => {
    const { history, store, set, kinds } = open()
    await history.run('one', set('a', 1))
    await history.run('two', set('a', 2))
    void history.undo()
    await history.undo()
    expect([...store.values]).toEqual([['a', 0]])
    void history.redo()
    await history.redo()
    expect([...store.values]).toEqual([['a', 2]])
    expect(kinds()).toEqual(['undone', 'undone', 'redone', 'redone'])
    expect(history.getState().done.map(({ label }) => label)).toEqual(['one', 'two'])
  })

  it('forgets what was undone when a new edit follows', async () => {
    const { history, store, set, kinds } = open()
    await history.run('one', set('a', 1))
    await history.undo()
    await history.run('other', set('b', 5))
    await history.redo()
    expect(Object.fromEntries(store.values)).toEqual({ a: 0, b: 5 })
    expect(kinds()).toEqual(['undone', 'nothing'])
  })

  it('undoes one step by its toast, and rejects the second press', async () => {
    const { history, store, set, kinds } = open()
    const first = await history.run('first', set('a', 1))
    await history.run('second', set('b', 2))
    await history.undo(first)
    await history.undo(first)
    expect(Object.fromEntries(store.values)).toEqual({ a: 0, b: 2 })
    expect(kinds()).toEqual(['undone', 'gone'])
  })

  it('keeps a step while the server is away, and drops it when the server refuses it', async () => {
    const { history, store, set, kinds } = open()
    await history.run('one', set('a', 1))
    store.isAway = true
    await history.undo()
    expect(history.getState().done).toHaveLength(1)
    store.isAway = false
    store.refuses = true
    await history.undo()
    expect(history.getState().done).toHaveLength(0)
    store.refuses = false
    await history.undo()
    expect(store.values.get('a')).toBe(1)
    expect(kinds()).toEqual(['unreachable', 'refused', 'nothing'])
  })

  it('never overwrites a later value of another user', async () => {
    const { history, store, set, kinds } = open()
    await history.run('one', set('a', 1))
    store.values.set('a', 7)
    await history.undo()
    expect(store.values.get('a')).toBe(7)
    expect(kinds()).toEqual(['overtaken'])
    expect(history.getState().done).toEqual([])
  })

  it('keeps a step that only a later own step blocks', async () => {
    const { history, kinds } = open()
    history.note('blocked', async () => {
      throw new OvertakenEdit('Undo the later one first.', { isKept: true })
    })
    await history.undo()
    expect(kinds()).toEqual(['overtaken'])
    expect(history.getState().done).toHaveLength(1)
  })

  it('waits for work that has not been noted yet', async () => {
    const { history, store, set } = open()
    let finish = () => {}
    const work = new Promise<void>((resolve) => {
      finish = resolve
    }).then(() => history.note('late', set('a', 9)))
    void history.track(work)
    const undoing = history.undo()
    finish()
    await undoing
    expect(store.values.get('a')).toBe(9)
  })

  it('leaves no step for an edit that the server refuses or that cannot be reversed', async () => {
    const { history, store, set, kinds } = open()
    store.refuses = true
    expect(await history.run('refused', set('a', 1))).toBeUndefined()
    store.refuses = false
    expect(await history.run('final', async () => null)).toBeUndefined()
    expect(history.getState()).toMatchObject({ done: [], undone: [], pendingCount: 0 })
    expect(kinds()).toEqual(['refused'])
  })
})

/** Reproducible numbers from 0 to `below`. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface ModelStep {
  key: string
  from: number
  to: number
}

/** Follows the rules without any waiting; the history must agree with it. */
function createModel() {
  const values = new Map<string, number>()
  let done: ModelStep[] = []
  let undone: ModelStep[] = []
  const at = (key: string) => values.get(key) ?? 0
  return {
    values,
    labels: () => [done, undone].map((steps) => steps.length),
    edit(key: string, to: number, isAllowed: boolean) {
      if (!isAllowed) return
      done = [...done, { key, from: at(key), to }]
      undone = []
      values.set(key, to)
    },
    undo(isAway: boolean, isRefused: boolean) {
      const step = done.at(-1)
      if (!step) return
      const isOvertaken = at(step.key) !== step.to
      if (isAway && !isOvertaken) return
      done = done.slice(0, -1)
      if (isOvertaken || isRefused) return
      undone = [...undone, step]
      values.set(step.key, step.from)
    },
    redo(isAway: boolean, isRefused: boolean) {
      const step = undone.at(-1)
      if (!step) return
      const isOvertaken = at(step.key) !== step.from
      if (isAway && !isOvertaken) return
      undone = undone.slice(0, -1)
      if (isOvertaken || isRefused) return
      done = [...done, step]
      values.set(step.key, step.to)
    },
  }
}

it('agrees with the rules over random sequences of edits, undos, redos, other users, refusals and outages', async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed)
    const { history, store, set } = open()
    const model = createModel()
    for (let turn = 0; turn < 40; turn++) {
      const key = `k${random(3)}`
      const kind = random(10)
      if (kind < 4) {
        const value = 1 + random(50)
        model.edit(key, value, !store.isAway && !store.refuses)
        const pending = history.run(`${key} ${value}`, set(key, value))
        // Half of the edits are followed by the next press before the server has answered.
        if (random(2) === 0) await pending
      } else if (kind < 6) {
        model.undo(store.isAway, store.refuses)
        void history.undo()
      } else if (kind < 8) {
        model.redo(store.isAway, store.refuses)
        void history.redo()
      } else {
        // Conditions change only between requests, because a request in progress would see both.
        await history.enqueue(async () => undefined)
        if (kind === 8) {
          const value = 100 + random(50)
          store.values.set(key, value)
          model.values.set(key, value)
        } else {
          store.isAway = random(3) === 0
          store.refuses = !store.isAway && random(3) === 0
        }
      }
    }
    await history.enqueue(async () => undefined)
    const { done, undone, pendingCount } = history.getState()
    expect.soft(Object.fromEntries(store.values), `values with seed ${seed}`).toEqual(Object.fromEntries(model.values))
    expect.soft([done.length, undone.length], `steps with seed ${seed}`).toEqual(model.labels())
    expect([pendingCount, store.open, store.mostOpen <= 1]).toEqual([0, 0, true])
  }
})
