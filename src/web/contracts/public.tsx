export { UserRates } from './user-rates.tsx'
