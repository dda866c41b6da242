import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import type { RouteFacts } from './can.ts'

export const product = 'DNA'

/** The title of the document while a page knows better than the route table, such as the name of the thing it shows. */
export function useTitle(title: string | undefined) {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page starts with the title of its route
  useEffect(() => {
    if (title) document.title = `${title} · ${product}`
  }, [title, pathname])
}

/** Stands around every page: titles the document as the route table says. */
export function useRouteTitle() {
  const facts = useMatches({ select: (matches) => matches.at(-1)?.staticData as RouteFacts | undefined })
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: before the page's own effects, at each change of place
  useLayoutEffect(() => {
    document.title = facts?.title ? `${facts.title} · ${product}` : product
  }, [facts, pathname])
}
