import { Kbd, Loader, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { readTerm, searchSpotlight, sectionNames, spotlightSections } from '../../model/search/spotlight.ts'
import { helpResults } from '../help/public.tsx'
import { IconSearch } from '../kit/look/icons.ts'
import { useCan } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { type Command, filterCommands } from './page-actions.ts'
import css from './palette.module.css'
import spotlight from './spotlight.module.css'
import { SpotlightHit } from './spotlight-hit.tsx'
import { addressOfHit, type SpotlightState, spotlightSearch } from './spotlight-search.ts'

interface PaletteGroup {
  label: string
  commands: Command[]
}
interface Option extends Command {
  key: string
  content: ReactNode
}
interface PaletteProps {
  /** Returns the page's commands, which can change as the page loads, and the global ones. */
  groupsNow: () => PaletteGroup[]
  /** Returns the keystrokes buffered while the dialog loaded. */
  takeTyped: () => string
  onClose: (isKept: boolean) => void
}

function useThings() {
  const isAllowed = useCan('internal')
  const [text, setText] = useState('')
  const [state, setState] = useState<SpotlightState>({ term: '', isLoading: false })
  const [search] = useState(() =>
    spotlightSearch({
      fetchSections: (term, signal) => request(searchSpotlight, { query: { term }, signal }),
      onState: setState,
      fail: showError,
      wait: 200,
    }),
  )
  useEffect(() => () => search.forget(), [search])
  function type(next: string) {
    setText(next)
    if (isAllowed) search.type(next)
  }
  const { found, foundFor, term } = state
  const { words } = readTerm(foundFor ?? '')
  const groups =
    found && term !== '' && foundFor !== undefined
      ? sectionNames.map((name) => ({
          label: spotlightSections[name].label,
          options: found[name].items.map((hit): Option => {
            const to = addressOfHit(name, hit)
            return { key: to, to, label: to, content: <SpotlightHit section={name} hit={hit} words={words} /> }
          }),
        }))
      : []
  return { text, type, groups, isLoading: state.isLoading, isCurrent: foundFor === term || !isAllowed, hurry: search.hurry }
}

const helpCommands = helpResults.map(({ title, path, text }): Command => ({ label: title, to: path, keywords: text }))

const commandOption = (command: Command): Option => ({
  ...command,
  key: `${command.group} ${command.label}`,
  content: (
    <>
      <span className={spotlight.name}>{command.label}</span>
      <span className={spotlight.detail}>{command.group}</span>
      {command.go && (
        <span className={css.keys}>
          <Kbd className={spotlight.key}>g</Kbd>
          <Kbd className={spotlight.key}>{command.go}</Kbd>
        </span>
      )}
    </>
  ),
})

export default function Palette({ groupsNow, takeTyped, onClose }: PaletteProps) {
  const { history } = useRouter()
  const palette = useThings()
  const [at, setAt] = useState(0)
  const id = useId()
  const results = useRef<HTMLDivElement>(null)
  /** True if the user pressed Enter before there were results. */
  const waiting = useRef(false)

  // Help sheets match many words, so they appear last and only after the other results have loaded.
  const isSettled = palette.text.trim() !== '' && palette.isCurrent && !palette.isLoading
  const optionsOf = ({ label, commands }: PaletteGroup) => ({ label, options: filterCommands(commands, palette.text).map(commandOption) })
  const help = optionsOf({ label: 'Help', commands: isSettled ? helpCommands : [] })
  const shown = [...groupsNow().map(optionsOf), ...palette.groups, help].filter(({ options }) => options.length > 0)
  const options = shown.flatMap((group) => group.options)
  const chosen = options[Math.min(at, options.length - 1)]

  function choose({ to, run }: Option, inTab: boolean) {
    if (to !== undefined && inTab) return void window.open(to, '_blank', 'noopener')
    onClose(false)
    if (to !== undefined) history.push(to)
    else run?.()
  }
  function type(next: string) {
    waiting.current = false
    setAt(0)
    palette.type(next)
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 }
    const step = steps[event.key]
    if (step !== undefined) setAt((step + options.length) % Math.max(options.length, 1))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (chosen) choose(chosen, event.ctrlKey || event.metaKey)
      else {
        waiting.current = palette.isLoading
        palette.hurry()
      }
    } else return
    event.preventDefault()
  }
  useEffect(() => {
    if (!waiting.current || palette.isLoading) return
    waiting.current = false
    if (chosen) choose(chosen, false)
  })
  useEffect(() => results.current?.querySelector(`[id="${id}-${at}"]`)?.scrollIntoView({ block: 'nearest' }), [id, at])

  return (
    <Modal.Root
      opened
      onClose={() => onClose(true)}
      returnFocus={false}
      size={640}
      yOffset="var(--spotlight-top)"
      xOffset="8px"
      transitionProps={{ duration: 0 }}
      classNames={{ root: spotlight.root, content: spotlight.dialog }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Go anywhere, do anything">
        <div className={spotlight.whole}>
          <div className={spotlight.field}>
            <IconSearch size={18} />
            <input
              data-autofocus
              type="text"
              role="combobox"
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={chosen && `${id}-${options.indexOf(chosen)}`}
              aria-label="Page, item or action"
              placeholder="Page, item or action"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={palette.text}
              onFocus={() => {
                const typed = takeTyped()
                if (typed) type(palette.text + typed)
              }}
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            {palette.isLoading && <Loader size={14} role="img" aria-label="Searching" />}
          </div>
          <div ref={results} id={`${id}-list`} role="listbox" aria-label="Results" className={spotlight.results}>
            <Options {...{ id, shown, chosen, setAt, choose }} />
          </div>
          {options.length === 0 && (
            <p className={css.none} role="status">
              {palette.isCurrent && !palette.isLoading ? `Nothing found for "${palette.text.trim()}"` : 'Searching…'}
            </p>
          )}
          <div className={spotlight.hints}>
            {hints.map(([press, description]) => (
              <span key={description}>
                <Kbd className={spotlight.key}>{press}</Kbd>
                {description}
              </span>
            ))}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

interface OptionsProps {
  id: string
  shown: { label: string; options: Option[] }[]
  chosen: Option | undefined
  setAt: (at: number) => void
  choose: (option: Option, inTab: boolean) => void
}

function Options({ id, shown, chosen, setAt, choose }: OptionsProps) {
  let position = 0
  return shown.map(({ label, options }) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options
    <div key={label} role="group" aria-label={label}>
      <div className={spotlight.head}>{label}</div>
      {options.map((option) => {
        const own = position++
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and hears the keys
          <div
            key={option.key}
            id={`${id}-${own}`}
            role="option"
            aria-selected={option === chosen}
            className={`${spotlight.hit} ${css.option}`}
            onPointerMove={() => setAt(own)}
            onClick={(event) => choose(option, event.ctrlKey || event.metaKey)}
          >
            {option.content}
          </div>
        )
      })}
    </div>
  ))
}

const hints = [
  ['↓ ↑', 'choose'],
  ['Enter', 'go'],
  ['Ctrl Enter', 'go in a new tab'],
  ['Esc', 'close'],
]
