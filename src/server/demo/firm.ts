import { demoClients, demoCompanies, demoExternalPeople, demoManufacturerPeople } from './firm-companies.ts'
import { demoOffers, demoShiftRequests } from './firm-contracts.ts'
import { demoAccessGroups, demoLaborRates, demoPeople, demoTeams } from './firm-people.ts'
import { demoLeads, demoProjects } from './firm-projects.ts'
import { demoEquipmentGroups, demoRecipes, demoSpaceTemplates } from './firm-rooms.ts'

/** One year of data of a consulting firm. The loader turns it into rows. */
export const demoFirm = {
  people: demoPeople,
  teams: demoTeams,
  laborRates: demoLaborRates,
  accessGroups: demoAccessGroups,
  externalPeople: demoExternalPeople,
  manufacturerPeople: demoManufacturerPeople,
  clients: demoClients,
  companies: demoCompanies,
  recipes: demoRecipes,
  spaceTemplates: demoSpaceTemplates,
  equipmentGroups: demoEquipmentGroups,
  leads: demoLeads,
  projects: demoProjects,
  offers: demoOffers,
  shiftRequests: demoShiftRequests,
}

export function onDay(base: string, day: number): string {
  return new Date(Date.parse(`${base}T00:00:00Z`) + day * 86_400_000).toISOString().slice(0, 10)
}
