import { type EquipmentGroupItem, equipmentGroups } from '../../model/catalog/equipment-groups.ts'
import { Control } from '../kit/form/controls.tsx'
import { ListPage } from '../kit/pages.tsx'
import css from './equipment-groups.module.css'

export function EquipmentGroupsPage() {
  return (
    <ListPage
      resource={equipmentGroups}
      create="dialog"
      columnWidths={{ contents: 400 }}
      cells={{ contents: (_, { items }) => <Contents items={items} /> }}
      controls={{
        items: ({ form: _, ...props }) => (
          <div className={css.items}>
            <Control {...props} />
          </div>
        ),
      }}
      sections={[['', ['name', 'description', 'imageUrl', 'items']]]}
      empty="No equipment groups yet. Create one for equipment you usually add together."
    />
  )
}

function Contents({ items }: { items: EquipmentGroupItem[] }) {
  return (
    <span>
      {items.map(({ equipment, quantity, provider, installer }) => (
        <span key={[equipment.id, provider, installer].join(' ')} className={css.item}>
          <span className={css.quantity}>{quantity} ×</span> {equipment.model}
          {equipment.isDeleted && <span className="dna-muted"> (deleted)</span>}
        </span>
      ))}
    </span>
  )
}
