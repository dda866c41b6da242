import { Menu } from '@mantine/core'
import { drawingDocuments } from '../../model/drawings/drawing-documents.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { SheetFormat } from '../../model/plans/enums.ts'
import { issueDrawings, readSheet } from '../../model/plans/sheet-calls.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { useCall } from '../kit/request/call.ts'

/** Menu items that make the file of a drawing sheet. */
export function SheetItems({ projectId, documentId }: { projectId: number; documentId: number }) {
  const make = useCall(readSheet, {
    onDone: ({ fileName }) => toast.success(`${fileName} is being made. It appears in the download center.`),
  })
  return SheetFormat.values.map(({ value, label }) => (
    <Menu.Item key={value} onClick={() => make.mutate({ params: { id: projectId, docId: documentId }, query: { format: value } })}>
      Sheet as {label}
    </Menu.Item>
  ))
}

interface IssueProps {
  projectId: number
  ids: number[]
  onClose: () => void
  onDone: () => void
}
/** Issues the chosen documents as one set. */
export function IssueDrawings({ projectId, ids, onClose, onDone }: IssueProps) {
  return (
    <CallDialog
      call={issueDrawings}
      resource={drawingDocuments}
      opened
      onClose={onClose}
      title={`Issue ${formatCount(ids.length, 'drawing')}`}
      verb="Issue drawings"
      params={{ id: projectId }}
      preset={{ documentIds: ids }}
      sections={[['', ['title', 'paper', 'fileTypes']]]}
      onDone={({ fileName }) => {
        onDone()
        toast.success(`${fileName} is being made. It appears in the download center.`)
      }}
    />
  )
}
