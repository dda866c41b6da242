import { HoverCard } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { EquipmentAvailability } from '../../model/catalogue/enums.ts'
import { type EquipmentSummary, equipmentSummary } from '../../model/catalogue/equipment-calls.ts'
import { useRead } from '../kit/call.ts'
import { can } from '../kit/can.ts'
import { formatNumber, Money } from '../kit/format.tsx'
import { Skeletons } from '../kit/pages.tsx'
import { toneOf } from '../kit/state-colors.ts'
import { StateText } from '../kit/state-pill.tsx'
import css from './equipment.module.css'

/** Shows the main facts about a product while the pointer rests on its name; its page has them all. */
export function EquipmentHover({ id, children }: { id: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  if (!can(equipmentSummary.permission)) return children
  return (
    <HoverCard
      openDelay={450}
      closeDelay={100}
      position="bottom-start"
      withinPortal
      shadow="md"
      // The name is no button: nothing is announced of what only the pointer shows.
      withRoles={false}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
    >
      <HoverCard.Target>
        <span>{children}</span>
      </HoverCard.Target>
      <HoverCard.Dropdown onClick={(event) => event.stopPropagation()}>{isOpen && <Summary id={id} />}</HoverCard.Dropdown>
    </HoverCard>
  )
}

function Summary({ id }: { id: number }) {
  const { data, error } = useRead(equipmentSummary, { params: { id } }, { isQuiet: true })
  if (error) return <div className={css.card}>{error.message}</div>
  if (!data)
    return (
      <div className={css.card} style={{ display: 'block' }}>
        <Skeletons rows={3} columns={1} />
      </div>
    )
  const { tag, model, description, imageUrl, category, manufacture, productFamily, availability, msrpPrice, watts, rackUnits, ...used } =
    data as EquipmentSummary
  return (
    <div className={css.card}>
      <span className={css.cardPicture}>{imageUrl && <img src={imageUrl} alt="" />}</span>
      <div className={css.cardText}>
        <b>
          {tag} {model}
        </b>
        <span>{[manufacture.name, productFamily?.name].filter(Boolean).join(' · ')}</span>
        <span>
          {String(category.number ?? '')} {category.name}
        </span>
        {description && <span>{description.length > 140 ? `${description.slice(0, 140)}…` : description}</span>}
        <StateText tone={toneOf(EquipmentAvailability, availability) ?? 'neutral'}>{EquipmentAvailability.label(availability)}</StateText>
      </div>
      <div className={css.cardFacts}>
        <span>
          MSRP{' '}
          <b>
            <Money value={msrpPrice} />
          </b>
        </span>
        {watts !== null && (
          <span>
            Power <b>{formatNumber(watts)} W</b>
          </span>
        )}
        {rackUnits !== null && (
          <span>
            Rack <b>{formatNumber(rackUnits)} RU</b>
          </span>
        )}
        <span>
          Used <b>{formatNumber(used.totalQuantity)}</b> in <b>{formatNumber(used.projectsCount)}</b>{' '}
          {used.projectsCount === 1 ? 'project' : 'projects'}
        </span>
      </div>
    </div>
  )
}
