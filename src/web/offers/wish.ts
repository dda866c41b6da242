import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** What a new request begins with, as the cell of a board or the matcher has put it into the address. */
export function useWish() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const text = JSON.stringify(search)
  return useMemo(() => wishOf(JSON.parse(text)), [text])
}

const number = (value: unknown) => (value === undefined || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value))
const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function wishOf(search: Record<string, unknown>) {
  const [recordId, month, hours] = [number(search.recordId), word(search.month), number(search.hours)]
  const said = { projectId: number(search.projectId), sourceUserId: word(search.sourceUserId), targetUserId: word(search.targetUserId) }
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  if (recordId === undefined || month === undefined) return known
  return {
    ...known,
    lines: [{ phaseRecordId: recordId, contractId: null, phaseType: null, laborType: null, month, hours: hours ?? 1 }],
  }
}
