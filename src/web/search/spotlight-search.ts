import type { ResponseOf } from '../../model/kit/call.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { type Found, readTerm, type SectionName, type searchSpotlight, sectionNames } from '../../model/search/spotlight.ts'
import { foldAccents } from './page-actions.ts'

export type FoundSections = ResponseOf<typeof searchSpotlight>
export interface SpotlightState {
  term: string
  isLoading: boolean
  /** Last response and its term, retained while the next request runs. */
  found?: FoundSections
  foundFor?: string
}

interface SearchActions {
  fetchSections: (term: string, signal: AbortSignal) => Promise<FoundSections>
  onState: (state: SpotlightState) => void
  fail: (error: unknown) => void
  wait?: number
}

/** Schedules search requests: the first term at once, later ones after a debounce. Only the response to the current term is accepted. */
export function spotlightSearch({ fetchSections, onState, fail, wait = 400 }: SearchActions) {
  let state: SpotlightState = { term: '', isLoading: false }
  let isFirst = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  const become = (next: SpotlightState) => {
    state = next
    onState(state)
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    asking?.abort()
    asking = undefined
  }
  async function run() {
    stop()
    const { term } = state
    const own = new AbortController()
    asking = own
    isFirst = false
    try {
      const found = await fetchSections(term, own.signal)
      if (term === state.term && asking === own) become({ term, isLoading: false, found, foundFor: term })
    } catch (error) {
      if (term !== state.term || asking !== own) return
      become({ term, isLoading: false })
      fail(error)
    }
  }
  return {
    type(text: string) {
      const term = text.trim()
      if (term === state.term) return
      stop()
      // A prefix alone does not search.
      if (readTerm(term).words === '') return become({ term, isLoading: false })
      become({ ...state, term, isLoading: true })
      if (isFirst) void run()
      else timer = setTimeout(run, wait)
    },
    hurry() {
      if (timer !== undefined) void run()
    },
    forget() {
      stop()
      isFirst = true
      become({ term: '', isLoading: false })
    },
  }
}

export const totalFound = (found: FoundSections) => sectionNames.reduce((sum, name) => sum + found[name].total, 0)

export interface FoundMore {
  items: Found['spaces'][]
  total: number
}
export const moreAtOnce = 50
export const nextPage = (more: FoundMore | undefined) => Math.ceil((more?.items.length ?? 0) / moreAtOnce) + 1
/** Appends a page. A page that is not full is the last one and sets the total. */
export function withPage(more: FoundMore | undefined, { items, total }: FoundMore): FoundMore {
  const all = [...new Map([...(more?.items ?? []), ...items].map((item) => [item.id, item])).values()]
  return { items: all, total: items.length < moreAtOnce ? all.length : total }
}

export function addressOfHit(section: SectionName, hit: { id: number; projectId?: number }): string {
  const pages: Record<SectionName, string> = {
    projects: '/projects',
    leads: '/leads',
    spaces: `/projects/${hit.projectId}/spaces`,
    spaceTemplates: '/space-templates',
    equipments: '/equipment',
    contracts: '/manage-contracts',
    offers: '/manage-offers',
    shiftRequests: '/manage-shift-requests',
  }
  return `${pages[section]}/${hit.id}`
}

/** Stages of the projects that a search counts. Leads are a section of their own. */
const projectStages = ProjectStage.values.map(({ value }) => value).filter((stage) => stage !== ProjectStage.Lead)

interface ListLink {
  path: string
  parameter: 'q' | 'pq'
  /** Filters without which the list would show fewer rows than the search counted. */
  filters?: Record<string, readonly number[]>
}

/** List page and search parameter of each kind. Spaces have none, because their lists belong to projects. */
export const listPages: Partial<Record<SectionName, ListLink>> = {
  projects: { path: '/active-projects', parameter: 'pq', filters: { stages: projectStages } },
  leads: { path: '/leads', parameter: 'q' },
  spaceTemplates: { path: '/space-templates', parameter: 'q' },
  equipments: { path: '/equipment', parameter: 'q' },
  contracts: { path: '/manage-contracts', parameter: 'q' },
  offers: { path: '/manage-offers', parameter: 'q' },
  shiftRequests: { path: '/manage-shift-requests', parameter: 'q' },
}

/**
 * Splits a text into matching and other pieces, ignoring case and accents like the server. Matches at word starts win over matches inside
 * words.
 */
export function splitByMatches(text: string, words: string): { text: string; isMatch: boolean }[] {
  const letters = [...text]
  const plain = letters.map(foldAccents)
  const fullText = plain.join('')
  const startOf = new Map<number, number>()
  let length = 0
  for (const [at, letter] of plain.entries()) {
    for (let inner = 0; inner < letter.length; inner++) startOf.set(length + inner, at)
    length += letter.length
  }
  const isMatch = new Array<boolean>(letters.length).fill(false)
  for (const word of foldAccents(words).split(/\s+/).filter(Boolean)) {
    const positions: number[] = []
    for (let at = fullText.indexOf(word); at >= 0; at = fullText.indexOf(word, at + 1)) positions.push(at)
    const atStart = positions.filter((at) => at === 0 || !/[\p{L}\p{N}]/u.test(fullText[at - 1]!))
    for (const at of atStart.length > 0 ? atStart : positions)
      for (let inner = at; inner < at + word.length; inner++) isMatch[startOf.get(inner)!] = true
  }
  const pieces: { text: string; isMatch: boolean }[] = []
  for (const [at, letter] of letters.entries()) {
    const last = pieces.at(-1)
    if (last && last.isMatch === isMatch[at]) last.text += letter
    else pieces.push({ text: letter, isMatch: isMatch[at]! })
  }
  return pieces
}
