import { useLocation } from '@tanstack/react-router'
import { InboxPlace, NotificationReason } from '../../model/inbox/inbox.ts'

export function useInboxAddress() {
  const searchParams = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr }))
  const [reason, place] = [searchParams.get('reason'), searchParams.get('place')]
  return {
    reason: NotificationReason.has(reason) ? reason : undefined,
    place: InboxPlace.has(place) ? place : InboxPlace.Open,
  }
}
export type InboxAddress = ReturnType<typeof useInboxAddress>

export const inboxSearch = ({ reason, place }: InboxAddress): Record<string, string> => ({
  ...(reason && { reason }),
  ...(place !== InboxPlace.Open && { place }),
})
