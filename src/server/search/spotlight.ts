import { readTerm, type SectionName, searchSpotlight, sectionNames, spotlightSections } from '../../model/search/spotlight.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { type Hits, type Searchable, searchNearby, searchSection } from './search-section.ts'

type Sections = { [N in SectionName]: Hits<N> }

async function lookIn(ctx: Context, names: SectionName[], searchText: string, how: typeof searchSection): Promise<Sections> {
  const searchables = ctx.services.extensions.searchables
  const searchOne = async <N extends SectionName>(name: N, searchable: Searchable<N> | undefined): Promise<Hits<N>> =>
    searchable && names.includes(name) ? how(ctx, searchable, searchText) : { total: 0, items: [] }
  // Sequential, because they share the request's connection.
  return {
    projects: await searchOne('projects', searchables.projects),
    leads: await searchOne('leads', searchables.leads),
    spaces: await searchOne('spaces', searchables.spaces),
    spaceTemplates: await searchOne('spaceTemplates', searchables.spaceTemplates),
    equipments: await searchOne('equipments', searchables.equipments),
    contracts: await searchOne('contracts', searchables.contracts),
    offers: await searchOne('offers', searchables.offers),
    shiftRequests: await searchOne('shiftRequests', searchables.shiftRequests),
  }
}

async function runSearch(ctx: Context, term: string): Promise<Sections> {
  const { section, words } = readTerm(term)
  const { searchables } = ctx.services.extensions
  const open = sectionNames.filter((name) => {
    const isAsked = words !== '' && (!section || section === name)
    return isAsked && searchables[name] && ctx.actor.held.has(spotlightSections[name].needs)
  })
  const found = await lookIn(ctx, open, words, searchSection)
  if (open.some((name) => found[name].total > 0)) return found
  const tolerant = open.filter((name) => searchables[name]?.isTolerant)
  return lookIn(ctx, tolerant, words, searchNearby)
}

export const spotlightRoutes: Route[] = [defineRoute(searchSpotlight, (ctx, { query }) => runSearch(ctx, query.term ?? ''))]
