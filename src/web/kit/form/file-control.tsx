import { Button, Input } from '@mantine/core'
import { type DragEvent, useId, useRef, useState } from 'react'
import { uploadFile } from '../../../model/kit/file-calls.ts'
import { IconFileText, IconUpload } from '../look/icons.ts'
import { request } from '../request/client.ts'
import { isCancelled, showError } from '../request/errors.ts'
import css from './file-control.module.css'

interface UploadedFile {
  id: string
  name: string
}

interface Props {
  label: string
  fileId: string | null
  fileName?: string | null
  onChange: (file: UploadedFile | null) => void
  error?: string
  hint?: string
  required?: boolean
  readOnly?: boolean
}

export function FileControl({ label, fileId, fileName, onChange, error, hint, required, readOnly }: Props) {
  const [percent, setPercent] = useState<number>()
  const [uploaded, setUploaded] = useState<UploadedFile>()
  const [isOver, setOver] = useState(false)
  const browse = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(undefined)
  const id = useId()
  const name = uploaded?.id === fileId ? uploaded?.name : fileName

  async function send(file: File | undefined) {
    if (!file || readOnly) return
    const abort = new AbortController()
    sending.current?.abort()
    sending.current = abort
    setPercent(0)
    try {
      const made = await request(uploadFile, { file, signal: abort.signal, onProgress: setPercent })
      setUploaded(made)
      onChange(made)
    } catch (failure) {
      if (!isCancelled(failure)) showError(failure)
    }
    if (sending.current === abort) setPercent(undefined)
  }

  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      void send(event.dataTransfer.files[0])
    },
  }
  return (
    <Input.Wrapper label={label} description={hint} error={error} required={required} labelElement="div" labelProps={{ id }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser */}
      <div
        className={css.box}
        role="group"
        aria-labelledby={id}
        data-over={isOver || undefined}
        data-error={Boolean(error) || undefined}
        {...drop}
      >
        <IconFileText size={18} stroke={1.6} aria-hidden />
        {percent !== undefined ? (
          <>
            <span className={css.name} role="status">
              Uploading, {percent}%
            </span>
            <Button size="xs" variant="subtle" onClick={() => sending.current?.abort()}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            <span className={css.name} data-empty={!fileId || undefined}>
              {fileId ? (name ?? 'A file') : readOnly ? '–' : 'Drop a file here'}
            </span>
            {!readOnly && (
              <>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconUpload size={14} />}
                  aria-invalid={error ? true : undefined}
                  onClick={() => browse.current?.click()}
                >
                  {fileId ? 'Replace' : 'Browse'}
                </Button>
                {fileId && (
                  <Button size="xs" variant="subtle" onClick={() => onChange(null)}>
                    Remove
                  </Button>
                )}
              </>
            )}
          </>
        )}
        <input
          ref={browse}
          type="file"
          hidden
          aria-label={`${label} to upload`}
          onChange={(event) => void send(event.currentTarget.files?.[0])}
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
