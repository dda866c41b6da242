import { readTerm, type SectionName, searchSpotlight, sectionNames, spotlightSections } from '../../model/search/spotlight.ts'
import { equipments } from '../catalogue/public.ts'
import type { Served } from '../kit/entity/served.ts'
import type { Context } from '../kit/request/context.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { leads, projects } from '../projects/public.ts'
import { spaces } from '../spaces/public.ts'
import { spaceTemplates } from '../templates/public.ts'
import { type Hits, indexesOf, type Searchable, searchNearby, searchSection } from './search-section.ts'

/** What can be found. A kind that is not here yet has no hits. */
const searchables: Partial<Record<SectionName, Searchable>> = {
  projects: { of: projects as Served, keys: ['name', 'number', 'client'], known: ['name', 'number'] },
  leads: { of: leads as Served, keys: ['name', 'client'], known: ['name'] },
  spaces: {
    of: spaces as Served,
    keys: ['name', 'spaceNumber', 'projectId', 'project', 'equipmentCount'],
    known: ['name', 'spaceNumber'],
  },
  spaceTemplates: { of: spaceTemplates as Served, keys: ['name', 'equipmentCount', 'countTemplateUsed'], known: ['name'] },
  equipments: {
    of: equipments as Served,
    keys: ['tag', 'model', 'availability', 'category', 'manufacture', 'productFamily'],
    known: ['tag', 'model', 'partNumber'],
    isTolerant: true,
  },
}

const nothing: Hits = { total: 0, items: [] }

async function search(ctx: Context, term: string): Promise<Record<SectionName, Hits>> {
  const { section, words } = readTerm(term)
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

export const spotlightIndexes = indexesOf(Object.values(searchables))
