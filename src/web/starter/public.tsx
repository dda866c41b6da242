export { StarterOffer } from './starter-offer.tsx'
