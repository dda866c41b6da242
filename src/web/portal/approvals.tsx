import type { ResponseOf } from '../../model/kit/call.ts'
import { projectApprovals } from '../../model/portal/approvals.ts'
import { DateTime } from '../kit/look/format.tsx'
import { DataTable, Panel } from '../kit/pages.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useRead } from '../kit/request/call.ts'
import { openFile } from '../kit/request/open-file.ts'
import css from './portal.module.css'

type Approval = ResponseOf<typeof projectApprovals>['items'][number]

const approverName = ({ name, company }: Approval) => [name, company].filter(Boolean).join(', ')

const columns: Column<Approval>[] = [
  { key: 'title', label: 'Approved', tone: 'name', cell: ({ title }) => title },
  { key: 'name', label: 'By', width: 200, text: approverName, most: 320, cell: approverName },
  { key: 'createDate', label: 'Date', width: 188, tone: 'quiet', cell: ({ createDate }) => <DateTime value={createDate} /> },
  { key: 'note', label: 'Note', width: 260, tone: 'quiet', cell: ({ note }) => note },
  {
    key: 'proof',
    label: 'Proof',
    width: 80,
    cell: ({ title, name, proofUrl }) => (
      <button
        type="button"
        className={css.link}
        aria-label={`Proof of the approval of ${title} by ${name}`}
        onClick={() => openFile({ name: `Approval of ${title}.pdf`, url: proofUrl })}
      >
        PDF
      </button>
    ),
  },
]

export function Approvals({ projectId }: { projectId: number }) {
  const { data } = useRead(projectApprovals, { params: { id: projectId } }, { isQuiet: true })
  if (!data?.items.length) return null
  return (
    <Panel title="Approvals" note={data.items.length} isFlush>
      <DataTable label="Approvals" columns={columns} rows={data.items} nameOf={({ title }) => title} />
    </Panel>
  )
}
