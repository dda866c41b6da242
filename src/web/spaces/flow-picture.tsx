import type { ConnectionFinding } from '../../model/spaces/connection-checks.ts'
import type { SignalOfDiagram } from '../../model/spaces/diagram.ts'
import type { FoundInDrawing } from '../../model/spaces/diagram-find.ts'
import type { Box, Drawing, WirePath } from '../../model/spaces/diagram-layout.ts'
import { type PortMarks, StubArrow, UnitBox, Wire, WireNumber } from './flow-parts.tsx'

type Findings = ReadonlyMap<number, readonly ConnectionFinding[]>
interface PictureProps {
  drawing: Drawing
  numbered?: readonly WirePath[]
  findings: Findings
  marks: PortMarks
  colorOf: (signalTypeId: number) => string | null
  signalOf: (wireId: number) => SignalOfDiagram | undefined
  mayChange: boolean
  chosen?: number
  found?: FoundInDrawing
}

export function FlowPicture({ drawing, numbered = drawing.wires, findings, chosen, found, signalOf, ...rest }: PictureProps) {
  return (
    <>
      {drawing.wires.map((path) => {
        const finding = findings.get(path.wire.id)?.[0]
        return (
          <Wire
            key={path.wire.id}
            path={path}
            signal={signalOf(path.wire.id)}
            grade={finding?.grade}
            label={finding?.text}
            isChosen={chosen === path.wire.id}
            isFound={found?.wireId === path.wire.id}
          />
        )
      })}
      {numbered.map((path) => (
        <WireNumber key={path.wire.id} path={path} grade={findings.get(path.wire.id)?.[0]?.grade} />
      ))}
      {drawing.boxes.map((box) => (
        <UnitBox key={box.block.id} box={box} {...rest} isFound={found?.unitId === box.block.id} {...worstWithin(box, findings)} />
      ))}
      {drawing.stubs.map((stub) => (
        <StubArrow key={`${stub.wireId} ${stub.far.id}`} stub={stub} />
      ))}
    </>
  )
}

function worstWithin({ block }: Box, findings: Findings) {
  const all = block.isClosed ? (block.chain?.wires ?? []).flatMap(({ id }) => findings.get(id) ?? []) : []
  const worst = all.find(({ grade }) => grade === 'error') ?? all.find(({ grade }) => grade === 'warning')
  return { grade: worst?.grade === 'info' ? undefined : worst?.grade, label: worst?.text }
}
