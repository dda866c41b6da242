import { Anchor } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { loadWithRetry } from './patiently.ts'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from './toast-icons.ts'
import { keepToastsClear } from './toast-place.ts'

type Tone = 'success' | 'info' | 'warning' | 'error'
interface ToastOptions {
  /** Milliseconds; 5 s unless told otherwise. */
  duration?: number
  undo?: () => void
  /** Where one goes from here. */
  ways?: { label: string; take: () => void }[]
  /** Takes the place of what was said under the same id. */
  id?: string
  link?: { href: string; label: string; download?: string }
}

const looks: Record<Tone, { icon: ComponentType<{ size?: number }>; role: 'status' | 'alert' }> = {
  success: { icon: IconCircleCheck, role: 'status' },
  info: { icon: IconInfoCircle, role: 'status' },
  warning: { icon: IconAlertTriangle, role: 'alert' },
  error: { icon: IconX, role: 'alert' },
}

let loading: Promise<typeof import('@mantine/notifications')> | undefined
/** Asked for once: a browser answers several requests for code that is still on its way in any order, and the first would not come first. */
const load = () => {
  loading ??= loadWithRetry(() => import('@mantine/notifications'))
  return loading
}
let shown = 0
/** Those with an id of their own that are on the page. */
const showing = new Set<string>()
let wake = () => {}
let stand = () => {}
/** Notifications that come before their area stands would be told apart by another limit than its own. */
const standing = new Promise<void>((resolve) => {
  stand = resolve
})

async function show(tone: Tone, text: string, { duration = 5000, undo, ways = [], id: given, link }: ToastOptions = {}) {
  wake()
  const { notifications } = await load()
  await standing
  const { icon: Icon, role } = looks[tone]
  // The same words twice at a time help nobody; an undo belongs to its own deed.
  const id = given ?? (undo || ways.length > 0 ? `${++shown}` : `${tone} ${text}`)
  const say = given && showing.has(given) ? notifications.update : notifications.show
  if (given) showing.add(given)
  say({
    id,
    // Equal priorities queue oldest first; rising ones put the newest on top.
    priority: ++shown,
    // Where one goes on from there is longer to read.
    autoClose: ways.length > 0 ? Math.max(duration, 10_000) : duration,
    onClose: () => showing.delete(id),
    role,
    className: `dna-toast dna-toast-${tone}`,
    icon: <Icon size={16} />,
    closeButtonProps: { 'aria-label': 'Close', size: 20 },
    message: (
      <>
        {text}{' '}
        {link && (
          <Anchor href={link.href} download={link.download} onClick={() => notifications.hide(id)}>
            {link.label}
          </Anchor>
        )}
        {[...(undo ? [{ label: 'Undo', take: undo }] : []), ...ways].map(({ label, take }) => (
          <Anchor
            key={label}
            component="button"
            onClick={() => {
              // What is said when it is taken back takes the place of what was said.
              if (!given || take !== undo) notifications.hide(id)
              take()
            }}
          >
            {label}
          </Anchor>
        ))}
      </>
    ),
  })
}

/** One sentence at the top right: what happened, and Undo where that is possible. */
export const toast = {
  success: (text: string, options?: ToastOptions) => void show('success', text, options),
  info: (text: string, options?: ToastOptions) => void show('info', text, options),
  warning: (text: string, options?: ToastOptions) => void show('warning', text, options),
  error: (text: string, options?: ToastOptions) => void show('error', text, options),
}

const Area = lazy(async () => ({ default: (await load()).Notifications }))

/** Stands once beside the pages. Comes with the first notification, or when the first page has long been there. */
export function Toasts() {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    wake = () => setAwake(true)
    const timer = setTimeout(wake, 3000)
    return () => clearTimeout(timer)
  }, [])
  if (!isAwake) return null
  return (
    <Suspense>
      <Area position="top-right" limit={20} containerWidth={360} autoClose={5000} transitionDuration={120} />
      <Standing />
    </Suspense>
  )
}

/** Beside the area and after it: when this has come, so has the area. */
function Standing() {
  useEffect(() => {
    stand()
    return keepToastsClear(() => document.querySelector<HTMLElement>('.mantine-Notifications-root[data-position="top-right"]'))
  }, [])
  return null
}
