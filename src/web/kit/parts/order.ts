/** Moves one id among its siblings. The siblings occupy the same positions as before. Returns undefined if nothing changes. */
export function moveInOrder<Id>(ids: readonly Id[], id: Id, to: number, isSibling: (other: Id) => boolean = () => true): Id[] | undefined {
  const siblings = ids.filter(isSibling)
  const from = siblings.indexOf(id)
  if (from < 0 || to < 0 || to >= siblings.length || to === from) return undefined
  const next = siblings.toSpliced(from, 1).toSpliced(to, 0, id)
  let index = 0
  return ids.flatMap((item) => (isSibling(item) ? next.slice(index, ++index) : [item]))
}
