import { call, shape } from '../kit/call.ts'
import { choice, integer, money } from '../kit/field.ts'
import { object, objects } from '../kit/response-fields.ts'
import { ContractStatus } from './enums.ts'

const largeSum = (label: string) => money(label, { max: Number.MAX_SAFE_INTEGER })
const contractFigures = { status: choice('Status', ContractStatus), count: integer('Contracts') }
const contractMoney = { revenue: largeSum('Revenue'), cost: largeSum('Cost') }
const projectFigures = { count: integer('Projects'), totalMsrpPrice: largeSum('Equipment, MSRP') }

/** Sums over the projects of a client that the user may see. Revenue and cost are absent without their permissions. */
export const readClientMoney = call({
  method: 'GET',
  path: '/clients/:id/Money',
  permission: { all: ['Clients.View', 'Projects.View', 'ProjectContracts.View'] },
  summary: 'Get the sums of a client: its contracts by status, and the equipment of its open projects',
  response: shape({
    contracts: objects('Contracts that are not archived', contractFigures, contractMoney),
    openProjects: object('Open projects', projectFigures),
  }),
})
