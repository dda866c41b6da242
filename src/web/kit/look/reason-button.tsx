import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

export interface ReasonButtonProps extends ButtonProps {
  reason?: string | false
  hint?: string
  type?: 'button' | 'submit'
  onClick?: () => void
  children: ReactNode
}

/** Button that explains why it is disabled to pointer, touch and keyboard users. It stays focusable while disabled. */
export function ReasonButton({ reason, hint, onClick, children, ...rest }: ReasonButtonProps) {
  const label = reason || hint
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const isLoading = rest.loading === true
  const wasLoading = useRef(isLoading)
  // Browsers remove the focus from a button that becomes disabled, some at once: it is read before that and restored after.
  if (isLoading && !wasLoading.current) hadFocus.current = document.activeElement === button.current
  useLayoutEffect(() => {
    wasLoading.current = isLoading
    if (!isLoading && hadFocus.current && document.activeElement === document.body) button.current?.focus()
  }, [isLoading])
  return (
    <Tooltip label={label} disabled={!label} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button
        ref={button}
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
