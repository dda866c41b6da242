export { loadClientVariables as clientVariablesOf } from './client-detail.ts'
export { clients, clientsTable, findClientNames } from './clients.ts'
export { contactsTable } from './contacts.ts'
export {
  equipmentEver,
  findOrMakeManufacturers,
  isOnAccessList,
  makeManufacturers,
  manufacturerCounters,
  manufacturers,
  manufacturersTable,
  opensToGuest,
} from './manufacturers.ts'
export { contractorName, partners, subContractorsTable } from './partner.ts'
export { makeFamilies, productFamiliesTable } from './product-families.ts'
export {
  checkVariables,
  cleaningVariables,
  loadVariables as variablesOf,
  opensPicture,
  shownVariable,
  storeVariables,
  variableShape,
  type WrittenVariable,
} from './variable-list.ts'
