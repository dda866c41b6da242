import type { KeyboardEvent } from 'react'

interface CellKeys {
  isTyping: boolean
  restore: () => void
  fill: (text: string) => void
  above: string | undefined
  next: (down: number, right: number) => HTMLElement | null | undefined
}
const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  Enter: [1, 0],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Key handling of an editable cell, as in the inventory table: Enter and arrows move, F2 edits, Delete clears, Ctrl+D copies the cell
 * above.
 */
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
  // While text is being edited the horizontal arrows move the cursor; with Alt, the arrows open the options.
  if (!step || event.ctrlKey || event.metaKey || event.altKey || (step[1] !== 0 && cell.isTyping)) return undefined
  event.preventDefault()
  const next = cell.next(event.key === 'Enter' && event.shiftKey ? -1 : step[0], step[1])
  if (next) next.focus()
  else if (step[0] !== 0) box.blur()
}
