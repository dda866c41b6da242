import { type ReactNode, useState } from 'react'
import type { AnyCall } from '../request/client.ts'
import { lazyDialog } from '../request/lazy-part.ts'
import type { CallDialogProps } from './call-form.tsx'

const OpenCallDialog = lazyDialog(() => import('./call-form.tsx'))

/**
 * Dialog that collects the body of a call and sends it, for example to copy a room, add ports, or comment on a status change. Its code loads
 * when it opens for the first time.
 */
export function CallDialog<C extends AnyCall>(props: CallDialogProps<C>): ReactNode
export function CallDialog(props: CallDialogProps) {
  const [wasOpened, setOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setOpened(true)
  return wasOpened && <OpenCallDialog {...props} />
}
