import type { AccessRule } from '../../../model/kit/description.ts'
import { ReasonButton, type ReasonButtonProps } from '../look/reason-button.tsx'
import { useCan } from './can.ts'
import type { AnyCall } from './client.ts'

interface Props extends ReasonButtonProps {
  /** The call it makes, or what one must be allowed. */
  call: AnyCall | AccessRule
}

/** Absent where the permission lacks; where the state forbids it, disabled and saying why. */
export function PermissionButton({ call, ...rest }: Props) {
  const need = typeof call === 'object' && 'permission' in call ? call.permission : call
  return useCan(need) ? <ReasonButton variant="default" {...rest} /> : null
}
