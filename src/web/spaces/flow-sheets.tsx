import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { formatInstantDay } from '../../model/kit/dates.ts'
import type { SignalOfDiagram } from '../../model/spaces/diagram.ts'
import { splitIntoSheets } from '../../model/spaces/diagram-sheets.ts'
import type { Project } from '../projects/public.tsx'
import css from './flow.module.css'
import { FlowPicture } from './flow-picture.tsx'
import type { Flow } from './flow-wiring.ts'
import type { Space } from './space-head.tsx'

interface SheetsProps {
  flow: Flow
  project: Project
  space: Space
  signalOf: (wireId: number) => SignalOfDiagram | undefined
  legend: ReactNode
}

/** Printed drawing, rendered only while printing. Page breaks never cut through a box. */
export function FlowSheets(props: SheetsProps) {
  return useSyncExternalStore(listenToPrinting, () => isPrinting) && <Sheets {...props} />
}
let isPrinting = false
/** Uses `beforeprint`, because a print media query fires only after the browser has counted the pages. */
function listenToPrinting(onPrint: () => void) {
  const listen = ({ type }: Event) => {
    isPrinting = type === 'beforeprint'
    onPrint()
  }
  window.addEventListener('beforeprint', listen)
  window.addEventListener('afterprint', listen)
  return () => {
    window.removeEventListener('beforeprint', listen)
    window.removeEventListener('afterprint', listen)
    isPrinting = false
  }
}

function Sheets({ flow, project, space, signalOf, legend }: SheetsProps) {
  const { layout, drawing, far, used, findings, signalById } = flow
  const { pageFormat, sheets } = useMemo(() => splitIntoSheets(layout, drawing, far), [layout, drawing, far])
  const marks = useMemo(() => ({ used, accepting: new Set<string>(), held: undefined, refused: undefined }), [used])
  const colorOf = useMemo(() => (signalTypeId: number) => signalById.get(signalTypeId)?.color ?? null, [signalById])
  const named = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')
  return sheets.map(({ drawing, numbered, top, width, height }, index) => (
    <section key={top} className={css.sheet} data-paper={pageFormat} aria-label={`Sheet ${index + 1}`}>
      <div className={css.sheetHead}>
        <span>{named(project.number, project.name)}</span>
        <strong>{named(space.spaceNumber, space.name)}</strong>
        <span>Signal flow</span>
        <span>{formatInstantDay(new Date())}</span>
        <span>
          {index + 1} of {sheets.length}
        </span>
      </div>
      <svg className={css.drawn} viewBox={`0 ${top} ${width} ${height}`} role="img" aria-label="Signal flow">
        <FlowPicture {...{ drawing, numbered, findings, marks, colorOf, signalOf }} mayChange={false} />
      </svg>
      {legend}
    </section>
  ))
}
