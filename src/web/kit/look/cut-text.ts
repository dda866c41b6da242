import { useEffect } from 'react'

let told: HTMLElement | undefined

/** Returns the full text of a truncated element, or undefined if all of it is visible. */
function cutWords(element: HTMLElement): string | undefined {
  if (element.scrollWidth <= element.clientWidth || element.clientWidth === 0) return undefined
  if (element instanceof HTMLInputElement) return element.value
  return getComputedStyle(element).textOverflow === 'ellipsis' ? element.textContent.trim() : undefined
}

/** Shows the full text of a truncated element as a tooltip while it is hovered or focused. */
function showFullText({ target }: Event) {
  told?.removeAttribute('title')
  told = undefined
  if (!(target instanceof HTMLElement) || target.closest('[title]')) return
  let element: HTMLElement | null = target
  // The cell truncates its content at any depth, so up to four ancestors are checked.
  for (let deep = 0; element && deep < 4; deep++, element = element.parentElement) {
    const cutText = cutWords(element)
    if (!cutText) continue
    element.title = cutText
    told = element
    return
  }
}

export function useCutText() {
  useEffect(() => {
    document.addEventListener('pointerover', showFullText)
    document.addEventListener('focusin', showFullText)
    return () => {
      document.removeEventListener('pointerover', showFullText)
      document.removeEventListener('focusin', showFullText)
    }
  }, [])
}
