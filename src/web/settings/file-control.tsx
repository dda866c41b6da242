import { Button, Input } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { call, shape } from '../../model/kit/call.ts'
import { text, uuid } from '../../model/kit/field.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { IconUpload } from '../kit/look/icons.ts'
import { newKey, request } from '../kit/request/client.ts'
import { isCancelled, showError } from '../kit/request/errors.ts'
import css from './assets.module.css'

const uploadFile = call({
  method: 'POST',
  path: '/files',
  permission: 'signed in',
  summary: 'Upload a file',
  upload: 'file',
  answer: shape({ id: uuid('Id'), name: text('Name'), url: text('Address') }),
  status: 201,
})

/** Chooses a file of any kind and uploads it at once; the form keeps its id. */
export function FileControl({ field, value, onChange, error, readOnly, row }: ControlProps<string | null>) {
  const [chosen, setChosen] = useState<string>()
  const [percent, setPercent] = useState<number>()
  const input = useRef<HTMLInputElement>(null)
  const abort = useRef<AbortController>(null)
  const id = useId()
  const shown = chosen ?? (value ? row?.fileName : undefined)

  async function send(file: File | undefined) {
    if (!file) return
    abort.current?.abort()
    abort.current = new AbortController()
    setPercent(0)
    try {
      const { signal } = abort.current
      const kept = await request(uploadFile, { file, body: { cancellation: newKey() }, signal, onProgress: setPercent } as never)
      setChosen(file.name)
      onChange(kept.id)
    } catch (failure) {
      if (!isCancelled(failure)) showError(failure)
    }
    setPercent(undefined)
  }

  return (
    <Input.Wrapper id={id} label={field.label} required={!readOnly} error={error}>
      <div className={css.file}>
        <span className={shown ? undefined : 'dna-muted'}>{shown ?? 'No file chosen'}</span>
        {!readOnly && (
          <Button
            id={id}
            size="xs"
            variant="default"
            leftSection={<IconUpload size={14} />}
            onClick={() => input.current?.click()}
            loading={percent !== undefined}
            aria-invalid={error !== undefined || undefined}
          >
            {shown ? 'Replace file' : 'Choose file'}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={field.label}
          onChange={(event) => {
            void send(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
      {percent !== undefined && <progress className={css.progress} value={percent} max={100} aria-label={`Uploading ${field.label}`} />}
    </Input.Wrapper>
  )
}
