export { countRequests, listOffersFor, listPendingOffers, listPendingShifts } from './pending-list.ts'
