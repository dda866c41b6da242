import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { equipments } from '../../model/catalog/equipment.ts'
import { equipmentDuplicates } from '../../model/catalog/equipment-calls.ts'
import type { WriteValues } from '../../model/kit/resource.ts'
import { Control, type ControlProps } from '../kit/form/controls.tsx'
import type { Form } from '../kit/form/form.ts'
import { useRead } from '../kit/request/call.ts'
import css from './equipment.module.css'

const shown = 3
const keyFields: readonly (keyof typeof equipments.fields)[] = ['model', 'partNumber']

export function ModelControl({ form, ...props }: ControlProps & { form: Form }) {
  const { manufactureId, partNumber }: WriteValues<typeof equipments> = form.values
  const [model] = useDebouncedValue(String(props.value ?? '').trim(), 400)
  const isAsked = !props.readOnly && (model !== '' || Boolean(partNumber)) && keyFields.some((key) => form.changed.includes(key))
  const { data } = useRead(
    equipmentDuplicates,
    {
      query: {
        manufactureId: manufactureId ?? undefined,
        model,
        partNumber: partNumber || undefined,
        excludeId: props.row?.id,
        itemsPerPage: shown,
      },
    },
    { enabled: isAsked && Boolean((manufactureId && model) || partNumber), isQuiet: true },
  )
  const items = (isAsked ? (data?.items ?? []) : []).filter((item) => 'equipment' in item)
  return (
    <div>
      <Control {...props} />
      <div role="status" className={css.hint}>
        {items.length > 0 && (
          <>
            Already in the catalog:{' '}
            {items.map(({ equipment }, index) => (
              <span key={equipment.id}>
                {index > 0 && ', '}
                <Link to={`/equipment/${equipment.id}`} target="_blank">
                  {equipment.tag} {equipment.model}
                </Link>
              </span>
            ))}
          </>
        )}
      </div>
    </div>
  )
}
