import type { AccessRule } from '../../../model/kit/description.ts'
import { ReasonButton, type ReasonButtonProps } from '../look/reason-button.tsx'
import { useCan } from './can.ts'
import type { AnyCall } from './client.ts'

interface Props extends ReasonButtonProps {
  call: AnyCall | AccessRule
}

/** Hidden without the permission. If the state forbids the action, disabled with an explanation. */
export function PermissionButton({ call, ...rest }: Props) {
  const need = typeof call === 'object' && 'permission' in call ? call.permission : call
  return useCan(need) ? <ReasonButton variant="default" {...rest} /> : null
}
