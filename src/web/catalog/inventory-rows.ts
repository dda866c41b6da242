import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { equipments } from '../../model/catalog/equipment.ts'
import { callKey, queryClient, readOptions, resourceCalls } from '../kit/request/call.ts'
import { type Equipment, gridColumns } from './inventory-edits.ts'

const rowsAPage = 100
export const mostRowsAtOnce = 5000
const call = resourceCalls(equipments).list
const columns = gridColumns.map(({ key }) => key)
interface Answer {
  items: Equipment[]
  total: number
}

/** First and last page of a range as a string, so that equal ranges compare equal. */
export const pageRange = (first: number, last: number) =>
  `${Math.floor(first / rowsAPage)} ${Math.floor(Math.max(first, last) / rowsAPage)}`

export function useInventoryRows(query: object, shown: string) {
  const argsOf = (page: number) => ({ query: { ...query, columns, page: page + 1, itemsPerPage: rowsAPage } })
  const [from = 0, to = from] = useSettled(shown).split(' ').map(Number)
  const found = useQueries({
    queries: Array.from({ length: to - from + 1 }, (_, index) => ({
      ...readOptions(call, argsOf(from + index)),
      meta: { isQuiet: true },
    })),
  })
  const answerOf = (page: number) => queryClient.getQueryData<Answer>(callKey(call, argsOf(page)))
  return {
    total: found.map(({ data }) => data?.total).find((total) => total !== undefined),
    error: found.find(({ error }) => error)?.error ?? undefined,
    retry: () => {
      for (const useQueryResult of found) void useQueryResult.refetch()
    },
    rowAt: (at: number): Equipment | undefined => answerOf(Math.floor(at / rowsAPage))?.items[at % rowsAPage],
    async readRows(from: number, to: number): Promise<Equipment[]> {
      const rows: Equipment[] = []
      for (let page = Math.floor(from / rowsAPage); page <= Math.floor(to / rowsAPage); page++) {
        const { items } = await queryClient.fetchQuery(readOptions(call, argsOf(page)))
        rows.push(...items.slice(Math.max(0, from - page * rowsAPage), to - page * rowsAPage + 1))
      }
      return rows
    },
  }
}

/** Debounces, so that pages scrolled past are not loaded. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 60)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Replaces saved rows in all cached lists without reordering them. */
export function showSaved(rows: Equipment[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  queryClient.setQueriesData<Answer>({ queryKey: [equipments.entity, call.path] }, (answer) =>
    answer?.items?.some(({ id }) => byId.has(id)) ? { ...answer, items: answer.items.map((row) => byId.get(row.id) ?? row) } : answer,
  )
}
