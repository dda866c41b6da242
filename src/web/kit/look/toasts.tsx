import { Anchor } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { onFirstAct } from './first-act.ts'
import { loadWithRetry } from './load-with-retry.ts'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from './toast-icons.ts'
import { keepToastsClear } from './toast-position.ts'

type Tone = 'success' | 'info' | 'warning' | 'error'
export interface ToastAction {
  label: string
  take: () => void
}
interface ToastOptions {
  duration?: number
  undo?: () => void
  actions?: ToastAction[]
  id?: string
  link?: { href: string; label: string; download?: string }
}

const toneStyles: Record<Tone, { icon: ComponentType<{ size?: number }>; role: 'status' | 'alert' }> = {
  success: { icon: IconCircleCheck, role: 'status' },
  info: { icon: IconInfoCircle, role: 'status' },
  warning: { icon: IconAlertTriangle, role: 'alert' },
  error: { icon: IconX, role: 'alert' },
}

let loading: Promise<typeof import('@mantine/notifications')> | undefined
/** Caches the import: several pending imports can resolve in any order, so the first toast would not be shown first. */
const loadNotifications = () => {
  loading ??= loadWithRetry(() => import('@mantine/notifications'))
  return loading
}
let shown = 0
const showing = new Set<string>()
let wake = () => {}
let stand = () => {}
/** Toasts added before their container mounts would use another limit than the container's. */
const standing = new Promise<void>((resolve) => {
  stand = resolve
})

async function showToast(tone: Tone, text: string, { duration = 5000, undo, actions = [], id: givenId, link }: ToastOptions = {}) {
  wake()
  const { notifications } = await loadNotifications()
  await standing
  const { icon: Icon, role } = toneStyles[tone]
  // Drops duplicate texts. A toast with an undo is always shown, because the undo belongs to one action.
  const id = givenId ?? (undo || actions.length > 0 ? `${++shown}` : `${tone} ${text}`)
  const display = givenId && showing.has(givenId) ? notifications.update : notifications.show
  if (givenId) showing.add(givenId)
  display({
    id,
    // Toasts with equal priority queue oldest first; increasing priorities put the newest on top.
    priority: ++shown,
    // Follow-up links take longer to read.
    autoClose: actions.length > 0 ? Math.max(duration, 10_000) : duration,
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
        {[...(undo ? [{ label: 'Undo', take: undo }] : []), ...actions].map(({ label, take }) => (
          <Anchor
            key={label}
            component="button"
            onClick={() => {
              if (!givenId || take !== undo) notifications.hide(id)
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

/** One-sentence message at the top right, with Undo where possible. */
export const toast = {
  success: (text: string, options?: ToastOptions) => void showToast('success', text, options),
  info: (text: string, options?: ToastOptions) => void showToast('info', text, options),
  warning: (text: string, options?: ToastOptions) => void showToast('warning', text, options),
  error: (text: string, options?: ToastOptions) => void showToast('error', text, options),
}

const Area = lazy(async () => ({ default: (await loadNotifications()).Notifications }))

/** Mounted once in the app shell. Loads with the first toast, or with the first action, which may need one without a connection. */
export function Toasts() {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    wake = () => setAwake(true)
    return onFirstAct(wake)
  }, [])
  if (!isAwake) return null
  return (
    <Suspense>
      <Area position="top-right" limit={20} containerWidth={360} autoClose={5000} transitionDuration={120} />
      <Standing />
    </Suspense>
  )
}

/** Rendered after the container, so its mount effect shows that the container is mounted. */
function Standing() {
  useEffect(() => {
    stand()
    return keepToastsClear(() => document.querySelector<HTMLElement>('.mantine-Notifications-root[data-position="top-right"]'))
  }, [])
  return null
}
