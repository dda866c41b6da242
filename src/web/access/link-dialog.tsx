import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { IconCheck, IconCopy } from '../kit/look/icons.ts'

interface LinkDialogProps {
  link: string | undefined
  title: string
  noun?: string
  onClose: () => void
  children: ReactNode
}

export function LinkDialog({ link, title, noun = 'Link', onClose, children }: LinkDialogProps) {
  return (
    <Modal opened={link !== undefined} onClose={onClose} title={title} size={520} closeOnClickOutside={false}>
      <p>{children}</p>
      <TextInput label={noun} readOnly value={link ?? ''} mt="md" onFocus={({ currentTarget }) => currentTarget.select()} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <CopyButton value={link ?? ''} timeout={2000}>
          {({ copied, copy }) => (
            <Button data-autofocus leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              <span aria-live="polite">{copied ? 'Copied' : `Copy ${noun.toLowerCase()}`}</span>
            </Button>
          )}
        </CopyButton>
      </DialogFoot>
    </Modal>
  )
}

/** Retains a link that only the first response contains; a refetch would lose it before the user copied it. */
export function LinkOnce({ link: first, ...rest }: Omit<LinkDialogProps, 'onClose'>) {
  const [link, setLink] = useState(first)
  return <LinkDialog {...rest} link={link} onClose={() => setLink(undefined)} />
}
