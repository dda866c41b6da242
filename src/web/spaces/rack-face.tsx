import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { memo, useEffect, useRef } from 'react'
import { RackSide } from '../../model/spaces/enums.ts'
import { type Box, type DrawnUnit, panelIn, type RackDrawing, unitBox } from '../../model/spaces/rack-drawing.ts'
import type { Devices } from '../../model/spaces/rack-placing.ts'
import { deviceLabel, type RackWords } from '../../model/spaces/rack-svg.ts'
import { useDrawnAddress } from '../catalog/public.tsx'
import type { Rack } from './rack-edits.ts'
import { describePosition, type Hands, type Held } from './rack-moves.ts'
import css from './racks.module.css'

/** Converts inches to CSS; the style sheet sets the scale to fit the window. */
const inchesCss = (inches: number) => `calc(var(--inch) * ${inches})`
const boxStyle = ({ leftIn, topIn, widthIn, heightIn }: Box) => ({
  left: inchesCss(leftIn),
  top: inchesCss(topIn),
  width: inchesCss(widthIn),
  height: inchesCss(heightIn),
})

interface FaceProps {
  rack: Rack
  drawing: RackDrawing
  face: RackDrawing['faces'][number]
  devices: Devices
  labelMode: RackWords
  held: Held | undefined
  heldId: number | undefined
  chosen: number | undefined
  hands: Hands
  mayChange: boolean
}

export function RackFace({ rack, drawing, face, devices, labelMode, held, heldId, chosen, hands, mayChange }: FaceProps) {
  const { face: side, units, behind } = face
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element || !mayChange) return
    return dropTargetForElements({ element, getData: () => ({ rackId: rack.id, face: side }) })
  }, [rack.id, side, mayChange])
  return (
    <section className={css.face} aria-label={`${rack.name}, ${RackSide.label(side).toLowerCase()}`}>
      <h4>{RackSide.label(side)}</h4>
      <div className={css.scale}>
        <ol className={css.numbers} aria-hidden>
          {drawing.numbers.map(({ unit, number }) => (
            <li key={unit} data-fifth={number % 5 === 0 || undefined}>
              {number}
            </li>
          ))}
        </ol>
        <div ref={frame} className={css.frame} style={{ width: inchesCss(panelIn), height: inchesCss(drawing.heightIn) }}>
          {behind.map((box) => (
            <i key={`${box.topIn} ${box.leftIn}`} className={css.behind} style={boxStyle(box)} />
          ))}
          {units.map((unit) => (
            <Unit
              key={unit.placed.unitId}
              {...{ unit, rack, labelMode, hands, mayChange }}
              isHeld={heldId === unit.placed.unitId}
              isChosen={chosen === unit.placed.unitId}
            />
          ))}
          {held?.spot.face === side && <Ghost held={held} rack={rack} devices={devices} />}
        </div>
      </div>
    </section>
  )
}

interface UnitProps {
  unit: DrawnUnit
  rack: Rack
  labelMode: RackWords
  isHeld: boolean
  isChosen: boolean
  hands: Hands
  mayChange: boolean
}

const Unit = memo(function Unit({ unit, rack, labelMode, isHeld, isChosen, hands, mayChange }: UnitProps) {
  const { placed, device } = unit
  const { unitId } = placed
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const element = button.current
    if (!element || !mayChange) return
    return draggable({ element, getInitialData: ({ input }) => ({ unitId, grabbed: input.clientY - element.getBoundingClientRect().top }) })
  }, [unitId, mayChange])
  const unitLabel = deviceLabel(unit, labelMode)
  const photo = labelMode === 'pictures' ? device.equipment.imageUrl : null
  const face = useDrawnAddress(device.equipment, 'face', !photo && device.equipment.rackAccessory === null)
  return (
    <button
      ref={button}
      type="button"
      className={css.unit}
      style={boxStyle(unit)}
      title={`${unitLabel} ${device.equipment.model}`}
      aria-label={`${device.label}, ${device.equipment.model}, ${describePosition(rack, device, placed)}`}
      aria-pressed={isChosen}
      data-unit={unitId}
      data-drawn
      data-face={face !== undefined || undefined}
      data-plain={device.equipment.rackAccessory !== null || undefined}
      data-held={isHeld || undefined}
      onClick={() => hands.choose(unitId)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !mayChange || !hands.press(event.key, unitId)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <b>{unitLabel}</b> {photo ? <img src={photo} alt="" loading="lazy" draggable={false} /> : device.equipment.model}
      {face && <img className={css.front} src={face} alt="" draggable={false} />}
    </button>
  )
})

function Ghost({ held: { attempt }, rack, devices }: { held: Held; rack: Rack; devices: Devices }) {
  const { to, problem } = attempt
  const device = devices.get(to.unitId)
  const box = unitBox(rack, devices, to)
  const placeText = device ? describePosition(rack, device, to) : ''
  return (
    <div className={css.ghost} style={boxStyle(box)} data-bad={problem !== undefined || undefined}>
      <span role="status">{problem ?? `${device?.label ?? ''}: ${placeText}`}</span>
    </div>
  )
}
