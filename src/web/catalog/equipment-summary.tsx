import { Popover } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { equipmentSummary } from '../../model/catalog/equipment-calls.ts'
import { tagAndModel } from '../../model/catalog/equipment-texts.ts'
import { plural } from '../../model/kit/plural.ts'
import { formatNumber, Money } from '../kit/look/format.tsx'
import { Skeletons } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './equipment.module.css'
import { EquipmentPicture } from './equipment-picture.tsx'

/** Hover delay, and time for the pointer to reach the card, in ms. */
const restTime = 450
const wayTime = 100

/**
 * Shows key facts while the pointer rests on a product name. A list has a hundred names, so until then each renders only the name and two
 * listeners.
 */
export function EquipmentHover({ id, children }: { id: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!can(equipmentSummary.permission)) return children
  function later(next: boolean) {
    clearTimeout(timer.current)
    timer.current = setTimeout(setOpen, next ? restTime : wayTime, next)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a glance for the pointer; the page behind the name has it all
    <span className={css.hover} onMouseEnter={() => later(true)} onMouseLeave={() => later(false)}>
      {children}
      {isOpen && (
        // The name is not a button: a hover-only card is not announced to screen readers.
        <Popover opened onChange={setOpen} position="bottom-start" withinPortal shadow="md" withRoles={false} trapFocus={false}>
          <Popover.Target>
            <i className={css.hoverPlace} />
          </Popover.Target>
          <Popover.Dropdown onClick={(event) => event.stopPropagation()}>
            <Summary id={id} />
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
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
    data
  return (
    <div className={css.card}>
      <span className={css.cardPicture}>
        <EquipmentPicture product={{ imageUrl, model, description, category, rackUnits }} alt={model} />
      </span>
      <div className={css.cardText}>
        <b>{tagAndModel({ tag, model })}</b>
        <span>{[manufacture.name, productFamily?.name].filter(Boolean).join(' · ')}</span>
        <span>
          {String(category.number ?? '')} {category.name}
        </span>
        {description && <span>{description.length > 140 ? `${description.slice(0, 140)}…` : description}</span>}
        <ChoiceText options={EquipmentAvailability} value={availability} />
      </div>
      <div className={css.cardFacts}>
        <span>
          MSRP{' '}
          <b>
            <Money value={msrpPrice || null} />
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
          {plural(used.projectsCount, 'project')}
        </span>
      </div>
    </div>
  )
}
