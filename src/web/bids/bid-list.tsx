import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bidPackages } from '../../model/bids/bid-packages.ts'
import { BidPackageState } from '../../model/bids/enums.ts'
import { revisions } from '../../model/reports/revisions.ts'
import { DateTime } from '../kit/look/format.tsx'
import { IconPlus } from '../kit/look/icons.ts'
import { ListPage } from '../kit/pages.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useCall, useList } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { AskDialog, instantOf } from './ask-dialog.tsx'
import { packageTone } from './tones.ts'

const { create } = resourceCalls(bidPackages)

export function BidsPage() {
  const [isCreating, setCreating] = useState(false)
  return (
    <ProjectTab
      title="Bids"
      actions={(project) =>
        can('ProjectBudget.Update') &&
        !isReadOnly(project) && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            New bid package
          </Button>
        )
      }
    >
      {(project) => (
        <>
          <ListPage
            resource={bidPackages}
            title="Bid packages"
            under={{ id: project.id }}
            create="no"
            rowHref={({ id }) => `/projects/${project.id}/bids/${id}`}
            cells={{
              state: (state) => <StatePill tone={packageTone(state)}>{BidPackageState.label(state)}</StatePill>,
              dueAt: (dueAt) => <DateTime value={dueAt} />,
            }}
            empty="No bid packages yet. A package asks several firms to price an issued revision, and compares their bids."
          />
          {isCreating && create && <CreatePackage call={create} project={project} onClose={() => setCreating(false)} />}
        </>
      )}
    </ProjectTab>
  )
}

interface CreateProps {
  call: NonNullable<typeof create>
  project: Project
  onClose: () => void
}

function CreatePackage({ call, project, onClose }: CreateProps) {
  const navigate = useNavigate()
  const { data } = useList(revisions, { itemsPerPage: 200 }, { params: { id: project.id } })
  const { mutate, isPending } = useCall(call, {
    onDone: ({ id }) => void navigate({ to: `/projects/${project.id}/bids/${id}` }),
  })
  if (!data) return null
  const options = data.items.map(({ id, code, title }) => ({ value: String(id), label: `${code} ${title}` }))
  return (
    <AskDialog
      title="New bid package"
      verb="Create"
      isPending={isPending}
      onClose={onClose}
      fields={[
        { key: 'name', label: 'Name', kind: 'text' },
        { key: 'revisionId', label: 'Revision to price', kind: 'choice', data: options, start: options[0]?.value },
        { key: 'dueAt', label: 'Bids are due', kind: 'due' },
      ]}
      onSend={({ name = '', revisionId, dueAt = '' }) =>
        mutate({ params: { id: project.id }, body: { name, revisionId: Number(revisionId), dueAt: instantOf(dueAt) } })
      }
    />
  )
}
