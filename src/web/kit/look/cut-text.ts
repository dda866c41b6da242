import { useEffect } from 'react'

let told: HTMLElement | undefined

/** What an element shows only a part of; nothing where all of it can be read. */
function cutWords(element: HTMLElement): string | undefined {
  if (element.scrollWidth <= element.clientWidth || element.clientWidth === 0) return undefined
  if (element instanceof HTMLInputElement) return element.value
  return getComputedStyle(element).textOverflow === 'ellipsis' ? element.textContent.trim() : undefined
}

/** Where words are cut the rest stands in the tooltip, as long as the pointer or the focus is there. */
function tell({ target }: Event) {
  told?.removeAttribute('title')
  told = undefined
  if (!(target instanceof HTMLElement) || target.closest('[title]')) return
  let element: HTMLElement | null = target
  // A cell cuts what stands in it, however deep.
  for (let deep = 0; element && deep < 4; deep++, element = element.parentElement) {
    const words = cutWords(element)
    if (!words) continue
    element.title = words
    told = element
    return
  }
}

/** Stands once beside the pages. */
export function useCutText() {
  useEffect(() => {
    document.addEventListener('pointerover', tell)
    document.addEventListener('focusin', tell)
    return () => {
      document.removeEventListener('pointerover', tell)
      document.removeEventListener('focusin', tell)
    }
  }, [])
}
