import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { onFirstAct } from '../kit/look/first-act.ts'
import { type Shortcut, useGoShortcuts, useShortcuts } from '../kit/look/keys.ts'
import { preload } from '../kit/look/load-with-retry.ts'
import { usePageEvent } from '../kit/look/shortcut.ts'
import { useMayVisit } from '../kit/request/can.ts'
import { lazyDialog, lazyPart } from '../kit/request/lazy-part.ts'
import { useEarlyKeys } from '../search/early-keys.ts'
import { actionsOfPage, type Command } from '../search/page-actions.ts'
import { useMenu } from './side-menu.tsx'

const loadPalette = () => import('../search/palette.tsx')
const Palette = lazyPart(loadPalette)
const KeysSheet = lazyDialog(() => import('./keys-sheet.tsx'))

const besideMenu: Command[] = [
  { label: 'Inbox', to: '/inbox', go: 'j', keywords: 'notifications approvals mentions bell' },
  { label: 'My hours', to: '/my-board/hours', keywords: 'timesheet week worked' },
  { label: 'Help', to: '/help', go: 'h', keywords: 'manual how' },
  { label: 'Sign-in security', to: '/account/security', keywords: 'second factor authenticator passkey recovery codes' },
  { label: 'Profile', to: '/account/profile', keywords: 'password my account' },
  { label: 'Quick start', to: '/projects/quick-start', keywords: 'new project rooms paste list template' },
  { label: 'New project', to: '/projects/create', keywords: 'create project' },
  { label: 'Import equipment', to: '/equipment/import', keywords: 'catalog spreadsheet workbook upload' },
  { label: 'Shared assets', to: '/assets', keywords: 'files logos' },
  { label: 'Sign out', to: '/logout', keywords: 'log out' },
]

/** All pages with a fixed path the user may open: menu entries in order, then the others. */
function usePages(): Command[] {
  const mayVisit = useMayVisit()
  const inMenu = useMenu().flatMap(({ label: group, entries }) =>
    entries.map(
      ({ path, label, name, go }): Command =>
        name ? { label: name, to: path, go, keywords: `${group} ${label}` } : { label, to: path, group, go },
    ),
  )
  return [...inMenu, ...besideMenu.filter(({ to = '' }) => mayVisit(to) && !inMenu.some((command) => command.to === to))]
}

export function Commands() {
  const { history } = useRouter()
  const pages = usePages()
  const [isOpen, setOpen] = useState(false)
  const [hasSheet, setSheet] = useState(false)
  const before = useRef<Element>(null)
  const early = useEarlyKeys(isOpen, () => close(true))
  const withKeys = pages.filter((page) => page.go !== undefined)
  useGoShortcuts(Object.fromEntries(withKeys.map(({ go = '', to = '' }) => [go, to])), (to) => history.push(to))
  useShortcuts({
    palette() {
      before.current = document.activeElement
      setOpen(true)
    },
    keys: () => setSheet(true),
  })
  // Preloads the palette with the first action, because users type immediately after Ctrl+K.
  useEffect(() => onFirstAct(preload(loadPalette)), [])
  usePageEvent('keydown', ({ key }) => (key === 'Control' || key === 'Meta') && preload(loadPalette)())

  function close(isKept: boolean) {
    early.forget()
    setOpen(false)
    if (isKept && before.current instanceof HTMLElement) before.current.focus()
  }
  const goShortcuts = withKeys.map(({ label, group, go }): Shortcut => [`g ${go}`, group ? `${label} (${group.toLowerCase()})` : label])
  return (
    <>
      {isOpen && (
        <Suspense>
          <Palette
            groupsNow={() => [
              { label: 'This page', commands: actionsOfPage() },
              { label: 'Go to', commands: pages },
            ]}
            takeTyped={early.take}
            onClose={close}
          />
        </Suspense>
      )}
      {hasSheet && <KeysSheet goShortcuts={goShortcuts} onClose={() => setSheet(false)} />}
    </>
  )
}
