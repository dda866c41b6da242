export { AccessList } from './access-list.tsx'
export { LaborCode, LaborTypeControl } from './labor-type.tsx'
