export { countRequests, listOffersFor, listPendingOffers, listPendingShifts } from './waiting.ts'
