import type { Need } from '../../model/kit/call.ts'
import { useCan } from './can.ts'
import type { AnyCall } from './client.ts'
import { ReasonButton, type ReasonButtonProps } from './reason-button.tsx'

interface Props extends ReasonButtonProps {
  /** The call it makes, or what one must be allowed. */
  of: AnyCall | Need
}

/** Absent where the permission lacks; where the state forbids it, disabled and saying why. */
export function PermissionButton({ of, ...rest }: Props) {
  const need = typeof of === 'object' && 'permission' in of ? of.permission : of
  return useCan(need) ? <ReasonButton variant="default" {...rest} /> : null
}
