import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { overLimits } from '../../model/spaces/space-limits.ts'
import { CheckStrip } from '../checks/public.tsx'
import { IconChevronRight } from '../kit/look/icons.ts'
import { useTemplateDrift } from '../templates/public.tsx'
import { LimitMessage } from './over-limit.tsx'
import css from './room-strip.module.css'
import type { Space } from './space-head.tsx'

interface Props {
  space: Space
  isLocked: boolean
  shown: number[] | undefined
  show: (ids: number[] | undefined) => void
}

/** Strip above the lines of a room: exceeded limits and template differences one at a time, and the counts of the design check. */
export function RoomStrip({ space, isLocked, shown, show }: Props) {
  const [at, setAt] = useState(0)
  const drift = useTemplateDrift(space, isLocked)
  const over = space.budget ? overLimits(space.budget, space.limits) : []
  const count = over.length + (drift ? 1 : 0)
  const index = at % Math.max(1, count)
  const item = over[index]
  return (
    <>
      <div className={css.strip} data-over={item ? true : undefined}>
        {item ? <LimitMessage item={item} lines={space.linesOver} {...{ shown, show }} /> : drift?.line}
        {count > 1 && (
          <span className={css.place}>
            {index + 1} of {count}
            <ActionIcon
              aria-label="Next message"
              size={24}
              onClick={() => {
                show(undefined)
                setAt(index + 1)
              }}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </span>
        )}
        <CheckStrip projectId={space.projectId} isLocked={isLocked} concerns={({ where }) => where.space?.id === space.id} isInRow />
      </div>
      {!item && drift?.details}
    </>
  )
}
