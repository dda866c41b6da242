import { useState } from 'react'
import type { BoardRow } from '../../model/planning/boards.ts'
import { ReasonButton } from '../kit/pages.tsx'
import type { CellPosition } from './board-lines.ts'
import { type CellHours, hoursAt, Sought, useRequestWays } from './cell-requests.tsx'

interface Props {
  rows: readonly BoardRow[]
  columns: readonly { key: string }[]
  place: CellPosition | undefined
}

export function RequestButtons({ rows, columns, place }: Props) {
  const [matchHours, setSought] = useState<CellHours>()
  const requestWays = useRequestWays(setSought)(hoursAt({ rows, columns }, place))
  return (
    <>
      {requestWays
        .filter(({ name }) => name !== 'match')
        .map(({ name, label, reason, take }) => (
          <ReasonButton key={name} reason={reason} variant="default" size="xs" onClick={take}>
            {label}
          </ReasonButton>
        ))}
      {matchHours && <Sought hours={matchHours} onClose={() => setSought(undefined)} />}
    </>
  )
}
