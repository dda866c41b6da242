/** Pixels, as in `dashboard.module.css`. */
const [rowHeight, gap] = [2, 12]

/** Lets a card of the dashboard span the grid rows that it needs. A card that waits has no height. */
export function fitRows(card: HTMLElement) {
  const height = card.offsetHeight
  if (height === 0) return
  const rows = `span ${Math.ceil((height + gap) / rowHeight)}`
  if (card.style.gridRowEnd !== rows) card.style.gridRowEnd = rows
}
