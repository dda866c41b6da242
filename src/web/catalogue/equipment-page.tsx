import { categories } from '../../model/catalogue/categories.ts'
import { equipments as of } from '../../model/catalogue/equipment.ts'
import { equipmentStats } from '../../model/catalogue/equipment-calls.ts'
import { wattsOfEquipment } from '../../model/catalogue/equipment-parts.ts'
import { heatAndAmps, type PoweredEquipment, powerOf } from '../../model/spaces/power.ts'
import { Control, type ControlProps, type Controls } from '../kit/form/controls.tsx'
import { FileControl } from '../kit/form/file-control.tsx'
import type { Form } from '../kit/form/form.ts'
import { Under } from '../kit/form/picker.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { ActivityPanel, FormPage, hidden, Output } from '../kit/pages.tsx'
import { callsOf, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './equipment.module.css'
import { ModelControl } from './equipment-candidates.tsx'
import { CloneEquipment } from './equipment-clone.tsx'
import { type Equipment, EquipmentTab, equipmentHead } from './equipment-head.tsx'
import { ReplaceEquipment } from './equipment-replace.tsx'
import { EquipmentSymbol } from './equipment-symbol.tsx'

type WithForm = ControlProps & { form: Form }

const controls: Controls = {
  // They have pages of their own.
  ports: hidden,
  technicalDocuments: hidden,
  model: (props) => <ModelControl {...props} />,
  /** Another manufacturer has other families. */
  manufactureId: ({ form, ...props }) => (
    <Control
      {...props}
      onChange={(manufactureId) => form.replace({ ...form.values, manufactureId, productFamilyId: null }, form.rowVersion)}
    />
  ),
  productFamilyId: (props) => <FamilyControl {...props} />,
  heatLoadWatts: ({ form, ...props }) => {
    const computed = wattsOfEquipment({ powerSpecs: form.values.powerSpecs })
    const hint =
      computed === null
        ? 'Measured heat; it cannot be calculated from the power below'
        : `Measured heat; left empty it is ${formatNumber(computed)} W from the power below`
    return <Control {...props} field={{ ...props.field, hint }} />
  },
  rackUnits: ({ form, ...props }) => <Control {...props} readOnly={props.readOnly || !form.values.isRackMountable} />,
  cableSpec: (props) => <CableControl {...props} />,
  revitFamilyFileId: ({ form: _, ...props }) => (
    <FileControl
      label={props.field.label}
      fileId={props.value}
      fileName={props.row?.revitFamilyFile?.name}
      onChange={(file) => props.onChange(file?.id ?? null)}
      error={props.error}
      readOnly={props.readOnly}
    />
  ),
}

/** Families belong to a manufacturer; without one there is nothing to choose from. */
function FamilyControl({ form, ...props }: WithForm) {
  const { manufactureId } = form.values
  if (!manufactureId) return <Control {...props} readOnly field={{ ...props.field, hint: 'Choose the manufacturer first' }} />
  return (
    <Under value={{ id: manufactureId }}>
      <Control {...props} />
    </Under>
  )
}

/** Only equipment of a cable category has cable data. */
function CableControl({ form, ...props }: WithForm) {
  const { categoryId } = form.values
  const mayRead = useCan(callsOf(categories).read.permission)
  const { data: category } = useRead(
    callsOf(categories).read,
    { params: { id: categoryId } },
    { enabled: Boolean(categoryId) && mayRead, isQuiet: true },
  )
  if (category?.isCable || props.value) return <Control {...props} />
  return <p className={css.hint}>Only equipment of a cable category has cable data.</p>
}

/** One product with everything a designer must know of it. */
export function EquipmentPage() {
  return (
    <FormPage
      of={of}
      {...equipmentHead}
      actions={(equipment) => (
        <>
          <ReplaceEquipment equipment={equipment} />
          <CloneEquipment equipment={equipment} />
        </>
      )}
      goes={() => 'Spaces that use it keep it; it cannot be added any more.'}
      controls={controls}
      sections={[
        [
          'Details',
          [
            'tag',
            'model',
            'manufactureId',
            'productFamilyId',
            'categoryId',
            'partNumber',
            'availability',
            'industryType',
            'url',
            'imageUrl',
            'description',
          ],
        ],
        ['Price and responsibility', ['msrpPrice', 'priceDate', 'defaultProvider', 'defaultInstaller']],
        ['Size and rack', ['widthIn', 'heightIn', 'depthIn', 'weightLb', 'isRackMountable', 'rackUnits']],
        ['Power and heat', ['heatLoadWatts', 'powerSpecs']],
        ['Network and wireless', ['networkPorts', 'wirelessProtocols']],
        ['Cable', ['cableSpec']],
        ['Revit and WireCAD', ['revitFamilyName', 'revitTypeName', 'revitFamilyFileId', 'wireCadLink']],
        ['Notes', ['notes']],
      ]}
      aside={(equipment) => <AtAGlance equipment={equipment} />}
    />
  )
}

/** Picture, heat and where it is used, beside the form. */
function AtAGlance({ equipment }: { equipment: Equipment }) {
  const { data } = useRead(equipmentStats, { params: { id: equipment.id } }, { isQuiet: true })
  const { watts, heatLoadWatts, powerSpecs, rackUnits } = equipment
  const power = powerOf({ heatLoadWatts, powerSpecs: powerSpecs as PoweredEquipment['powerSpecs'] })
  const heat = heatAndAmps(power)
  const whole = (value: number | undefined) => value?.toLocaleString('en-US') ?? '–'
  return (
    <>
      <div className={css.picture}>
        {equipment.imageUrl ? (
          <img src={equipment.imageUrl} alt={equipment.model} />
        ) : (
          <EquipmentSymbol of={equipment} label={`${equipment.category.name}, no picture`} />
        )}
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
      <h2>Usage</h2>
      <Output label="Projects">{whole(data?.projectsCount)}</Output>
      <Output label="Spaces">{whole(data?.spacesCount)}</Output>
      <Output label="Quantity">{whole(data?.totalQuantity)}</Output>
    </>
  )
}

export function EquipmentActivityPage() {
  return <EquipmentTab>{({ id }) => <ActivityPanel of={of} id={id} />}</EquipmentTab>
}
