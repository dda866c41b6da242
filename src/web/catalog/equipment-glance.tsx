import { equipmentStats } from '../../model/catalog/equipment-calls.ts'
import type { IllustratedProduct } from '../../model/catalog/illustration-shapes.ts'
import { equipmentPower, heatAndAmps } from '../../model/spaces/power.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { Output } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './equipment.module.css'
import type { Equipment } from './equipment-head.tsx'
import { EquipmentPicture } from './equipment-picture.tsx'

export function AtAGlance({ equipment }: { equipment: Equipment }) {
  const { data } = useRead(equipmentStats, { params: { id: equipment.id } }, { isQuiet: true })
  const wholeNumber = (value: number | undefined) => value?.toLocaleString('en-US') ?? '–'
  return (
    <>
      <LooksAndHeat equipment={equipment} />
      <h2>Usage</h2>
      <Output label="Projects">{wholeNumber(data?.projectsCount)}</Output>
      <Output label="Spaces">{wholeNumber(data?.spacesCount)}</Output>
      <Output label="Quantity">{wholeNumber(data?.totalQuantity)}</Output>
    </>
  )
}

type Looks = Pick<Equipment, 'watts' | 'heatLoadWatts' | 'powerSpecs' | 'rackUnits' | 'imageUrl' | 'model' | keyof IllustratedProduct>

export function LooksAndHeat({ equipment }: { equipment: Looks }) {
  const { watts, heatLoadWatts, powerSpecs, rackUnits } = equipment
  const power = equipmentPower({ heatLoadWatts, powerSpecs })
  const heat = heatAndAmps(power)
  return (
    <>
      <div className={css.picture}>
        <EquipmentPicture product={equipment} alt={equipment.model} />
      </div>
      <h2>Power and heat</h2>
      <Output label={heatLoadWatts === null ? 'Heat, computed' : 'Heat, measured'} unit="W">
        {watts === null ? '–' : formatNumber(watts)}
      </Output>
      {watts !== null && (
        <>
          <Output label="Heat" unit="BTU">
            {formatNumber(heat.heatBtuPerHour, 2)}
          </Output>
          <Output label="Cooling" unit="tons">
            {formatNumber(heat.tons, 5)}
          </Output>
        </>
      )}
      {power.acWatts > 0 && (
        <Output label="At 120 V" unit="A">
          {formatNumber(heat.ampsAt120Volts, 2)}
        </Output>
      )}
      {power.poeWatts > 0 && (
        <Output label="PoE" unit="W">
          {formatNumber(power.poeWatts)}
        </Output>
      )}
      {watts === null && <p className={css.hint}>Not known: there is no measured heat and no power supply.</p>}
      {rackUnits !== null && (
        <Output label="Rack" unit="RU">
          {formatNumber(rackUnits)}
        </Output>
      )}
    </>
  )
}
