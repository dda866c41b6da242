import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Need } from '../../model/kit/call.ts'
import { useCan } from './can.ts'
import type { AnyCall } from './client.ts'

interface Props extends ButtonProps {
  /** The call it makes, or what one must be allowed. */
  of: AnyCall | Need
  /** Why the state forbids it now. */
  reason?: string | false
  onClick?: () => void
  children: ReactNode
}

/** Absent where the permission lacks; where the state forbids it, disabled and saying why. */
export function PermissionButton({ of, reason, onClick, children, ...rest }: Props) {
  const need = typeof of === 'object' && 'permission' in of ? of.permission : of
  if (!useCan(need)) return null
  return (
    <Tooltip label={reason} disabled={!reason}>
      <Button
        variant="default"
        {...rest}
        data-disabled={reason ? true : undefined}
        aria-disabled={reason ? true : undefined}
        onClick={(event) => (reason ? event.preventDefault() : onClick?.())}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
