import { useCallback, useEffect, useRef, useState } from 'react'
import { bidTotals } from '../../model/bids/comparison.ts'
import { type ExternalBid, saveBidDraft } from '../../model/bids/external-bid-calls.ts'
import { readStored, saveToLocalStorage } from '../kit/look/local-storage.ts'
import { CallError, request } from '../kit/request/client.ts'

type Draft = ExternalBid['draft']
export type DraftLine = Draft['lines'][number]
interface DraftEdits {
  lines: Record<string, Partial<Omit<DraftLine, 'lineKey'>>>
  costs: Record<string, number | null>
  alternates: Record<string, number | null>
  parts: Partial<Pick<Draft, 'exclusions' | 'qualifications' | 'acknowledgedAddenda'>>
}
const noEdits: DraftEdits = { lines: {}, costs: {}, alternates: {}, parts: {} }
const saveAfterMs = 800
const retryAfterMs = 4000

const emptyLine = { unitPrice: null, isExcluded: false, substitute: null, note: null }

function withAmounts(before: Record<string, number>, edits: Record<string, number | null>): Record<string, number> {
  const all = { ...before }
  for (const [key, amount] of Object.entries(edits))
    if (amount === null) delete all[key]
    else all[key] = amount
  return all
}

/** The draft with edits that are not saved yet. Edits win over what someone else of the firm saved meanwhile. */
function withEdits(draft: Draft, edits: DraftEdits): Draft {
  const lines = new Map(draft.lines.map((line) => [line.lineKey, line]))
  for (const [lineKey, edit] of Object.entries(edits.lines)) lines.set(lineKey, { ...emptyLine, ...lines.get(lineKey), ...edit, lineKey })
  return {
    ...draft,
    ...edits.parts,
    lines: [...lines.values()],
    costs: withAmounts(draft.costs, edits.costs),
    alternates: withAmounts(draft.alternates, edits.alternates),
  }
}

type Filled = Pick<Draft, 'lines' | 'costs' | 'alternates' | 'exclusions' | 'qualifications'>
const withoutAmounts = (amounts: Record<string, number>): Record<string, number | null> =>
  Object.fromEntries(Object.keys(amounts).map((key) => [key, null]))

const isEmpty = ({ lines, costs, alternates, parts }: DraftEdits) =>
  [lines, costs, alternates, parts].every((part) => Object.keys(part).length === 0)

const isDraft = (value: unknown): value is Draft => typeof value === 'object' && value !== null && 'rowVersion' in value && 'lines' in value

function currentDraft(error: unknown): Draft | undefined {
  if (!(error instanceof CallError) || error.status !== 409) return undefined
  const { body } = error
  return typeof body === 'object' && body !== null && 'current' in body && isDraft(body.current) ? body.current : undefined
}

/** Drops edits of lines that an addendum removed. */
function onlyKnown(edits: DraftEdits, keys: ReadonlySet<string>): DraftEdits {
  return { ...edits, lines: Object.fromEntries(Object.entries(edits.lines).filter(([key]) => keys.has(key))) }
}

export type SaveState = 'saved' | 'waiting' | 'failed'

/** Saves the draft by itself. Edits stay in the browser until the server has them, also without a network or after a reload. */
export function useBidDraft(bid: ExternalBid, isOpen: boolean) {
  const storage = `bid:${bid.id}`
  const [base, setBase] = useState(bid.draft)
  const [edits, setEdits] = useState<DraftEdits>(() => readStored<DraftEdits>(storage) ?? noEdits)
  const [state, setState] = useState<SaveState>('saved')
  const latest = useRef({ base, edits })
  latest.current = { base, edits }
  useEffect(() => setBase((now) => (bid.draft.rowVersion > now.rowVersion ? bid.draft : now)), [bid.draft])
  useEffect(() => saveToLocalStorage(storage, edits), [storage, edits])

  const save = useCallback(async (): Promise<boolean> => {
    const { base: before, edits: sent } = latest.current
    if (isEmpty(sent)) return true
    const keys = new Set(bid.lines.map(({ lineKey }) => lineKey))
    const attempt = async (draft: Draft): Promise<Draft> => {
      const { lines, costs, alternates, exclusions, qualifications, acknowledgedAddenda } = withEdits(draft, onlyKnown(sent, keys))
      const known = lines.filter(({ lineKey }) => keys.has(lineKey))
      const body = { lines: known, costs, alternates, exclusions, qualifications, acknowledgedAddenda, rowVersion: draft.rowVersion }
      return request(saveBidDraft, { params: { id: bid.id }, body })
    }
    try {
      const saved = await attempt(before).catch((error: unknown) => {
        const current = currentDraft(error)
        if (!current) throw error
        return attempt(current)
      })
      setBase(saved)
      setEdits((now) => withoutSent(now, sent))
      setState('saved')
      return true
    } catch {
      setState('failed')
      return false
    }
  }, [bid.id, bid.lines])

  useEffect(() => {
    if (!isOpen || isEmpty(edits)) return
    setState((now) => (now === 'failed' ? now : 'waiting'))
    const timer = setTimeout(() => void save(), state === 'failed' ? retryAfterMs : saveAfterMs)
    return () => clearTimeout(timer)
  }, [edits, isOpen, save, state])

  const draft = withEdits(base, edits)
  const prices = new Map(draft.lines.map((line) => [line.lineKey, line]))
  const totals = bidTotals(
    bid.lines,
    (lineKey) => prices.get(lineKey),
    bid.costLines.map(({ key }) => draft.costs[key] ?? 0),
    bid.allowances.map(({ amount }) => amount),
  )
  return {
    draft,
    prices,
    totals,
    state,
    save,
    setLine: (lineKey: string, edit: DraftEdits['lines'][string]) =>
      setEdits((now) => ({ ...now, lines: { ...now.lines, [lineKey]: { ...now.lines[lineKey], ...edit } } })),
    setCost: (key: string, amount: number | null) => setEdits((now) => ({ ...now, costs: { ...now.costs, [key]: amount } })),
    setAlternate: (key: string, amount: number | null) => setEdits((now) => ({ ...now, alternates: { ...now.alternates, [key]: amount } })),
    /** Replaces the whole draft by what a workbook has. */
    takeOver: ({ lines, costs, alternates, exclusions, qualifications }: Filled) =>
      setEdits((now) => ({
        lines: Object.fromEntries(lines.map((line) => [line.lineKey, line])),
        costs: { ...withoutAmounts(base.costs), ...costs },
        alternates: { ...withoutAmounts(base.alternates), ...alternates },
        parts: { ...now.parts, exclusions, qualifications },
      })),
    setParts: (parts: DraftEdits['parts']) => setEdits((now) => ({ ...now, parts: { ...now.parts, ...parts } })),
  }
}
export type BidDraft = ReturnType<typeof useBidDraft>

function remaining<V>(part: Record<string, V>, sent: Record<string, V>): Record<string, V> {
  return Object.fromEntries(Object.entries(part).filter(([key, value]) => sent[key] !== value))
}

/** Edits typed while the others were being saved stay. */
function withoutSent(now: DraftEdits, sent: DraftEdits): DraftEdits {
  return {
    lines: remaining(now.lines, sent.lines),
    costs: remaining(now.costs, sent.costs),
    alternates: remaining(now.alternates, sent.alternates),
    parts: now.parts === sent.parts ? {} : now.parts,
  }
}
