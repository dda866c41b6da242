import { type Drawing, sizes } from './diagram-layout.ts'

export interface FoundInDrawing {
  unitId: number | null
  wireId: number | null
  name: string
  x: number
  y: number
}

/** Rank of a match: exact, prefix, or substring; undefined if none. */
function matchRank(texts: readonly string[], term: string): number | undefined {
  const ranks = texts
    .map((text) => text.toLowerCase())
    .flatMap((text) => (text === term ? 0 : text.startsWith(term) ? 1 : text.includes(term) ? 2 : []))
  return ranks.length > 0 ? Math.min(...ranks) : undefined
}

/** Finds units by label, tag, and model and wires by number, including those in collapsed chains; best match first. */
export function findInDrawing({ boxes, wires }: Pick<Drawing, 'boxes' | 'wires'>, term: string): FoundInDrawing[] {
  const searchTerm = term.trim().toLowerCase()
  if (searchTerm === '') return []
  const units = boxes.flatMap(({ block, x, y, height }) => {
    const at = { unitId: block.id, wireId: null, x: x + sizes.width / 2, y: y + height / 2 }
    const within = block.isClosed ? block.chain : undefined
    return [
      ...(within?.units ?? [block]).map(({ label, tag, model }) => ({
        ...at,
        rank: matchRank([label, tag, model], searchTerm),
        name: label,
      })),
      ...(within?.wires ?? []).map(({ number }) => ({ ...at, rank: matchRank([number], searchTerm), name: number })),
    ]
  })
  const cables = wires.map(({ wire, label: [x, y] }) => {
    return { rank: matchRank([wire.number], searchTerm), unitId: null, wireId: wire.id, name: wire.number, x, y }
  })
  return [...units, ...cables]
    .flatMap(({ rank, ...found }) => (rank === undefined ? [] : [{ rank, found }]))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ found }) => found)
}
