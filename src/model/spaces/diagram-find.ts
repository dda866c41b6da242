import { type Drawing, sizes } from './diagram-layout.ts'

/** A unit or a wire of a drawing, and its middle. */
export interface FoundInDrawing {
  unitId: number | null
  wireId: number | null
  /** As it is read out. */
  name: string
  x: number
  y: number
}

/** How well a text answers: all of it, its beginning, or some of it; nothing where it does not. */
function rankOf(texts: readonly string[], term: string): number | undefined {
  const ranks = texts
    .map((text) => text.toLowerCase())
    .flatMap((text) => (text === term ? 0 : text.startsWith(term) ? 1 : text.includes(term) ? 2 : []))
  return ranks.length > 0 ? Math.min(...ranks) : undefined
}

/** Units by label, tag and model, wires by number; the best first. */
export function findInDrawing({ boxes, wires }: Pick<Drawing, 'boxes' | 'wires'>, term: string): FoundInDrawing[] {
  const wanted = term.trim().toLowerCase()
  if (wanted === '') return []
  const units = boxes.flatMap(({ unit, x, y, height }) => {
    const rank = rankOf([unit.label, unit.tag, unit.model], wanted)
    return rank === undefined ? [] : [{ rank, unitId: unit.id, wireId: null, name: unit.label, x: x + sizes.width / 2, y: y + height / 2 }]
  })
  const cables = wires.flatMap(({ wire, label: [x, y] }) => {
    const rank = rankOf([wire.number], wanted)
    return rank === undefined ? [] : [{ rank, unitId: null, wireId: wire.id, name: wire.number, x, y }]
  })
  return [...units, ...cables].toSorted((a, b) => a.rank - b.rank).map(({ rank: _, ...found }) => found)
}
