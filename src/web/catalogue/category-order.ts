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
