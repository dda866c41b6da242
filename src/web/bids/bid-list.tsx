import { Button } from '@mantine/core'
import { useState } from 'react'
import { bidPackages } from '../../model/bids/bid-packages.ts'
import { BidPackageState } from '../../model/bids/enums.ts'
import { DateTime } from '../kit/look/format.tsx'
import { IconPlus } from '../kit/look/icons.ts'
import { ListPage } from '../kit/pages.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { can } from '../kit/request/can.ts'
import { isReadOnly, ProjectTab } from '../projects/public.tsx'
import { PackageDialog } from './package-dialog.tsx'
import { packageTone } from './tones.ts'

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
          {isCreating && <PackageDialog projectId={project.id} onClose={() => setCreating(false)} />}
        </>
      )}
    </ProjectTab>
  )
}
