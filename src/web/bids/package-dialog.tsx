import { Link, useNavigate } from '@tanstack/react-router'
import { bidPackages } from '../../model/bids/bid-packages.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { revisions } from '../../model/reports/revisions.ts'
import { resourceCalls, useCall, useList } from '../kit/request/call.ts'
import { AskDialog, instantOf, localOf } from './ask-dialog.tsx'

const { create, update } = resourceCalls(bidPackages)
type Draft = Pick<RowOf<typeof bidPackages>, 'id' | 'name' | 'dueAt' | 'revision' | 'rowVersion'>
interface Props {
  projectId: number
  onClose: () => void
}

/** Creates a package, or edits a draft. */
export function PackageDialog({ bidPackage, ...props }: Props & { bidPackage?: Draft }) {
  if (bidPackage) return update && <Changing {...props} bidPackage={bidPackage} call={update} />
  return create && <Creating {...props} call={create} />
}

function Creating({ call, projectId, onClose }: Props & { call: NonNullable<typeof create> }) {
  const navigate = useNavigate()
  const { mutate, isPending } = useCall(call, { onDone: ({ id }) => void navigate({ to: `/projects/${projectId}/bids/${id}` }) })
  return (
    <PackageForm
      {...{ projectId, onClose, isPending }}
      title="New bid package"
      verb="Create"
      onSave={(body) => mutate({ params: { id: projectId }, body })}
    />
  )
}

function Changing({ call, projectId, bidPackage, onClose }: Props & { bidPackage: Draft; call: NonNullable<typeof update> }) {
  const { mutate, isPending } = useCall(call, { onDone: onClose })
  const { id, rowVersion } = bidPackage
  return (
    <PackageForm
      {...{ projectId, bidPackage, onClose, isPending }}
      title="Edit the package"
      verb="Save"
      onSave={(body) => mutate({ params: { id: projectId, itemId: id }, body: { ...body, rowVersion } })}
    />
  )
}

interface DialogProps extends Props {
  title: string
  verb: string
  bidPackage?: Draft
  isPending: boolean
  onSave: (values: { name: string; revisionId: number; dueAt: string }) => void
}

function PackageForm({ projectId, title, verb, bidPackage, isPending, onSave, onClose }: DialogProps) {
  const { data } = useList(revisions, { itemsPerPage: 200 }, { params: { id: projectId } })
  if (!data) return null
  const options = data.items.map(({ id, code, title }) => ({ value: String(id), label: `${code} ${title}` }))
  const start = bidPackage ? String(bidPackage.revision.id) : options[0]?.value
  return (
    <AskDialog
      {...{ title, verb, isPending, onClose }}
      fields={[
        { key: 'name', label: 'Name', kind: 'text', start: bidPackage?.name },
        { key: 'revisionId', label: 'Revision to price', kind: 'choice', data: options, start },
        { key: 'dueAt', label: 'Bids are due', kind: 'due', start: bidPackage && localOf(bidPackage.dueAt) },
      ]}
      onSend={({ name = '', revisionId, dueAt = '' }) => onSave({ name, revisionId: Number(revisionId), dueAt: instantOf(dueAt) })}
    >
      {options.length === 0 && (
        <p>
          A package prices an issued revision, and none has been issued yet.{' '}
          <Link to={`/projects/${projectId}/revisions`} className="dna-link">
            Issue a revision
          </Link>
        </p>
      )}
    </AskDialog>
  )
}
