import { expect, it } from 'vitest'
import { InboxMail } from '../../model/inbox/inbox.ts'
import { createInboxMail, dueAfter } from './inbox-mail.ts'

const { Bundled, Daily } = InboxMail
const at = (hours: number, minutes = 0, day = 23) => new Date(2026, 10, day, hours, minutes)

it('is due five minutes after the first entry, or at the next 7 o’clock', () => {
  expect(dueAfter(Bundled, at(10, 58))).toEqual(at(11, 3))
  expect(dueAfter(Daily, at(6, 59))).toEqual(at(7))
  expect(dueAfter(Daily, at(7))).toEqual(at(7, 0, 24))
  expect(dueAfter(Daily, at(15))).toEqual(at(7, 0, 24))
  expect(dueAfter(Daily, new Date(2026, 11, 31, 23))).toEqual(new Date(2027, 0, 1, 7))
})

it('uses the title of a single entry, or the count of several, and lists fifty at most', () => {
  const entry = (index: number) => ({ title: `Offer ${index}`, text: '30 h', link: `/offers/${index}` })
  const item = createInboxMail([entry(1)], 'https://dna.example')
  expect(item).toEqual({
    subject: 'Offer 1',
    text: 'Offer 1\n30 h\nhttps://dna.example/offers/1\n\nhttps://dna.example/inbox',
    links: ['https://dna.example/inbox'],
  })
  const many = createInboxMail(
    Array.from({ length: 53 }, (_, index) => entry(index)),
    'https://dna.example',
  )
  expect(many.subject).toBe('53 new entries in your inbox')
  expect(many.text).toContain('Offer 49\n')
  expect(many.text).not.toContain('Offer 50\n')
  expect(many.text).toContain('and 3 more')
})
