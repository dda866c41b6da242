import { type PDFPageProxy, RenderingCancelledException } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { openDocument, pdfProblem } from '../files/public.tsx'
import type { BackgroundProps } from './background-props.ts'
import css from './plans.module.css'

/** Side of the canvas in pixels that every browser supports, and the wait after the last step of a zoom. */
const mostPixels = 8000
const restMs = 150

/** Draws the page once, and again when the zoom rests at another size. The old picture is scaled in the meantime. */
export function PdfBackground({ plan: { url, page, widthPt, heightPt, name }, zoom }: BackgroundProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [shown, setShown] = useState<PDFPageProxy>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const loading = openDocument(url)
    loading.promise
      .then((document) => document.getPage(page))
      .then(setShown, (error: unknown) => {
        if (!loading.destroyed) setProblem(pdfProblem({ error }) ?? 'The drawing cannot be loaded.')
      })
    return () => void loading.destroy()
  }, [url, page])
  const wanted = Math.min(zoom * window.devicePixelRatio, mostPixels / Math.max(widthPt, heightPt))
  useEffect(() => {
    const target = canvas.current
    if (!shown || !target) return
    let task: ReturnType<PDFPageProxy['render']> | undefined
    const timer = setTimeout(() => {
      const viewport = shown.getViewport({ scale: wanted })
      // Draws beside the visible canvas, so that the old picture stays until the new one is complete.
      const drawn = document.createElement('canvas')
      drawn.width = Math.ceil(viewport.width)
      drawn.height = Math.ceil(viewport.height)
      task = shown.render({ canvas: drawn, viewport })
      task.promise.then(
        () => {
          target.width = drawn.width
          target.height = drawn.height
          target.getContext('2d')?.drawImage(drawn, 0, 0)
          target.dataset.drawn = 'true'
        },
        (error: unknown) => {
          if (!(error instanceof RenderingCancelledException)) setProblem('The drawing cannot be shown.')
        },
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      task?.cancel()
    }
  }, [shown, wanted])
  return (
    <>
      <canvas ref={canvas} className={css.picture} aria-label={name} role="img" />
      {problem && <p className={css.problem}>{problem}</p>}
    </>
  )
}
