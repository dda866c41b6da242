import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** What a new request begins with, as the cell of a board or the matcher has put it into the address. */
interface Wish {
  known: Record<string, string | number>
  hours?: { recordId: number; month: string; hours: number }
}

const number = (value: unknown) => (value === undefined || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value))
const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function wishOf(search: Record<string, unknown>): Wish {
  const said = [
    ['projectId', number(search.projectId)],
    ['sourceUserId', word(search.sourceUserId)],
    ['targetUserId', word(search.targetUserId)],
    ['requesterUserId', word(search.requesterUserId)],
  ] as const
  const known = Object.fromEntries(said.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
  const [recordId, month] = [number(search.recordId), word(search.month)]
  return { known, ...(recordId !== undefined && month && { hours: { recordId, month, hours: number(search.hours) ?? 1 } }) }
}

/** The form's preset, made once of the address; `linesOf` says how the request writes hours. */
export function usePreset(linesOf: (hours: NonNullable<Wish['hours']>) => unknown[]) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const text = JSON.stringify(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how hours are written never changes
  return useMemo(() => {
    const { known, hours } = wishOf(JSON.parse(text))
    return { ...known, ...(hours && { lines: linesOf(hours) }) }
  }, [text])
}
