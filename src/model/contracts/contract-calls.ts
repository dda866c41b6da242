import { call, page, row, standardCalls } from '../kit/call.ts'
import { id, integer, longText, optional } from '../kit/field.ts'
import { type ContractStepName, contractStepNames, contractSteps } from './contract-steps.ts'
import { contracts } from './contracts.ts'

const { list } = standardCalls(contracts)
const { name, proposalType, combinedProposalTypes, manufacturerId, scope, validUntilDate, tempoUrl } = contracts.fields

export const listProjectContracts = call({
  method: 'GET',
  path: '/projects/:id/Contracts',
  permission: 'ProjectContracts.View',
  summary: 'List the contracts of a project',
  query: list.query,
  response: page(row(contracts)),
})
export const createContract = call({
  method: 'POST',
  path: '/projects/:id/Contracts',
  permission: 'ProjectContracts.Create',
  summary: 'Create a proposal, empty or as a copy of another contract',
  body: {
    name,
    proposalType,
    combinedProposalTypes,
    manufacturerId,
    scope,
    validUntilDate,
    tempoUrl,
    copyFromContractId: optional(id('Copy from')),
  },
  response: row(contracts),
  status: 201,
})

export const contractStepCalls = contractStepNames.map((step: ContractStepName) => ({
  step,
  call: call({
    method: 'PUT',
    path: `/contracts/:id/${step}`,
    permission: contractSteps[step].permission,
    summary: contractSteps[step].label.replace(/^\w+/, '$& a contract'),
    body: { comment: optional(longText('Comment')), rowVersion: optional(integer('Row version', { min: 1 })) },
    response: row(contracts),
  }),
}))
export const findContractStepCall = (name: ContractStepName) => contractStepCalls.find(({ step }) => step === name)?.call
