import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

export interface ReasonButtonProps extends ButtonProps {
  /** Why the state forbids it now. */
  reason?: string | false
  /** What is worth knowing when it does not. */
  hint?: string
  type?: 'button' | 'submit'
  onClick?: () => void
  children: ReactNode
}

/** Where the state forbids it, disabled and saying why: to a pointer, to a finger, and to the keys, which still reach it. */
export function ReasonButton({ reason, hint, onClick, children, ...rest }: ReasonButtonProps) {
  const label = reason || hint
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const isLoading = rest.loading === true
  // What is busy is disabled, and the browser takes the focus from it.
  useLayoutEffect(() => {
    if (isLoading) hadFocus.current = document.activeElement === button.current
    else if (hadFocus.current && document.activeElement === document.body) button.current?.focus()
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
