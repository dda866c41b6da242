import { useLocation } from '@tanstack/react-router'
import { InboxPlace, NotificationReason } from '../../model/inbox/inbox.ts'

/** What of the inbox is shown, as the address says it; what it does not know is nothing said. */
export function useInboxAddress() {
  const words = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr }))
  const [reason, place] = [words.get('reason'), words.get('place')]
  return {
    reason: NotificationReason.has(reason) ? reason : undefined,
    place: InboxPlace.has(place) ? place : InboxPlace.Open,
  }
}
export type InboxAddress = ReturnType<typeof useInboxAddress>

/** The same as the search of a link: what goes without saying is left out. */
export const searchOf = ({ reason, place }: InboxAddress): Record<string, string> => ({
  ...(reason && { reason }),
  ...(place !== InboxPlace.Open && { place }),
})
