import { Suspense } from 'react'
import { lazyPart } from '../kit/request/lazy-part.ts'
import type { BackgroundProps } from './background-props.ts'
import css from './plans.module.css'

const PdfBackground = lazyPart(async () => ({ default: (await import('./pdf-background.tsx')).PdfBackground }))

/** The drawing below the devices: a page of a PDF as sharp as the zoom needs, or a picture. */
export function PlanBackground({ plan, zoom }: BackgroundProps) {
  if (plan.contentType !== 'application/pdf') return <img className={css.picture} src={plan.url} alt="" draggable={false} />
  return (
    <Suspense fallback={null}>
      <PdfBackground plan={plan} zoom={zoom} />
    </Suspense>
  )
}
