import { contracts } from '../../model/contracts/contracts.ts'
import { mentioning, mentionsOf } from '../inbox/public.tsx'
import { ActivityPanel, FormPage } from '../kit/pages.tsx'
import css from './contract.module.css'
import { ContractAside, ContractTab, contractCrumbs, contractTabs, lockReason, useContractPlace } from './contract-head.tsx'
import { proposalControls, proposalRequires } from './contract-list.tsx'
import { ContractState, contractKindLabel, NextStep } from './contract-state.tsx'

export function ContractDetailsPage() {
  const { id, base, projectId } = useContractPlace()
  return (
    <FormPage
      resource={contracts}
      id={id}
      crumbs={(contract) => contractCrumbs(contract, projectId)}
      chip={({ number }) => number}
      state={(contract) => <ContractState contract={contract} />}
      note={contractKindLabel}
      actions={(contract) => <NextStep contract={contract} />}
      tabs={(contract) => contractTabs(base, contract)}
      lock={lockReason}
      aside={(contract) => (
        <div className={css.inForm}>
          <ContractAside contract={contract} />
        </div>
      )}
      removalImpact={() => 'Its phases, hours, expenses and documents are deleted with it.'}
      requires={proposalRequires}
      controls={{ ...proposalControls, scope: mentioning(contracts) }}
      sections={[
        ['Contract', ['name', 'proposalType', 'combinedProposalTypes', 'manufacturerId']],
        ['Dates', ['validUntilDate', 'startDate', 'endDate', 'tempoUrl']],
        ['Scope', ['scope']],
      ]}
    />
  )
}

export function ContractHistoryPage() {
  return (
    <ContractTab title="History">
      {({ id }) => <ActivityPanel resource={contracts} id={id} below={mentionsOf(contracts, id)} />}
    </ContractTab>
  )
}
