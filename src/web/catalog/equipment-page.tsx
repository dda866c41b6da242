import { categories } from '../../model/catalog/categories.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { wattsOfEquipment } from '../../model/catalog/equipment-parts.ts'
import { Control, type ControlProps, type Controls } from '../kit/form/controls.tsx'
import { FileControl } from '../kit/form/file-control.tsx'
import type { Form } from '../kit/form/form.ts'
import { PathParamsContext } from '../kit/form/picker-names.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { ActivityPanel, FormPage, hidden } from '../kit/pages.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './equipment.module.css'
import { ModelControl } from './equipment-candidates.tsx'
import { CloneEquipment } from './equipment-clone.tsx'
import { AtAGlance } from './equipment-glance.tsx'
import { EquipmentTab, equipmentHead } from './equipment-head.tsx'
import { ReplaceEquipment } from './equipment-replace.tsx'
import { equipmentSections } from './equipment-sections.ts'

type WithForm = ControlProps & { form: Form }

const controls: Controls<typeof equipments.fields> = {
  ports: hidden,
  technicalDocuments: hidden,
  model: (props) => <ModelControl {...props} />,
  /** Families depend on the manufacturer. */
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

/** Families belong to a manufacturer, so one must be chosen first. */
function FamilyControl({ form, ...props }: WithForm) {
  const { manufactureId } = form.values
  if (!manufactureId) return <Control {...props} readOnly field={{ ...props.field, hint: 'Choose the manufacturer first' }} />
  return (
    <PathParamsContext value={{ id: manufactureId }}>
      <Control {...props} />
    </PathParamsContext>
  )
}

function CableControl({ form, ...props }: WithForm) {
  const { categoryId } = form.values
  const mayRead = useCan(resourceCalls(categories).read.permission)
  const { data: category } = useRead(
    resourceCalls(categories).read,
    { params: { id: categoryId } },
    { enabled: Boolean(categoryId) && mayRead, isQuiet: true },
  )
  if (category?.isCable || props.value) return <Control {...props} />
  return <p className={css.hint}>Only equipment in a cable category has cable data.</p>
}

export function EquipmentDetailsPage() {
  return (
    <FormPage
      resource={equipments}
      {...equipmentHead}
      actions={(equipment) => (
        <>
          <ReplaceEquipment equipment={equipment} />
          <CloneEquipment equipment={equipment} />
        </>
      )}
      removalImpact={() => 'Spaces that use it keep it; it can no longer be added.'}
      controls={controls}
      requires={({ isRackMountable }) => (isRackMountable ? ['rackUnits'] : [])}
      sections={equipmentSections}
      aside={(equipment) => <AtAGlance equipment={equipment} />}
    />
  )
}

export function EquipmentActivityPage() {
  return <EquipmentTab>{({ id }) => <ActivityPanel resource={equipments} id={id} />}</EquipmentTab>
}
