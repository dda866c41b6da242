import { addBidInvitation } from '../../model/bids/bid-calls.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import { generalContractors, subContractors, systemsIntegrators } from '../../model/companies/partner.ts'
import type { Resource } from '../../model/kit/description.ts'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { AskDialog } from './ask-dialog.tsx'

const { SystemsIntegrator, GeneralContractor, SubContractor } = CompanyType

function useCompanies(resource: Resource, type: CompanyType) {
  const { data } = useRead(resourceCalls(resource).typeHead, { query: { all: true } }, { isQuiet: true })
  return (data?.items ?? []).map(({ id, name }) => ({ value: `${type} ${id}`, label: `${String(name)}, ${CompanyType.label(type)}` }))
}

export function InviteBidder({ params, onClose }: { params: { id: number; itemId: number }; onClose: () => void }) {
  const companies = [
    ...useCompanies(systemsIntegrators, SystemsIntegrator),
    ...useCompanies(generalContractors, GeneralContractor),
    ...useCompanies(subContractors, SubContractor),
  ]
  const { mutate, isPending } = useCall(addBidInvitation, { onDone: onClose })
  return (
    <AskDialog
      title="Invite bidder"
      verb="Invite"
      fields={[
        { key: 'company', label: 'Company', kind: 'choice', data: companies },
        { key: 'emails', label: 'E-mail addresses, separated by commas', kind: 'text' },
      ]}
      isPending={isPending}
      onClose={onClose}
      onSend={({ company = '', emails = '' }) => {
        const [type, companyId] = company.split(' ').map(Number)
        const companyType = [SystemsIntegrator, GeneralContractor, SubContractor].find((item) => item === type)
        if (companyType === undefined || companyId === undefined) return
        const people = emails.split(/[,;\s]+/).flatMap((email) => (email ? { email, userId: null } : []))
        mutate({ params, body: { companyType, companyId, people } })
      }}
    />
  )
}
