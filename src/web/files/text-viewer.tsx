import { CopyButton } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { formatBytes } from '../../model/kit/bytes.ts'
import { IconCheck, IconCopy, IconTextWrap } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { CallError, unknownError } from '../kit/request/client.ts'
import { isCancelled } from '../kit/request/errors.ts'
import { closeFile } from '../kit/request/open-file.ts'
import { decodeFileText, fetchFile } from './fetch-file.ts'
import css from './file-viewer.module.css'
import { type Language, markedPieces, type Piece } from './text-marks.ts'
import { Fetching, Tool, type ViewerProps, ViewerToolbar } from './viewer-parts.tsx'

/** Character limit for coloring, which is too slow beyond it. */
const mostColored = 500_000

function detectLanguage(name: string, text: string): Language | undefined {
  const ending = name.split('.').at(-1)?.toLowerCase()
  if (ending === 'html' || ending === 'xml') return 'xml'
  if (ending === 'config') return /^\s*</.test(text) ? 'xml' : /^\s*\{/.test(text) ? 'json' : 'ini'
  return ending === 'json' || ending === 'log' || ending === 'ini' ? ending : undefined
}

/** Pretty-prints JSON without line breaks, because it is minified. */
function prettyPrintJson(name: string, text: string): string {
  if (!/\.json$/i.test(name) || /\n/.test(text.trim()) || text.length > mostColored) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Shows the server's message and closes the viewer, because there is no content to show. */
function closeWithError(error: unknown) {
  if (isCancelled(error)) return
  const message = error instanceof CallError && error.message !== unknownError ? error.message : 'Error Fetching File Content!'
  closeFile()
  toast.error(message, { duration: 3000 })
}

export function TextViewer({ file }: ViewerProps) {
  const { name, url } = file
  const [content, setContent] = useState<{ text: string; size: number }>()
  const [isWrapped, setWrapped] = useState(false)

  useEffect(() => {
    const reading = new AbortController()
    const read = async () => {
      const content = await fetchFile(url ?? '', reading.signal)
      const text = prettyPrintJson(name, await decodeFileText(content))
      if (!reading.signal.aborted) setContent({ text, size: content.size })
    }
    read().catch((error) => !reading.signal.aborted && closeWithError(error))
    return () => reading.abort()
  }, [name, url])

  const text = content?.text
  const pieces = useMemo((): Piece[] => {
    if (text === undefined) return []
    const language = text.length > mostColored ? undefined : detectLanguage(name, text)
    return language ? markedPieces(language, text) : [{ text }]
  }, [name, text])
  const numbers = useMemo(() => Array.from({ length: (text?.split('\n') ?? []).length }, (_, index) => index + 1).join('\n'), [text])

  if (!content) return <Fetching />
  return (
    <>
      <ViewerToolbar file={file}>
        <Tool label="Wrap lines" Icon={IconTextWrap} isPressed={isWrapped} onClick={() => setWrapped(!isWrapped)} />
        <CopyButton value={content.text} timeout={2000}>
          {({ copied, copy }) => <Tool label={copied ? 'Copied' : 'Copy'} Icon={copied ? IconCheck : IconCopy} onClick={copy} />}
        </CopyButton>
        <span className="dna-hint">{formatBytes(content.size)}</span>
      </ViewerToolbar>
      {/* biome-ignore lint/a11y: what scrolls must be reachable by keyboard */}
      <div className={css.source} data-wrapped={isWrapped || undefined} tabIndex={0} role="region" aria-label="Text">
        {!isWrapped && <pre aria-hidden="true">{numbers}</pre>}
        <pre>
          <code>
            {pieces.map(({ text, mark }, index) =>
              mark ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name, and never move
                <span key={index} data-mark={mark}>
                  {text}
                </span>
              ) : (
                text
              ),
            )}
          </code>
        </pre>
      </div>
    </>
  )
}
