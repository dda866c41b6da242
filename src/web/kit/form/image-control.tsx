import { Button, Input } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react'
import { IconClipboard, IconPhoto, IconRefresh, IconTrash, IconUpload, IconX } from '../look/icons.ts'
import { type AnyCall, newKey, request } from '../request/client.ts'
import { isCancelled } from '../request/errors.ts'
import css from './image-control.module.css'

const types = ['image/jpeg', 'image/png', 'image/svg+xml']
const isImage = (file: Blob & { name?: string }) =>
  types.includes(file.type) && (file.name === undefined || /\.(png|jpe?g|svg)$/i.test(file.name))

interface Props {
  label: string
  /** Where a heading says it already. */
  isLabelHidden?: boolean
  value: string | null
  onChange: (url: string | null) => void
  onBlur?: () => void
  /** Where it goes; see `uploadImage`. */
  to: AnyCall
  params?: Record<string, string | number>
  error?: string
  hint?: string
  required?: boolean
  readOnly?: boolean
}
type Upload = { file: Blob; preview: string; percent: number; failure?: string; abort: AbortController }

/** Drop, browse or paste a picture. What is neither JPEG, PNG nor SVG is ignored without a word (reference spec 5). */
export function ImageControl({ label, isLabelHidden, value, onChange, onBlur, to, params, error, hint, required, readOnly }: Props) {
  const [upload, setUpload] = useState<Upload>()
  const [isOver, setOver] = useState(false)
  const browse = useRef<HTMLInputElement>(null)
  const id = useId()

  function end() {
    upload?.abort.abort()
    if (upload) URL.revokeObjectURL(upload.preview)
    setUpload(undefined)
  }

  async function send(file: Blob) {
    const started: Upload = { file, preview: URL.createObjectURL(file), percent: 0, abort: new AbortController() }
    const patch = (part: Partial<Upload>) => setUpload((now) => (now?.abort === started.abort ? { ...now, ...part } : now))
    setUpload(started)
    try {
      const answer = await request(to, {
        params,
        file,
        body: { cancellation: newKey() },
        signal: started.abort.signal,
        onProgress: (percent: number) => patch({ percent }),
      } as never)
      onChange((answer as { url: string }).url)
      setUpload((now) => (now?.abort === started.abort ? undefined : now))
    } catch (failure) {
      if (!isCancelled(failure)) patch({ failure: (failure as Error).message })
    }
  }

  function take(files: Iterable<Blob> | null | undefined) {
    const file = [...(files ?? [])].find(isImage)
    if (file && !readOnly) void send(file)
  }

  async function paste() {
    try {
      for (const item of await navigator.clipboard.read())
        if (item.types.includes('image/png')) return send(await item.getType('image/png'))
    } catch {
      // A browser that refuses the clipboard has already asked the person; there is nothing to add.
    }
  }

  const shown = upload?.preview ?? value
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
    onPaste: (event: ClipboardEvent) => take([...event.clipboardData.files].filter(({ type }) => type === 'image/png')),
  }
  return (
    <Input.Wrapper
      label={label}
      required={required}
      description={hint}
      error={error}
      labelElement="div"
      labelProps={{ id, className: isLabelHidden ? 'dna-hidden' : undefined }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser */}
      <div
        className={css.box}
        role="group"
        aria-labelledby={id}
        data-over={isOver || undefined}
        data-error={Boolean(error) || undefined}
        onBlur={onBlur}
        {...drop}
      >
        <span className={css.tile}>{shown ? <img src={shown} alt={`Current: ${label}`} /> : <IconPhoto size={24} />}</span>
        <div className={css.side}>
          {upload && upload.failure === undefined && (
            <>
              <progress className={css.progress} value={upload.percent} max={100} aria-label={`Uploading ${label}`} />
              <div className={css.row}>
                <span role="status">Uploading, {upload.percent} %</span>
                <Button size="xs" variant="subtle" leftSection={<IconX size={14} />} onClick={end}>
                  Cancel
                </Button>
              </div>
            </>
          )}
          {upload?.failure !== undefined && (
            <>
              <span className={css.failed} role="alert">
                The upload failed. {upload.failure}
              </span>
              <div className={css.row}>
                <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={() => void send(upload.file)}>
                  Retry
                </Button>
                <Button size="xs" variant="subtle" onClick={end}>
                  Discard
                </Button>
              </div>
            </>
          )}
          {!upload && !readOnly && (
            <>
              <div className={css.row}>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconUpload size={14} />}
                  aria-invalid={error ? true : undefined}
                  onClick={() => browse.current?.click()}
                >
                  {value ? 'Replace' : 'Browse'}
                </Button>
                <Button size="xs" variant="subtle" leftSection={<IconClipboard size={14} />} onClick={paste}>
                  Paste
                </Button>
                {value && (
                  <Button size="xs" variant="subtle" leftSection={<IconTrash size={14} />} onClick={() => onChange(null)}>
                    Remove
                  </Button>
                )}
              </div>
              <span className="dna-hint">JPEG, PNG or SVG; drop one here.</span>
            </>
          )}
        </div>
        <input
          ref={browse}
          type="file"
          hidden
          accept=".png,.jpg,.jpeg,.svg"
          aria-label={`${label} file`}
          onChange={(event) => take(event.currentTarget.files)}
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
