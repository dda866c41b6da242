import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Skeletons } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { type AnyCall, CallError } from '../kit/request/client.ts'

/**
 * Redirects between leads and projects: a promoted lead is a project with the same id, so old URLs work in both directions. Returns the
 * content to show meanwhile.
 */
export function useOtherLife(id: string, here: AnyCall, there: AnyCall, to: string): ReactNode {
  const navigate = useNavigate()
  const isRow = /^\d+$/.test(id)
  const own = useRead<AnyCall>(here, { params: { id } }, { enabled: isRow, isQuiet: true })
  // Also true while refetching, so the content does not flicker.
  const isGone =
    own.data === undefined && (own.error instanceof CallError ? own.error.status === 404 : own.isFetching && own.errorUpdateCount > 0)
  const other = useRead<AnyCall>(there, { params: { id } }, { enabled: isRow && isGone && can(there.permission), isQuiet: true })
  const isThere = isGone && other.data !== undefined
  useEffect(() => {
    if (isThere) void navigate({ to: `${to}/${id}`, replace: true, ignoreBlocker: true })
  }, [isThere, navigate, to, id])
  return isThere || (isGone && other.isLoading && other.errorUpdateCount === 0) ? <Skeletons rows={8} /> : undefined
}
