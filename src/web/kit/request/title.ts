import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'

/** Default product name until the installation's settings have loaded. */
export const productName = 'DNA'
let named = productName
const documentTitle = (page?: string) => (page ? `${page} · ${named}` : named)
export function setProductName(name: string) {
  if (name === named) return
  const suffix = ` · ${named}`
  const page = document.title.endsWith(suffix) ? document.title.slice(0, -suffix.length) : undefined
  named = name
  document.title = documentTitle(page)
}

export function useTitle(title: string | undefined) {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page starts with the title of its route
  useEffect(() => {
    if (title) document.title = documentTitle(title)
  }, [title, pathname])
}

export function useRouteTitle() {
  const facts = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: before the page's own effects, at each change of place
  useLayoutEffect(() => {
    document.title = documentTitle(facts?.title)
  }, [facts, pathname])
}
