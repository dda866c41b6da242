import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { equipments } from '../../model/catalog/equipment.ts'
import { bulkUpdateEquipment } from '../../model/catalog/equipment-calls.ts'
import { ListPage } from '../kit/pages.tsx'
import { can } from '../kit/request/can.ts'
import { lazyDialog } from '../kit/request/lazy-part.ts'
import { EquipmentTile } from './equipment-picture.tsx'
import { EquipmentHover } from './equipment-summary.tsx'

const EquipmentManyDialog = lazyDialog(() => import('./equipment-many.tsx'))

/** Values that the drawing of a product without a photo is made from. */
const tileFacts = [
  'imageUrl',
  'model',
  'description',
  'category',
  'widthIn',
  'heightIn',
  'depthIn',
  'rackUnits',
  'rackAccessory',
  'diagonalIn',
] as const

export function EquipmentListPage() {
  const [many, setMany] = useState<{ ids: number[]; clear: () => void }>()
  return (
    <>
      <ListPage
        resource={equipments}
        actions={
          can({ all: ['Equipments.Create', 'Equipments.Update'] }) && (
            <Button component={Link} to="/equipment/import" variant="default">
              Import
            </Button>
          )
        }
        cells={{
          imageUrl: (_, row) => <EquipmentTile item={row} />,
          model: (model, { id }) => <EquipmentHover id={id}>{model}</EquipmentHover>,
        }}
        reads={{ cells: tileFacts }}
        editMany={can(bulkUpdateEquipment.permission) ? (ids, clear) => setMany({ ids: ids.map(Number), clear }) : undefined}
        editHref={({ id }) => `/equipment/${id}/details`}
        empty="No equipment yet. Create the first piece, or start the demo to see a full catalog."
      />
      {many && <EquipmentManyDialog ids={many.ids} onClose={() => setMany(undefined)} onDone={many.clear} />}
    </>
  )
}

export function RestoreEquipmentPage() {
  return <ListPage resource={equipments} title="Restore equipment" isDeleted empty="No equipment is deleted." />
}
