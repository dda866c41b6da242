import { equipments } from '../catalogue/equipment.ts'
import { clients } from '../companies/clients.ts'
import { manufacturers } from '../companies/manufacturers.ts'
import { statsRowsCall } from '../kit/stats.ts'
import { projects } from '../projects/projects.ts'
import { spaces } from './spaces.ts'

/** The projects and spaces behind the counters of what is used in them. */
export const projectsWithEquipment = statsRowsCall(equipments, 'projects', projects)
export const spacesOfEquipment = statsRowsCall(equipments, 'spaces', spaces)
export const projectsWithManufacturer = statsRowsCall(manufacturers, 'projects', projects)
export const spacesWithManufacturer = statsRowsCall(manufacturers, 'spaces', spaces)
export const projectsOfClient = statsRowsCall(clients, 'projects', projects)
export const spacesOfClient = statsRowsCall(clients, 'spaces', spaces)
export const leadsOfClient = statsRowsCall(clients, 'leads', projects)
