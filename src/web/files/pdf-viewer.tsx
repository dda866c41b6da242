import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type PDFDocumentProxy, ResponseException } from 'pdfjs-dist'
import { type UIEvent, useEffect, useRef, useState } from 'react'
import { NumberField } from '../kit/form/number-field.tsx'
import { IconArrowAutofitWidth, IconChevronDown, IconChevronUp, IconZoomIn, IconZoomOut } from '../kit/look/icons.ts'
import { handleUnauthorized } from '../kit/request/client.ts'
import { headersFor } from './fetch-file.ts'
import css from './file-viewer.module.css'
import { openDocument, parts } from './pdf-document.ts'
import { PdfPage, type Size } from './pdf-page.tsx'
import { pdfProblem } from './pdf-problem.ts'
import { Failed, Fetching, Tool, type ViewerProps, ViewerToolbar, zoomed } from './viewer-parts.tsx'

/** A PDF point is 1/72 inch, a CSS pixel 1/96 inch. */
const pixelsPerPoint = 96 / 72
const gap = 12
const margin = 16
const letter: Size = { width: 612, height: 792 }

type Reading = { document?: PDFDocumentProxy; isBroken?: boolean; problem?: string }

function useDocument(url: string | null | undefined, attempt: number): Reading {
  const [reading, setReading] = useState<Reading>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    if (!url) return
    const loading = openDocument(url)
    loading.promise.then(
      (document) => setReading({ document, problem: pdfProblem(document) }),
      (error: unknown) => {
        if (loading.destroyed) return
        setReading({ isBroken: true, problem: pdfProblem({ error }) })
        if (error instanceof ResponseException) handleUnauthorized(error.status, undefined, headersFor(url).authorization)
      },
    )
    return () => {
      setReading({})
      void loading.destroy()
    }
  }, [url, attempt])
  return reading
}

export function PdfViewer({ file }: ViewerProps) {
  const { url } = file
  const [current, setCurrent] = useState(1)
  const [sizes, setSizes] = useState<Record<number, Size>>({})
  /** Undefined means fit to the panel width. */
  const [zoom, setZoom] = useState<number>()
  const [attempt, setAttempt] = useState(0)
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const stage = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(measured, stage)
  const { document, isBroken, problem } = useDocument(url, attempt)
  const count = document?.numPages ?? 0

  const sizeOf = (page: number) => sizes[page] ?? sizes[1] ?? letter
  const fitting = Math.max(100, width - 2 * margin) / (sizeOf(1).width * pixelsPerPoint)
  const scale = zoom ?? Math.min(2, fitting)
  const shownWidth = (page: number) => sizeOf(page).width * pixelsPerPoint * scale
  const shownHeight = (page: number) => sizeOf(page).height * pixelsPerPoint * scale
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const topOf = (page: number) => numbers.slice(0, page - 1).reduce((top, value) => top + shownHeight(value) + gap, margin)

  function noteCurrent({ currentTarget: { scrollTop, clientHeight } }: UIEvent) {
    const middle = scrollTop + clientHeight / 2
    setCurrent(numbers.findLast((page) => topOf(page) <= middle) ?? 1)
  }
  function goTo(page: number) {
    const targetPage = Math.min(count, Math.max(1, Math.round(page)))
    setCurrent(targetPage)
    stage.current?.scrollTo({ top: topOf(targetPage) - gap })
  }
  function setZoomOf(next: number | undefined) {
    setZoom(next)
    const page = current
    requestAnimationFrame(() => stage.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' }))
  }

  return (
    <>
      <ViewerToolbar file={file}>
        <Tool label="Previous page" Icon={IconChevronUp} onClick={() => goTo(current - 1)} disabled={current <= 1} />
        <Tool label="Next page" Icon={IconChevronDown} onClick={() => goTo(current + 1)} disabled={current >= count} />
        <PageNumber key={current} page={current} count={count} onGo={goTo} />
        <span className={css.percent}>of {count || '–'}</span>
        <Tool label="Zoom out" Icon={IconZoomOut} onClick={() => setZoomOf(zoomed(scale, false))} disabled={!count} />
        <span className={css.percent}>{Math.round(scale * 100)}%</span>
        <Tool label="Zoom in" Icon={IconZoomIn} onClick={() => setZoomOf(zoomed(scale, true))} disabled={!count} />
        <Tool label="Fit width" Icon={IconArrowAutofitWidth} onClick={() => setZoomOf(undefined)} disabled={!count || zoom === undefined} />
      </ViewerToolbar>
      {/* biome-ignore lint/a11y: what scrolls must be reachable by keyboard */}
      <div ref={ref} className={css.pages} tabIndex={0} role="region" aria-label="Pages" onScroll={noteCurrent}>
        <div>
          {!url && <Failed text="Invalid File Url" />}
          {(isBroken || problem) && <Failed reason={problem} onRetry={problem ? undefined : () => setAttempt(attempt + 1)} />}
          {url && !document && !isBroken && <Fetching />}
          {document &&
            numbers.map((page) => (
              <div key={page} data-page={page} className={css.page} style={{ width: shownWidth(page), height: shownHeight(page) }}>
                {Math.abs(page - current) <= 2 && (
                  <PdfPage
                    document={document}
                    number={page}
                    scale={scale * pixelsPerPoint}
                    icons={`${parts}/images/`}
                    onSize={(size) => setSizes((known) => ({ ...known, [page]: size }))}
                    onGo={goTo}
                  />
                )}
              </div>
            ))}
        </div>
      </div>
    </>
  )
}

function PageNumber({ page, count, onGo }: { page: number; count: number; onGo: (page: number) => void }) {
  const [value, setValue] = useState<string | number>(page)
  return (
    <NumberField
      className={css.pageNumber}
      size="xs"
      aria-label="Page"
      allowDecimal={false}
      allowNegative={false}
      disabled={!count}
      value={value}
      onChange={setValue}
      onBlur={() => Number(value) && Number(value) !== page && onGo(Number(value))}
      onKeyDown={(event) => event.key === 'Enter' && Number(value) && onGo(Number(value))}
    />
  )
}
