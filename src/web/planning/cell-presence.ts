import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { fullName } from '../../model/kit/names.ts'
import type { BoardColumn } from '../../model/planning/boards.ts'
import { boardPlace, cellPlace, parseCellKey } from '../../model/projects/live-overview.ts'
import { session } from '../kit/request/session.ts'
import { useViewers } from '../projects/public.tsx'
import type { CellPosition, Line } from './board-lines.ts'

interface Shown {
  lines: readonly Line[]
  columns: readonly BoardColumn[]
  place: CellPosition | undefined
}

/** Debounce in milliseconds, so arrow-key navigation reports only the cell where the user stops. */
const restMs = 200

export function useOthers(projectId: number, { lines, columns, place }: Shown): readonly Line[] {
  const column = place && columns[place.column]?.key
  const [own] = useDebouncedValue(place && column !== undefined ? cellPlace(place.line, column) : boardPlace, restMs)
  const viewers = useViewers(projectId, own)
  const me = session().user?.id
  return useMemo(() => {
    const cells = viewers
      .filter(({ id }) => id !== me)
      .flatMap((person) => person.places.map((item) => ({ name: fullName(person), at: parseCellKey(item) })))
    if (cells.every(({ at }) => at === undefined)) return lines
    return lines.map((line) => {
      const others = new Map<number, string>()
      for (const { name, at } of cells) {
        const on = at?.line === line.key ? columns.findIndex(({ key }) => key === at.column) : -1
        if (on >= 0) others.set(on, [others.get(on), `${name} is here.`].filter(Boolean).join(' '))
      }
      return others.size > 0 ? { ...line, others } : line
    })
  }, [viewers, me, lines, columns])
}
