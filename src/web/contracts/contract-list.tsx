import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createContract, listProjectContracts } from '../../model/contracts/contract-calls.ts'
import { contracts, fieldOfProposal } from '../../model/contracts/contracts.ts'
import { ContractOrigin } from '../../model/contracts/enums.ts'
import { ProjectFeeHealth } from '../hours/public.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls } from '../kit/form/controls.tsx'
import type { RequiredKeys } from '../kit/form/form.ts'
import { IconPlus } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { ListPage, Picker, RowsPanel } from '../kit/pages.tsx'
import { type CellRenderers, resourceColumns } from '../kit/parts/columns.tsx'
import { can } from '../kit/request/can.ts'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { ContractStateText, ContractTypeText } from './contract-state.tsx'
import { firstControl } from './first-control.tsx'

const cells: CellRenderers<typeof contracts> = {
  status: (_, contract) => <ContractStateText contract={contract} />,
  type: (type) => <ContractTypeText type={type} />,
}

export function ManageContractsPage() {
  return (
    <ListPage
      resource={contracts}
      title="Contracts"
      create="no"
      cells={cells}
      columnWidths={{ status: 176, project: 248, type: 112 }}
      empty="No contracts yet. They are created in their project."
    />
  )
}

const shown = ['name', 'type', 'number', 'status', 'startDate', 'endDate', 'laborHours', 'totalRevenue']
const columnsIn = (project: Project) =>
  resourceColumns(contracts, { shown, cells, hrefOf: ({ id }) => `/projects/${project.id}/contracts/${id}` }).map((column) =>
    column.key === 'status' ? { ...column, width: 176 } : column,
  )

export function ProjectContractsPage() {
  return (
    <ProjectTab
      title="Contracts"
      actions={(project) => can(createContract.permission) && !isReadOnly(project) && <NewContract project={project} />}
    >
      {(project) => (
        <>
          <RowsPanel
            title="Contracts"
            of={contracts}
            call={listProjectContracts}
            params={{ id: project.id }}
            columns={columnsIn(project)}
            empty="No contracts yet. Start a proposal, or copy one from another project."
          />
          <ProjectFeeHealth id={project.id} />
        </>
      )}
    </ProjectTab>
  )
}

/** Replaces fields that apply only to some proposal types with an empty cell for all other types. */
export const proposalControls: Controls<typeof contracts.fields> = {
  combinedProposalTypes: ({ form }) => (fieldOfProposal(form.values) === 'combinedProposalTypes' ? undefined : <span />),
  manufacturerId: ({ form }) => (fieldOfProposal(form.values) === 'manufacturerId' ? undefined : <span />),
}
export const proposalRequires: RequiredKeys = (values) => [fieldOfProposal(values)].filter((key) => key !== undefined)

/** Contracts created from approved requests cannot be copied. */
const copied = { contractOrigins: [ContractOrigin.Manual] }

function NewContract({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const controls: Controls = {
    ...proposalControls,
    name: firstControl,
    copyFromContractId: ({ field, value, onChange, error }) =>
      can('ProjectContracts.Manage') ? (
        <Picker
          resource={contracts}
          label={field.label}
          description="Phases, hours and rates; no expenses"
          query={copied}
          value={value}
          onChange={onChange}
          error={error}
        />
      ) : (
        <span />
      ),
  }
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        New contract
      </Button>
      <CallDialog
        call={createContract}
        resource={contracts}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`New contract of ${project.name}`}
        verb="Create contract"
        params={{ id: project.id }}
        controls={controls}
        requires={proposalRequires}
        sections={[
          [
            '',
            [
              'name',
              'proposalType',
              'combinedProposalTypes',
              'manufacturerId',
              'copyFromContractId',
              'validUntilDate',
              'tempoUrl',
              'scope',
            ],
          ],
        ]}
        invalidates={[contracts]}
        onDone={({ id, name }) => {
          toast.success(`${name} created.`)
          void navigate({ to: `/projects/${project.id}/contracts/${id}`, ignoreBlocker: true })
        }}
      />
    </>
  )
}
