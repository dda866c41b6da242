/** What the dashboard shows of offers and shift requests. */
export { countRequests, listOffersFor, listPendingOffers, listPendingShifts } from './waiting.ts'
