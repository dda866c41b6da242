import { clients } from '../companies/clients.ts'
import { subContractors } from '../companies/partner.ts'
import { call, mergePatch, page, row, standardCalls } from '../kit/call.ts'
import { boolean, choice, date, defaulted, id, image, integer, money, name, optional, reference, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { object } from '../kit/response-fields.ts'
import { projects } from '../projects/projects.ts'
import { contracts } from './contracts.ts'
import { ContractStatus, DirectExpenseCategory } from './enums.ts'
import { moneyMasks, readingContracts } from './masks.ts'

const receiptShape = { id: uuid('Id'), name: text('Name'), url: image('Address') }

export const directExpenses = resource({
  path: 'directExpenses',
  route: '/manage-direct-expenses',
  names: { one: 'Direct expense', many: 'Direct expenses' },
  permission: {
    view: 'ProjectContracts.ManageDirectExpenses',
    update: 'ProjectContracts.ManageDirectExpenses',
    delete: 'ProjectContracts.ManageDirectExpenses',
  },
  owner: 'project',
  fields: {
    category: choice('Category', DirectExpenseCategory),
    description: name('Description', { min: 1 }),
    date: date('Date'),
    revenue: defaulted(money('Revenue'), 0),
    cost: defaulted(money('Cost', { mask: moneyMasks.expenseCost }), 0),
    userId: optional(user('Person')),
    subContractorId: optional(reference('Sub-contractor', () => subContractors)),
    /** Masked with the cost, because a receipt reveals it. */
    receiptFileId: { ...optional(uuid('Receipt')), mask: moneyMasks.expenseCost },
    note: optional(text('Note')),
  },
  computed: {
    contractId: reference('Contract', () => contracts),
    projectId: reference('Project', () => projects),
    contractStatus: choice('Contract status', ContractStatus),
    /** True if the contract is locked, archived, or its project closed. */
    isReadOnly: boolean('Read-only'),
    receipt: { ...optional(object('Receipt', receiptShape)), mask: moneyMasks.expenseCost },
  },
  list: {
    columns: ['description', 'category', 'contract', 'project', 'date', 'revenue', 'cost'],
    optionalColumns: [
      'user',
      'subContractor',
      'contractStatus',
      'note',
      'isReadOnly',
      'receipt',
      'createDate',
      'createdBy',
      'updateDate',
      'updatedBy',
    ],
    search: ['description', 'subContractor.name', 'contract.name', 'contract.number', 'project.name', 'project.number'],
    sort: ['-date'],
    filters: {
      clientIds: { label: 'Client', kind: 'reference', resource: () => clients },
      contractStatuses: { label: 'Contract status', kind: 'choice', options: ContractStatus },
      contractIds: { label: 'Contract', kind: 'reference', field: 'contractId', resource: () => contracts },
      expenseCategories: { label: 'Category', kind: 'choice', field: 'category', options: DirectExpenseCategory },
      from: { label: 'Date', kind: 'dates', endParameter: 'to' },
    },
  },
  title: 'description',
  ref: ['description'],
  exportCategory: 141,
})

const { fields } = directExpenses
export const { list: listDirectExpenses, query: queryDirectExpenses } = standardCalls(directExpenses)
const expenseParams = { expenseId: id('Direct expense') }

export const listContractExpenses = call({
  method: 'GET',
  path: '/contracts/:id/DirectExpenses',
  permission: readingContracts,
  summary: 'List the direct expenses of a contract',
  response: page(row(directExpenses)),
})
export const createContractExpense = call({
  method: 'POST',
  path: '/contracts/:id/DirectExpenses',
  permission: 'ProjectContracts.ManageDirectExpenses',
  summary: 'Add a direct expense to a contract',
  body: fields,
  response: row(directExpenses),
  status: 201,
})
export const changeContractExpense = mergePatch({
  path: '/contracts/:id/DirectExpenses/:expenseId',
  params: expenseParams,
  permission: 'ProjectContracts.ManageDirectExpenses',
  summary: 'Update a direct expense of a contract',
  body: { ...fields, rowVersion: optional(integer('Row version', { min: 1 })) },
  response: row(directExpenses),
})
export const deleteContractExpense = call({
  method: 'DELETE',
  path: '/contracts/:id/DirectExpenses/:expenseId',
  params: expenseParams,
  permission: 'ProjectContracts.ManageDirectExpenses',
  summary: 'Delete a direct expense of a contract',
  response: { kind: 'nothing' },
})
