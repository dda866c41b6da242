import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CompanyType } from '../../model/companies/enums.ts'
import { manufacturers } from '../../model/companies/manufacturers.ts'
import * as partners from '../../model/companies/partner.ts'
import type { Resource } from '../../model/kit/description.ts'
import { type CompaniesCalls, companyTypesOfProjects } from '../../model/projects/project-companies.ts'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { IconPlus, IconX } from '../kit/look/icons.ts'
import { DataTable, EmptyState, Panel, Picker, ReasonButton } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './project-companies.module.css'

const { EngineeringFirm, GeneralContractor, SubContractor, Manufacture, SystemsIntegrator, Representative, Architect } = CompanyType
const kinds: Partial<Record<CompanyType, Resource>> = {
  [EngineeringFirm]: partners.engineeringFirms,
  [GeneralContractor]: partners.generalContractors,
  [SubContractor]: partners.subContractors,
  [Manufacture]: manufacturers,
  [SystemsIntegrator]: partners.systemsIntegrators,
  [Representative]: partners.representatives,
  [Architect]: partners.architects,
}

interface Row {
  companyType: CompanyType
  company: { id: number; name: string }
  role: string | null
}
const companyRowKey = ({ companyType, company }: Row) => `${companyType} ${company.id}`

export function CompaniesPanel({ calls, id, readOnly }: { calls: CompaniesCalls; id: number; readOnly?: boolean }) {
  const { data, error, refetch } = useRead(calls.read, { params: { id } }, { isQuiet: true })
  const [isAdding, setAdding] = useState(false)
  const replacing = useCall(calls.replace, { onDone: () => setAdding(false) })
  const rows = data?.items
  const mayChange = !readOnly && can(calls.replace.permission)
  const put = (next: Row[]) =>
    replacing.mutate({
      params: { id },
      body: { companies: next.map(({ companyType, company, role }) => ({ companyType, companyId: company.id, role })) },
    })
  const columns: Column<Row>[] = [
    { key: 'company', label: 'Company', tone: 'name', cell: (row) => <CompanyName row={row} /> },
    { key: 'kind', label: 'Kind', width: 176, tone: 'quiet', cell: ({ companyType }) => CompanyType.label(companyType) },
    { key: 'role', label: 'Role', width: 240, tone: 'quiet', cell: ({ role }) => role },
    ...(mayChange
      ? [
          {
            key: 'remove',
            label: 'Remove',
            isLabelHidden: true,
            width: 80,
            cell: (row: Row) => (
              <ActionIcon
                aria-label={`Remove ${row.company.name}`}
                disabled={replacing.isPending}
                onClick={() => put(rows!.filter((item) => item !== row))}
              >
                <IconX size={14} />
              </ActionIcon>
            ),
          },
        ]
      : []),
  ]
  return (
    <Panel
      title="Companies"
      note={rows && rows.length > 0 && rows.length.toLocaleString('en-US')}
      isFlush
      actions={
        mayChange &&
        !isAdding && (
          <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
            Add company
          </Button>
        )
      }
    >
      {isAdding && (
        <NewCompany
          existing={rows ?? []}
          isPending={replacing.isPending}
          onCancel={() => setAdding(false)}
          onAdd={(row) => put([...(rows ?? []), row])}
        />
      )}
      {error && !rows ? (
        <LoadError error={error} title="Companies" onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        !isAdding && <EmptyState text="No companies yet besides the client: architect, contractors, integrator." />
      ) : (
        <DataTable
          label="Companies"
          rows={rows}
          keyOf={companyRowKey}
          nameOf={({ company }) => company.name}
          skeletonRows={2}
          columns={columns}
        />
      )}
    </Panel>
  )
}

function CompanyName({ row: { companyType, company } }: { row: Row }) {
  const resource = kinds[companyType]
  return resource?.route && can(resource.permission.view) ? (
    <Link to={`${resource.route}/${company.id}`} className="dna-name" data-name>
      {company.name}
    </Link>
  ) : (
    company.name
  )
}

interface NewCompanyProps {
  existing: Row[]
  isPending: boolean
  onAdd: (row: Row) => void
  onCancel: () => void
}

function NewCompany({ existing, isPending, onAdd, onCancel }: NewCompanyProps) {
  const [companyType, setType] = useState<CompanyType>(Architect)
  const [company, setCompany] = useState<number | null>(null)
  const [role, setRole] = useState('')
  const isTaken = existing.some((row) => row.companyType === companyType && row.company.id === company)
  return (
    <form
      className={css.form}
      aria-label="Add company"
      onSubmit={(event) => {
        event.preventDefault()
        if (company !== null && !isTaken) onAdd({ companyType, company: { id: company, name: '' }, role: role.trim() || null })
      }}
    >
      <div className={`dna-fields ${css.fields}`}>
        <Select<CompanyType>
          label="Kind"
          allowDeselect={false}
          data={companyTypesOfProjects.map((value) => ({ value, label: CompanyType.label(value) }))}
          value={companyType}
          onChange={(value) => {
            if (value === null) return
            setType(value)
            setCompany(null)
          }}
        />
        <Picker
          key={companyType}
          label="Company"
          resource={kinds[companyType]}
          value={company}
          error={isTaken ? 'This company is already listed.' : undefined}
          onChange={(value) => setCompany(value === null ? null : Number(value))}
        />
        <TextInput label="Role" maxLength={500} value={role} onChange={(event) => setRole(event.currentTarget.value)} />
      </div>
      <DialogFoot>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <ReasonButton
          type="submit"
          loading={isPending}
          reason={company === null ? 'Choose a company first' : isTaken && 'This company is already listed'}
        >
          Add
        </ReasonButton>
      </DialogFoot>
    </form>
  )
}
