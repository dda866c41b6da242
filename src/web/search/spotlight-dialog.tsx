import { ActionIcon, Kbd, Loader, Modal } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { plural } from '../../model/kit/plural.ts'
import {
  type Found,
  mostCounted,
  readTerm,
  type SectionName,
  searchSpotlight,
  sectionNames,
  spotlightSections,
} from '../../model/search/spotlight.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconSearch, IconX } from '../kit/look/icons.ts'
import { resourceCalls } from '../kit/request/call.ts'
import { satisfies, useMayVisit } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useSession } from '../kit/request/session.ts'
import css from './spotlight.module.css'
import { SpotlightHit } from './spotlight-hit.tsx'
import {
  addressOfHit,
  type FoundMore,
  type FoundSections,
  listPages,
  moreAtOnce,
  nextPage,
  type SpotlightState,
  spotlightSearch,
  totalFound,
  withPage,
} from './spotlight-search.ts'

const formatCappedTotal = (total: number) => `${formatNumber(total)}${total >= mostCounted ? '+' : ''}`

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  takeTyped: () => string
}

function useSpotlight(onClose: () => void) {
  const [text, setText] = useState('')
  const [state, setState] = useState<SpotlightState>({ term: '', isLoading: false })
  const [search] = useState(() =>
    spotlightSearch({
      fetchSections: (term, signal) => request(searchSpotlight, { query: { term }, signal }),
      onState: setState,
      fail: showError,
    }),
  )
  /** Set if the user pressed Enter before the results arrived. */
  const opening = useRef<{ term: string; inTab: boolean }>(undefined)
  const { history } = useRouter()
  const { found, foundFor, term } = state
  const current = foundFor === term ? found : undefined
  const first = current && firstHit(current)

  function type(next: string) {
    setText(next)
    search.type(next)
  }
  function close() {
    onClose()
    setText('')
    search.forget()
    opening.current = undefined
  }
  function open(address: string, inTab: boolean) {
    if (inTab) return window.open(address, '_blank', 'noopener')
    close()
    history.push(address)
  }
  function openFirst(inTab: boolean) {
    if (first) return open(first, inTab)
    if (current || term === '') return
    opening.current = { term, inTab }
    search.hurry()
  }
  useEffect(() => {
    const requested = opening.current
    if (!requested || state.isLoading) return
    opening.current = undefined
    if (requested.term === term && first) open(first, requested.inTab)
  })
  return { text, type, state, current, first, close, open, openFirst }
}
type Spotlight = ReturnType<typeof useSpotlight>

export default function SpotlightDialog({ isOpen, onClose, takeTyped }: DialogProps) {
  const spotlight = useSpotlight(onClose)
  const { text, type, state, current, close } = spotlight
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      size={575}
      yOffset="var(--spotlight-top)"
      xOffset="8px"
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ root: css.root, content: css.dialog }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Find anything">
        <search className={css.whole} onKeyDown={(event) => handleDialogKey(event, spotlight, input.current, results.current)}>
          <div className={css.field}>
            <IconSearch size={18} />
            <input
              ref={input}
              data-autofocus
              type="search"
              aria-label="Find anything across DNA"
              placeholder="Find anything across DNA"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={text}
              onFocus={() => {
                const typed = takeTyped()
                if (typed) type(text + typed)
              }}
              onChange={(event) => type(event.currentTarget.value)}
            />
            <span className={css.count} role="status">
              {state.isLoading ? <Loader size={14} role="img" aria-label="Searching" /> : current && formatResultCount(totalFound(current))}
            </span>
            <ActionIcon className={css.close} aria-label="Close search" onClick={close}>
              <IconX size={18} />
            </ActionIcon>
          </div>
          <div ref={results} className={css.results}>
            <Results spotlight={spotlight} input={input} />
          </div>
          <Hints />
        </search>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Arrows move through the results, Enter opens one, and typing returns to the input. */
function handleDialogKey(event: KeyboardEvent, spotlight: Spotlight, input: HTMLElement | null, results: HTMLElement | null) {
  const focused = document.activeElement
  const all = [...(results?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
  const at = all.findIndex((hit) => hit === focused)
  const isInput = focused === input
  const go = (to: HTMLElement | null | undefined) => {
    event.preventDefault()
    to?.focus()
  }
  if (event.key === 'ArrowDown') go(all[at + 1])
  else if (event.key === 'ArrowUp') go(at > 0 ? all[at - 1] : input)
  else if (event.key === 'Enter' && isInput && !event.nativeEvent.isComposing) {
    event.preventDefault()
    spotlight.openFirst(!(event.ctrlKey || event.metaKey))
  } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && focused?.matches('a[href]')) {
    event.preventDefault()
    spotlight.open(focused.getAttribute('href') ?? '/', false)
  } else if (!isInput && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.altKey && !event.metaKey) {
    input?.focus()
  }
}

function Results({ spotlight, input }: { spotlight: Spotlight; input: RefObject<HTMLInputElement | null> }) {
  const { state, current, first, type, close } = spotlight
  const { found, foundFor = '', term } = state
  if (term === '' || readTerm(term).words === '')
    return (
      <Prefixes
        onChoose={(prefix) => {
          type(`${prefix}: `)
          input.current?.focus()
        }}
      />
    )
  if (current && totalFound(current) === 0) return <p className={css.none}>No results for "{term}"</p>
  return (
    found &&
    sectionNames.map((name) => (
      <Section key={`${name} ${foundFor}`} name={name} found={found} term={foundFor} {...{ first, input }} onLeave={close} />
    ))
  )
}

const formatResultCount = (total: number) => `${formatCappedTotal(total)} ${plural(total, 'result')}`

function firstHit(found: FoundSections): string | undefined {
  const name = sectionNames.find((section) => found[section].items.length > 0)
  return name && addressOfHit(name, found[name].items[0]!)
}

interface SectionProps {
  name: SectionName
  found: FoundSections
  term: string
  first?: string
  input: RefObject<HTMLInputElement | null>
  onLeave: () => void
}

function Section({ name, found, term, first, input, onLeave }: SectionProps) {
  const mayVisit = useMayVisit()
  const [more, setMore] = useState<FoundMore>()
  const { total } = more ?? found[name]
  const items: Found[SectionName][] = more?.items ?? found[name].items
  if (total === 0) return null

  const { words } = readTerm(term)
  const list = listPages[name]
  const showMore = `Show more (${formatCappedTotal(total)} results)`
  async function showSpaces() {
    try {
      const query = { search: words, itemsPerPage: moreAtOnce, page: nextPage(more) }
      const next = await request(resourceCalls(spaces).list, { query })
      const now = withPage(more, next)
      // The button disappears with the last page, so the focus moves to the input.
      if (now.items.length >= now.total) input.current?.focus()
      setMore(now)
    } catch (error) {
      showError(error)
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, this groups hits
    <div role="group" aria-label={spotlightSections[name].label}>
      <div className={css.head}>
        <span>{spotlightSections[name].label}</span>
        <span className={css.total}>{formatCappedTotal(total)}</span>
        {total > items.length && list && mayVisit(list.path) && (
          <Link to={list.path} search={{ [list.parameter]: words, ...list.filters }} className={css.more} onClick={onLeave}>
            {showMore}
          </Link>
        )}
        {total > items.length && name === 'spaces' && (
          <button type="button" className={css.more} onClick={showSpaces}>
            {showMore}
          </button>
        )}
      </div>
      <ul className={css.list}>
        {items.map((hit) => {
          const address = addressOfHit(name, hit)
          return (
            <li key={hit.id}>
              <a className={css.hit} href={address} target="_blank" rel="noopener" data-hit data-first={address === first || undefined}>
                <SpotlightHit section={name} hit={hit} words={words} />
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Shown before typing: prefixes that limit the search to one kind. */
function Prefixes({ onChoose }: { onChoose: (prefix: string) => void }) {
  const held = useSession()
  const open = sectionNames.filter((name) => satisfies(spotlightSections[name].needs, held))
  if (open.length === 0) return <p className={css.none}>Your role has nothing to search here.</p>
  return (
    <div className={css.prefixes}>
      <p>Search for one kind only:</p>
      <div>
        {open.map((name) => {
          const { label, prefixes } = spotlightSections[name]
          return (
            <button type="button" key={name} className={css.prefix} onClick={() => onChoose(prefixes[0]!)}>
              <Kbd className={css.key}>{prefixes[0]}:</Kbd> {label}
            </button>
          )
        })}
      </div>
    </div>
  )
}

const hints: [keys: string[], what: string][] = [
  [['Tab'], 'navigate'],
  [['Enter'], 'open in new tab'],
  [['Ctrl', 'Enter'], 'open in same tab'],
  [['Ctrl', 'F'], 'search'],
  [['Esc'], 'close'],
]
const Hints = () => (
  <div className={css.hints}>
    {hints.map(([keys, description]) => (
      <span key={description}>
        <Kbd className={css.key}>
          {keys[0]}
          {keys[1] && (
            <>
              <span className="dna-hidden">+</span> {keys[1]}
            </>
          )}
        </Kbd>
        {description}
      </span>
    ))}
  </div>
)
