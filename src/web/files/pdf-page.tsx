import { AnnotationLayer, type PDFDocumentProxy, type PDFPageProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import css from './pdf-page.module.css'
import { Failed } from './viewer-parts.tsx'

export interface Size {
  width: number
  height: number
}
interface Props {
  document: PDFDocumentProxy
  number: number
  /** CSS pixels per PDF point. */
  scale: number
  icons: string
  onSize: (size: Size) => void
  onGo: (page: number) => void
}

/** Canvas pixel limit. Browsers refuse larger canvases or take seconds to draw them. */
const mostPixels = 32_000_000

/** One PDF page with its text layer, links and annotations. The previous rendering remains visible until the new one is complete. */
export function PdfPage({ document, number, scale, icons, onSize, onGo }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<PDFPageProxy>()
  const [isBroken, setBroken] = useState(false)
  const calls = useRef({ onSize, onGo })
  calls.current = { onSize, onGo }

  useEffect(() => {
    let isWanted = true
    document.getPage(number).then(
      (page) => {
        if (!isWanted) return
        const { width, height } = page.getViewport({ scale: 1 })
        calls.current.onSize({ width, height })
        setPage(page)
      },
      () => isWanted && setBroken(true),
    )
    return () => {
      isWanted = false
    }
  }, [document, number])

  useEffect(() => {
    if (!page) return
    const links = createLinkService(document, (page) => calls.current.onGo(page))
    const { sheet, drawn, cancel } = draw({ page, scale, icons, links, storage: document.annotationStorage })
    drawn.then(
      () => container.current?.replaceChildren(sheet),
      (error) => error instanceof RenderingCancelledException || setBroken(true),
    )
    return cancel
  }, [document, page, scale, icons])

  return isBroken ? <Failed /> : <div ref={container} className={css.place} />
}

interface Drawing {
  page: PDFPageProxy
  scale: number
  icons: string
  links: ReturnType<typeof createLinkService>
  storage: PDFDocumentProxy['annotationStorage']
}

function draw({ page, scale, icons, links, storage }: Drawing) {
  const viewport = page.getViewport({ scale })
  const sheet = createElementWithClass('div', css.sheet)
  sheet.style.setProperty('--total-scale-factor', String(scale))
  const canvas = createElementWithClass('canvas', css.picture)
  const density = Math.min(devicePixelRatio || 1, Math.sqrt(mostPixels / (viewport.width * viewport.height)))
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  const textLayer = createElementWithClass('div', 'textLayer')
  const notes = createElementWithClass('div', 'annotationLayer')
  sheet.append(canvas, textLayer, notes)

  const picture = page.render({ canvas, viewport: page.getViewport({ scale: scale * density }) })
  const text = new TextLayer({ textContentSource: page.streamTextContent({ includeMarkedContent: true }), container: textLayer, viewport })
  text.render().then(
    () => endSelection(textLayer),
    () => undefined,
  )
  showNotes({ page, notes, icons, links, storage, viewport: viewport.clone({ dontFlip: true }) }).catch(() => undefined)
  return {
    sheet,
    drawn: picture.promise,
    cancel() {
      picture.cancel()
      text.cancel()
    },
  }
}

/** Ends a text selection that is dragged past the last line there, instead of selecting the whole page. */
function endSelection(textLayer: HTMLElement) {
  textLayer.append(createElementWithClass('div', 'endOfContent'))
  textLayer.addEventListener('mousedown', () => textLayer.classList.add('selecting'))
  for (const end of ['mouseup', 'mouseleave']) textLayer.addEventListener(end, () => textLayer.classList.remove('selecting'))
}

type Viewport = ReturnType<PDFPageProxy['getViewport']>
interface Notes {
  page: PDFPageProxy
  notes: HTMLDivElement
  icons: string
  links: Drawing['links']
  storage: Drawing['storage']
  viewport: Viewport
}

async function showNotes({ page, notes: div, icons, links: linkService, storage: annotationStorage, viewport }: Notes) {
  const annotations = await page.getAnnotations({ intent: 'display' })
  const none = {
    accessibilityManager: null,
    annotationCanvasMap: null,
    annotationEditorUIManager: null,
    commentManager: null,
    structTreeLayer: null,
  }
  const layer: { render(options: { annotations: unknown[]; renderForms: boolean; imageResourcesPath?: string }): Promise<void> } =
    new AnnotationLayer({ ...none, div, page, viewport, annotationStorage, linkService })
  await layer.render({ annotations, renderForms: false, imageResourcesPath: icons })
}

function createLinkService(document: PDFDocumentProxy, onGo: (page: number) => void) {
  return {
    addLinkAttributes(link: HTMLAnchorElement, url: string) {
      link.href = url
      link.target = '_blank'
      link.rel = 'noopener noreferrer nofollow'
    },
    async goToDestination(destination: unknown) {
      const named = await destination
      const place: unknown = typeof named === 'string' ? await document.getDestination(named) : named
      const target: unknown = Array.isArray(place) ? place[0] : undefined
      const isReference = (value: unknown): value is { num: number; gen: number } =>
        typeof value === 'object' && value !== null && 'num' in value
      const index = isReference(target) ? await document.getPageIndex(target) : target
      if (typeof index === 'number') onGo(index + 1)
    },
    getDestinationHash: () => '#',
    getAnchorUrl: () => '#',
    executeNamedAction: () => undefined,
    executeSetOCGState: async () => undefined,
  }
}

function createElementWithClass<K extends 'div' | 'canvas'>(name: K, className = ''): HTMLElementTagNameMap[K] {
  const created = document.createElement(name)
  created.className = className
  return created
}
