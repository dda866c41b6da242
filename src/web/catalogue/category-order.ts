/** What of a category its place in the tree depends on. */
interface InOrder {
  id: number
  name: string
  number: number
  masterFormatSection: string | null
  parent: { id: number } | null
}
export interface Placed<C> {
  category: C
  isChild: boolean
}

/** Parents in their order, each followed by its own; a search keeps what matches, and the parents of what does. */
export function inTree<C extends InOrder>(all: readonly C[], search: string): Placed<C>[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ number, name, masterFormatSection }: C) => {
    const text = `${number} ${name} ${masterFormatSection ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const known = new Set(all.map(({ id }) => id))
  const roots = all.filter(({ parent }) => !parent || !known.has(parent.id))
  return roots.flatMap((root) => {
    const below = all.filter(({ parent }) => parent?.id === root.id).filter((child) => matches(root) || matches(child))
    if (below.length === 0 && !matches(root)) return []
    return [{ category: root, isChild: false }, ...below.map((category) => ({ category, isChild: true }))]
  })
}

/** The list with one category before a neighbour, or so many places up or down among its neighbours; nothing where it stays. */
export function moved<C extends InOrder>(all: readonly C[], id: number, to: { before?: number; by?: number }): C[] | undefined {
  const own = all.find((one) => one.id === id)
  if (!own) return undefined
  const siblings = all.filter(({ parent }) => parent?.id === own.parent?.id)
  const from = siblings.indexOf(own)
  const rest = siblings.toSpliced(from, 1)
  const at = to.before === undefined ? from + (to.by ?? 0) : rest.findIndex((one) => one.id === to.before)
  if (at < 0 || at > rest.length || at === from) return undefined
  const next = rest.toSpliced(at, 0, own)
  let place = 0
  return all.map((one) => (siblings.includes(one) ? next[place++]! : one))
}
