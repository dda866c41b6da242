import { useMemo, useRef } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { type ConnectionChanges, changeEachConnection, connections } from '../../model/spaces/connections.ts'
import { tellOfChangeSet } from '../activity/public.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { useSerialQueue } from '../kit/request/optimistic.ts'
import { type CableColumn, type CableEdit, type Connection, pastedInto } from './cable-columns.ts'

export function useCableSheet(projectId: number) {
  const rows = useRef<readonly Connection[]>([])
  const sent = useRef(new Map<string, string>())
  const inTurn = useSerialQueue()
  return useMemo(() => {
    const placeOf = ({ id }: Connection, { key }: CableColumn) => `${id} ${key}`
    const from = (row: Connection) => rows.current.findIndex(({ id }) => id === row.id)
    /** Returns true if the edits were saved. Errors are shown, and rejected text stays in its cell. */
    async function write(edits: CableEdit[], message: string): Promise<boolean> {
      const isWritten = await inTurn(async () => {
        const { updated, changeSetId } = await request(changeEachConnection, { params: { id: projectId }, body: { rows: edits } })
        await invalidateEntity(connections.entity)
        if (updated > 0) tellOfChangeSet(message, changeSetId)
        return true
      })
      return isWritten ?? false
    }
    return {
      onRows(now: readonly Connection[]) {
        rows.current = now
      },
      async type(row: Connection, column: CableColumn, { text, set }: { text: string; set: ConnectionChanges }) {
        const cellKey = placeOf(row, column)
        sent.current.set(cellKey, text)
        const isWritten = await write([{ connectionId: row.id, set }], `${row.number} changed.`)
        if (sent.current.get(cellKey) === text) sent.current.delete(cellKey)
        return isWritten
      },
      above: (row: Connection, column: CableColumn) => {
        const above = rows.current[from(row) - 1]
        return above && (sent.current.get(placeOf(above, column)) ?? column.textOf(above))
      },
      async paste(texts: string[][], row: Connection, columns: readonly CableColumn[]) {
        const { edits, cells, leftOut } = pastedInto(texts, rows.current.slice(from(row)), columns)
        const left = leftOut > 0 ? ` ${formatCount(leftOut, 'cell')} left out: they do not fit here.` : ''
        if (edits.length > 0) await write(edits, `${formatCount(cells, 'cell')} pasted.${left}`)
        else toast.info(`Nothing to paste.${left}`)
      },
    }
  }, [projectId, inTurn])
}
export type CableSheet = ReturnType<typeof useCableSheet>
