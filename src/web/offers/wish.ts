import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** Initial values of a new request from the URL, set by a board cell or the matching dialog. */
interface RequestPreset {
  known: Record<string, string | number>
  hours: { recordId: number; month: string; hours: number }[]
}

const parseOptionalNumber = (value: unknown) =>
  value === undefined || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
const textValue = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function parseWish(search: Record<string, unknown>): RequestPreset {
  const people = [
    ['projectId', parseOptionalNumber(search.projectId)],
    ['sourceUserId', textValue(search.sourceUserId)],
    ['targetUserId', textValue(search.targetUserId)],
    ['requesterUserId', textValue(search.requesterUserId)],
  ] as const
  const known = Object.fromEntries(people.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
  const [recordId, month] = [parseOptionalNumber(search.recordId), textValue(search.month)]
  const monthHours =
    recordId === undefined
      ? []
      : month
        ? [{ month, hours: parseOptionalNumber(search.hours) ?? 1 }]
        : parseMonthHours(textValue(search.months) ?? '')
  return { known, hours: monthHours.map((item) => ({ recordId: recordId ?? 0, ...item })) }
}

const parseMonthHours = (text: string) =>
  text.split(',').flatMap((part) => {
    const [month = '', hours] = part.split(':')
    return month === '' ? [] : [{ month, hours: parseOptionalNumber(hours) ?? 1 }]
  })

export function usePreset<L>(linesOf: (hours: RequestPreset['hours'][number]) => L[]) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const text = JSON.stringify(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how hours are written never changes
  return useMemo(() => {
    const { known, hours } = parseWish(JSON.parse(text))
    return { ...known, ...(hours.length > 0 && { lines: hours.flatMap(linesOf) }) }
  }, [text])
}
