import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, useRouterState } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { me } from '../model/access/account-calls.ts'
import { notifyDesktop } from './kit/look/desktop-notification.ts'
import { forceLightThemeInPrint } from './kit/look/print.ts'
import { cssVariables, theme } from './kit/look/theme.ts'
import { Toasts, toast } from './kit/look/toasts.tsx'
import { queryClient } from './kit/request/call.ts'
import { request } from './kit/request/client.ts'
import { onLiveEvent, startLive, stopLive } from './kit/request/live.ts'
import { onSession, session, storeReturnAddress, updateUser } from './kit/request/session.ts'
import { useRouteTitle } from './kit/request/title.ts'
import { makeRouter } from './routes.tsx'
import { returnFocusOfDialogs } from './shell/focus-return.ts'

function Root({ children }: { children: ReactNode }) {
  useRouteTitle()
  const isOnTheWay = useRouterState({ select: ({ isLoading }) => isLoading })
  return (
    <>
      {isOnTheWay && <div className="dna-on-the-way" />}
      {children}
      <Toasts />
    </>
  )
}

const router = makeRouter(Root)

/** Pages linked from mails to users who are not signed in; opening one does not redirect to sign-in. */
const fromMails: readonly string[] = ['/account/reset-password', '/invitations/accept/$id']
const cameByMail = () => router.state.matches.some(({ fullPath }) => fromMails.includes(fullPath))

let lastUser = session().user
onSession(({ kind, reason, isElsewhere }) => {
  const { user } = session()
  const hasChanged = user?.id !== lastUser?.id
  if (hasChanged) queryClient.clear()
  if (kind === 'out') {
    stopLive()
    if (reason && lastUser) storeReturnAddress(lastUser.id, router.state.location.href)
    // Ignores the unsaved-changes prompt: without a session, the page cannot save.
    if ((reason || isElsewhere) && !cameByMail())
      void router.navigate({ to: '/login', search: reason && { r: reason }, ignoreBlocker: true })
  } else {
    if (session().isView) stopLive()
    void startLive()
    // Another tab signed in as a different user, so the data on this page is not theirs.
    if (isElsewhere && lastUser && hasChanged) location.reload()
  }
  lastUser = user
})

/** After a role change, this request either ends the session or returns the new permissions. */
onLiveEvent('PermissionsUpdated', () => {
  // Waits for the response that carries a new token if users changed their own role.
  setTimeout(() => session().user && request(me).then(updateUser, () => undefined), 1000)
})

onLiveEvent('Notify', ({ title, text, kind }) => {
  toast[kind](text ? `${title}\n${text}` : title)
  notifyDesktop(title, text)
})

const firstPage = new Promise<void>((resolve) => {
  const stopWaiting = router.subscribe('onResolved', () => {
    stopWaiting()
    // The layout covers the frame of index.html, which would show where a page is transparent or printed.
    document.getElementById('frame')?.remove()
    resolve()
  })
})
if (session().user) void startLive(firstPage)
returnFocusOfDialogs()
forceLightThemeInPrint()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
