/** What other areas may call. */
export { clients, clientsTable } from './clients.ts'
export { manufacturerCounters, manufacturers, manufacturersTable } from './manufacturers.ts'
export { productFamiliesTable } from './product-families.ts'
