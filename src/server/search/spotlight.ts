import { readTerm, type SectionName, searchSpotlight, sectionNames, spotlightSections } from '../../model/search/spotlight.ts'
import type { Context } from '../kit/request/context.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { type Hits, searchNearby, searchSection } from './search-section.ts'

const nothing: Hits = { total: 0, items: [] }

async function search(ctx: Context, term: string): Promise<Record<SectionName, Hits>> {
  const { section, words } = readTerm(term)
  const { searchables } = ctx.services.offered
  const open = sectionNames.filter((name) => {
    const isAsked = words !== '' && (!section || section === name)
    return isAsked && searchables[name] && ctx.actor.held.has(spotlightSections[name].needs)
  })
  const found = Object.fromEntries(sectionNames.map((name) => [name, nothing])) as Record<SectionName, Hits>
  // One after the other: they share the connection of the request.
  const look = async (how: typeof searchSection, names: SectionName[]) => {
    for (const name of names) found[name] = await how(ctx, searchables[name]!, words)
  }
  await look(searchSection, open)
  if (open.every((name) => found[name].total === 0))
    await look(
      searchNearby,
      open.filter((name) => searchables[name]!.isTolerant),
    )
  return found
}

export const spotlightRoutes: Route[] = [answer(searchSpotlight, (ctx, { query }) => search(ctx, query.term ?? ''))]
