import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'

/** What the product is called until the installation has said how it calls it. */
export const productName = 'DNA'
let named = productName
const titleOf = (page?: string) => (page ? `${page} · ${named}` : named)
/** From now on titles end in the name the installation has for the product. */
export function setProductName(name: string) {
  if (name === named) return
  const suffix = ` · ${named}`
  const page = document.title.endsWith(suffix) ? document.title.slice(0, -suffix.length) : undefined
  named = name
  document.title = titleOf(page)
}

/** The title of the document while a page knows better than the route table, such as the name of the thing it shows. */
export function useTitle(title: string | undefined) {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page starts with the title of its route
  useEffect(() => {
    if (title) document.title = titleOf(title)
  }, [title, pathname])
}

/** Stands around every page: titles the document as the route table says. */
export function useRouteTitle() {
  const facts = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: before the page's own effects, at each change of place
  useLayoutEffect(() => {
    document.title = titleOf(facts?.title)
  }, [facts, pathname])
}
