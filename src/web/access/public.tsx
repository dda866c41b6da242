export { LaborCode, LaborTypeControl } from './labor-type.tsx'
