import { CopyButton } from '@mantine/core'
import type { LanguageFn } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import ini from 'highlight.js/lib/languages/ini'
import json from 'highlight.js/lib/languages/json'
import xml from 'highlight.js/lib/languages/xml'
import { useEffect, useMemo, useState } from 'react'
import { formatBytes } from '../../model/kit/bytes.ts'
import { IconCheck, IconCopy, IconTextWrap } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { CallError, unknownError } from '../kit/request/client.ts'
import { isCancelled } from '../kit/request/errors.ts'
import { closeFile } from '../kit/request/open-file.ts'
import { fetchFile, readText } from './fetch-file.ts'
import css from './file-viewer.module.css'
import { Fetching, Tool, type ViewerProps, ViewerToolbar } from './viewer-parts.tsx'

/** Times, levels and quoted texts of any program's log. */
const log: LanguageFn = () => ({
  name: 'Log',
  contains: [
    {
      scope: 'number',
      match: /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/,
    },
    { scope: 'deletion', match: /\b(?:ERROR|FATAL|CRITICAL|SEVERE|FAILED|FAILURE|Exception)\b/ },
    { scope: 'warning', match: /\bWARN(?:ING)?\b/ },
    { scope: 'keyword', match: /\b(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE)\b/ },
    { scope: 'string', begin: /"/, end: /"|$/ },
  ],
})
hljs.registerLanguage('json', json)
hljs.registerLanguage('xml', xml)
hljs.registerLanguage('ini', ini)
hljs.registerLanguage('log', log)

/** Beyond this, colouring takes longer than it helps. */
const mostColoured = 500_000

function languageOf(name: string, text: string): string {
  const ending = name.split('.').at(-1)!.toLowerCase()
  if (ending === 'html') return 'xml'
  if (ending === 'config') return /^\s*</.test(text) ? 'xml' : /^\s*\{/.test(text) ? 'json' : 'ini'
  return ending
}

/** JSON without any line break was written for machines. */
function readable(name: string, text: string): string {
  if (!/\.json$/i.test(name) || /\n/.test(text.trim()) || text.length > mostColoured) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** What could not be read is told in the server's words, and there is nothing to stay open for. */
function giveUp(error: unknown) {
  if (isCancelled(error)) return
  const words = error instanceof CallError && error.message !== unknownError ? error.message : 'Error Fetching File Content!'
  closeFile()
  toast.error(words, { duration: 3000 })
}

export function TextViewer({ file }: ViewerProps) {
  const { name, url } = file
  const [content, setContent] = useState<{ text: string; size: number }>()
  const [isWrapped, setWrapped] = useState(false)

  useEffect(() => {
    const reading = new AbortController()
    const read = async () => {
      const content = await fetchFile(url ?? '', reading.signal)
      const text = readable(name, await readText(content))
      if (!reading.signal.aborted) setContent({ text, size: content.size })
    }
    read().catch((error) => !reading.signal.aborted && giveUp(error))
    return () => reading.abort()
  }, [name, url])

  const text = content?.text
  const coloured = useMemo(() => {
    if (text === undefined || text.length > mostColoured) return undefined
    return hljs.highlight(text, { language: languageOf(name, text), ignoreIllegals: true }).value
  }, [name, text])
  const numbers = useMemo(() => Array.from({ length: (text?.split('\n') ?? []).length }, (_, at) => at + 1).join('\n'), [text])

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
          {coloured === undefined ? (
            <code>{content.text}</code>
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes everything that is not its own mark
            <code dangerouslySetInnerHTML={{ __html: coloured }} />
          )}
        </pre>
      </div>
    </>
  )
}
