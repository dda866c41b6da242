import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { equipments } from '../../model/catalog/equipment.ts'
import { cloneEquipment } from '../../model/catalog/equipment-calls.ts'
import type { BodyOf } from '../../model/kit/call.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { can } from '../kit/request/can.ts'

export function CloneEquipment({ equipment }: { equipment: RowOf<typeof equipments> }) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const start = useMemo(
    () => ({
      ...({
        model: `${equipment.model} copy`,
        tag: equipment.tag,
        manufactureId: equipment.manufacture.id,
        includeDocuments: true,
      } satisfies BodyOf<typeof cloneEquipment>),
      manufacture: equipment.manufacture,
    }),
    [equipment],
  )
  if (!can(cloneEquipment.permission)) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Clone
      </Button>
      <CallDialog
        call={cloneEquipment}
        resource={equipments}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Clone ${equipment.model}`}
        verb="Clone"
        params={{ id: equipment.id }}
        start={start}
        invalidates={[equipments]}
        onDone={(clone) => void navigate({ to: `/equipment/${clone.id}` })}
      />
    </>
  )
}
