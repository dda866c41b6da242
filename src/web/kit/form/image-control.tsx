import { Button, Input } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { IconClipboard, IconPhoto, IconRefresh, IconTrash, IconUpload, IconX } from '../look/icons.ts'
import { type AnyCall, createIdempotencyKey, request } from '../request/client.ts'
import { isCancelled } from '../request/errors.ts'
import css from './image-control.module.css'

const types = ['image/jpeg', 'image/png', 'image/svg+xml']
const isImage = (file: Blob & { name?: string }) =>
  types.includes(file.type) && (file.name === undefined || /\.(png|jpe?g|svg)$/i.test(file.name))

interface Props {
  label: string
  isLabelHidden?: boolean
  value: string | null
  onChange: (url: string | null) => void
  onBlur?: () => void
  to: AnyCall
  params?: Record<string, string | number>
  error?: string
  hint?: string
  required?: boolean
  readOnly?: boolean
}
interface Upload {
  file: Blob
  preview: string
  percent: number
  failure?: string
  abort: AbortController
}

function useUpload({ to, params, onChange }: Pick<Props, 'to' | 'params' | 'onChange'>) {
  const [upload, setUpload] = useState<Upload>()
  const running = useRef<Upload>(undefined)
  useEffect(() => () => running.current?.abort.abort(), [])
  function show(next: Upload | undefined) {
    if (running.current && running.current.preview !== next?.preview) {
      running.current.abort.abort()
      URL.revokeObjectURL(running.current.preview)
    }
    running.current = next
    setUpload(next)
  }
  async function send(file: Blob) {
    const started: Upload = { file, preview: URL.createObjectURL(file), percent: 0, abort: new AbortController() }
    const isRunning = () => running.current?.abort === started.abort
    const patch = (part: Partial<Upload>) => running.current && isRunning() && show({ ...running.current, ...part })
    show(started)
    try {
      const answer = await request(to, {
        params,
        file,
        body: { cancellation: createIdempotencyKey() },
        signal: started.abort.signal,
        onProgress: (percent: number) => patch({ percent }),
      })
      if (!isRunning()) return
      show(undefined)
      onChange((answer as { url: string }).url)
    } catch (failure) {
      if (!isCancelled(failure)) patch({ failure: failure instanceof Error ? failure.message : String(failure) })
    }
  }
  return { upload, end: () => show(undefined), send }
}

async function pictureOfClipboard(): Promise<Blob | undefined> {
  try {
    for (const item of await navigator.clipboard.read()) if (item.types.includes('image/png')) return await item.getType('image/png')
  } catch {
    // The browser has already shown its own permission prompt, so no error is shown.
  }
  return undefined
}

/** Accepts an image by drop, browse or paste. Files other than JPEG, PNG and SVG are silently ignored (reference spec 5). */
export function ImageControl({ label, isLabelHidden, value, onChange, onBlur, to, params, error, hint, required, readOnly }: Props) {
  const { upload, end, send } = useUpload({ to, params, onChange })
  const [isOver, setOver] = useState(false)
  const id = useId()
  const shown = upload?.preview ?? value

  function take(files: Iterable<Blob> | null | undefined) {
    const file = [...(files ?? [])].find(isImage)
    if (file && !readOnly) void send(file)
  }
  async function paste() {
    const picture = await pictureOfClipboard()
    if (picture) await send(picture)
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
          {upload ? (
            <UploadState upload={upload} label={label} onEnd={end} onRetry={() => void send(upload.file)} />
          ) : (
            !readOnly && (
              <Choices
                label={label}
                hasValue={Boolean(value)}
                isInvalid={Boolean(error)}
                onFiles={take}
                onPaste={() => void paste()}
                onRemove={() => onChange(null)}
              />
            )
          )}
        </div>
      </div>
    </Input.Wrapper>
  )
}

interface StateProps {
  upload: Upload
  label: string
  onEnd: () => void
  onRetry: () => void
}

function UploadState({ upload: { failure, percent }, label, onEnd, onRetry }: StateProps) {
  if (failure !== undefined)
    return (
      <>
        <span className={css.failed} role="alert">
          The upload failed. {failure}
        </span>
        <div className={css.row}>
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
            Retry
          </Button>
          <Button size="xs" variant="subtle" onClick={onEnd}>
            Discard
          </Button>
        </div>
      </>
    )
  return (
    <>
      <progress className={css.progress} value={percent} max={100} aria-label={`Uploading ${label}`} />
      <div className={css.row}>
        <span role="status">Uploading, {percent}%</span>
        <Button size="xs" variant="subtle" leftSection={<IconX size={14} />} onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </>
  )
}

interface ChoicesProps {
  label: string
  hasValue: boolean
  isInvalid: boolean
  onFiles: (files: FileList | null) => void
  onPaste: () => void
  onRemove: () => void
}

function Choices({ label, hasValue, isInvalid, onFiles, onPaste, onRemove }: ChoicesProps) {
  const browse = useRef<HTMLInputElement>(null)
  return (
    <>
      <div className={css.row}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUpload size={14} />}
          aria-invalid={isInvalid || undefined}
          onClick={() => browse.current?.click()}
        >
          {hasValue ? 'Replace' : 'Browse'}
        </Button>
        <Button size="xs" variant="subtle" leftSection={<IconClipboard size={14} />} onClick={onPaste}>
          Paste
        </Button>
        {hasValue && (
          <Button size="xs" variant="subtle" leftSection={<IconTrash size={14} />} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      <span className="dna-hint">JPEG, PNG or SVG; drop one here.</span>
      <input
        ref={browse}
        type="file"
        hidden
        accept=".png,.jpg,.jpeg,.svg"
        aria-label={`${label} file`}
        onChange={(event) => onFiles(event.currentTarget.files)}
        onClick={(event) => {
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
