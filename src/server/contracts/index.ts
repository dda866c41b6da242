import type { Area } from '../area.ts'
import { clientMoneyRoutes } from './client-money.ts'
import { phaseRoutes } from './construction-phases.ts'
import { documentRoutes, opensDocument } from './contract-documents.ts'
import { contractStepRoutes } from './contract-steps.ts'
import { contractSubject } from './contract-subject.ts'
import { contracts } from './contracts.ts'
import { directExpenseRoutes, directExpenses, subContractorExpenses } from './direct-expenses.ts'
import { defaultGroups, dnaDefaultRoutes } from './dna-defaults.ts'
import { laborRateRoutes, personPart } from './labor-rates.ts'
import { personStatsRoutes } from './person-stats.ts'
import { phaseRecordRoutes } from './phase-records.ts'
import { phasesOfProjects, plannedViews } from './planned.ts'
import { projectContractRoutes, servedContracts } from './project-contracts.ts'
import { approvedRevenue, livingContracts, peopleOnContracts, projectPart } from './project-part.ts'

export const area: Area = {
  entities: [servedContracts, directExpenses],
  routes: [
    ...projectContractRoutes,
    ...contractStepRoutes,
    ...laborRateRoutes,
    ...personStatsRoutes,
    ...phaseRoutes,
    ...phaseRecordRoutes,
    ...documentRoutes,
    ...directExpenseRoutes,
    ...dnaDefaultRoutes,
    ...clientMoneyRoutes,
  ],
  views: {
    people_on_contracts: peopleOnContracts,
    approved_revenue: approvedRevenue,
    living_contracts: livingContracts,
    default_groups: defaultGroups,
    sub_contractor_expenses: subContractorExpenses,
    phases_of_projects: phasesOfProjects,
    ...plannedViews,
  },
  projectPart,
  personPart,
  inbox: [contractSubject],
  opensFile: opensDocument,
  search: {
    contracts: {
      resource: contracts,
      keys: ['name', 'number', 'status', 'origin', 'type', 'isLocked', 'isArchived'],
      known: ['name', 'number'],
    },
  },
}
