import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { bidWorkbook, type ExternalBid, readBidWorkbook } from '../../model/bids/external-bid-calls.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useCall } from '../kit/request/call.ts'
import css from './bids.module.css'
import type { BidDraft } from './use-bid-draft.ts'

type Read = ResponseOf<typeof readBidWorkbook>

function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Downloads the price form as a workbook, and takes a filled one over into the draft unless it has problems. */
export function WorkbookButtons({ bid, draft }: { bid: ExternalBid; draft: BidDraft }) {
  const params = { id: bid.id }
  const [problems, setProblems] = useState<Read['problems']>([])
  const download = useCall(bidWorkbook, { onDone: (content) => saveFile(content, `${bid.number} ${bid.name}.xlsx`) })
  const read = useCall(readBidWorkbook, {
    onDone(filled) {
      setProblems(filled.problems)
      if (filled.problems.length > 0) return
      draft.takeOver(filled)
      toast.success(`${formatCount(filled.lines.length, 'line')} of the workbook are in the draft.`)
    },
  })
  return (
    <>
      <div className={css.deeds}>
        <Button variant="default" size="xs" loading={download.isPending} onClick={() => download.mutate({ params })}>
          Download workbook
        </Button>
        <FileButton accept=".xlsx" onChange={(file) => file && read.mutate({ params, file })}>
          {(props) => (
            <Button variant="default" size="xs" loading={read.isPending} {...props}>
              Upload workbook
            </Button>
          )}
        </FileButton>
      </div>
      {problems.length > 0 && (
        <ul className={css.list} aria-label="Problems of the workbook">
          {problems.map(({ sheet, row, column, message }) => (
            <li key={`${sheet} ${row} ${column}`}>
              {sheet}, row {row}, {column}: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
