import { expect, it } from 'vitest'
import { calendarText } from './icalendar.ts'

const long = 'Grüße aus Zürich, “Hall 7”; \\back\\ '.repeat(6)
const text = calendarText('Ann, Lee', [{ uid: 'a-1@dna', from: '2026-02-27', to: '2026-02-28', title: long, text: 'one\r\ntwo\u0007' }])

it('folds lines by bytes without splitting characters, and ends every line with CRLF', () => {
  const lines = text.split('\r\n')
  expect(lines.pop()).toBe('')
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(text).not.toMatch(/[^\r]\n|\uFFFD/)
  const summary = /SUMMARY:(.*)/.exec(text.replaceAll('\r\n ', ''))?.[1]?.replace('\r', '')
  expect(summary?.replace(/\\([\\;,])/g, '$1')).toBe(long)
})

it('writes all-day events with an exclusive end, and escapes line breaks in texts', () => {
  expect(text).toContain('DTSTART;VALUE=DATE:20260227\r\nDTEND;VALUE=DATE:20260301\r\n')
  expect(text).toContain('DESCRIPTION:one\\ntwo\r\n')
  expect(text).toContain('X-WR-CALNAME:Ann\\, Lee\r\n')
  expect(text).toMatch(/DTSTAMP:\d{8}T\d{6}Z\r\n/)
})
