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

/** Parents in order, each followed by its children. A search retains matches and their parents. */
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
