import type { KeyboardEvent } from 'react'

interface CellKeys {
  isTyping: boolean
  /** Back to what was there. */
  restore: () => void
  /** As if it were typed. */
  fill: (text: string) => void
  /** What stands in the cell above. */
  above: string | undefined
  /** The cell so many rows down and cells to the right. */
  next: (down: number, right: number) => HTMLElement | null | undefined
}
const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  Enter: [1, 0],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** As in the inventory table: Enter and arrows go on, F2 changes what is there, Delete clears, Ctrl D takes what stands above. */
export function handleCellKey(event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>, cell: CellKeys) {
  const box = event.currentTarget
  const isText = box instanceof HTMLInputElement
  if (event.key === 'Escape') return cell.restore()
  if (event.key === 'F2' && isText) return box.setSelectionRange(box.value.length, box.value.length)
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
    event.preventDefault()
    return cell.above === undefined ? undefined : cell.fill(cell.above)
  }
  if ((event.key === 'Delete' || event.key === 'Backspace') && isText && !cell.isTyping) {
    event.preventDefault()
    return cell.fill('')
  }
  const step = steps[event.key]
  // Inside a text that is being changed the arrows move the cursor; with Alt they open the choices.
  if (!step || event.ctrlKey || event.metaKey || event.altKey || (step[1] !== 0 && cell.isTyping)) return undefined
  event.preventDefault()
  const next = cell.next(event.key === 'Enter' && event.shiftKey ? -1 : step[0], step[1])
  if (next) next.focus()
  else if (step[0] !== 0) box.blur()
}
